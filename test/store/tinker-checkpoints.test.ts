import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { TinkerKind } from '../../src/store/tinker-checkpoints.ts';
import { describeStore, pathsOf } from './databases.ts';

describeStore('weights that clients of Tinker saved', (store) => {
  let count = 0;
  /** Saves a checkpoint and returns its id. */
  const save = async (owner: string, run: string, kind: TinkerKind, ttlMs: number | null = null): Promise<string> => {
    const id = `${run}-${kind}-${count++}`;
    const facts = { baseModel: 'toy', rank: 8, targets: ['q_proj'], folder: `tinker/${id}`, bytes: 5, labels: null };
    await store()
      .ownedBy(owner)
      .tinker.add({ id, run, kind, name: id, ...facts, ttlMs, overwrite: false });
    // Creation times have a resolution of a millisecond.
    await sleep(2);
    return id;
  };

  it('are found as the newest checkpoint of each kind and run', async () => {
    const saved: Record<string, string> = {};
    for (const run of ['r1', 'r2'])
      for (const kind of ['weights', 'sampler_weights', 'weights'] as const)
        saved[`${run} ${kind}`] = await save('ann', run, kind);
    saved['r3 sampler_weights'] = await save('ann', 'r3', 'sampler_weights');
    await save('ann', 'r3', 'sampler_weights', 1);
    await save('ann', 'r4', 'weights');
    await save('bob', 'r1', 'weights');
    await sleep(2);
    const newest = await store().ownedBy('ann').tinker.newest(['r1', 'r2', 'r3', 'none']);
    const told = Array.from(newest, ([run, { weights, sampler }]) => [run, weights?.id ?? null, sampler?.id ?? null]);
    expect(told.toSorted()).toEqual([
      ['r1', saved['r1 weights'], saved['r1 sampler_weights']],
      ['r2', saved['r2 weights'], saved['r2 sampler_weights']],
      ['r3', null, saved['r3 sampler_weights']],
    ]);
    const { created, ...record } = newest.get('r1')!.weights!;
    expect(record).toEqual({
      ...{ id: saved['r1 weights'], run: 'r1', kind: 'weights', name: saved['r1 weights'], baseModel: 'toy', rank: 8 },
      ...{ targets: ['q_proj'], folder: `tinker/${saved['r1 weights']}`, bytes: 5, labels: null, public: false },
      expires: null,
    });
    expect(Date.parse(created)).toBeGreaterThan(0);
  });

  it('are deleted after their expiry, for all owners', async () => {
    const kept = [await save('cat', 'r7', 'weights'), await save('dan', 'r8', 'weights', 60_000)];
    // Saved last, because a save also deletes the owner's expired checkpoints.
    const expired = [await save('cat', 'r5', 'weights', 1), await save('dan', 'r6', 'sampler_weights', 1)];
    await sleep(2);
    const paths = await pathsOf(store().tinker.deleteExpired());
    const folders = expired.map((id) => `tinker/${id}`);
    expect(paths).toEqual(expect.arrayContaining(folders));
    expect([...(await store().notedRemovals())]).toEqual(expect.arrayContaining(folders));
    for (const id of kept) expect(paths).not.toContain(`tinker/${id}`);
    for (const id of kept) expect(await store().tinker.withId(id)).toMatchObject({ id });
    expect(await pathsOf(store().tinker.deleteExpired())).toEqual([]);
  });
});
