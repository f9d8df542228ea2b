import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import { checkBearerKey, keyHash, keyId, newBearerKey } from './bearer-key.ts';
import type { Database } from './database.ts';
import { KeyCache } from './key-cache.ts';
import { earlierEnd, isValid, type KeyRecord, type KeyRow, toKeyRecord } from './key-record.ts';
import { dropExpired, endSessionsOf, evictOldestSessions, type SessionGrant, shortenSessions } from './sessions.ts';
import { checkText, timestamp } from './stored-value.ts';

interface KeyGrant {
  owner: string;
  scopes: string[];
  name?: string;
  /** ISO-8601; null never expires. */
  expires?: string | null;
  /** Key that a session is made from. */
  parent?: string;
}

/** A new key in plain text, shown only once, and its record. */
interface NewKey {
  key: string;
  record: KeyRecord;
}

/** `last_used` of a key in use is at most this old; a write per request would gain nothing. */
const LAST_USED_PRECISION_MS = 60_000;

/** Bearer keys. Only their hashes are stored. */
export class Keys {
  private readonly database: Database;
  private readonly cache = new KeyCache();
  private readonly reads = new Map<string, Promise<KeyRecord | null>>();
  private readonly touched = new Map<string, number>();

  constructor(database: Database) {
    this.database = database;
  }

  /** Creates a key; the plain `key` is never shown again. */
  async create(grant: KeyGrant): Promise<NewKey> {
    const { row, key } = newKeyRow(grant);
    await this.database.write((db) => db('keys').insert(row));
    return { key, record: toKeyRecord(row) };
  }

  /**
   * Creates a session: a key whose scopes and lifetime do not exceed its parent's, and which is deleted with it.
   * Deletes the oldest sessions of a parent that has too many. Returns null if the parent is no longer valid, or is a
   * session itself.
   */
  async createSession(parentId: string, { scopes, lastsMs }: SessionGrant): Promise<NewKey | null> {
    const made = await this.database.write(async (db) => {
      const parent: KeyRow | undefined = await db('keys').where({ id: parentId }).forUpdate().first();
      if (parent === undefined || parent.parent !== null || !isValid(parent)) return null;
      await dropExpired(db);
      await evictOldestSessions(db, parentId);
      const { owner, name } = parent;
      const end = new Date(Date.now() + lastsMs).toISOString();
      const expires = earlierEnd(parent.expires, end);
      const fresh = newKeyRow({ owner, name, scopes, expires, parent: parentId });
      await db('keys').insert(fresh.row);
      return { key: fresh.key, record: toKeyRecord(fresh.row) };
    });
    this.forget();
    return made;
  }

  /** Ends a session at once. Throws `not_found`, also for a key that is no session. */
  async endSession(id: string): Promise<void> {
    await this.database.write(async (db) => {
      const ended = await db('keys').where({ id }).whereNotNull('parent').delete();
      if (ended === 0) throw notFound('session', id);
    });
    this.forget();
  }

  /** Deletes expired sessions. */
  dropExpiredSessions(): Promise<void> {
    return this.database.write(dropExpired);
  }

  /** Returns the key's record. Throws `not_found`. */
  get(id: string): Promise<KeyRecord> {
    return this.database.query(async (db) => {
      const row: KeyRow | undefined = await db('keys').where({ id }).first();
      if (row === undefined) throw notFound('key', id);
      return toKeyRecord(row);
    });
  }

  /**
   * Registers the key that the operator configured, of any format, and revokes one configured earlier, so that changing
   * the configuration retires a leaked key. Throws `invalid_value` for a key that is too short, `conflict` if its id
   * belongs to another key.
   */
  async configure(key: string, grant: KeyGrant): Promise<KeyRecord> {
    checkBearerKey(key);
    const hash = keyHash(key);
    const record = await this.database.write(async (db) => {
      const earlier = () => db('keys').where({ configured: 1, revoked: null }).whereNot({ hash });
      await endSessionsOf(db, await earlier().pluck('id'));
      await earlier().update({ revoked: timestamp() });
      const known: KeyRow | undefined = await db('keys').where({ hash }).first();
      const row = newRow(known?.id ?? keyId(key) ?? randomUUID(), key, grant, 1);
      if (known === undefined) {
        await db('keys').insert(row);
        return toKeyRecord(row);
      }
      const { created, last_used } = known;
      await db('keys')
        .where({ hash })
        .update({ ...row, created, last_used });
      return toKeyRecord({ ...row, created, last_used });
    });
    this.forget();
    this.cache.reading(hash)(record);
    return record;
  }

  /**
   * Returns the key's record, or null if it is unknown, expired or revoked. Reads the row about once a second at most.
   */
  async verify(key: string): Promise<KeyRecord | null> {
    const hash = keyHash(key);
    const known = this.cache.fresh(hash);
    if (known !== null) return isValid(known) ? known : null;
    // Concurrent requests with the same key share one read of its row.
    const reading = this.reads.get(hash) ?? this.read(key, hash);
    return reading;
  }

  /** Returns whether a key is worth a lookup: it has our format, or was valid before. Needs no database. */
  recognises(key: string): boolean {
    return keyId(key) !== null || this.cache.has(keyHash(key));
  }

  /** Returns all keys, oldest first. */
  list(): Promise<KeyRecord[]> {
    return this.database.query(async (db) => {
      const rows: KeyRow[] = await db('keys').orderBy(['created', 'id']);
      return rows.map(toKeyRecord);
    });
  }

