import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, type DatabaseAddress } from '../../src/store/connection.ts';
import { databaseTime } from '../../src/store/database-time.ts';
import { newJobRow } from '../../src/store/job-record.ts';
import type { Lease } from '../../src/store/lease.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { isLong } from '../tier.ts';
import { DATABASES, describeStore } from './databases.ts';
import { emptyQueue, failures, newJob, newModel } from './samples.ts';

/** Lets the leases of these jobs expire. */
async function letLeasesEnd(address: DatabaseAddress, ids: readonly string[]): Promise<void> {
  const db = await connect(address, 'refuse');
  try {
    await db('jobs')
      .whereIn('id', ids)
      .update({ lease_expires: databaseTime(db, -1) });
  } finally {
    await db.destroy();
  }
}

async function claimed(store: Store, holder: string): Promise<{ id: string; lease: Lease }> {
  const claim = (await store.jobs.claimNext({ holder }))!;
  return { id: claim.job.id, lease: claim.lease };
}

/** Runs a suite with two servers on one database. */
function describeTwo(title: string, suite: (a: () => Store, b: () => Store, address: () => DatabaseAddress) => void) {
  describeStore(title, (store, address) => {
    let second: Store;
    beforeEach(async () => {
      await emptyQueue(store());
      second = await openStore(address(), 'refuse');
    });
    afterEach(async () => {
      vi.useRealTimers();
      await second.close();
    });
    suite(store, () => second, address);
  });
}

