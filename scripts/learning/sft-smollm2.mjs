// node scripts/learning/sft-smollm2.mjs: runs 50 SFT steps on SmolLM2-135M, 2 x 128 tokens, with transformers and PEFT,
// and with Daybreak; writes both losses to docs/learning/sft-smollm2.json. Takes minutes on an idle machine, hours on a
// busy one.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deviceEnvironment } from '../device-environment.mjs';
import { node24, node24Path } from '../node24.mjs';
import { pythonEnvironment } from '../python-environment.mjs';
import { cacheFolder, rootFolder } from '../root-folder.mjs';
import { run, SetupError } from '../run.mjs';
import { setUp } from '../set-up.mjs';
import { joined } from './sft-joined.mjs';

const work = join(cacheFolder, 'sft-smollm2');
const theirs = join(work, 'peft.json');
const ours = join(work, 'daybreak.json');

try {
  await setUp({ device: true });
  await compare(await pythonEnvironment('oracle', 'scripts/oracle/requirements.txt', { bytes: 8e9 }));
} catch (error) {
  console.error(error instanceof SetupError ? `daybreak: ${error.message}` : error);
  process.exitCode = 1;
}

async function compare(python) {
  await mkdir(work, { recursive: true });
  const env = { ...process.env, ...(await deviceEnvironment()), PATH: node24Path() };
  const inNode = (args, show = false) => run(node24(), args, { cwd: rootFolder, env, show });
  const model = (await inNode(['test/oracle/smollm2-file.ts'])).trim();
  await inNode(['scripts/oracle/sft-cases.ts', work, model]);
  await run(python, ['scripts/oracle/sft_goldens.py', model, work, 'float32', theirs], { cwd: rootFolder, show: true });
  await inNode(['test/oracle/sft-run.ts', model, work, ours], true);
  const [peft, daybreak] = await Promise.all(
    [theirs, ours].map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
  );
  await writeFile(join(rootFolder, 'docs/learning/sft-smollm2.json'), joined(peft.steps, daybreak.steps));
}
