import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import knex from 'knex';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setPragmas } from '../../src/store/connection.ts';
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts';
import { SqliteClient } from '../../src/store/sqlite-client.ts';
import { openStore, type Store } from '../../src/store/store.ts';

let folder: string;
let sqliteFile: string;
let store: Store | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-client-runs-'));
  sqliteFile = join(folder, 'daybreak.sqlite');
});
afterEach(async () => {
  await store?.close();
  store = null;
  await rm(folder, { recursive: true, force: true });
});

/** Writes a database as before the migration of client runs, with a run and its history. */
async function writeOlder(): Promise<void> {
  const pool = { min: 1, max: 1, afterCreate: setPragmas };
  const db = knex({ client: SqliteClient, connection: { filename: sqliteFile }, useNullAsDefault: true, pool });
  const older = MIGRATIONS.filter(({ name }) => name < '0022');
  await db.migrate.latest({
    tableName: 'migrations',
    migrationSource: {
      getMigrations: async () => older,
      getMigrationName: ({ name }: { name: string }) => name,
      getMigration: async (migration: (typeof MIGRATIONS)[number]) => migration,
    },
  });
  const created = '2026-01-01T00:00:00.000Z';
  const names = { entity: 'e', project: 'p', name: 'agent', base_model: 'toy', owner: 'ann' };
  await db('models').insert({ id: 'm', ...names, run_id: 'r', next_version: 1, created });
  await db('runs').insert({ id: 'r', model_id: 'm', owner: 'ann', name: 'agent', created });
  await db('run_history').insert({ id: 'h', run_id: 'r', step: 1, time: created, metrics: '{"reward":1}' });
  await db.destroy();
}

test('runs and their history survive the migration that allows runs without a model', async () => {
  await writeOlder();
  store = await openStore({ sqliteFile });
  const own = store.ownedBy('ann');
  expect(await own.runs.get('r')).toMatchObject({ modelId: 'm', name: 'agent', entity: 'e', baseModel: 'toy' });
  expect((await own.runs.history('r')).data).toEqual([expect.objectContaining({ id: 'h', metrics: { reward: 1 } })]);
  const { run } = await own.clientRuns.upsert({ entity: 'e', project: 'p', name: 'mine' }, {});
  await own.clientRuns.append(run.id, 0, [{ text: '{"loss":1}', entry: { step: 0, metrics: { loss: 1 } } }]);
  expect(await own.runs.get(run.runId)).toMatchObject({ modelId: null, baseModel: null, latest: { loss: 1 } });
  // Deleting a model still deletes its own run, and no other.
  await own.models.delete('m');
  expect((await own.runs.list()).data.map(({ id }) => id)).toEqual([run.runId]);
  await expect(own.runs.get('r')).rejects.toThrow(/no run 'r'/);
});
