import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { type Retention, unkeptSteps } from '../../src/store/retention.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { MetricValues } from '../../src/store/stored-value.ts';
import { describeStore } from './databases.ts';
import { newModel, runningJob } from './samples.ts';

const last = (keepLast: number): Retention => ({ keepLast, keepEvery: null, keepBest: null });

it('the retention rules keep a checkpoint if any rule does, and always the newest and step 0', () => {
  const values = [0.5, 0.2, 0.9, 0.9, null, 0.1, 0.4, 0.3];
  const metricsOf = (value: number | null): MetricValues => (value === null ? {} : { 'val/reward': value });
  const checkpoints = values.map((value, step) => ({ step, metrics: metricsOf(value) }));
  const left = (retention: Retention) => {
    const unkept = unkeptSteps(checkpoints, retention);
    return checkpoints.map(({ step }) => step).filter((step) => !unkept.includes(step));
  };
  expect(left(last(1))).toEqual([0, 7]);
  expect(left(last(3))).toEqual([0, 5, 6, 7]);
  expect(left(last(100))).toHaveLength(8);
  expect(left({ ...last(1), keepEvery: 3 })).toEqual([0, 3, 6, 7]);
  const keepBest = { metric: 'val/reward', mode: 'max' as const, count: 1 };
  // The earlier of two equal ones.
  expect(left({ ...last(1), keepBest })).toEqual([0, 2, 7]);
  expect(left({ ...last(1), keepBest: { ...keepBest, count: 3 } })).toEqual([0, 2, 3, 7]);
  expect(left({ ...last(1), keepBest: { ...keepBest, mode: 'min', count: 2 } })).toEqual([0, 1, 5, 7]);
  expect(left({ ...last(1), keepBest: { ...keepBest, metric: 'toString' } })).toEqual([0, 7]);
  expect(unkeptSteps(checkpoints.slice(0, 1), last(1))).toEqual([]);
});

