import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import knex, { type Knex } from 'knex';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteClient } from '../../src/store/sqlite-client.ts';

let folder: string;
let file: string;
let db: Knex;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-statements-'));
  file = join(folder, 'a.sqlite');
  db = knex({ client: SqliteClient, connection: { filename: file }, useNullAsDefault: true, pool: { min: 1, max: 1 } });
  await db.schema.createTable('a', (table) => void table.integer('n').unique());
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

it('the SQLite client caches prepared statements by text, up to a limit', async () => {
  const connection = await db.client.acquireConnection();
  expect(connection.prepare('select 1')).toBe(connection.prepare('select 1'));
  expect(connection.prepare('select 1')).not.toBe(connection.prepare('select 2'));
  const first = connection.prepare('select 0');
  for (let i = 0; i < 600; i++) connection.prepare(`select 1, ${i}`);
  expect(connection.prepare('select 0')).not.toBe(first);
  await db.client.releaseConnection(connection);
});

it('a cached statement returns columns added later, also by another connection', async () => {
  await db('a').insert({ n: 1 });
  expect(await db('a').select('*')).toEqual([{ n: 1 }]);
  await db.schema.alterTable('a', (table) => void table.text('t'));
  expect(await db('a').select('*')).toEqual([{ n: 1, t: null }]);
  const other = new DatabaseSync(file);
  other.exec("alter table a add column u text default 'x'; alter table a drop column t");
  other.close();
  expect(await db('a').select('*')).toEqual([{ n: 1, u: 'x' }]);
  expect(await db('a').insert({ n: 2 }).returning('*')).toEqual([{ n: 2, u: 'x' }]);
});

it('a cached statement works after a failure and after a rollback', async () => {
  const insert = (n: number) => db('a').insert({ n });
  await insert(1);
  await expect(insert(1)).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
  await insert(2);
  const failed = db.transaction(async (change) => {
    await change('a').insert({ n: 3 });
    await change('a').insert({ n: 3 });
  });
  await expect(failed).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
  await db.transaction(async (change) => void (await change('a').insert({ n: 3 })));
  expect(await db('a').pluck('n')).toEqual([1, 2, 3]);
});

it('pragmas are not cached and always take effect', async () => {
  const read = async () => (await db.raw('pragma foreign_keys'))[0].foreign_keys;
  const before = await read();
  const connection = await db.client.acquireConnection();
  expect(connection.prepare('PRAGMA foreign_keys')).not.toBe(connection.prepare('PRAGMA foreign_keys'));
  await db.client.releaseConnection(connection);
  for (const state of [0, 1, 0, 1]) {
    await db.raw(`pragma foreign_keys = ${state}`);
    expect(await read()).toBe(state);
  }
  await db.raw(`pragma foreign_keys = ${before}`);
});