describeTwo('leases', (a, b, address) => {
  it('expire by time only, and the jobs return to their old queue positions', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) ids.push((await newJob(a(), (await newModel(a())).id)).id);
    const [first, second, third] = [await claimed(a(), 'a'), await claimed(a(), 'a'), await claimed(b(), 'b')];
    expect([first.id, second.id, third.id]).toEqual(ids.slice(0, 3));
    expect(await b().jobs.requeueExpired()).toEqual({ requeued: [], cancelled: [] });
    await letLeasesEnd(address(), [first.id, second.id]);
    expect(await b().jobs.requeueExpired()).toEqual({ requeued: [first.id, second.id], cancelled: [] });
    expect(await a().jobs.requeueExpired()).toEqual({ requeued: [], cancelled: [] });
    // Ahead of the fourth job, which nobody had claimed yet.
    const order = [await claimed(b(), 'b'), await claimed(b(), 'b'), await claimed(b(), 'b')];
    expect(order.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[3]]);
    expect((await a().jobs.get(ids[0])).attempts).toBe(2);
  });

  it('are renewed by heartbeats and by every write of the holder', async () => {
    const model = await newModel(a());
    await newJob(a(), model.id);
    const { id, lease } = await claimed(a(), 'a');
    const metrics = { loss: 1 };
    const writes: (() => Promise<unknown>)[] = [
      () => a().jobs.heartbeat(lease),
      () => a().jobs.begin(lease, 64),
      () => a().events.append(lease, { type: 'training_started', data: {} }),
      () => a().jobs.commitStep(lease, { index: 0, metrics, folder: `${model.id}-0` }),
    ];
    for (const write of writes) {
      await letLeasesEnd(address(), [id]);
      await write();
      expect((await b().jobs.requeueExpired()).requeued, String(write)).toEqual([]);
    }
    await letLeasesEnd(address(), [id]);
    expect((await b().jobs.requeueExpired()).requeued).toEqual([id]);
  });

  it('that another server has taken refuse every write of the first holder', async () => {
    const model = await newModel(a());
    const { id } = await newJob(a(), model.id);
    const { lease } = await claimed(a(), 'a');
    await letLeasesEnd(address(), [id]);
    const write = () => [
      a().jobs.heartbeat(lease),
      a().jobs.begin(lease, 64),
      a().jobs.commitStep(lease, { index: 0, metrics: {}, folder: 'late' }),
      a().events.append(lease, { type: 'training_started', data: {} }),
      a().jobs.complete(lease, { checkpoint: { step: 1, folder: 'late', metrics: {} } }),
      a().jobs.fail(lease, 'late'),
      a().jobs.pause(lease),
      a().jobs.release(lease),
    ];
    await b().jobs.requeueExpired();
    expect(await failures(write())).toEqual(['stale_lease']);
    const second = await claimed(b(), 'b');
    expect(await failures(write())).toEqual(['stale_lease']);
    expect(second.lease).toEqual({ jobId: id, token: lease.token + 1 });
    expect(await failures([b().jobs.heartbeat(second.lease)])).toEqual(['fulfilled']);
    expect(await a().jobs.get(id)).toMatchObject({ status: 'running', stepsDone: 0, folder: null });
    expect((await a().events.page(id)).data).toEqual([]);
  });

  it('use only the database’s clock: a jump of a server’s clock neither ends nor extends them', async () => {
    const day = 24 * 3_600_000;
    const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
    for (const jump of [day, -day]) {
      await newJob(a(), (await newModel(a())).id);
      at(jump);
      const { id, lease } = await claimed(a(), 'a');
      // Taken and renewed with a wrong clock and checked with the right one, and vice versa.
      vi.useRealTimers();
      expect((await b().jobs.requeueExpired()).requeued).toEqual([]);
      at(jump);
      await a().jobs.heartbeat(lease);
      expect((await a().jobs.requeueExpired()).requeued).toEqual([]);
      vi.useRealTimers();
      expect((await b().jobs.requeueExpired()).requeued).toEqual([]);
      await letLeasesEnd(address(), [id]);
      at(jump);
      expect((await a().jobs.requeueExpired()).requeued).toEqual([id]);
      vi.useRealTimers();
      await a().jobs.cancel(id);
      // The same holds for data kept for retries.
      at(jump);
      expect(await a().jobs.dropKept(day)).toEqual([]);
      vi.useRealTimers();
      expect(await a().jobs.retry(id)).toMatchObject({ retryOf: id });
      await emptyQueue(a());
    }
  });

  it('that expire after a cancellation request end with the job cancelled', async () => {
    const { id } = await newJob(a(), (await newModel(a())).id, 'jobs/kept');
    await claimed(a(), 'a');
    expect((await b().jobs.cancel(id)).effect).toBe('requested');
    await letLeasesEnd(address(), [id]);
    const { requeued, cancelled } = await b().jobs.requeueExpired();
    expect([requeued, cancelled.map(({ job }) => job.id)]).toEqual([[], [id]]);
    expect((await a().events.page(id)).data.map(({ type }) => type)).toEqual(['training_failed']);
  });

  it('are returned at once by a stopping server, without counting as an attempt without progress', async () => {
    const { id } = await newJob(a(), (await newModel(a())).id);
    const { lease } = await claimed(a(), 'a');
    expect(await a().jobs.release(lease)).toEqual([]);
    expect(await failures([a().jobs.heartbeat(lease)])).toEqual(['stale_lease']);
    const again = await claimed(b(), 'b');
    expect(await a().jobs.get(id)).toMatchObject({ status: 'running', attempts: 2, attemptsWithoutProgress: 1 });
    await a().jobs.cancel(id);
    await b().jobs.release(again.lease);
    expect((await a().jobs.get(id)).status).toBe('cancelled');
  });

  it('are taken only on jobs of the server’s base models', async () => {
    const model = await newModel(a());
    const { id } = await newJob(a(), model.id);
    expect(await a().jobs.claimNext({ baseModels: ['other'] })).toBeNull();
    expect(await a().jobs.claimNext({ baseModels: [] })).toBeNull();
    expect((await a().jobs.get(id)).status).toBe('queued');
    expect((await b().jobs.claimNext({ baseModels: ['other', model.baseModel] }))?.job.id).toBe(id);
  });

  it('on copying data belong to one server, and pass to another when it is silent or stops', async () => {
    const config = { training_data_url: 'https://example.org/train.jsonl' };
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { id: modelId } = await newModel(a());
      ids.push((await a().jobs.enqueue({ modelId, kind: 'sft', payload: null, config })).id);
    }
    const taken = await Promise.all([a().jobs.claimData('a'), b().jobs.claimData('b')]);
    expect(taken.flat().map(({ id }) => id)).toEqual(ids);
    const [holder, other] = taken[0].length > 0 ? ['a', 'b'] : ['b', 'a'];
    expect(await a().jobs.renewData(other, ids)).toEqual(new Set());
    expect(await a().jobs.renewData(holder, ids)).toEqual(new Set(ids));
    await letLeasesEnd(address(), [ids[1]]);
    expect((await b().jobs.claimData(other)).map(({ id }) => id)).toEqual([ids[1]]);
    // A server whose lease expired cannot fail the job that another one copies.
    await a().jobs.failWithoutData(ids[1], 'late', holder);
    expect((await a().jobs.get(ids[1])).status).toBe('queued');
    await a().jobs.releaseData(holder);
    expect((await b().jobs.claimData(other)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(await a().jobs.keepData(ids[0], 'jobs/copy')).toBe(true);
    await b().jobs.failWithoutData(ids[2], 'the host is gone', other);
    expect((await a().jobs.get(ids[2])).status).toBe('failed');
    // The job with copied data is claimed like any other, with a new lease.
    expect((await claimed(b(), 'b')).id).toBe(ids[0]);
    expect((await b().jobs.requeueExpired()).requeued).toEqual([]);
  });
});

