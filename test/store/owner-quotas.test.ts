import { knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts';
import { openStore, type Records, type Store } from '../../src/store/store.ts';
import { DATABASES, type TestDatabase } from './databases.ts';
import { failures, runningJob } from './samples.ts';

const quotas = { models: 3, checkpoints: 3, artifactBytes: 100, logBytes: 1_000 };
const named = { entity: 'e', project: 'p', baseModel: 'toy', returnExisting: true };
const refused = { code: 'quota_exceeded' };

for (const { name, create, available } of DATABASES) {
  describe.skipIf(!available)(`quotas of owners on ${name}`, () => {
    let database: TestDatabase;
    // Two stores, as in a cluster. SQLite has one server.
    let stores: Store[];
    let store: Store;
    beforeAll(async () => {
      database = await create();
      const open = () => openStore(database.address, 'migrate', { quotas, retention: null });
      store = await open();
      stores = [store, name === 'SQLite' ? store : await open()];
    });
    afterAll(async () => {
      for (const each of new Set(stores)) await each.close();
      await database.drop();
    });

    const modelsOf = (records: Records) => records.models.list().then(({ data }) => data);
    const job = (modelId: string) => ({ modelId, kind: 'rl' as const, payload: null, config: {} });

    it('limit models per owner, under concurrent requests too', async () => {
      for (const owner of ['ann', 'bob']) {
        const asked = Array.from({ length: 8 }, (_, i) =>
          stores[i % 2].ownedBy(owner).models.create({ ...named, name: `m${i}` }),
        );
        expect((await failures(asked)).toSorted()).toEqual(['fulfilled', 'quota_exceeded']);
        expect(await modelsOf(store.ownedBy(owner))).toHaveLength(3);
      }
      const ann = store.ownedBy('ann');
      const [known] = await modelsOf(ann);
      await expect(ann.models.create({ ...named, name: 'more' })).rejects.toThrow(
        'You have 3 models; DAYBREAK_MAX_MODELS allows 3. Delete one (DELETE /v1/preview/models/{model_id}), or ask',
      );
      // An existing model does not count as a new one.
      expect(await ann.models.create({ ...named, name: known.name })).toEqual({
        model: known,
        created: false,
        paths: [],
      });
      await ann.models.delete(known.id);
      expect((await ann.models.create({ ...named, name: 'more' })).created).toBe(true);
    });

    it('limit the bytes of all files, under concurrent uploads too, without replaced files', async () => {
      const ann = store.ownedBy('ann');
      const { id } = await ann.artifacts.create({ entity: 'e', project: 'p', name: 'data' });
      const put = (by: Store, file: string, bytes: number) =>
        by
          .ownedBy('ann')
          .artifacts.putFile(id, { name: file, bytes, sha256: 'a', path: `artifacts/${id}/${Math.random()}` });
      const sent = Array.from({ length: 8 }, (_, i) => put(stores[i % 2], `f${i}`, 30));
      expect((await failures(sent)).toSorted()).toEqual(['fulfilled', 'quota_exceeded']);
      const files = await ann.artifacts.files(id);
      expect(files).toHaveLength(3);
      const [{ name: known }] = files;
      await put(store, known, 40);
      await expect(put(store, known, 41)).rejects.toMatchObject(refused);
      await expect(put(store, 'another', 1)).rejects.toThrow(
        'Your other files take 100 bytes, and this file would exceed the limit; DAYBREAK_MAX_ARTIFACT_BYTES allows 100.',
      );
      // Before any byte is received.
      const check = await ann.artifacts.checkRoom(id, 'another');
      expect(() => check(1)).toThrow('DAYBREAK_MAX_ARTIFACT_BYTES');
      const again = await ann.artifacts.checkRoom(id, known);
      again(40);
      expect(() => again(41)).toThrow('DAYBREAK_MAX_ARTIFACT_BYTES');
      const bob = store.ownedBy('bob').artifacts;
      const other = await bob.create({ entity: 'e', project: 'p', name: 'data' });
      await bob.putFile(other.id, { name: 'f', bytes: 100, sha256: 'a', path: 'artifacts/b' });
      await ann.artifacts.delete(id);
      const { id: later } = await ann.artifacts.create({ entity: 'e', project: 'p', name: 'data' });
      await ann.artifacts.putFile(later, { name: 'f', bytes: 100, sha256: 'a', path: 'artifacts/c' });
    });

    it('limit checkpoints, including those of unfinished jobs', async () => {
      const ann = store.ownedBy('ann');
      const [one, two] = await modelsOf(ann);
      // A step 0 that equals the base model has no files.
      await ann.jobs.checkRoom();
      const queued = Array.from({ length: 8 }, (_, i) => stores[i % 2].ownedBy('ann').jobs.enqueue(job(one.id)));
      expect((await failures(queued)).toSorted()).toEqual(['fulfilled', 'quota_exceeded']);
      const { data } = await ann.jobs.list({ status: 'queued' });
      expect(data).toHaveLength(3);
      await expect(ann.jobs.checkRoom()).rejects.toThrow(
        'With this you would have 4 checkpoints, including those of unfinished jobs; ' +
          'DAYBREAK_MAX_CHECKPOINTS allows 3. Delete some (DELETE /v1/preview/models/{model_id}/checkpoints), give models',
      );
      for (const { id } of data) await ann.jobs.cancel(id);
      await ann.checkpoints.begin(two.id, { id: two.id, folder: `checkpoints/${two.id}/0`, bytes: 1, rank: 8 });
      const { lease } = await runningJob(store, one.id);
      await store.jobs.complete(lease, { checkpoint: { step: 1, folder: 'checkpoints/1', metrics: {} } });
      // Replacing the adapter of step 0 adds no checkpoint.
      await ann.checkpoints.begin(two.id, { id: one.id, folder: `checkpoints/${two.id}/1`, bytes: 1, rank: 8 });
      const again = await Promise.all(data.map(({ id }) => ann.jobs.retry(id).catch(({ code }) => code as string)));
      expect(again.filter((outcome) => outcome === 'quota_exceeded')).toHaveLength(2);
      await ann.checkpoints.delete(one.id, [1]);
      await ann.jobs.enqueue(job(one.id));
      await store.ownedBy('bob').jobs.checkRoom();
    });

    // A record counts 256 bytes plus its metrics. A log also has a record in the list of logs.
    const line = { text: '{}', entry: { step: 1, metrics: { loss: 1 } } };
    const metrics = { 'val/reward': 1 };
    const logOf = (modelId: string) => ({ modelId, split: 'val', file: null, groups: 1, trajectories: 1, metrics });

    it('limit the metrics of logs and runs together, under concurrent requests too', async () => {
      const ann = store.ownedBy('ann');
      const { run } = await ann.clientRuns.upsert({ entity: 'e', project: 'p', name: 'r' }, {});
      const [model, other] = await modelsOf(ann);
      await ann.logs.record(logOf(model.id));
      await ann.clientRuns.append(run.id, 0, [line]);
      const logged = Array.from({ length: 8 }, (_, i) => stores[i % 2].ownedBy('ann').logs.record(logOf(other.id)));
      expect(await failures(logged)).toEqual(['quota_exceeded']);
      await expect(ann.clientRuns.append(run.id, 1, [line, line])).rejects.toThrow(
        `With this your logged metrics would take ${(2 * (256 + 16) + 3 * (256 + 10)).toLocaleString('en')} bytes; ` +
          'DAYBREAK_MAX_LOG_BYTES allows 1,000. Delete models (DELETE /v1/preview/models/{model_id}) or runs',
      );
      expect((await ann.clientRuns.get(run.id)).lines).toBe(1);
      expect((await ann.logs.page(other.id)).data).toEqual([]);
      // Existing lines may be sent again.
      await ann.clientRuns.append(run.id, 0, [line]);
      await expect(ann.clientRuns.append(run.id, 1, [line])).rejects.toMatchObject(refused);
      const bob = store.ownedBy('bob');
      await bob.logs.record(logOf((await modelsOf(bob))[0].id));
      await ann.models.delete(model.id);
      await ann.clientRuns.append(run.id, 1, [line, line]);
      await expect(ann.logs.record(logOf(other.id))).rejects.toMatchObject(refused);
      await expect(bob.clientRuns.delete(run.id)).rejects.toMatchObject({ code: 'not_found' });
      await ann.clientRuns.delete(run.id);
      await expect(ann.clientRuns.get(run.id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(ann.clientRuns.change(run.id, { state: 'finished' })).rejects.toMatchObject({ code: 'not_found' });
      await expect(ann.runs.get(run.runId)).rejects.toMatchObject({ code: 'not_found' });
      await ann.logs.checkRoom(other.id, logOf(other.id).metrics);
      await expect(ann.logs.checkRoom(other.id, { a: 1, b: 2, ['c'.repeat(250)]: 3 })).rejects.toMatchObject(refused);
      await ann.logs.record(logOf(other.id));
    });

    it('delete an owner’s oldest trajectories in favour of newer ones and of logged metrics', async () => {
      const cat = store.ownedBy('cat');
      const { id } = (await cat.models.create({ ...named, name: 'm' })).model;
      const bob = store.ownedBy('bob');
      const [other] = await modelsOf(bob);
      const log = async (own: Records, modelId: string, bytes: number) => {
        const path = `logs/${modelId}/${bytes}.jsonl`;
        await own.logs.record({ ...logOf(modelId), metrics: {}, file: { path, bytes, groups: [] } });
        return path;
      };
      const [oldest, newer] = [await log(cat, id, 600), await log(cat, id, 601)];
      const his = await log(bob, other.id, 602);
      expect(await store.trajectories.deleteOldest(2 ** 30, 3_000)).toEqual([]);
      // Each of these logs counts 258 bytes plus its file, and bob has 544 bytes from above.
      expect(await store.trajectories.deleteOldest(2 ** 30, 602 + 258 + 544)).toEqual([oldest]);
      expect(await store.referencedPaths()).toContain(his);
      expect((await store.trajectories.deleteOldest(2 ** 30, 0)).toSorted()).toEqual([newer, his].toSorted());
    });
  });
}

it('the migration counts the bytes logged before it, without records of jobs', async () => {
  const db = knex({ client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true });
  const place = MIGRATIONS.findIndex(({ name }) => name === '0029-logged-bytes');
  for (const { up } of MIGRATIONS.slice(0, place)) await up(db);
  const created = '2026-01-01T00:00:00.000Z';
  const model = { id: 'm', entity: 'e', project: 'p', name: 'n', owner: 'o', base_model: 'b', run_id: 'r' };
  await db('models').insert({ ...model, next_version: 1, created });
  for (const [id, model_id] of [
    ['r', 'm'],
    ['s', null],
    ['t', null],
  ]) {
    await db('runs').insert({ id, model_id, owner: 'o', name: 'n', created });
  }
  const record = { step: 1, time: created, metrics: '{"é":1}' };
  for (const [id, run_id, job_id] of [
    ['1', 'r', null],
    ['2', 'r', 'j'],
    ['3', 's', null],
  ]) {
    await db('run_history').insert({ id, run_id, job_id, ...record });
  }
  const log = { id: 'l', model_id: 'm', split: 'val', groups: 1, trajectories: 1, metrics: '{}', created };
  await db('logs').insert(log);
  await MIGRATIONS[place].up(db);
  expect(await db('runs').orderBy('id').pluck('logged_bytes')).toEqual([264 + 258, 264, 0]);
  await MIGRATIONS[place].down?.(db);
  expect(await db('runs').first()).not.toHaveProperty('logged_bytes');
  await db.destroy();
});
