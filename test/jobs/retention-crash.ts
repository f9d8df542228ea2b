/**
 * `retention-crash.ts <home> <model>`: creates checkpoints of a model that keeps its last two, and removes the files of
 * the others as the server does. After the fifth commit it prints a line, removes no files and waits to be killed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { removePaths } from '../../src/artifacts/removal.ts';
import { openStore } from '../../src/store/store.ts';
import { runningJob } from '../store/samples.ts';

const [home, modelId] = process.argv.slice(2);
const folder = await openDataFolder(home);
const store = await openStore({ sqliteFile: folder.databaseFile });
for (let step = 1; ; step++) {
  const path = `checkpoints/${modelId}/${step}`;
  await mkdir(join(home, path), { recursive: true });
  await writeFile(join(home, path, 'adapter_model.safetensors'), String(step));
  const { lease } = await runningJob(store, modelId);
  const { paths } = await store.jobs.complete(lease, { checkpoint: { step, folder: path, metrics: {} } });
  if (step === 5) break;
  await removePaths(folder, paths);
}
process.stdout.write('committed\n');
setInterval(() => {}, 1_000);
