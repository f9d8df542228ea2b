import knex from 'knex';
import { expect, it, vi } from 'vitest';
import { connect } from '../../src/store/connection.ts';
import { describeStore } from './databases.ts';
import { emptyQueue, newJob, newModel, runningJob } from './samples.ts';

describeStore('what is known of jobs and runs beside their rows', (store, address) => {
  it('includes the position in the owner’s queue, oldest first', async () => {
    await emptyQueue(store());
    const [a, b, other] = [await newModel(store()), await newModel(store()), await newModel(store(), { owner: 'bob' })];
    const jobs = [];
    for (const { id } of [a, other, b, a, b]) jobs.push(await newJob(store(), id));
    await store().jobs.cancel(jobs[2].id);
    const now = await Promise.all(jobs.map(({ id }) => store().jobs.get(id)));
    const facts = await store().jobs.facts(now);
    expect(now.map(({ id }) => facts.get(id)?.queuePosition)).toEqual([1, 1, null, 2, 3]);
    const [last] = (await store().ownedBy('ann').jobs.list({}, { order: 'desc', limit: 1 })).data;
    expect((await store().ownedBy('ann').jobs.facts([last])).get(last.id)?.queuePosition).toBe(3);
    await emptyQueue(store());
  });

  it('includes queue positions across models, with a number of queries independent of the jobs', async () => {
    await emptyQueue(store());
    const owner = 'eve';
    const [a, b] = [await newModel(store(), { owner }), await newModel(store(), { owner })];
    const jobs = [];
    for (const { id } of [a, b, b, a, b, a]) jobs.push(await newJob(store(), id));
    const [, second, third] = (await store().ownedBy(owner).jobs.list({ modelId: a.id }, {})).data;
    const query = vi.spyOn(knex.Client.prototype, 'query');
    const facts = await store().jobs.facts([third, second]);
    const most = query.mock.calls.length;
    expect(most).toBeGreaterThan(3);
    expect([second, third].map(({ id }) => facts.get(id)?.queuePosition)).toEqual([4, 6]);
    const all = await store().jobs.facts(jobs);
    expect(query.mock.calls.length - most).toBe(most);
    expect(jobs.map(({ id }) => all.get(id)?.queuePosition)).toEqual([1, 2, 3, 4, 5, 6]);
    query.mockRestore();
    await emptyQueue(store());
  });

  it('includes the steps, notice and ignored fields of the training_started event', async () => {
    const { id } = await newModel(store());
    const { job, lease } = await runningJob(store(), id);
    const unplanned = { totalSteps: null, notice: null, ignoredFields: [], queuePosition: null };
    expect((await store().jobs.facts([job])).get(job.id)).toEqual(unplanned);
    const data = { num_sequences: 3, notice: 'less', ignored_fields: ['a.b'] };
    await store().events.append(lease, { type: 'training_started', data, key: 'started' });
    const planned = { totalSteps: 3, notice: 'less', ignoredFields: ['a.b'], queuePosition: null };
    expect((await store().jobs.facts([job])).get(job.id)).toEqual(planned);
    expect(await store().jobs.facts([])).toEqual(new Map());
  });

  it('includes the status of a run’s model and its newest step', async () => {
    await emptyQueue(store());
    const { id, runId } = await newModel(store());
    const run = () => store().runs.get(runId!);
    expect(await run()).toMatchObject({ status: 'idle', step: 0, latest: {}, baseModel: expect.any(String) });
    await newJob(store(), id);
    expect((await run()).status).toBe('queued');
    const { lease } = (await store().jobs.claimNext())!;
    await newJob(store(), id);
    expect((await run()).status).toBe('running');
    await store().jobs.complete(lease, { checkpoint: { step: 7, folder: null, metrics: {} } });
    expect(await run()).toMatchObject({ status: 'queued', step: 7 });
    expect((await store().runs.list({}, { modelId: id })).data).toEqual([await run()]);
    await emptyQueue(store());
  });

  it('includes the newest values of a run’s most relevant and most recent 64 metrics', async () => {
    const { id, runId } = await newModel(store());
    await store().checkpoints.delete(id, [0]);
    const log = (metrics: Record<string, number>) =>
      store().logs.record({
        modelId: id,
        split: 'val',
        file: null,
        groups: 1,
        trajectories: 1,
        metrics,
      });
    await log({ old: 1, kept: 1, 'val/reward': 0.5 });
    await log(Object.fromEntries(Array.from({ length: 1_022 }, (_, at) => [`m${at}`, at])));
    await log({ kept: 2, new: 3 });
    const { latest } = await store().runs.get(runId!);
    expect(Object.keys(latest)).toHaveLength(64);
    expect(latest).toMatchObject({ kept: 2, new: 3, 'val/reward': 0.5, m961: 961, m1021: 1_021 });
    for (const name of ['old', 'm960']) expect(latest).not.toHaveProperty(name);
    expect((await store().runs.list({}, { modelId: id })).data[0].latest).toEqual(latest);
  });

  it('includes at most 64 newest values, even if an older version stored more', async () => {
    const { runId } = await newModel(store());
    const many = Object.fromEntries(Array.from({ length: 1_024 }, (_, at) => [`m${at}`, at]));
    const db = await connect(address(), 'refuse');
    await db('runs')
      .where({ id: runId })
      .update({ latest: JSON.stringify({ loss: 1, ...many }) });
    await db.destroy();
    const { latest } = await store().runs.get(runId!);
    expect(Object.keys(latest)).toHaveLength(64);
    expect(latest).toMatchObject({ loss: 1, m1023: 1_023 });
  });
});
