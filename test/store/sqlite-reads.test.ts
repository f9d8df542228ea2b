import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/store/connection.ts';
import { Database } from '../../src/store/database.ts';
import { SqliteReads } from '../../src/store/sqlite-reads.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-reads-'));
  const file = join(folder, 'daybreak.db');
  const knex = await connect({ sqliteFile: file });
  database = new Database(knex, new SqliteReads(file));
  await knex.schema.createTable('things', (table) => {
    table.text('name');
    table.text('value');
  });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const one = { name: 'one', value: 'first' };

test('a committed row is found at once by all of the given values', async () => {
  expect(await database.first('things', { name: 'one' })).toBeUndefined();
  await database.query((db) => db('things').insert(one));
  expect(await database.first('things', { name: 'one' })).toEqual(one);
  expect(await database.first('things', { value: 'first', name: 'one' })).toEqual(one);
  expect(await database.first('things', { name: 'one', value: 'second' })).toBeUndefined();
});

test('a read does not wait for an open transaction and does not see its writes', async () => {
  await database.query((db) => db('things').insert(one));
  await database.write(async (db) => {
    await db('things').update({ value: 'second' });
    expect(await database.first('things', { name: 'one' })).toEqual(one);
  });
  expect(await database.first('things', { name: 'one' })).toEqual({ ...one, value: 'second' });
});

test('a read returns columns that were added after an earlier read', async () => {
  await database.query((db) => db('things').insert(one));
  await database.first('things', { name: 'one' });
  await database.query((db) => db.schema.alterTable('things', (table) => void table.text('more').defaultTo('x')));
  expect(await database.first('things', { name: 'one' })).toEqual({ ...one, more: 'x' });
});
