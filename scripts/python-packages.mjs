import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheFolder, rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import { contentHash, isStamped, stamp } from './stamp.mjs';

/** Returns the path of a virtual environment's interpreter. */
export function interpreterOf(folder) {
  return join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
}

/**
 * Creates the virtual environment `folder` of `python` with the packages of a requirements file, compiled to bytecode.
 * Uses uv, which hard-links files that environments share, and falls back to venv and pip.
 *
 * @throws {SetupError} if the packages cannot be installed
 */
export async function fillEnvironment(folder, python, requirements) {
  const uv = await installedUv(python);
  if (uv !== null && (await fillWithUv(uv, folder, python, requirements))) return;
  rmSync(folder, { recursive: true, force: true });
  await makeVenv(folder, python);
  await installWithPip(folder, requirements);
}

async function fillWithUv(uv, folder, python, requirements) {
  try {
    // uv might resolve a bare name to another Python than the shell does.
    const executable = (await run(python, ['-c', 'import sys; print(sys.executable)'])).trim();
    const { sources, env } = await pipSettings(python);
    await run(uv, ['venv', '--quiet', '--python', executable, folder], { env });
    const packages = ['--compile-bytecode', '-r', requirements, ...sources];
    await run(uv, ['pip', 'install', '--quiet', '--python', interpreterOf(folder), ...packages], {
      cwd: rootFolder,
      env,
    });
    return true;
  } catch {
    return false; // pip may succeed, and its error messages are better
  }
}

/** Returns the path of uv, installed in its own environment on first use; null if it cannot be installed. */
async function installedUv(python) {
  const folder = join(cacheFolder, 'uv');
  const program = join(folder, process.platform === 'win32' ? 'Scripts/uv.exe' : 'bin/uv');
  const requirements = 'scripts/uv-requirements.txt';
  const hash = contentHash([requirements]);
  return withLock(cacheFolder, 'uv', async () => {
    try {
      if (isStamped('uv', hash) && (await run(program, ['--version']))) return program;
    } catch {
      // its files are gone or were built for another machine
    }
    try {
      rmSync(folder, { recursive: true, force: true });
      await makeVenv(folder, python);
      await installWithPip(folder, requirements);
      stamp('uv', hash);
      return program;
    } catch {
      return null;
    }
  });
}

/** Translates the package sources of this machine's pip configuration into options of uv. */
async function pipSettings(python) {
  const lines = (await run(python, ['-m', 'pip', 'config', 'list']).catch(() => '')).split('\n');
  const settings = new Map();
  // Later settings override earlier ones: for all commands, for `install`, from environment variables.
  for (const place of ['global', 'install', ':env:']) {
    for (const line of lines) {
      const [, setting, value] = /^([^=]+)='(.*)'$/.exec(line) ?? [];
      if (setting?.startsWith(`${place}.`)) settings.set(setting.slice(place.length + 1), value);
    }
  }
  const all = (name, option) => {
    const values = (settings.get(name) ?? '').split(/\\n|\s+/).filter((value) => value !== '');
    return values.flatMap((value) => [option, value]);
  };
  const sources = [
    ...all('index-url', '--default-index'),
    ...all('extra-index-url', '--index'),
    ...all('find-links', '--find-links'),
    ...all('trusted-host', '--allow-insecure-host'),
    ...(settings.has('no-index') ? ['--no-index'] : []),
  ];
  const env = {
    ...process.env,
    UV_CACHE_DIR: join(cacheFolder, 'uv-packages'),
    UV_PYTHON_DOWNLOADS: 'never',
    UV_HTTP_TIMEOUT: '180',
  };
  if (settings.has('cert')) env.SSL_CERT_FILE = settings.get('cert');
  return { sources, env };
}

async function makeVenv(folder, python) {
  try {
    await run(python, ['-m', 'venv', folder]);
  } catch (error) {
    throw new SetupError(`Python 3.10 or newer with its venv module is needed: ${error.message}`);
  }
}

async function installWithPip(folder, requirements) {
  const options = ['--quiet', '--disable-pip-version-check', '-r', requirements];
  try {
    await run(interpreterOf(folder), ['-m', 'pip', 'install', ...options], { cwd: rootFolder });
  } catch (error) {
    throw new SetupError(`pip cannot install ${requirements}: ${error.message}`);
  }
}
