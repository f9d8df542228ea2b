export interface KeyRecord {
  id: string;
  name: string;
  owner: string;
  scopes: string[];
  /** Whether the key is, or was, the one in the server's configuration. */
  configured: boolean;
  created: string;
  lastUsed: string | null;
  expires: string | null;
  revoked: string | null;
  /** Id of the key that a session was made from; null if the key is no session. */
  parent: string | null;
}

export interface KeyRow {
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
  /** Id of the key that this one was rotated into. */
  successor: string | null;
  parent: string | null;
}

/** Returns whether a key is neither revoked nor expired. */
export function isValid({ revoked, expires }: Pick<KeyRecord, 'revoked' | 'expires'>): boolean {
  return revoked === null && (expires === null || Date.parse(expires) > Date.now());
}

/**
 * Returns the earlier of two end times; null is no end. Compares dates, since as text a year of five digits would come
 * before all others.
 */
export function earlierEnd(expires: string | null, end: string): string {
  return expires !== null && Date.parse(expires) < Date.parse(end) ? expires : end;
}

export function toKeyRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
    scopes: JSON.parse(row.scopes) as string[],
    configured: row.configured === 1,
    created: row.created,
    lastUsed: row.last_used,
    expires: row.expires,
    revoked: row.revoked,
    parent: row.parent,
  };
}
