import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { rootFolder } from '../../scripts/root-folder.mjs';

/** What a run of the command left. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The built command, with a home and a configuration of its own. */
export class BuiltCommand implements AsyncDisposable {
  /** Where it was built; the product lies two folders above, as above dist/cli. */
  readonly folder: string;
  readonly env: Record<string, string>;

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder;
    const { PATH = '' } = process.env;
    this.env = { PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), ...env };
  }

  static async build(env: Record<string, string> = {}): Promise<BuiltCommand> {
    const folder = await mkdtemp(join(rootFolder, '.cache/command-'));
    await promisify(execFile)(process.execPath, [join(rootFolder, 'scripts/cli.mjs'), folder]);
    return new BuiltCommand(folder, env);
  }

  get file(): string {
    return join(this.folder, 'daybreak.mjs');
  }

  /** Runs it to its end, on the oldest Node that is here. */
  run(args: readonly string[], { env = {}, input = '' } = {}): Promise<Outcome> {
    const child = this.start(args, env);
    const outcome: Outcome = { code: -1, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (outcome.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (outcome.stderr += text));
    child.stdin.on('error', () => {}).end(input);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ ...outcome, code: code ?? -1 }));
    });
  }

  start(args: readonly string[], env: Record<string, string | undefined> = {}) {
    return spawn(oldestNode(), [this.file, ...args], { env: { ...this.env, ...env }, stdio: 'pipe' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The machine's own Node, where that is older than the one that npm brings. */
export function oldestNode(): string {
  const programs = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return programs.findLast((program) => existsSync(program) && !program.includes('node_modules')) ?? process.execPath;
}
