import knex from 'knex';
import { describe, expect, it } from 'vitest';
import { firstTables } from '../../src/store/migrations/first-tables.ts';
import { openStore, type Records } from '../../src/store/store.ts';
import { DATABASES, describeStore } from './databases.ts';
import { failures, trainedStep } from './samples.ts';

const name = { entity: 'team', project: 'games', name: 'shared' };
const wanted = { ...name, baseModel: 'base', returnExisting: true };
const artifact = { ...name, name: 'data' };

describeStore('what an owner has', (store) => {
  /** Creates one record of each kind, with the same names for each owner. */
  async function createRecords(records: Records) {
    const { model } = await records.models.create(wanted);
    const job = await records.jobs.enqueue({ modelId: model.id, kind: 'rl', payload: null, config: {} });
    const data = await records.artifacts.create(artifact);
    await records.artifacts.putFile(data.id, { name: 'f', bytes: 1, sha256: 'a', path: `artifacts/${data.id}/1` });
    return { model, job, data };
  }

  it('may have the same names as another owner’s records', async () => {
    const [ann, bob] = await Promise.all(['ann', 'bob'].map((owner) => createRecords(store().ownedBy(owner))));
    expect(ann.model).toMatchObject({ ...name, owner: 'ann' });
    expect(bob.model).toMatchObject({ ...name, owner: 'bob' });
    expect(ann.data).toMatchObject({ version: 0, url: bob.data.url });
    for (const [owner, own] of [
      ['ann', ann],
      ['bob', bob],
    ] as const) {
      const records = store().ownedBy(owner);
      expect((await records.models.byName('team', 'games', 'shared')).id).toBe(own.model.id);
      expect((await records.artifacts.resolve(own.data.url)).id).toBe(own.data.id);
      expect(await records.models.create(wanted)).toEqual({ model: own.model, created: false, paths: [] });
      expect((await records.models.list()).data).toEqual([own.model]);
      expect((await records.jobs.list()).data.map(({ id }) => id)).toEqual([own.job.id]);
      expect((await records.runs.list()).data.map(({ modelId }) => modelId)).toEqual([own.model.id]);
    }
    expect((await store().models.list()).data).toHaveLength(2);
  });

  it('is not_found for every other owner and cannot be changed by them', async () => {
    const ann = store().ownedBy('ann');
    const bob = store().ownedBy('bob');
    const { model, job, data } = await createRecords(ann);
    const { checkpoint } = await trainedStep(store(), model.id, 1, 'checkpoints/a/1');
    const event = (await ann.events.page(checkpoint.jobId!)).data[0];
    const file = { name: 'f', bytes: 2, sha256: 'b', path: 'artifacts/x' };
    const log = { modelId: model.id, split: 's', file: null, groups: 1, trajectories: 1, metrics: {} };
    const attempts = [
      bob.models.get(model.id),
      bob.models.delete(model.id),
      bob.models.list({ after: model.id }),
      bob.checkpoints.page(model.id),
      bob.checkpoints.byStep(model.id, 1),
      bob.checkpoints.byVersion(model.id, 0),
      bob.jobs.enqueue({ modelId: model.id, kind: 'rl', payload: null, config: {} }),
      bob.jobs.get(job.id),
      bob.jobs.cancel(job.id),
      bob.jobs.list({}, { after: job.id }),
      bob.events.page(job.id),
      bob.events.page(checkpoint.jobId!, { after: event.id }),
      bob.runs.get(model.runId!),
      bob.runs.history(model.runId!),
      bob.runs.list({ after: model.runId! }),
      bob.logs.record(log),
      bob.artifacts.get(data.id),
      bob.artifacts.files(data.id),
      bob.artifacts.file(data.id, 'f'),
      bob.artifacts.putFile(data.id, file),
    ];
    expect(await failures(attempts)).toEqual(['not_found']);
    expect((await bob.jobs.list({ modelId: model.id })).data).toEqual([]);
    expect((await bob.runs.list({}, { modelId: model.id })).data).toEqual([]);
    expect(await bob.checkpoints.newest(model.id)).toBeNull();
    expect(await bob.checkpoints.delete(model.id, [0, 1])).toMatchObject({ deletedCount: 0, notFoundSteps: [0, 1] });

    expect((await ann.checkpoints.page(model.id)).data).toHaveLength(2);
    expect(await ann.checkpoints.newest(model.id)).toEqual(checkpoint);
    expect(await ann.jobs.get(job.id)).toMatchObject({ status: 'failed', cancelRequested: false });
    expect((await ann.artifacts.file(data.id, 'f')).sha256).toBe('a');
  });

  it('is not deleted with another owner’s model of the same name', async () => {
    const own = { ...wanted, name: 'doomed' };
    const { model } = await store().ownedBy('ann').models.create(own);
    const other = await store().ownedBy('bob').models.create(own);
    const kept = await store()
      .ownedBy('bob')
      .artifacts.create({ ...artifact, name: 'doomed' });
    await store().ownedBy('ann').models.delete(model.id);
    expect(await store().models.get(other.model.id)).toEqual(other.model);
    expect(await store().artifacts.get(kept.id)).toEqual(kept);
  });
});

for (const { name: database, create, available } of DATABASES) {
  describe.skipIf(!available)(`a database from before owners on ${database}`, () => {
    it('keeps its records for the owner local, and accepts equal names of other owners', async () => {
      const { address, drop } = await create();
      const old =
        'url' in address
          ? knex({ client: 'pg', connection: address.url })
          : knex({ client: 'better-sqlite3', connection: { filename: address.sqliteFile }, useNullAsDefault: true });
      await old.migrate.latest({
        tableName: 'migrations',
        migrationSource: {
          getMigrations: async () => [firstTables],
          getMigrationName: (migration: typeof firstTables) => migration.name,
          getMigration: async (migration: typeof firstTables) => migration,
        },
      });
      const created = '2026-01-01T00:00:00.000Z';
      const row = { ...name, base_model: 'base', owner: 'local', next_version: 1, created };
      await old('models').insert({ ...row, id: 'old-model', run_id: null });
      await old('artifacts').insert({ ...artifact, id: 'old-data', version: 0, owner: 'local', created });
      await old('jobs').insert({
        ...{ id: 'old-job', model_id: 'old-model', kind: 'sft', status: 'queued', config: '{}', created },
        ...{ lease_token: 0, attempts: 0, cancel_requested: 0, event_count: 0 },
      });
      await old.destroy();

      const store = await openStore(address);
      const local = store.ownedBy('local');
      expect(await local.models.byName('team', 'games', 'shared')).toMatchObject({ id: 'old-model' });
      expect(await local.artifacts.resolve('daybreak-artifact:///team/games/data:v0')).toMatchObject({
        id: 'old-data',
      });
      expect(await local.jobs.get('old-job')).toMatchObject({ status: 'queued' });
      await expect(local.models.create({ ...wanted, returnExisting: false })).rejects.toMatchObject({
        code: 'conflict',
      });
      await expect(store.ownedBy('bob').models.create(wanted)).resolves.toMatchObject({ created: true });
      await expect(store.ownedBy('bob').artifacts.create(artifact)).resolves.toMatchObject({ version: 0 });
      await store.close();
      await drop();
    });
  });
}
