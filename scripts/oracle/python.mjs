import { readFileSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, rootFolder } from '../root-folder.mjs';
import { run, SetupError } from '../run.mjs';
import { contentHash, isStamped, stamp } from '../stamp.mjs';

const folder = join(cacheFolder, 'oracle');
const requirements = 'scripts/oracle/requirements.txt';
const neededBytes = 8e9;

/** The Python of a virtual environment with PyTorch, transformers and PEFT, made on first use (5.6 GB). */
export async function oraclePython() {
  const python = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const hash = contentHash([requirements]);
  if (isStamped('oracle', hash) && (await runs(python))) return python;
  await checkRoom();
  const names = readFileSync(join(rootFolder, requirements), 'utf8').trim().split('\n').join(', ');
  console.log(`oracle: installing ${names} into .cache/oracle (5.6 GB; some minutes)`);
  if (!(await runs(python))) await makeEnvironment();
  try {
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements], {
      cwd: rootFolder,
    });
  } catch (error) {
    throw new SetupError(`pip cannot install ${requirements}: ${error.message}`);
  }
  stamp('oracle', hash);
  return python;
}

function runs(python) {
  return run(python, ['-c', '']).then(
    () => true,
    () => false,
  );
}

async function makeEnvironment() {
  rmSync(folder, { recursive: true, force: true });
  try {
    await run(process.platform === 'win32' ? 'python' : 'python3', ['-m', 'venv', folder]);
  } catch (error) {
    throw new SetupError(`the oracle needs Python 3.10 or newer with its venv module: ${error.message}`);
  }
}

async function checkRoom() {
  const { bavail, bsize } = await statfs(cacheFolder);
  if (bavail * bsize >= neededBytes) return;
  throw new SetupError(`the oracle needs ${neededBytes / 1e9} GB of disk; ${(bavail * bsize) / 1e9} GB are free`);
}
