import type { Knex } from 'knex';
import { databaseTime } from './database-time.ts';
import { earlierEnd, type KeyRow } from './key-record.ts';

/** What a session may, which its parent may too, and how long it is to last at most. */
export interface SessionGrant {
  scopes: string[];
  lastsMs: number;
}

/** Sessions of one key at a time: more than one person has browser tabs that are signed in. */
export const MOST_SESSIONS = 100;

/** Part of a transaction: sessions whose time is over go. None of them lasts long enough for a year of five digits. */
export async function dropExpired(db: Knex): Promise<void> {
  await db('keys').whereNotNull('parent').where('expires', '<=', databaseTime(db)).delete();
}

/** Part of a transaction that holds the parent's row: the oldest sessions go where there are many. */
export async function makeRoom(db: Knex, parent: string): Promise<void> {
  const ids: string[] = await db('keys')
    .where({ parent })
    .orderBy([
      { column: 'created', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .offset(MOST_SESSIONS - 1)
    .limit(MOST_SESSIONS)
    .pluck('id');
  if (ids.length > 0) await db('keys').whereIn('id', ids).delete();
}

/** Part of a transaction: the keys' sessions go. */
export async function endSessionsOf(db: Knex, parents: readonly string[]): Promise<void> {
  if (parents.length > 0) await db('keys').whereIn('parent', parents).delete();
}

/** Part of a transaction: no session of the key lasts longer than until `end` (ISO-8601). */
export async function shortenSessions(db: Knex, parent: string, end: string): Promise<void> {
  const sessions: Pick<KeyRow, 'id' | 'expires'>[] = await db('keys').where({ parent }).select('id', 'expires');
  const longer = sessions.filter(({ expires }) => expires !== earlierEnd(expires, end)).map(({ id }) => id);
  if (longer.length > 0) await db('keys').whereIn('id', longer).update({ expires: end });
}
