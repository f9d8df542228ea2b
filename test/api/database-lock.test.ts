import pg from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { DatabaseLock } from '../../src/app/database-lock.ts';
import { ADVISORY_LOCKS } from '../../src/store/lock-numbers.ts';
import { openStore } from '../../src/store/store.ts';
import { newPostgres } from '../store/databases.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function newDatabase(): Promise<string> {
  const database = await newPostgres();
  ending.push(database.drop);
  return (database.address as { url: string }).url;
}

async function ask(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const held = `select holder.pid from pg_locks holder join pg_stat_activity session on session.pid = holder.pid
  where holder.locktype = 'advisory' and holder.granted and session.datname = current_database()
  order by holder.objid`;
const holders = async (url: string): Promise<number[]> => (await ask(url, held)).map(({ pid }) => Number(pid));
const terminate = (url: string, pids: number[]) =>
  ask(url, 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);

const log = pino({ level: 'silent' });

describe.skipIf(!process.env.DAYBREAK_TEST_POSTGRES_URL)('the lock of a PostgreSQL database', () => {
  async function startServer(url: string, onFailure?: (error: Error) => void): Promise<TestServer> {
    const server = await startTestServer({ workerEntry: peerEntry, env: { DATABASE_URL: url }, onFailure });
    ending.push(() => server.end());
    return server;
  }

  test('is taken again after its connections are lost, and a server that starts meanwhile is refused', async () => {
    const url = await newDatabase();
    const failures: string[] = [];
    const server = await startServer(url, ({ message }) => failures.push(message));
    const made = await server.call('POST', '/preview/models', { project: 'p', name: 'n', base_model: 'toy' });
    for (const lost of [[0], [1], [0, 1]]) {
      const before = await holders(url);
      expect(before).toHaveLength(2);
      const second = startServer(url);
      const refused = expect(second).rejects.toThrow(/^DATABASE_URL: another server uses this database/);
      const gone = lost.map((place) => before[place]);
      await terminate(url, gone);
      await refused;
      // Two holders again, and neither is a session that PostgreSQL still has to end.
      await expect.poll(async () => (await holders(url)).filter((pid) => !gone.includes(pid))).toHaveLength(2);
      const after = await holders(url);
      for (const place of [0, 1]) expect(after[place] === before[place], `lock ${place}`).toBe(!lost.includes(place));
    }
    expect(failures).toEqual([]);
    expect((await server.call('GET', `/preview/models/${made.body.id}`)).status).toBe(200);
  });

  test('reports one failure if another server holds it after a lost connection', async () => {
    const url = await newDatabase();
    const { promise: failed, resolve } = Promise.withResolvers<Error>();
    let failures = 0;
    const lock = await DatabaseLock.acquire(url, log, (error) => {
      failures++;
      resolve(error);
    });
    ending.push(() => lock.release());
    // Another session waits for the lock and gets it as soon as the connection is lost.
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    ending.push(() => other.end());
    const waiting = other.query(`select pg_advisory_lock(${ADVISORY_LOCKS.presence})`);
    await expect
      .poll(() => ask(url, "select 1 from pg_locks where locktype = 'advisory' and not granted"))
      .toHaveLength(1);
    await terminate(url, await holders(url));
    await waiting;
    expect((await failed).message).toMatch(/^DATABASE_URL: another server took this database while/);
    expect(failures).toBe(1);
  });

  test('can be retaken by its own server while PostgreSQL still keeps the old session', async () => {
    const url = await newDatabase();
    const { AdvisoryLock } = await import('../../src/app/advisory-lock.ts');
    const first = await AdvisoryLock.acquire(url, 5, 'ours');
    const again = await AdvisoryLock.acquire(url, 5, 'ours');
    expect(again).not.toBeNull();
    await first?.lost;
    expect(await AdvisoryLock.acquire(url, 5, 'theirs')).toBeNull();
    await again?.release();
    const theirs = await AdvisoryLock.acquire(url, 5, 'theirs');
    expect(theirs).not.toBeNull();
    await theirs?.release();
  });

  test('is checked before any table is created', async () => {
    const url = await newDatabase();
    const lock = await DatabaseLock.acquire(url, log, () => {});
    ending.push(() => lock.release());
    await expect(startServer(url)).rejects.toThrow(/another server uses this database/);
    expect(await ask(url, "select * from pg_tables where schemaname = 'public'")).toEqual([]);
    await expect(openStore({ url }, 'refuse')).rejects.toMatchObject({ code: 'older_tables' });
    expect(await ask(url, "select * from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  test('is shared by the servers of a cluster, and excludes an exclusive server and vice versa', async () => {
    const url = await newDatabase();
    const take = (kind: 'alone' | 'shared', onTaken: (error: Error) => void = () => {}) =>
      DatabaseLock.acquire(url, log, onTaken, kind);
    const failures: string[] = [];
    const shared = await Promise.all([take('shared', ({ message }) => failures.push(message)), take('shared')]);
    const refusal = /^DATABASE_URL: another server uses this database; allowed: .*DAYBREAK_S3_BUCKET/;
    await expect(take('alone')).rejects.toThrow(refusal);
    // The same while the lock is lost: the exclusive server waits first and then finds the lock taken.
    const refused = expect(take('alone')).rejects.toThrow(refusal);
    await terminate(url, await holders(url));
    await refused;
    await expect.poll(() => holders(url)).toHaveLength(2);
    expect(failures).toEqual([]);
    await Promise.all(shared.map((lock) => lock.release()));
    await expect.poll(() => holders(url)).toEqual([]);
    const alone = await take('alone');
    await expect(take('shared')).rejects.toThrow(refusal);
    await alone.release();
  });
});
