import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeStore } from './databases.ts';
import { newModel, runningJob, trainedStep } from './samples.ts';

describeStore('logs and run history', (store) => {
  it('add the metrics of a log to the newest checkpoint and to the history', async () => {
    const model = await newModel(store());
    await trainedStep(store(), model.id, 1);
    const log = {
      modelId: model.id,
      split: 'val',
      file: { path: 'logs/1.json', bytes: 1, groups: [] },
      groups: 2,
      trajectories: 8,
    };
    const recorded = await store().logs.record({ ...log, metrics: { 'val/reward': 0.75 } });
    expect(recorded).toMatchObject({
      split: 'val',
      path: 'logs/1.json',
      trajectories: 8,
      metrics: { 'val/reward': 0.75 },
    });
    const newest = await store().checkpoints.newest(model.id);
    expect(newest?.metrics).toEqual({ 'train/reward': 0.1, 'val/reward': 0.75 });
    expect((await store().checkpoints.byStep(model.id, 0)).metrics).toEqual({});
    const { data } = await store().runs.history(model.runId!);
    expect(data.at(-1)).toMatchObject({ step: 1, metrics: { 'val/reward': 0.75 } });
    expect(await store().referencedPaths()).toContain('logs/1.json');
  });

  it('keep a log of a model without checkpoints', async () => {
    const model = await newModel(store());
    await store().checkpoints.delete(model.id, [0]);
    const log = {
      split: 'train',
      file: { path: 'logs/2.json', bytes: 1, groups: [] },
      groups: 0,
      trajectories: 0,
      metrics: { 'train/reward': 1 },
    };
    await store().logs.record({ ...log, modelId: model.id });
    expect(await store().referencedPaths()).toContain('logs/2.json');
    expect((await store().runs.history(model.runId!)).data).toMatchObject([
      { step: 0, metrics: { 'train/reward': 1 } },
    ]);
    await expect(store().logs.record({ ...log, modelId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('page history in the order of writing, with all entries of a call or none', async () => {
    const { id, runId } = await newModel(store());
    const entry = (step: number) => ({ step, metrics: { loss: 1 / (step + 1) }, time: '2026-01-01T00:00:00.000Z' });
    const { job, lease } = await runningJob(store(), id);
    const checkpoint = { step: 1, folder: null, metrics: {} };
    const bad = [entry(4), { step: 5, metrics: { loss: Number.NEGATIVE_INFINITY } }];
    const refused = store().jobs.complete(lease, { checkpoint, history: bad });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_value' });
    expect((await store().runs.history(runId!)).data).toEqual([]);
    await store().jobs.complete(lease, { checkpoint, history: [3, 1, 2].map(entry) });
    const first = await store().runs.history(runId!, { limit: 2 });
    expect(first.data.map(({ step }) => step)).toEqual([3, 1]);
    expect(first.hasMore).toBe(true);
    const rest = await store().runs.history(runId!, { after: first.data[1].id });
    expect(rest.data).toEqual([{ id: rest.data[0].id, ...entry(2), jobId: job.id, gradientStep: null }]);
    await expect(store().runs.history(runId!, { after: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(store().runs.history(randomUUID())).rejects.toMatchObject({ code: 'not_found', resource: 'run' });
  });

  it('merge the metrics of concurrent logs, and refuse non-finite numbers', async () => {
    const model = await newModel(store());
    await trainedStep(store(), model.id, 1);
    const log = {
      modelId: model.id,
      split: 'val',
      file: null,
      groups: 1,
      trajectories: 1,
    };
    await Promise.all([
      store().logs.record({ ...log, metrics: { 'val/reward': 0.1 + 0.2 } }),
      store().logs.record({ ...log, metrics: { 'val/length': 1e-300 } }),
    ]);
    const merged = { 'train/reward': 0.1, 'val/reward': 0.30000000000000004, 'val/length': 1e-300 };
    expect((await store().checkpoints.newest(model.id))?.metrics).toEqual(merged);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const refused = store().logs.record({
        ...log,
        file: { path: 'logs/bad.json', bytes: 1, groups: [] },
        metrics: { bad: value },
      });
      await expect(refused).rejects.toMatchObject({ code: 'invalid_value' });
    }
    expect((await store().checkpoints.newest(model.id))?.metrics).toEqual(merged);
    expect(await store().referencedPaths()).not.toContain('logs/bad.json');
  });
});
