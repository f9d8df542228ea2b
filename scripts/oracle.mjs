// npm run oracle: compares Daybreak with PyTorch, transformers and PEFT, all computed anew.
// npm run oracle -- --write: also keeps what they gave as the goldens that npm test compares with.
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deviceEnvironment } from './device-environment.mjs';
import { node24, node24Path } from './node24.mjs';
import { pythonEnvironment } from './python-environment.mjs';
import { cacheFolder, rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUp } from './set-up.mjs';

const scripts = join(rootFolder, 'scripts/oracle');
const work = join(cacheFolder, 'oracle-work');
const goldens = join(work, 'goldens');
const models = join(work, 'models');

try {
  await setUp();
  process.exitCode = await compare(
    await pythonEnvironment('oracle', 'scripts/oracle/requirements.txt', { bytes: 8e9 }),
  );
} catch (error) {
  console.error(error instanceof SetupError ? `daybreak: ${error.message}` : error);
  process.exitCode = 1;
}

async function compare(python) {
  await rm(work, { recursive: true, force: true });
  await mkdir(goldens, { recursive: true });
  await makeGoldens(python);
  const env = { ...process.env, ...(await deviceEnvironment()), PATH: node24Path(), DAYBREAK_ORACLE_GOLDENS: goldens };
  const inDaybreak = async (args) => (await runAsChild(node24(), args, { cwd: rootFolder, env })).code === 0;
  const tests = await inDaybreak(['node_modules/vitest/vitest.mjs', 'run', 'test/oracle']);
  const peft = await inDaybreak([join(scripts, 'peft-check.ts'), python]);
  if (!tests || !peft) {
    console.error('oracle: failed; what PyTorch gave is in .cache/oracle-work/goldens');
    return 1;
  }
  if (process.argv.includes('--write')) await keepGoldens();
  console.log('oracle: passed');
  return 0;
}

async function makeGoldens(python) {
  const inNode = (args) => run(node24(), args, { cwd: rootFolder });
  // One thread: with two, a busy machine makes PyTorch slower, not faster.
  const env = { ...process.env, OMP_NUM_THREADS: '1', TRANSFORMERS_VERBOSITY: 'error', PYTHONWARNINGS: 'ignore' };
  const inPython = (script, args) => run(python, [join(scripts, script), ...args], { env, show: true });
  await inNode([join(scripts, 'random-models.ts'), models]);
  await inPython('training_goldens.py', [models, goldens]);
  const file = (await inNode([join(rootFolder, 'test/oracle/smollm2-file.ts')])).trim();
  await inPython('smollm2_goldens.py', [file, goldens]);
}

async function keepGoldens() {
  const kept = join(rootFolder, 'test/oracle/goldens');
  for (const name of await readdir(goldens)) await copyFile(join(goldens, name), join(kept, name));
  console.log('oracle: goldens written to test/oracle/goldens');
}
