import { expect, it } from 'vitest';
import { connect } from '../../src/store/connection.ts';
import { forgetRemovals, noteRemovals } from '../../src/store/removals.ts';
import { describeStore } from './databases.ts';
import { newModel, runningJob, trainedStep } from './samples.ts';

describeStore('notes of removals', (store, address) => {
  it('hold the paths of deleted rows until they are forgotten', async () => {
    const model = await newModel(store());
    await trainedStep(store(), model.id, 1, `checkpoints/${model.id}/1`);
    await trainedStep(store(), model.id, 2, `checkpoints/${model.id}/2`);
    await store().checkpoints.delete(model.id, [1]);
    expect(await store().notedRemovals()).toEqual(new Set([`checkpoints/${model.id}/1`]));
    const { lease } = await runningJob(store(), model.id);
    await store().jobs.begin(lease, 64);
    for (const index of [0, 1, 2]) {
      await store().jobs.commitStep(lease, { index, metrics: { loss: 1 }, folder: `running/${index}` });
    }
    await store().models.delete(model.id);
    const paths = ['running/0', 'running/1', 'running/2', `checkpoints/${model.id}/1`, `checkpoints/${model.id}/2`];
    expect([...(await store().notedRemovals())].sort()).toEqual(paths.sort());
    await new Promise((resolve) => setTimeout(resolve, 2));
    await store().forgetRemovals();
    expect(await store().notedRemovals()).toEqual(new Set());
  });

  it('take thousands of paths at a time, without duplicates', async () => {
    const db = await connect(address());
    const paths = Array.from({ length: 3_000 }, (_, i) => `logs/${i % 2_000}`);
    for (let again = 0; again < 2; again++) await db.transaction((change) => noteRemovals(change, [...paths, null]));
    expect((await store().notedRemovals()).size).toBe(2_000);
    await forgetRemovals(db, -1_000);
    await db.destroy();
  });
});
