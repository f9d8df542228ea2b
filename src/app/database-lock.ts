import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ADVISORY_LOCKS } from '../store/lock-numbers.ts';
import { AdvisoryLock, type LockKind } from './advisory-lock.ts';
import { ConfigError } from './config.ts';

const { entry: ENTRY_LOCK, presence: PRESENCE_LOCK } = ADVISORY_LOCKS;

/** How long a starting server waits for a server that lost its connections to take its locks again. */
const PROBATION_MS = 2_000;
/** Interval of tries to take a lost lock again. */
const RETRY_MS = 100;

/**
 * Makes this process the only server on a PostgreSQL database, as the folder's lock does for SQLite. A second server
 * would queue the running jobs of the first again, without having their files. With kind `shared`, the process is one
 * of several servers that coordinate by leases; the lock then excludes servers that want the database alone.
 *
 * There are two advisory locks, entry and presence. Each has its own connection and is released when that closes. A
 * starting server takes the entry lock, waits, then takes the presence lock. A server that loses a lock takes it again
 * at once. A server that entered meanwhile is still waiting: it finds the presence lock taken and leaves. Another
 * server can take the database only if both locks were lost for longer than that wait; then this process must end.
 * Servers that share need the entry lock only while they start.
 */
export class DatabaseLock {
  readonly #url: string;
  readonly #log: Logger;
  readonly #kind: LockKind;
  /** application_name of the sessions of both locks, by which this process recognizes its own. */
  readonly #name = `daybreak-${randomUUID()}`;
  readonly #onTaken: (error: Error) => void;
  readonly #held = new Map<number, AdvisoryLock>();
  #released = false;

  private constructor(url: string, log: Logger, onTaken: (error: Error) => void, kind: LockKind) {
    this.#kind = kind;
    this.#url = url;
    this.#log = log;
    this.#onTaken = onTaken;
  }

  /**
   * Takes the locks. Throws `ConfigError` if another server has the database, and `StorageError` if it cannot be
   * reached. `onTaken` is called at most once, when another server takes the database later.
   */
  static async acquire(
    url: string,
    log: Logger,
    onTaken: (error: Error) => void,
    kind: LockKind = 'alone',
  ): Promise<DatabaseLock> {
    const lock = new DatabaseLock(url, log, onTaken, kind);
    try {
      for (const key of [ENTRY_LOCK, PRESENCE_LOCK]) {
        if (key === PRESENCE_LOCK) await sleep(PROBATION_MS);
        const held = await AdvisoryLock.acquire(url, key, lock.#name, kind);
        if (held === null) throw inUse('another server uses this database', kind);
        lock.#held.set(key, held);
      }
      if (kind === 'shared') await lock.#releaseOne(ENTRY_LOCK);
    } catch (error) {
      await lock.release();
      throw error;
    }
    for (const key of lock.#held.keys()) void lock.#keep(key);
    return lock;
  }

  async release(): Promise<void> {
    this.#released = true;
    await Promise.all([...this.#held.values()].map((held) => held.release()));
  }

  async #releaseOne(key: number): Promise<void> {
    await this.#held.get(key)?.release();
    this.#held.delete(key);
  }

  async #keep(key: number): Promise<void> {
    for (;;) {
      await this.#held.get(key)?.lost;
      if (this.#released) return;
      this.#log.warn({ lock: key }, 'the connection that held a database lock was lost; taking the lock again');
      const held = await this.#reacquire(key);
      if (held === null) return;
      this.#held.set(key, held);
      // `release` was called while the lock was being taken.
      if (this.#released) return held.release();
      this.#log.info({ lock: key }, 'the database lock is held again');
    }
  }

  /** Retries until the lock is taken. Returns null once the lock is no longer needed. */
  async #reacquire(key: number): Promise<AdvisoryLock | null> {
    for (; !this.#released; await sleep(RETRY_MS)) {
      try {
        const held = await AdvisoryLock.acquire(this.#url, key, this.#name, this.#kind);
        if (held !== null) return held;
        // Another server holds the entry lock only while it waits for the presence lock, or together with that.
        if (key === PRESENCE_LOCK) {
          this.#released = true;
          const taken = 'another server took this database while the connection to it was lost; this server stops';
          this.#onTaken(inUse(taken, this.#kind));
        }
      } catch {
        // The database cannot be reached; neither can jobs go on meanwhile.
      }
    }
    return null;
  }
}

function inUse(wrong: string, kind: LockKind): ConfigError {
  const allowed =
    kind === 'alone'
      ? 'a separate database for each server, or the same DAYBREAK_S3_BUCKET for all servers that share one'
      : 'a database whose servers all set DAYBREAK_S3_BUCKET; stop the server that does not';
  return new ConfigError('DATABASE_URL', wrong, allowed);
}
