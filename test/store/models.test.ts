import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeStore } from './databases.ts';
import { failures, newJob, newModel, runningJob, trainedStep } from './samples.ts';

describeStore('models', (store) => {
  const sample = { entity: 'team', project: 'games', baseModel: 'base', owner: 'ann', returnExisting: false };

  it('are created with a step-0 checkpoint and a run', async () => {
    const { model, created } = await store().models.create({ ...sample, name: 'fresh' });
    expect(created).toBe(true);
    expect(await store().models.get(model.id)).toEqual(model);
    expect(model.runId).not.toBeNull();
    expect(await store().runs.get(model.runId!)).toMatchObject({
      name: 'fresh',
      entity: 'team',
      project: 'games',
      modelId: model.id,
    });
    const { data, hasMore } = await store().checkpoints.page(model.id);
    expect(hasMore).toBe(false);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ step: 0, version: 0, metrics: {}, folder: null, jobId: null, kind: null });
  });

  it('are returned if they exist only with returnExisting', async () => {
    const { model } = await store().models.create({ ...sample, name: 'twice' });
    await expect(store().models.create({ ...sample, name: 'twice' })).rejects.toMatchObject({ code: 'conflict' });
    const again = await store().models.create({ ...sample, name: 'twice', returnExisting: true });
    expect(again).toEqual({ model, created: false, paths: [] });
    expect((await store().checkpoints.page(model.id)).data).toHaveLength(1);
  });

  it('are not returned for another base model', async () => {
    await store().models.create({ ...sample, name: 'hers' });
    const asked = { ...sample, name: 'hers', returnExisting: true };
    await expect(store().models.create({ ...asked, baseModel: 'other' })).rejects.toThrow(/base model 'base'/);
  });

  it('are created once by concurrent requests with the same name', async () => {
    const asked = { ...sample, name: 'race', returnExisting: true };
    const made = await Promise.all(Array.from({ length: 8 }, () => store().models.create(asked)));
    expect(new Set(made.map(({ model }) => model.id)).size).toBe(1);
    expect(made.filter(({ created }) => created)).toHaveLength(1);
  });

  it('are distinct by letter case and by project', async () => {
    const names = [
      { ...sample, name: 'case' },
      { ...sample, name: 'Case' },
      { ...sample, name: 'case', project: 'other' },
    ];
    const made = await Promise.all(names.map((name) => store().models.create(name)));
    expect(new Set(made.map(({ model }) => model.id)).size).toBe(3);
    expect(await store().models.byName('team', 'games', 'Case')).toEqual(made[1].model);
  });

  it('refuse names that a database would alter', async () => {
    for (const name of ['nul\0', 'half \ud800']) {
      await expect(store().models.create({ ...sample, name })).rejects.toMatchObject({ code: 'invalid_value' });
    }
  });

  it('are not_found if they were never created', async () => {
    const attempts = [
      store().models.get(randomUUID()),
      store().models.get('not a uuid'),
      store().models.byName('team', 'games', 'never made'),
      store().models.byName('team', 'games', 'nul\0'),
      store().models.delete(randomUUID()),
      store().runs.get(randomUUID()),
    ];
    expect(await failures(attempts)).toEqual(['not_found']);
  });

  it('are listed with their runs in pages, in the order of creation', async () => {
    const before = await newModel(store());
    const models = [];
    for (let count = 0; count < 5; count++) models.push(await newModel(store()));
    const first = await store().models.list({ limit: 2, after: before.id });
    expect(first).toEqual({ data: models.slice(0, 2), hasMore: true });
    const second = await store().models.list({ limit: 2, after: models[1].id });
    expect(second).toEqual({ data: models.slice(2, 4), hasMore: true });
    expect(await store().models.list({ limit: 2, after: models[3].id })).toEqual({ data: [models[4]], hasMore: false });
    expect(await store().models.list({ after: models[4].id })).toEqual({ data: [], hasMore: false });
    expect((await store().models.list({ limit: 2, order: 'desc' })).data).toEqual([models[4], models[3]]);
    const backwards = await store().models.list({ limit: 2, order: 'desc', after: models[2].id });
    expect(backwards).toEqual({ data: [models[1], models[0]], hasMore: true });
    const runs = await store().runs.list({ limit: 2, order: 'desc' });
    expect(runs.data.map((run) => run.modelId)).toEqual([models[4].id, models[3].id]);
    expect(await store().runs.get(models[4].runId!)).toEqual(runs.data[0]);
  });

  it('are deleted with everything that belongs to them, and the unused files are returned', async () => {
    const model = await newModel(store(), { name: 'doomed' });
    await trainedStep(store(), model.id, 1, 'checkpoints/doomed/1');
    const { job } = await runningJob(store(), model.id);
    const queued = await newJob(store(), model.id, 'jobs/queued.json');
    const log = {
      split: 'val',
      file: { path: 'logs/doomed.json', bytes: 1, groups: [] },
      groups: 1,
      trajectories: 2,
      metrics: { 'val/reward': 1 },
    };
    await store().logs.record({ ...log, modelId: model.id });
    const owned = { entity: 'team', project: 'games', owner: 'ann' };
    const data = await store().artifacts.create({ ...owned, name: 'doomed-sft-data-0123456789ab' });
    const other = await store().artifacts.create({ ...owned, name: 'doomed-notes' });
    await store().artifacts.putFile(data.id, { name: 'train.jsonl', bytes: 3, sha256: 'aa', path: 'artifacts/d/1' });

    const deleted = await store().models.delete(model.id);
    expect(deleted).toMatchObject({
      modelId: model.id,
      deletedCheckpoints: 2,
      deletedRun: true,
      activeJobIds: [job.id],
    });
    expect(deleted.paths.sort()).toEqual([
      'artifacts/d/1',
      'checkpoints/doomed/1',
      'jobs/queued.json',
      'logs/doomed.json',
    ]);
    const attempts = [
      store().models.get(model.id),
      store().models.delete(model.id),
      store().checkpoints.page(model.id),
      store().jobs.get(queued.id),
      store().events.page(job.id),
      store().runs.get(model.runId!),
      store().runs.history(model.runId!),
      store().artifacts.get(data.id),
    ];
    expect(await failures(attempts)).toEqual(['not_found']);
    expect(await store().artifacts.get(other.id)).toEqual(other);
    await expect(store().models.create({ ...sample, name: 'doomed' })).resolves.toMatchObject({ created: true });
  });
});
