import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { rootFolder } from '../../scripts/root-folder.mjs';

/** Exit code and output of a finished command. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** The built command, with its own home and configuration. */
export class BuiltCommand implements AsyncDisposable {
  /** Folder of the build. The product is two folders above, as for dist/cli. */
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

  /** Runs the command to its end, on the oldest installed Node. */
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

/** Returns the machine's own Node, if it is another than the one that npm installs. */
export function oldestNode(): string {
  const programs = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return programs.findLast((program) => existsSync(program) && !program.includes('node_modules')) ?? process.execPath;
}
