import type { Knex } from 'knex';
import { isPostgres } from './postgres-only.ts';

const POSTGRES = `to_char((now() at time zone 'UTC') + ? * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const SQLITE = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)";

/**
 * Now by the database's clock, as times are stored, and so many milliseconds later. What several servers compare is
 * written and read with it, so that the clock of none of them counts.
 */
export function databaseTime(db: Knex, laterMs = 0): Knex.Raw {
  return isPostgres(db) ? db.raw(POSTGRES, [laterMs]) : db.raw(SQLITE, [`${laterMs / 1_000} seconds`]);
}

/** That time as text. */
export async function readDatabaseTime(db: Knex, laterMs = 0): Promise<string> {
  const row: { time: string } = await db.select({ time: databaseTime(db, laterMs) }).first();
  return row.time;
}
