import { type Knex, knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { newPostgres, type TestDatabase } from './databases.ts';

const MIGRATION = '0027-history-by-step';

describe.skipIf(process.env.DAYBREAK_TEST_POSTGRES_URL === undefined)('the index of the history by step', () => {
  let database: TestDatabase;
  let db: Knex;
  beforeEach(async () => {
    database = await newPostgres();
    await open();
    db = knex({ client: 'pg', connection: (database.address as { url: string }).url });
    await db('migrations').where({ name: MIGRATION }).delete();
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  const open = async () => (await openStore(database.address)).close();
  const states = async (): Promise<boolean[]> => {
    const found = "select indisvalid from pg_index where indexrelid = to_regclass('run_history_by_step')";
    return (await db.raw(found)).rows.map(({ indisvalid }: { indisvalid: boolean }) => indisvalid);
  };
  const write = (within: Knex) => within.raw('lock table run_history in row exclusive mode');

  it('is built while other transactions write to the table and other servers start', async () => {
    await db.raw('drop index run_history_by_step');
    const writer = await db.transaction();
    await write(writer);
    const opening = Promise.all([open(), open(), open()]);
    // The build waits for the writer.
    await expect.poll(states).toEqual([false]);
    await db.transaction(async (other) => {
      await other.raw("set local lock_timeout = '1s'");
      await write(other);
    });
    await writer.commit();
    await opening;
    expect(await states()).toEqual([true]);
  });

  it('is rebuilt if it is invalid, as after an interrupted build', async () => {
    await open();
    expect(await states()).toEqual([true]);
    await db('migrations').where({ name: MIGRATION }).delete();
    await db.raw("update pg_index set indisvalid = false where indexrelid = 'run_history_by_step'::regclass");
    await open();
    expect(await states()).toEqual([true]);
  });
});
