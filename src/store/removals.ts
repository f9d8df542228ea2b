import type { Knex } from 'knex';
import { databaseTime, readDatabaseTime } from './database-time.ts';

/** Rows per insert: knex inserts several rows into SQLite with a compound select, which allows 500 terms. */
const PATHS_PER_STATEMENT = 250;

/**
 * Records the paths of files that rows no longer point at, inside the caller's transaction, so that a start after a
 * crash knows that they may be removed. A path with neither a row nor such a record may belong to a newer state of the
 * database.
 */
export async function noteRemovals(db: Knex, paths: readonly (string | null)[]): Promise<void> {
  const removable = [...new Set(paths)].filter((path) => path !== null);
  if (removable.length === 0) return;
  const noted = await readDatabaseTime(db);
  const rows = removable.map((path) => ({ path, noted }));
  for (let start = 0; start < rows.length; start += PATHS_PER_STATEMENT) {
    await db('removals')
      .insert(rows.slice(start, start + PATHS_PER_STATEMENT))
      .onConflict('path')
      .ignore();
  }
}

/** Deletes records older than `olderMs`; their files are gone by then. */
export async function forgetRemovals(db: Knex, olderMs: number): Promise<void> {
  await db('removals').where('noted', '<', databaseTime(db, -olderMs)).delete();
}

export async function readRemovals(db: Knex): Promise<Set<string>> {
  return new Set<string>(await db('removals').pluck('path'));
}