describeStore('the retention of a model', (store, address) => {
  /** Completes a job for each step and returns the results. */
  async function train(by: Store, modelId: string, steps: readonly number[]) {
    const ended = [];
    for (const step of steps) {
      const { lease } = await runningJob(by, modelId);
      await by.jobs.begin(lease, 64);
      const checkpoint = { step, folder: `checkpoints/${modelId}/${step}`, metrics: { reward: -Math.abs(step - 2) } };
      ended.push(await by.jobs.complete(lease, { checkpoint }));
    }
    return ended;
  }
  const stepsOf = async (modelId: string) => (await store().checkpoints.page(modelId)).data.map(({ step }) => step);
  const wanted = (name: string) => ({
    ...{ entity: 'team', project: 'games', name, baseModel: 'base', owner: 'ann', returnExisting: true },
  });

  it('deletes on each new checkpoint those that no rule keeps, and notes their files', async () => {
    const keepBest = { metric: 'reward', mode: 'max' as const, count: 1 };
    const retention = { keepLast: 2, keepEvery: 4, keepBest };
    const { model } = await store().models.create({ ...wanted('kept'), retention });
    expect(model.retention).toEqual(retention);
    const ended = await train(store(), model.id, [1, 2, 3, 4, 5, 6, 7]);
    expect(await stepsOf(model.id)).toEqual([0, 2, 4, 6, 7]);
    const dropped = ended.flatMap(({ paths }) => paths);
    const folder = (step: number) => `checkpoints/${model.id}/${step}`;
    expect(dropped).toEqual([1, 3, 5].map(folder));
    expect(await store().notedRemovals()).toEqual(new Set(dropped));
    expect((await store().referencedPaths()).has(folder(1))).toBe(false);
  });

  it('is changed only by a model request that contains a retention', async () => {
    const { model } = await store().models.create(wanted('changed'));
    expect(model.retention).toBeNull();
    await train(store(), model.id, [1, 2, 3]);
    expect(await stepsOf(model.id)).toEqual([0, 1, 2, 3]);
    const changed = await store().models.create({ ...wanted('changed'), retention: last(1) });
    expect(changed).toMatchObject({ model: { ...model, retention: last(1) }, created: false });
    expect((await store().models.create(wanted('changed'))).model.retention).toEqual(last(1));
    expect(await store().models.get(model.id)).toEqual(changed.model);
    expect(await stepsOf(model.id)).toEqual([0, 3]);
    await train(store(), model.id, [4]);
    expect(await stepsOf(model.id)).toEqual([0, 4]);
    expect((await store().models.create({ ...wanted('changed'), retention: null })).model.retention).toBeNull();
  });

  it('is applied at once when it is set on a model with checkpoints', async () => {
    const { model, paths } = await store().models.create(wanted('later'));
    expect(paths).toEqual([]);
    await train(store(), model.id, [1, 2, 3]);
    const set = await store().models.create({ ...wanted('later'), retention: last(1) });
    expect(set.paths).toEqual([1, 2].map((step) => `checkpoints/${model.id}/${step}`));
    expect(await stepsOf(model.id)).toEqual([0, 3]);
    // As if one transaction could not delete all of them.
    const { database } = store().models as unknown as { database: Database };
    const row = (db: Knex) => db('models').where({ id: model.id });
    const { retention } = await database.write(async (db) => {
      const found = await row(db).first();
      await row(db).update({ retention: null });
      return found;
    });
    await train(store(), model.id, [4, 5]);
    await database.write((db) => row(db).update({ retention }));
    const again = await store().models.create({ ...wanted('later'), retention: last(1) });
    expect(again.paths).toEqual([3, 4].map((step) => `checkpoints/${model.id}/${step}`));
  });

  it('defaults to the retention of the server', async () => {
    const quotas = { models: null, checkpoints: null, artifactBytes: null, logBytes: null };
    const other = await openStore(address(), 'migrate', { quotas, retention: last(2) });
    try {
      const [usual, own] = [wanted('usual'), { ...wanted('own'), retention: last(1) }];
      for (const [asked, left] of [
        [usual, [0, 2, 3]],
        [own, [0, 3]],
      ] as const) {
        const { model } = await other.models.create(asked);
        await train(other, model.id, [1, 2, 3]);
        expect(await stepsOf(model.id)).toEqual(left);
      }
    } finally {
      await other.close();
    }
  });

  it('spares the reference checkpoints of jobs, also those requested by step', async () => {
    const { model } = await store().models.create({ ...wanted('compared'), retention: last(1) });
    const other = await newModel(store());
    const enqueue = (modelId: string, config: object, reference: string | null = null) =>
      store().jobs.enqueue({ modelId, kind: 'rl', payload: 'x', config: { ...config }, reference });
    await train(store(), model.id, [1]);
    const first = await store().checkpoints.byStep(model.id, 1);
    const holder = await enqueue(other.id, {}, first.id);
    const trained = async (step: number, next: object | null) => {
      const { lease } = (await store().jobs.claimNext())!;
      await store().jobs.begin(lease, 64);
      const waiting = next && (await enqueue(model.id, next));
      const folder = `checkpoints/${model.id}/${step}`;
      await store().jobs.complete(lease, { checkpoint: { step, folder, metrics: {} } });
      return waiting;
    };
    await store().jobs.cancel(holder.id);
    // A cancelled job may be retried, so its files and row stay.
    await enqueue(model.id, {});
    await trained(2, { kl_penalty_reference_step: 2 });
    expect(await stepsOf(model.id)).toEqual([0, 1, 2]);
    await trained(3, { kl_penalty_reference_step: 2 });
    expect(await stepsOf(model.id)).toEqual([0, 1, 2, 3]);
    await trained(4, null);
    expect(await stepsOf(model.id)).toEqual([0, 1, 4]);
  });
});
