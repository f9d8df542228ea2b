import type { Knex } from 'knex';
import { databaseTime } from './database-time.ts';
import { earlierEnd, type KeyRow } from './key-record.ts';

/** Scopes of a session, which its parent has too, and its longest lifetime. */
export interface SessionGrant {
  scopes: string[];
  lastsMs: number;
}

/** Most sessions of one key: more than the signed-in browser tabs of one person. */
export const MAX_SESSIONS = 100;

/**
 * Deletes expired sessions, inside the caller's transaction. Comparing text is safe: no session lasts until a year of
 * five digits.
 */
export async function dropExpired(db: Knex): Promise<void> {
  await db('keys').whereNotNull('parent').where('expires', '<=', databaseTime(db)).delete();
}

/** Deletes the oldest sessions of a parent so that one more fits, inside a transaction that has locked its row. */
export async function evictOldestSessions(db: Knex, parent: string): Promise<void> {
  const ids: string[] = await db('keys')
    .where({ parent })
    .orderBy([
      { column: 'created', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .offset(MAX_SESSIONS - 1)
    .limit(MAX_SESSIONS)
    .pluck('id');
  if (ids.length > 0) await db('keys').whereIn('id', ids).delete();
}

/** Deletes the keys' sessions, inside the caller's transaction. */
export async function endSessionsOf(db: Knex, parents: readonly string[]): Promise<void> {
  if (parents.length > 0) await db('keys').whereIn('parent', parents).delete();
}

/** Ends the key's sessions at `end` (ISO-8601) at the latest, inside the caller's transaction. */
export async function shortenSessions(db: Knex, parent: string, end: string): Promise<void> {
  const sessions: Pick<KeyRow, 'id' | 'expires'>[] = await db('keys').where({ parent }).select('id', 'expires');
  const longer = sessions.filter(({ expires }) => expires !== earlierEnd(expires, end)).map(({ id }) => id);
  if (longer.length > 0) await db('keys').whereIn('id', longer).update({ expires: end });
}