const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL')!;

describe.skipIf(!postgres.available)('many claimers on PostgreSQL', () => {
  it('skip a job that another is claiming, and the other jobs of its model', async () => {
    const database = await postgres.create();
    const store = await openStore(database.address);
    const db = await connect(database.address, 'refuse');
    try {
      const [one, two] = [await newModel(store), await newModel(store)];
      const first = await newJob(store, one.id);
      const second = await newJob(store, one.id);
      const other = await newJob(store, two.id);
      await db.transaction(async (claiming) => {
        await claiming('jobs').where({ id: first.id }).forUpdate().select('id');
        expect((await store.jobs.claimNext())?.job.id).toBe(other.id);
        expect(await store.jobs.claimNext()).toBeNull();
      });
      expect((await store.jobs.claimNext())?.job.id).toBe(first.id);
      expect((await store.jobs.get(second.id)).status).toBe('queued');
    } finally {
      await db.destroy();
      await store.close();
      await database.drop();
    }
  });

  it('get the oldest job of each model, each exactly once', async () => {
    const [servers, claimers, models, jobsOfModel] = [4, 200, 600, 4];
    const database = await postgres.create();
    const stores = await Promise.all(Array.from({ length: servers }, () => openStore(database.address)));
    try {
      const oldest = await fillQueue(stores[0], database.address, models, jobsOfModel);
      const startedAt = performance.now();
      const claims = await Promise.all(
        Array.from({ length: claimers }, (_, index) => claimAll(stores[index % servers], `server ${index % servers}`)),
      );
      const seconds = (performance.now() - startedAt) / 1_000;
      const found = claims.flat();
      expect(new Set(found.map(({ modelId }) => modelId)).size).toBe(found.length);
      expect(found.map(({ id }) => id).sort()).toEqual(oldest.sort());
      console.log(
        `${claimers} claimers: ${models} claims in ${seconds.toFixed(2)} s, ${Math.round(models / seconds)}/s`,
      );
      // In other runs, tests in parallel take CPU time.
      if (isLong) expect(models / seconds).toBeGreaterThanOrEqual(100);
    } finally {
      await Promise.all(stores.map((store) => store.close()));
      await database.drop();
    }
  });
});

/** Fills the queue and returns the id of each model's first job. */
async function fillQueue(store: Store, address: DatabaseAddress, models: number, jobs: number): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: models }, () => newModel(store)));
  const rows = Array.from({ length: jobs }, () =>
    made.map(({ id, owner }) => newJobRow({ modelId: id, owner, kind: 'rl', payload: null, config: {} })),
  ).flat();
  const db = await connect(address, 'refuse');
  await db.batchInsert('jobs', rows, 1_000);
  await db.destroy();
  return rows.slice(0, models).map(({ id }) => id);
}

/** Claims until five misses in a row, since a job skipped while another claims it may be free later. */
async function claimAll(store: Store, holder: string): Promise<{ id: string; modelId: string }[]> {
  const found: { id: string; modelId: string }[] = [];
  for (let misses = 0; misses < 5; ) {
    const claim = await store.jobs.claimNext({ holder, baseModels: ['HuggingFaceTB/SmolLM2-135M-Instruct'] });
    if (claim !== null) found.push({ id: claim.job.id, modelId: claim.job.modelId });
    misses = claim === null ? misses + 1 : 0;
    if (claim === null) await setTimeout(50);
  }
  return found;
}
