import pg from 'pg';
import { fromDatabaseError } from '../store/database-error.ts';

/** Interval of the pings that detect a connection lost without notice, and timeout of connects and queries, in ms. */
const PING_MS = 5_000;

/** PostgreSQL splits a 64-bit lock key into classid and objid; our keys fit into objid, the lower half. */
const HOLDERS = `select holder.pid, session.application_name as name
  from pg_locks holder join pg_stat_activity session on session.pid = holder.pid
  where holder.locktype = 'advisory' and holder.granted and holder.classid = 0 and holder.objid = $1
    and holder.objsubid = 1 and session.datname = current_database()`;

/** Mode of a lock: held by one session alone, or shared by many. */
export type LockKind = 'alone' | 'shared';

/** An advisory lock of PostgreSQL, held by its own connection and released when that connection closes. */
export class AdvisoryLock {
  /** Resolves when the connection is gone, whether it was lost or released. */
  readonly lost: Promise<void>;
  readonly #client: pg.Client;
  readonly #ping: NodeJS.Timeout;

  private constructor(client: pg.Client, lost: Promise<void>) {
    this.#client = client;
    this.lost = lost;
    this.#ping = setInterval(() => {
      client.query('select 1').catch(() => void client.end().catch(() => {}));
    }, PING_MS).unref();
    void lost.then(() => clearInterval(this.#ping));
  }

  /**
   * Takes the lock, or returns null if another session holds it in a conflicting mode. `name` becomes the session's
   * application_name. A holder with the same name is an earlier session of this process whose end PostgreSQL has not
   * noticed, so it is terminated. Throws `unavailable` if the database cannot be reached.
   */
  static async acquire(url: string, key: number, name: string, kind: LockKind = 'alone'): Promise<AdvisoryLock | null> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: PING_MS,
      query_timeout: PING_MS,
    });
    // A failure surfaces in the query or in the `end` event.
    client.on('error', () => {});
    const lost = new Promise<void>((resolve) => void client.once('end', resolve));
    try {
      await client.connect();
      // An application_name in the URL would override the option.
      await client.query("select set_config('application_name', $1, false)", [name]);
      if (await tryLock(client, key, kind)) return new AdvisoryLock(client, lost);
      if ((await endOwn(client, key, name)) && (await tryLock(client, key, kind))) {
        return new AdvisoryLock(client, lost);
      }
    } catch (error) {
      await client.end().catch(() => {});
      throw fromDatabaseError(error);
    }
    await client.end().catch(() => {});
    return null;
  }

  async release(): Promise<void> {
    clearInterval(this.#ping);
    await this.#client.end().catch(() => {});
  }
}

const TRY = { alone: 'pg_try_advisory_lock', shared: 'pg_try_advisory_lock_shared' } as const;

async function tryLock(client: pg.Client, key: number, kind: LockKind): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${TRY[kind]}($1) as locked`, [key]);
  return rows[0].locked;
}

/**
 * Terminates the sessions of this name that hold the lock and returns whether there were any. PostgreSQL releases the
 * lock a moment later.
 */
async function endOwn(client: pg.Client, key: number, name: string): Promise<boolean> {
  const { rows } = await client.query<{ pid: number; name: string }>(HOLDERS, [key]);
  const own = rows.filter((row) => row.name === name);
  for (const { pid } of own) await client.query('select pg_terminate_backend($1, 1000)', [pid]);
  return own.length > 0;
}
