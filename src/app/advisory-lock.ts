import pg from 'pg';
import { fromDatabaseError } from '../store/database-error.ts';

/**
 * How often the connection is tried, so that one that has gone without a word is noticed; and how long an answer may
 * take.
 */
const PING_MS = 5_000;

/** PostgreSQL shows the key of a lock of one number in two halves; ours fit into the lower one. */
const HOLDERS = `select holder.pid, session.application_name as name
  from pg_locks holder join pg_stat_activity session on session.pid = holder.pid
  where holder.locktype = 'advisory' and holder.granted and holder.classid = 0 and holder.objid = $1
    and holder.objsubid = 1 and session.datname = current_database()`;

/** Whether a lock is had by one alone, or by many who share it. */
export type LockKind = 'alone' | 'shared';

/** An advisory lock of PostgreSQL on a connection of its own, with which it goes. */
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
   * Null where another has it in a way that leaves no room: many may have it `shared` together, one alone. `name` is
   * that of the session: one of the same name that has the lock is an earlier one of ours, whose end PostgreSQL has not
   * noticed, and is ended. Raises `unavailable`.
   */
  static async take(url: string, key: number, name: string, kind: LockKind = 'alone'): Promise<AdvisoryLock | null> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: PING_MS,
      query_timeout: PING_MS,
    });
    // What is wrong shows in the query or in the end.
    client.on('error', () => {});
    const lost = new Promise<void>((resolve) => void client.once('end', resolve));
    try {
      await client.connect();
      // An address that names the session itself would win over the option.
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

/** Whether a session of ours had the lock. PostgreSQL lets it go a moment later. */
async function endOwn(client: pg.Client, key: number, name: string): Promise<boolean> {
  const { rows } = await client.query<{ pid: number; name: string }>(HOLDERS, [key]);
  const own = rows.filter((row) => row.name === name);
  for (const { pid } of own) await client.query('select pg_terminate_backend($1, 1000)', [pid]);
  return own.length > 0;
}