  /**
   * Revokes a key and ends its sessions at once; a key revoked before keeps its time of revocation. Throws `not_found`.
   */
  async revoke(id: string): Promise<KeyRecord> {
    const record = await this.database.write(async (db) => {
      const row = await rowOf(db, id);
      const revoked = row.revoked ?? timestamp();
      await db('keys').where({ id }).update({ revoked });
      await endSessionsOf(db, [id]);
      return toKeyRecord({ ...row, revoked });
    });
    this.forget();
    return record;
  }

  /**
   * Creates a successor with the same owner, name and scopes. The old key stays valid for `keepMs`, so that its users
   * can switch without downtime. Without `expires` the successor gets the original lifetime of the old key. Throws
   * `not_found`, and `conflict` for a session, and for a key that is no longer valid or was rotated before: a second
   * successor would get the lifetime that the rotation shortened.
   */
  async rotate(id: string, options: { keepMs: number; expires?: string | null }): Promise<NewKey & { old: KeyRecord }> {
    const rotated = await this.database.write(async (db) => {
      const row = await rowOf(db, id);
      const record = toKeyRecord(row);
      if (row.parent !== null)
        throw new StorageError('conflict', `The key '${id}' is a session; rotate '${row.parent}'.`);
      if (row.successor !== null) throw new StorageError('conflict', rotatedBefore(record, row.successor));
      if (!isValid(record)) throw new StorageError('conflict', `The key '${id}' is no longer valid; create another.`);
      const { owner, scopes, name } = record;
      const expires = options.expires === undefined ? sameSpan(record) : options.expires;
      const fresh = newKeyRow({ owner, scopes, name, expires });
      const end = new Date(Date.now() + options.keepMs).toISOString();
      const last = earlierEnd(row.expires, end);
      await db('keys').insert(fresh.row);
      await db('keys').where({ id }).update({ expires: last, successor: fresh.row.id });
      await shortenSessions(db, id, last);
      return { key: fresh.key, record: toKeyRecord(fresh.row), old: toKeyRecord({ ...row, expires: last }) };
    });
    this.forget();
    return rotated;
  }

  /** Drops cached keys and pending reads; call after keys were changed. */
  private forget(): void {
    this.cache.clear();
    this.reads.clear();
  }

  private async read(key: string, hash: string): Promise<KeyRecord | null> {
    const found = this.cache.reading(hash);
    const reading = this.database
      .query((db) => find(db, keyId(key), hash))
      .then((row) => {
        const record = row !== undefined && sameHash(row.hash, hash) ? toKeyRecord(row) : null;
        const valid = record !== null && isValid(record) ? record : null;
        found(valid);
        return valid === null ? null : this.touch(valid);
      })
      .finally(() => {
        if (this.reads.get(hash) === reading) this.reads.delete(hash);
      });
    this.reads.set(hash, reading);
    return reading;
  }

  /**
   * Updates `last_used` now and then. It is only for people to look at, so no request waits for the update or fails
   * with it.
   */
  private touch(record: KeyRecord): KeyRecord {
    const now = Date.now();
    const last = Math.max(this.touched.get(record.id) ?? 0, Date.parse(record.lastUsed ?? '') || 0);
    if (now - last < LAST_USED_PRECISION_MS) return record;
    this.touched.set(record.id, now);
    const lastUsed = new Date(now).toISOString();
    this.database.write((db) => db('keys').where({ id: record.id }).update({ last_used: lastUsed })).catch(() => {});
    return { ...record, lastUsed };
  }
}

async function find(db: Knex, id: string | null, hash: string): Promise<KeyRow | undefined> {
  return db('keys')
    .where(id === null ? { hash } : { id })
    .first();
}

async function rowOf(db: Knex, id: string): Promise<KeyRow> {
  const row: KeyRow | undefined = await db('keys').where({ id }).forUpdate().first();
  if (row === undefined) throw notFound('key', id);
  return row;
}

function sameHash(stored: string, presented: string): boolean {
  return timingSafeEqual(Buffer.from(stored, 'hex'), Buffer.from(presented, 'hex'));
}

function rotatedBefore(record: KeyRecord, successor: string): string {
  const end = isValid(record) ? `ends at ${record.expires}` : 'is no longer valid';
  return `The key '${record.id}' was already rotated and ${end}; its successor is '${successor}'.`;
}

function sameSpan({ created, expires }: KeyRecord): string | null {
  if (expires === null) return null;
  return new Date(Date.now() + Date.parse(expires) - Date.parse(created)).toISOString();
}

function newKeyRow(grant: KeyGrant): { key: string; row: KeyRow } {
  const { id, key } = newBearerKey();
  return { key, row: newRow(id, key, grant, 0) };
}

function newRow(id: string, key: string, grant: KeyGrant, configured: 0 | 1): KeyRow {
  checkText('owner', grant.owner);
  checkText('name', grant.name ?? '');
  return {
    id,
    name: grant.name ?? '',
    owner: grant.owner,
    scopes: JSON.stringify(grant.scopes),
    hash: keyHash(key),
    configured,
    created: timestamp(),
    last_used: null,
    expires: grant.expires == null ? null : new Date(grant.expires).toISOString(),
    revoked: null,
    successor: null,
    parent: grant.parent ?? null,
  };
}
