import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import knex, { type Knex } from 'knex';
import { ADVISORY_LOCKS } from './lock-numbers.ts';
import { checkTables, migrate } from './schema.ts';
import { SqliteClient } from './sqlite-client.ts';

export type DatabaseAddress = { url: string } | { sqliteFile: string };

const LOCK_POLL_MS = 100;

/** Longest wait for a free connection, after which the database counts as unavailable. */
const ACQUIRE_TIMEOUT_MS = 15_000;
const SQLITE_BUSY_TIMEOUT_MS = 5_000;

/** What to do with tables of an older version; only the sole server of a database may migrate them. */
export type OlderTables = 'migrate' | 'refuse';

/**
 * Connects, and migrates or checks the tables. The caller destroys the result. Throws `newer_tables` and
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

/** Sets the pragmas of a SQLite connection. */
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

/**
 * Silent logger for knex: every failure already reaches the caller as an exception. Such exceptions contain no bound
 * values, because of `compileSqlOnError: false`.
 */
const SILENT: Knex.Logger = { warn: () => {}, error: () => {}, deprecate: () => {}, debug: () => {} };

async function migrateTogether(db: Knex): Promise<void> {
  await db.transaction(async (lock) => {
    // This transaction holds the lock and stays idle for as long as an index is built.
    await lock.raw('set local idle_in_transaction_session_timeout = 0');
    // `create index concurrently` waits for all older snapshots, so this transaction must hold none. A statement that
    // waits for a lock has one, hence the polling; a statement with bindings keeps its own until the next, hence no
    // bindings.
    const take = () => lock.raw(`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.migration}) as taken`);
    while (!(await take()).rows[0].taken) await sleep(LOCK_POLL_MS);
    await migrate(db);
  });
}
