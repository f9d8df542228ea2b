/** `crash.ts <address as JSON>`: creates and trains models until killed, and prints each acknowledgement. */
import { openStore } from '../../src/store/store.ts';
import { newModel, runningJob } from './samples.ts';

const store = await openStore(JSON.parse(process.argv[2]));
for (let count = 0; ; count++) {
  const model = await newModel(store);
  process.stdout.write(`model ${model.id}\n`);
  const { job, lease } = await runningJob(store, model.id);
  await store.jobs.complete(lease, {
    checkpoint: { step: 1, folder: `checkpoints/${count}`, metrics: { loss: count } },
    history: [{ step: 1, metrics: { loss: count } }],
  });
  process.stdout.write(`job ${job.id}\n`);
}
