import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { systemPython } from './python-environment.mjs';
import { cacheFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import { isStamped, stamp } from './stamp.mjs';

/** Python package whose sources contain all of llama.cpp, with its converter. */
const PACKAGE = 'llama-cpp-python==0.3.36';
const SHA256 = '832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e';
const PARTS = ['convert_hf_to_gguf.py', 'conversion', 'gguf-py'];
const NAME = 'llama-cpp-converter';

/**
 * Returns the folder with llama.cpp's `convert_hf_to_gguf.py`, downloaded on first use (77 MB).
 *
 * @returns {Promise<string>}
 * @throws {SetupError} if the machine's Python has no pip, or pip cannot download the package
 */
export async function llamaCppConverter() {
  const folder = join(cacheFolder, NAME);
  await withLock(cacheFolder, NAME, async () => {
    if (isStamped(NAME, SHA256)) return;
    await mkdir(cacheFolder, { recursive: true });
    const work = await mkdtemp(join(cacheFolder, '.converter-'));
    try {
      const source = await fetchSource(work);
      await rm(folder, { recursive: true, force: true });
      await rename(source, folder);
      stamp(NAME, SHA256);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
  return folder;
}

/** Downloads the package's sources and unpacks the converter only. pip builds just the metadata. */
async function fetchSource(work) {
  const python = await systemPython();
  if (python === null) throw new SetupError(`${NAME} needs Python 3.10 or newer with pip`);
  const requirements = join(work, 'requirements.txt');
  await writeFile(requirements, `${PACKAGE} --hash=sha256:${SHA256}\n`);
  const options = ['--no-deps', '--no-binary=llama-cpp-python', '--require-hashes', '--disable-pip-version-check'];
  try {
    await run(python, ['-m', 'pip', 'download', '--quiet', ...options, '--dest', work, '-r', requirements]);
  } catch (error) {
    throw new SetupError(`pip cannot download ${PACKAGE}: ${error.message}`);
  }
  const archive = (await readdir(work)).find((name) => name.endsWith('.tar.gz'));
  if (archive === undefined) throw new SetupError(`pip downloaded no sources of ${PACKAGE}`);
  const root = `${archive.slice(0, -'.tar.gz'.length)}/vendor/llama.cpp`;
  await run('tar', ['-xzf', archive, ...PARTS.map((part) => `${root}/${part}`)], { cwd: work });
  return join(work, root);
}
