import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import knex from 'knex';
import { describe, expect, it, vi } from 'vitest';
import { SqliteClient } from '../../src/store/sqlite-client.ts';
import { openStore } from '../../src/store/store.ts';
import { DATABASES, newSqlite } from './databases.ts';
import { newJob, newModel, trainedStep } from './samples.ts';

for (const { name, create, available } of DATABASES) {
  describe.skipIf(!available)(`a store on ${name}`, () => {
    it('creates its tables once for concurrent servers, and keeps a model over a restart', async () => {
      const database = await create();
      const first = await openStore(database.address);
      const stores = name === 'SQLite' ? [first] : [first, ...(await openThree(database.address))];
      expect(new Set(stores.map((store) => store.id)).size).toBe(1);
      const model = await newModel(first);
      for (const store of stores) await store.close();
      const again = await openStore(database.address);
      expect(again.id).toBe(first.id);
      expect(await again.models.get(model.id)).toEqual(model);
      await again.close();
      await database.drop();
    });

    it('opens after a crash that left the migration lock', async () => {
      const database = await create();
      await (await openStore(database.address)).close();
      const { address } = database;
      const db =
        'url' in address
          ? knex({ client: 'pg', connection: address.url })
          : knex({ client: 'better-sqlite3', connection: { filename: address.sqliteFile }, useNullAsDefault: true });
      await db('migrations_lock').update({ is_locked: 1 });
      await db.destroy();
      const store = await openStore(address);
      await store.ping();
      await store.close();
      await database.drop();
    });

    it('is unavailable after it has been closed', async () => {
      const database = await create();
      const store = await openStore(database.address);
      const model = await newModel(store);
      expect(await store.models.get(model.id)).toEqual(model);
      await store.close();
      const others = store.ownedBy('another').models;
      for (const ask of [() => store.models.get(model.id), () => others.get(model.id), () => store.ping()]) {
        await expect(ask()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
      }
      await database.drop();
    });

    it('lists every path that its rows reference', async () => {
      const database = await create();
      const store = await openStore(database.address);
      expect(await store.referencedPaths()).toEqual(new Set());
      const model = await newModel(store);
      await trainedStep(store, model.id, 1, 'checkpoints/m/1');
      const cancelled = await newJob(store, model.id, 'jobs/cancelled.json');
      await store.jobs.cancel(cancelled.id);
      await newJob(store, model.id, 'jobs/queued.json');
      const artifact = await store.artifacts.create({ entity: 'e', project: 'p', name: 'n', owner: 'ann' });
      await store.artifacts.putFile(artifact.id, { name: 'f', bytes: 1, sha256: 'a', path: 'artifacts/a/1' });
      const log = {
        split: 'val',
        file: { path: 'logs/m/1.json', bytes: 1, groups: [] },
        groups: 1,
        trajectories: 1,
        metrics: {},
      };
      await store.logs.record({ ...log, modelId: model.id });
      expect(await store.referencedPaths()).toEqual(
        new Set(['checkpoints/m/1', 'jobs/cancelled.json', 'jobs/queued.json', 'artifacts/a/1', 'logs/m/1.json']),
      );
      await store.close();
      await database.drop();
    });
  });
}

function openThree(address: Parameters<typeof openStore>[0]) {
  return Promise.all([openStore(address), openStore(address), openStore(address)]);
}

describe('SQLite', () => {
  it('uses WAL, synchronous FULL, foreign keys and a busy timeout of 5 s', async () => {
    const database = await newSqlite();
    const store = await openStore(database.address);
    const file = 'sqliteFile' in database.address ? database.address.sqliteFile : '';
    const other = new DatabaseSync(file);
    expect(other.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    other.close();
    const { setPragmas } = await import('../../src/store/connection.ts');
    const values = new DatabaseSync(file);
    setPragmas({ pragma: (source) => values.exec(`pragma ${source}`) }, (error) => expect(error).toBeNull());
    expect(values.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    expect(values.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
    expect(values.prepare('pragma busy_timeout').get()).toEqual({ timeout: 5000 });
    values.close();
    await store.close();
    await database.drop();
  });
});

describe('a database that cannot be opened', () => {
  it('is unavailable if PostgreSQL cannot be reached', async () => {
    const opening = openStore({ url: 'postgres://nobody@127.0.0.1:1/none' });
    await expect(opening).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('makes opening fail if the SQLite path is a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'daybreak-store-'));
    await expect(openStore({ sqliteFile: folder })).rejects.toThrow();
    await rm(folder, { recursive: true });
  });

  it('leaves no connection open if only the read connection fails', async () => {
    const destroy = vi.spyOn(SqliteClient.prototype, 'destroy');
    // SQLite opens this database, but not read-only.
    await expect(openStore({ sqliteFile: ':memory:' })).rejects.toThrow(/cannot be readonly/);
    expect(destroy).toHaveBeenCalledOnce();
    destroy.mockRestore();
  });
});
