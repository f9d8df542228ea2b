import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { ADVISORY_LOCKS } from './lock-numbers.ts';
import { checkTables, migrate } from './schema.ts';
import { SqliteClient } from './sqlite-client.ts';

export type DatabaseAddress = { url: string } | { sqliteFile: string };

const LOCK_POLL_MS = 100;

/** How long a caller waits for a free connection before the database counts as unavailable. */
const ACQUIRE_TIMEOUT_MS = 15_000;
const SQLITE_BUSY_TIMEOUT_MS = 5_000;

/** What is done about tables of an older version: only the one server of a database may change them. */
export type OlderTables = 'migrate' | 'refuse';

/**
 * Connects; the tables are those of this version then. The caller destroys the result. Raises `newer_tables`,
 * `older_tables`.
 */
export async function connect(address: DatabaseAddress, older: OlderTables = 'migrate'): Promise<Knex> {
  const db = 'url' in address ? postgres(address.url) : await sqlite(address.sqliteFile);
  try {
    if (older === 'refuse') await checkTables(db);
    else await ('url' in address ? migrateTogether(db) : migrate(db));
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function postgres(url: string): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    pool: { min: 0, max: 10 },
    log: SILENT,
    compileSqlOnError: false,
  });
}

async function sqlite(file: string): Promise<Knex> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return knex({
    client: SqliteClient,
    connection: { filename: file },
    useNullAsDefault: true,
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    pool: { min: 1, max: 1, afterCreate: setPragmas },
    log: SILENT,
    compileSqlOnError: false,
  });
}

interface SqliteConnection {
  pragma(source: string): unknown;
}

/** What every SQLite connection of ours is set to. */
export function setPragmas(
  connection: SqliteConnection,
  done: (error: Error | null, connection: SqliteConnection) => void,
) {
  try {
    connection.pragma(`busy_timeout = ${SQLITE_BUSY_TIMEOUT_MS}`);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    done(null, connection);
  } catch (error) {
    done(error as Error, connection);
  }
}

/** Every failure reaches the caller as an exception; knex would print it a second time. Values stay out of it. */
const SILENT: Knex.Logger = { warn: () => {}, error: () => {}, deprecate: () => {}, debug: () => {} };

async function migrateTogether(db: Knex): Promise<void> {
  await db.transaction(async (lock) => {
    // It holds the lock, and nothing else, for as long as an index is built.
    await lock.raw('set local idle_in_transaction_session_timeout = 0');
    // An index that is built concurrently waits for all older snapshots. A statement that waits has one, and one with
    // bindings keeps its own until the next.
    const take = () => lock.raw(`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.migration}) as taken`);
    while (!(await take()).rows[0].taken) await sleep(LOCK_POLL_MS);
    await migrate(db);
  });
}
