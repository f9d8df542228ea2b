import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonEnvironment, systemPython } from '../../scripts/python-environment.mjs';
import { SetupError } from '../../scripts/run.mjs';

export interface EnvironmentNeeds {
  /** The environment is `.cache/{name}`. */
  name: string;
  /** Relative to the root. */
  requirements: string;
  /** The least Python it runs on is 3.`leastMinor`. */
  leastMinor: number;
  /** Bytes of disk that it takes. */
  bytes: number;
  /** A machine of CI may lack this Python too. */
  optional?: boolean;
}

export interface Environment {
  /** The interpreter; empty where `missing` says why there is none. */
  python: string;
  missing: string;
}

/**
 * The Python environment that a test's programs run in, made on first use. Where the machine has no such Python or
 * cannot reach a package index, `missing` is the reason for a skip; in CI that is an error.
 */
export async function environmentFor(needs: EnvironmentNeeds): Promise<Environment> {
  const { name, requirements, leastMinor, bytes, optional } = needs;
  const python = await systemPython(leastMinor);
  if (python === null) {
    return lacking(`needs Python 3.${leastMinor} or newer with venv, which this machine has not`, optional);
  }
  try {
    return { python: await pythonEnvironment(name, requirements, { bytes, python }), missing: '' };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return lacking(error.message.split('\n')[0]);
  }
}

/** An environment that is not there, and why; in CI an error, unless it may be lacking there too. */
export function lacking(missing: string, optional = false): Environment {
  if (process.env.CI && !optional) throw new Error(missing);
  return { python: '', missing };
}

/** A title that tells why its tests are skipped, where they are. */
export function titled(title: string, { missing }: Environment): string {
  return missing === '' ? title : `${title} (skipped: ${missing})`;
}

export interface ProgramOptions {
  env: Record<string, string>;
  timeoutMs?: number;
}

/** What the program prints, run in an empty folder of its own without any setting of the clients' own services. */
export async function runPython(python: string, args: string[], options: ProgramOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-python-'));
  const inherited = Object.entries(process.env).filter(([key]) => !/^(WANDB|WEAVE|LITELLM|OPENAI)_/.test(key));
  const env = { ...Object.fromEntries(inherited), ...options.env };
  try {
    const child = spawn(python, ['-B', ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 1_200_000);
    const code = await new Promise<number | string | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (exitCode, signal) => resolve(signal ?? exitCode));
    });
    clearTimeout(timer);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}\n${printed}\n${errors.slice(-4_000)}`);
    return printed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The JSON of the last line that the program prints. */
export async function factsOf<Facts>(python: string, args: string[], options: ProgramOptions): Promise<Facts> {
  return JSON.parse((await runPython(python, args, options)).trimEnd().split('\n').at(-1) ?? '');
}
