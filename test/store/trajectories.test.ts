import { randomUUID } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import type { TrajectoryFilter, TrajectoryOrder, TrajectoryRecord } from '../../src/store/trajectories.ts';
import type { NewTrajectory, NewTrajectoryGroup } from '../../src/store/trajectory-files.ts';
import { describeStore } from './databases.ts';
import { newModel, runningJob } from './samples.ts';

const MiB = 2 ** 20;

function trajectory(place: number, changes: Partial<NewTrajectory> = {}): NewTrajectory {
  return {
    ...{ place, at: 100 * place, length: 99, reward: place % 3, advantage: (place % 3) - 1, outcome: 'trained' },
    ...{
      truncated: place % 4 === 0,
      answers: 1,
      characters: 7 * (place % 5),
      prompt: `q${place}`,
      answer: `A${place}`,
    },
    ...{ text: `q${place}\n100% sure_ly \\ ä ${place}`, metrics: { length: place } },
    ...changes,
  };
}

function group(size: number, outcome = 'trained'): NewTrajectoryGroup {
  const trajectories = Array.from({ length: size }, (_, place) => trajectory(place));
  return { size, exceptions: 1, mean: 1, stdDev: 0.5, min: 0, max: 2, outcome, trajectories };
}

async function begunJob(store: Store, modelId: string) {
  const { job, lease } = await runningJob(store, modelId);
  await store.jobs.begin(lease, 64);
  return { job, lease };
}

async function allOf(
  store: Store,
  modelId: string,
  filter: TrajectoryFilter = {},
  order?: TrajectoryOrder,
  limit = 3,
): Promise<TrajectoryRecord[]> {
  const found: TrajectoryRecord[] = [];
  for (let after: string | null = null; ; ) {
    const page = await store.trajectories.list(modelId, filter, { after, limit }, order);
    found.push(...page.data);
    if (!page.hasMore) return found;
    after = page.data[page.data.length - 1].id;
  }
}

