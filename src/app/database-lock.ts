import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ADVISORY_LOCKS } from '../store/lock-numbers.ts';
import { AdvisoryLock, type LockKind } from './advisory-lock.ts';
import { ConfigError } from './config.ts';

const { entry: ENTRY_LOCK, presence: PRESENCE_LOCK } = ADVISORY_LOCKS;

/** How long a server that starts waits for one that lost its connections and is about to come back. */
const PROBATION_MS = 2_000;
/** How often a lost lock is asked for again. */
const RETRY_MS = 100;

/**
 * Makes this process the only server on a PostgreSQL database, as the folder's lock does for SQLite: a second one would
 * queue the first one's running jobs again, whose files it does not have. Or one of several that share it, which have
 * leases instead: then it keeps away those that would be alone.
 *
 * There are two advisory locks, each on a connection of its own, and each goes with its connection. Whoever starts
 * takes the one for entry, waits, and then takes the one for presence. A server that loses one takes it again at once:
 * whoever has come in meanwhile waits before the other, finds it taken, and leaves. Only where both were lost for
 * longer than that wait can another server have the database; then this one must end. Servers that share need the one
 * for entry only while they start.
 */
export class DatabaseLock {
  readonly #url: string;
  readonly #log: Logger;
  readonly #kind: LockKind;
  /** As the sessions of both locks are called, to know our own. */
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
   * Throws `ConfigError` where another server has the database, and `StorageError` where it cannot be reached.
   * `onTaken` is called, once at most, when another server has taken it later.
   */
  static async take(
    url: string,
    log: Logger,
    onTaken: (error: Error) => void,
    kind: LockKind = 'alone',
  ): Promise<DatabaseLock> {
    const lock = new DatabaseLock(url, log, onTaken, kind);
    try {
      for (const key of [ENTRY_LOCK, PRESENCE_LOCK]) {
        if (key === PRESENCE_LOCK) await sleep(PROBATION_MS);
        const held = await AdvisoryLock.take(url, key, lock.#name, kind);
        if (held === null) throw inUse('another server uses this database', kind);
        lock.#held.set(key, held);
      }
      if (kind === 'shared') await lock.#letGo(ENTRY_LOCK);
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

  async #letGo(key: number): Promise<void> {
    await this.#held.get(key)?.release();
    this.#held.delete(key);
  }

  async #keep(key: number): Promise<void> {
    for (;;) {
      await this.#held.get(key)?.lost;
      if (this.#released) return;
      this.#log.warn({ lock: key }, 'the connection of a lock on the database was lost; it is taken again');
      const held = await this.#takeAgain(key);
      if (held === null) return;
      this.#held.set(key, held);
      // Released while it was taken.
      if (this.#released) return held.release();
      this.#log.info({ lock: key }, 'the lock on the database is held again');
    }
  }

  /** Null once it is of no use any more. */
  async #takeAgain(key: number): Promise<AdvisoryLock | null> {
    for (; !this.#released; await sleep(RETRY_MS)) {
      try {
        const held = await AdvisoryLock.take(this.#url, key, this.#name, this.#kind);
        if (held !== null) return held;
        // The one for entry is another's only as long as he waits for that for presence, or has that too.
        if (key === PRESENCE_LOCK) {
          this.#released = true;
          const taken = 'another server took this database while the connection to it was lost; this one ends';
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
      ? 'a database of its own for each server, or DAYBREAK_S3_BUCKET set to the same bucket for all that share one'
      : 'a database whose servers all have DAYBREAK_S3_BUCKET set; stop the one that has it without';
  return new ConfigError('DATABASE_URL', wrong, allowed);
}
