import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonEnvironment, systemPython } from '../../scripts/python-environment.mjs';
import { SetupError } from '../../scripts/run.mjs';

export interface EnvironmentNeeds {
  /** Name of the environment's folder in `.cache`. */
  name: string;
  /** Path of the requirements file, relative to the repository root. */
  requirements: string;
  /** Minor version of the oldest Python 3 that it runs on. */
  leastMinor: number;
  /** Disk space that it takes, in bytes. */
  bytes: number;
  /** Whether CI machines may lack this Python too. */
  optional?: boolean;
}

export interface Environment {
  /** Path of the interpreter; empty if `missing` gives the reason why there is none. */
  python: string;
  missing: string;
}

/**
 * Returns the Python environment for a test's programs, and creates it on first use. If the machine lacks the Python
 * version or cannot reach a package index, `missing` gives the reason to skip. In CI this is an error.
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

/** Returns a missing environment with the reason. Throws in CI, unless the environment is optional. */
export function lacking(missing: string, optional = false): Environment {
  if (process.env.CI && !optional) throw new Error(missing);
  return { python: '', missing };
}

/** Returns the title, with the reason appended if the tests are skipped. */
export function titled(title: string, { missing }: Environment): string {
  return missing === '' ? title : `${title} (skipped: ${missing})`;
}

export interface ProgramOptions {
  env: Record<string, string>;
  timeoutMs?: number;
}

/** Runs a program in an empty temporary folder, without settings of the clients' services, and returns its output. */
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

/** Runs a program and returns the JSON of the last line of its output. */
export async function factsOf<Facts>(python: string, args: string[], options: ProgramOptions): Promise<Facts> {
  return JSON.parse((await runPython(python, args, options)).trimEnd().split('\n').at(-1) ?? '');
}