describeStore('trajectories', (store) => {
  it('are listed by filter, in each order, in pages', async () => {
    const { id } = await newModel(store());
    const { job, lease } = await begunJob(store(), id);
    const groups = [group(7), group(0, 'empty'), group(9)];
    await store().trajectories.addOfJob(lease, { path: `trajectories/${id}/1.jsonl`, bytes: 10, groups });
    const file = { path: `logs/${id}/2.jsonl`, bytes: 10, groups: [group(2, 'logged')] };
    const log = await store().logs.record({ modelId: id, split: 'val', file, groups: 1, trajectories: 2, metrics: {} });
    const whole = await allOf(store(), id);
    expect(whole).toHaveLength(18);
    expect(whole[0]).toMatchObject({
      logId: log.id,
      jobId: null,
      split: 'val',
      step: 0,
      path: file.path,
      groupSize: 2,
    });
    expect(whole[17]).toMatchObject({ jobId: job.id, split: 'train', step: 1, group: 0, place: 0, hasTokens: false });
    expect(whole[16]).toMatchObject({ reward: 1, advantage: 0, metrics: { length: 1 }, at: 100, length: 99 });
    const by = (filter: TrajectoryFilter) => allOf(store(), id, filter);
    const filters: [TrajectoryFilter, (one: TrajectoryRecord) => boolean][] = [
      [{ split: 'train' }, ({ split }) => split === 'train'],
      [{ step: 1, group: 2 }, ({ step, group }) => step === 1 && group === 2],
      [{ jobId: job.id }, ({ jobId }) => jobId === job.id],
      [{ logId: log.id }, ({ logId }) => logId === log.id],
      [{ minReward: 1, maxReward: 1.5 }, ({ reward }) => reward >= 1 && reward <= 1.5],
      [{ truncated: true }, ({ truncated }) => truncated],
      [{ truncated: false, outcome: 'trained' }, ({ truncated }) => !truncated],
      [{ text: '100% SURE_LY \\ Ä 1' }, ({ place }) => place === 1],
      [{ text: '1000' }, () => false],
      [{ text: 'sure%ly' }, () => false],
    ];
    for (const [filter, fits] of filters) expect(await by(filter), JSON.stringify(filter)).toEqual(whole.filter(fits));
    const oldest = whole.toReversed();
    expect(await allOf(store(), id, {}, 'oldest')).toEqual(oldest);
    // Sorting is stable, so the newest of equal ones comes first.
    expect(await allOf(store(), id, {}, 'highest_reward')).toEqual(whole.toSorted((a, b) => b.reward - a.reward));
    expect(await allOf(store(), id, {}, 'lowest_reward')).toEqual(whole.toSorted((a, b) => a.reward - b.reward));
    expect(await allOf(store(), id, {}, 'longest')).toEqual(whole.toSorted((a, b) => b.characters - a.characters));
    expect(await allOf(store(), id, {}, 'shortest')).toEqual(whole.toSorted((a, b) => a.characters - b.characters));
    const page = await store().trajectories.groups(job.id, { limit: 2 });
    expect(page).toMatchObject({
      hasMore: true,
      data: [
        { place: 0, size: 7 },
        { place: 1, outcome: 'empty' },
      ],
    });
    expect((await store().trajectories.groups(job.id, { after: page.data[1].id })).data).toMatchObject([{ place: 2 }]);
    const unknown = store().trajectories.list(id, {}, { after: randomUUID() });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found', resource: 'cursor' });
  });

  it('are listed once even if added repeatedly, and pass to the retry of their job', async () => {
    const { id } = await newModel(store());
    const { job, lease } = await begunJob(store(), id);
    const file = { path: `trajectories/${id}/once.jsonl`, bytes: 10, groups: [group(2)] };
    for (let times = 0; times < 2; times++) await store().trajectories.addOfJob(lease, file);
    expect(await allOf(store(), id)).toHaveLength(2);
    expect(await store().trajectories.areOf(job.id)).toBe(true);
    await store().jobs.fail(lease, 'no');
    const retry = await store().jobs.retry(job.id);
    expect(await store().trajectories.areOf(job.id)).toBe(false);
    expect((await allOf(store(), id)).map(({ jobId }) => jobId)).toEqual([retry.id, retry.id]);
    await expect(store().trajectories.addOfJob(lease, file)).rejects.toMatchObject({ code: 'stale_lease' });
  });

  it('get their token statistics with the commit of the step, and only with it', async () => {
    const { id } = await newModel(store());
    const { lease } = await begunJob(store(), id);
    await store().trajectories.addOfJob(lease, { path: `trajectories/${id}/t.jsonl`, bytes: 1, groups: [group(2)] });
    const sequence = (place: number, at: number) => {
      return { group: 0, trajectory: 1, sequence: place, advantage: 1.5, weight: 0.5, at, tokens: 3 };
    };
    const tokens = { path: `trajectories/${id}/1.tokens`, bytes: 9, sequences: [sequence(1, 4), sequence(0, 0)] };
    const bad = { index: 0, metrics: { loss: Number.NaN }, folder: null, tokens };
    await expect(store().jobs.commitStep(lease, bad)).rejects.toMatchObject({ code: 'invalid_value' });
    expect((await allOf(store(), id)).some(({ hasTokens }) => hasTokens)).toBe(false);
    expect(await store().referencedPaths()).not.toContain(tokens.path);
    for (let times = 0; times < 2; times++) await store().jobs.commitStep(lease, { ...bad, metrics: { loss: 1 } });
    const [one, other] = await allOf(store(), id);
    expect([one.hasTokens, other.hasTokens]).toEqual([true, false]);
    expect(await store().trajectories.tokens(one.id)).toMatchObject([
      { gradientStep: 1, advantage: 1.5, weight: 0.5, at: 0, tokens: 3, path: tokens.path },
      { at: 4 },
    ]);
    expect(await store().referencedPaths()).toContain(tokens.path);
  });

  it('are deleted above a byte limit, the owner with the most first, and their log stays', async () => {
    await store().trajectories.deleteOldest(0);
    const { id } = await newModel(store());
    const other = await newModel(store(), { owner: 'bob' });
    const small = { path: `logs/${other.id}/0.jsonl`, bytes: MiB, groups: [group(2)] };
    const counts = { split: 'v', groups: 1, trajectories: 1, metrics: {} };
    await store().logs.record({ modelId: other.id, file: small, ...counts });
    const { lease } = await begunJob(store(), id);
    const listed = Array.from({ length: 2_500 }, (_, place) => trajectory(place));
    const large = { ...group(0), size: 2_500, trajectories: listed };
    const paths = [1, 2, 3].map((number) => `trajectories/${id}/${number}.jsonl`);
    const file = { path: paths[0], bytes: 2 * MiB, groups: [large] };
    const log = await store().logs.record({ modelId: id, file, ...counts });
    await store().trajectories.addOfJob(lease, { path: paths[1], bytes: 2 * MiB, groups: [group(2)] });
    // Each row counts one KiB.
    const all = 5 * MiB + 1_024 * (2_501 + 3 + 3);
    expect(await store().trajectories.deleteOldest(all)).toEqual([]);
    const before = (await store().updates.since('ann', null, 1)).last;
    expect(await store().trajectories.deleteOldest(all - 1)).toEqual([paths[0]]);
    expect(await store().notedRemovals()).toContain(paths[0]);
    expect((await store().logs.get(id, log.id)).path).toBeNull();
    const { data: changes } = await store().updates.since('ann', before, 10);
    expect(changes).toMatchObject([{ type: 'log', id: log.id, modelId: id }]);
    expect(await allOf(store(), id)).toHaveLength(2);
    expect(await store().trajectories.deleteOldest(0)).toEqual([paths[1], small.path]);
    expect(await allOf(store(), id)).toEqual([]);
  });

  it('of a file are listed all together or not at all', async () => {
    const { id } = await newModel(store());
    /** Returns the outcome of a change, and the numbers of listed trajectories during and after it. */
    const countsDuring = async (change: Promise<unknown>): Promise<unknown[]> => {
      const counts = new Set<number>();
      const count = async () => counts.add((await store().trajectories.list(id, {}, { limit: 1_000 })).data.length);
      let isDone = false;
      const watching = (async () => {
        while (!isDone) {
          await count();
          // SQLite answers synchronously, so the loop must be left for others.
          await nextIteration();
        }
      })();
      const code = await change.then(
        () => null,
        (error: { code: string }) => error.code,
      );
      isDone = true;
      await watching;
      await count();
      return [code, ...counts];
    };
    const many = Array.from({ length: 600 }, (_, place) => trajectory(place));
    const file = { path: `logs/${id}/x.jsonl`, bytes: 1, groups: [{ ...group(0), trajectories: many }] };
    const log = { modelId: id, split: 'v', file, groups: 1, trajectories: 600 };
    // One metric name too many, which is detected only after the trajectories are written.
    const metrics = Object.fromEntries(Array.from({ length: 1_025 }, (_, number) => [`v/${number}`, 1]));
    expect(await countsDuring(store().logs.record({ ...log, metrics }))).toEqual(['invalid_value', 0]);
    expect(await store().trajectories.deleteUnlisted()).toEqual([]);
    expect(await countsDuring(store().logs.record({ ...log, metrics: {} }))).toEqual([null, 0, 600]);
    expect(await store().trajectories.deleteUnlisted()).toEqual([]);
  });

  it('are deleted with their model, also thousands of them', async () => {
    const { id } = await newModel(store());
    const { lease } = await begunJob(store(), id);
    const listed = Array.from({ length: 2_500 }, (_, place) => trajectory(place));
    const path = `trajectories/${id}/many.jsonl`;
    await store().trajectories.addOfJob(lease, { path, bytes: 1, groups: [{ ...group(0), trajectories: listed }] });
    const { paths } = await store().models.delete(id);
    expect(paths).toContain(path);
    expect(await store().referencedPaths()).not.toContain(path);
  });

  it('are not_found for other owners', async () => {
    const { id } = await newModel(store());
    const { job, lease } = await begunJob(store(), id);
    await store().trajectories.addOfJob(lease, { path: `trajectories/${id}/o.jsonl`, bytes: 1, groups: [group(1)] });
    const [{ id: one }] = await allOf(store(), id);
    const { trajectories } = store().ownedBy('bob');
    await expect(trajectories.list(id, {}, {})).rejects.toMatchObject({ code: 'not_found', resource: 'model' });
    await expect(trajectories.get(id, one)).rejects.toMatchObject({ code: 'not_found', resource: 'trajectory' });
    await expect(trajectories.groups(job.id, {})).rejects.toMatchObject({ code: 'not_found', resource: 'job' });
    expect((await store().ownedBy('ann').trajectories.get(id, one)).id).toBe(one);
    const other = await newModel(store());
    await expect(store().trajectories.get(other.id, one)).rejects.toMatchObject({ code: 'not_found' });
  });
});
