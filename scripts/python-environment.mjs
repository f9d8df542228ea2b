import { readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { fillEnvironment, interpreterOf } from './python-packages.mjs';
import { cacheFolder, rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import { contentHash, isStamped, stamp } from './stamp.mjs';

const interpreters = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

/**
 * Returns the interpreter of the virtual environment `.cache/{name}`, which is created on first use and again when its
 * requirements change.
 *
 * @param {string} name of the folder, and of the calling program in messages
 * @param {string} requirements a file of pinned packages, relative to the root
 * @param {{ bytes?: number, python?: string }} options `bytes`: the disk space needed; `python`: the base interpreter,
 *   by default the machine's
 * @returns {Promise<string>} the path of the environment's interpreter
 * @throws {SetupError} if the machine has no Python 3.10 with venv, no disk space, or no package index
 */
export async function pythonEnvironment(name, requirements, { bytes = 2e8, python } = {}) {
  const folder = join(cacheFolder, name);
  const interpreter = interpreterOf(folder);
  const hash = contentHash([requirements]);
  const isReady = async () => isStamped(name, hash) && (await runs(interpreter));
  if (await isReady()) return interpreter;
  return withLock(cacheFolder, name, async () => {
    if (await isReady()) return interpreter;
    await checkRoom(name, bytes);
    const size = bytes >= 1e9 ? `${bytes / 1e9} GB` : `${bytes / 1e6} MB`;
    console.log(`${name}: installing ${wanted(requirements).join(', ')} into .cache/${name} (${size})`);
    rmSync(folder, { recursive: true, force: true });
    const base = python ?? (await systemPython());
    if (base === null) throw new SetupError(`${name} needs Python 3.10 or newer with its venv module`);
    await fillEnvironment(folder, base, requirements);
    stamp(name, hash);
    return interpreter;
  });
}

/**
 * Returns the interpreter of a virtual environment that exists and is up to date, else null.
 *
 * @param {string} name
 * @param {string} requirements
 * @returns {string | null}
 */
export function presentEnvironment(name, requirements) {
  return isStamped(name, contentHash([requirements])) ? interpreterOf(join(cacheFolder, name)) : null;
}

/**
 * Returns the machine's Python of at least version 3.`leastMinor` that can create virtual environments, or null.
 *
 * @param {number} leastMinor
 */
export async function systemPython(leastMinor = 10) {
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info < (3, ${leastMinor}))`;
  for (const candidate of [...interpreters, ...(await pyenvInterpreters())]) {
    if (await runs(candidate, check)) return candidate;
  }
  return null;
}

/**
 * Returns the interpreters that pyenv has installed, oldest first. Through the PATH, pyenv runs only the selected
 * version.
 */
async function pyenvInterpreters() {
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const names = (await readdir(versions).catch(() => [])).filter((name) => /^3\.\d+\.\d+$/.test(name));
  const minor = (name) => Number(name.split('.')[1]);
  return names.sort((a, b) => minor(a) - minor(b)).map((name) => join(versions, name, 'bin', 'python3'));
}

/** Returns the packages of a requirements file, without comments: at most six, then how many more. */
function wanted(requirements) {
  const lines = readFileSync(join(rootFolder, requirements), 'utf8').split('\n');
  const packages = lines.map((line) => line.trim()).filter((line) => /^[a-z]/i.test(line));
  return packages.length > 6 ? [...packages.slice(0, 6), `${packages.length - 6} more`] : packages;
}

function runs(python, code = '') {
  return run(python, ['-c', code]).then(
    () => true,
    () => false,
  );
}

async function checkRoom(name, bytes) {
  await mkdir(cacheFolder, { recursive: true });
  const { bavail, bsize } = await statfs(cacheFolder);
  if (bavail * bsize >= bytes) return;
  throw new SetupError(`${name} needs ${bytes / 1e9} GB of disk; ${(bavail * bsize) / 1e9} GB are free`);
}
