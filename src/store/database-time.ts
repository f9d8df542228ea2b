import type { Knex } from 'knex';
import { isPostgres } from './postgres-only.ts';

const POSTGRES = `to_char((now() at time zone 'UTC') + ? * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const SQLITE = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)";

/**
 * Returns SQL for the current time of the database plus `laterMs`, in the stored format. Times that several servers
 * compare are written and read with it, so that no server's own clock matters.
 */
export function databaseTime(db: Knex, laterMs = 0): Knex.Raw {
  return isPostgres(db) ? db.raw(POSTGRES, [laterMs]) : db.raw(SQLITE, [`${laterMs / 1_000} seconds`]);
}

/** Returns the time of `databaseTime` as text. */
export async function readDatabaseTime(db: Knex, laterMs = 0): Promise<string> {
  const row: { time: string } = await db.select({ time: databaseTime(db, laterMs) }).first();
  return row.time;
}
