import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import { checkKey, keyHash, keyId, newBearerKey } from './bearer-key.ts';
import type { Database } from './database.ts';
import { checkText, timestamp } from './stored-value.ts';

export interface KeyRecord {
  id: string;
  name: string;
  owner: string;
  scopes: string[];
  created: string;
  lastUsed: string | null;
  expires: string | null;
  revoked: string | null;
}

interface KeyGrant {
  owner: string;
  scopes: string[];
  name?: string;
  /** ISO-8601; null never expires. */
  expires?: string | null;
}

interface KeyRow {
  id: string;
  name: string;
  owner: string;
  scopes: string;
  hash: string;
  configured: number;
  created: string;
  last_used: string | null;
  expires: string | null;
  revoked: string | null;
}

/** `last_used` is at most this old for a key in use: a write for every request would buy nothing. */
const LAST_USED_PRECISION_MS = 60_000;

/** Bearer keys. Only their hashes are stored. */
export class Keys {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Makes a key; the plain `key` is never shown again. */
  async create(grant: KeyGrant): Promise<{ key: string; record: KeyRecord }> {
    const { id, key } = newBearerKey();
    const row = newRow(id, key, grant, 0);
    await this.database.write((db) => db('keys').insert(row));
    return { key, record: toRecord(row) };
  }

  /**
   * Takes the key that the operator has configured, of whatever form; one configured earlier is revoked, so that changing
   * the configuration retires a leaked key. Raises `invalid_value` for a key too short, `conflict` for one whose id is
   * another key's.
   */
  async configure(key: string, grant: KeyGrant): Promise<KeyRecord> {
    checkKey(key);
    const hash = keyHash(key);
    return this.database.write(async (db) => {
      await db('keys').where({ configured: 1, revoked: null }).whereNot({ hash }).update({ revoked: timestamp() });
      const known: KeyRow | undefined = await db('keys').where({ hash }).first();
      const row = newRow(known?.id ?? keyId(key) ?? randomUUID(), key, grant, 1);
      if (known === undefined) {
        await db('keys').insert(row);
        return toRecord(row);
      }
      const { created, last_used } = known;
      await db('keys')
        .where({ hash })
        .update({ ...row, created, last_used });
      return toRecord({ ...row, created, last_used });
    });
  }

  /** The key's record, or null when it is unknown, expired or revoked. */
  async verify(key: string): Promise<KeyRecord | null> {
    const hash = keyHash(key);
    const row = await this.database.query((db) => find(db, keyId(key), hash));
    if (row === undefined || !sameHash(row.hash, hash)) return null;
    const now = timestamp();
    if (row.revoked !== null || (row.expires !== null && row.expires <= now)) return null;
    if (row.last_used !== null && Date.parse(now) - Date.parse(row.last_used) < LAST_USED_PRECISION_MS) {
      return toRecord(row);
    }
    await this.database.write((db) => db('keys').where({ id: row.id }).update({ last_used: now }));
    return toRecord({ ...row, last_used: now });
  }
}

async function find(db: Knex, id: string | null, hash: string): Promise<KeyRow | undefined> {
  return db('keys')
    .where(id === null ? { hash } : { id })
    .first();
}

function sameHash(stored: string, presented: string): boolean {
  return timingSafeEqual(Buffer.from(stored, 'hex'), Buffer.from(presented, 'hex'));
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
  };
}

function toRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
    scopes: JSON.parse(row.scopes) as string[],
    created: row.created,
    lastUsed: row.last_used,
    expires: row.expires,
    revoked: row.revoked,
  };
}
