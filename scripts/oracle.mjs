// npm run oracle: compares Daybreak with PyTorch, transformers, PEFT and TensorBoard, which compute their results
// again.
// npm run oracle -- --write: also saves these results as the goldens that npm test compares with.
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { deviceEnvironment } from './device-environment.mjs';
import { node24, node24Path } from './node24.mjs';
import { pythonEnvironment, systemPython } from './python-environment.mjs';
import { cacheFolder, rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUp } from './set-up.mjs';

const scripts = join(rootFolder, 'scripts/oracle');
const work = join(cacheFolder, 'oracle-work');
const goldens = join(work, 'goldens');
const models = join(work, 'models');

try {
  await setUp({ device: true });
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
  const board = await pythonEnvironment('tensorboard', 'scripts/oracle/tensorboard-requirements.txt', { bytes: 2e8 });
  const curves = await inDaybreak([join(scripts, 'tensorboard-check.ts'), board]);
  if (!tests || !peft || !curves) {
    console.error('oracle: failed; the results of PyTorch are in .cache/oracle-work/goldens');
    return 1;
  }
  if (process.argv.includes('--write')) await keepGoldens();
  console.log('oracle: passed');
  return 0;
}

async function makeGoldens(python) {
  const inNode = (args) => run(node24(), args, { cwd: rootFolder });
  // One thread, since with two a busy machine makes PyTorch slower.
  const env = { ...process.env, OMP_NUM_THREADS: '1', TRANSFORMERS_VERBOSITY: 'error', PYTHONWARNINGS: 'ignore' };
  const inPython = (script, args) => run(python, [join(scripts, script), ...args], { env, show: true });
  await inNode([join(scripts, 'random-models.ts'), models]);
  for (const script of ['training', 'expert_lora', 'target_parameters', 'greedy', 'packed', 'sum_loss'])
    await inPython(`${script}_goldens.py`, [models, goldens]);
  const sft = join(work, 'sft-toy');
  await inNode([join(scripts, 'sft-cases.ts'), sft]);
  await inPython('sft_goldens.py', [join(sft, 'model'), sft, 'float64', join(goldens, 'sft-toy.json')]);
  await makeArtGoldens(inNode, inPython);
  const file = (await inNode([join(rootFolder, 'test/oracle/smollm2-file.ts')])).trim();
  await inPython('smollm2_goldens.py', [file, goldens]);
}

/** Computes ART's goldens, or keeps the committed ones if there is no Python 3.12, which ART needs. */
async function makeArtGoldens(inNode, inPython) {
  const [loss, rl] = ['art-loss.json', 'art-rl.json'].map((name) => join(goldens, name));
  const newest = await systemPython(12);
  if (newest === null) {
    console.log('oracle: no Python 3.12 for ART: its losses, advantages and sequences are not recomputed');
    for (const file of [loss, rl]) await copyFile(join(rootFolder, 'test/oracle/goldens', basename(file)), file);
    return;
  }
  const art = await pythonEnvironment('art-0.5.23', 'test/art/requirements-0.5.23.txt', { bytes: 1e9, python: newest });
  const sitePackages = (await run(art, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'])).trim();
  const [lossCases, rlCases] = ['policy-cases', 'rl-cases'].map((name) => join(work, `${name}.json`));
  await inNode([join(scripts, 'policy-cases.ts'), lossCases]);
  await inPython('art_loss_goldens.py', [sitePackages, lossCases, loss]);
  await inNode([join(scripts, 'rl-cases.ts'), rlCases]);
  await run(art, [join(scripts, 'art_rl_goldens.py'), rlCases, rl], { show: true });
}

async function keepGoldens() {
  const kept = join(rootFolder, 'test/oracle/goldens');
  for (const name of await readdir(goldens)) await copyFile(join(goldens, name), join(kept, name));
  console.log('oracle: goldens written to test/oracle/goldens');
}
