import pg from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from './config.ts';

/** Any number but that of the migrations. */
const SERVER_LOCK = 72_984_085;

interface DatabaseLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only server on a PostgreSQL database, as the folder's lock does for SQLite: a second one would
 * queue the first one's running jobs again, whose files it does not have. The lock goes with its connection. Throws
 * `ConfigError` where another server has it.
 */
export async function lockDatabase(url: string, log: Logger): Promise<DatabaseLock> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('error', (error) =>
    log.warn({ err: error }, 'the lock on the database is lost; run no second server on it'),
  );
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SERVER_LOCK]);
  const release = (): Promise<void> => client.end().catch(() => {});
  if (rows[0].locked) return { release };
  await release();
  throw new ConfigError('DATABASE_URL', 'another server uses this database', 'a database of its own for each server');
}
