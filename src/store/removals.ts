import type { Knex } from 'knex';
import { databaseTime, readDatabaseTime } from './database-time.ts';

/** knex inserts several rows into SQLite by a compound select, of which that takes 500 terms. */
const PATHS_PER_STATEMENT = 250;

/**
 * Part of the transaction in which rows let go of files: notes their paths, so that a start after a crash knows that
 * they may be removed. A path that neither a row nor a note has may be that of a newer database.
 */
export async function noteRemovals(db: Knex, paths: readonly (string | null)[]): Promise<void> {
  const letGo = [...new Set(paths)].filter((path) => path !== null);
  if (letGo.length === 0) return;
  const noted = await readDatabaseTime(db);
  const rows = letGo.map((path) => ({ path, noted }));
  for (let start = 0; start < rows.length; start += PATHS_PER_STATEMENT) {
    await db('removals')
      .insert(rows.slice(start, start + PATHS_PER_STATEMENT))
      .onConflict('path')
      .ignore();
  }
}

/** Forgets the notes that were made longer ago than that, whose files are gone by then. */
export async function forgetRemovals(db: Knex, olderMs: number): Promise<void> {
  await db('removals').where('noted', '<', databaseTime(db, -olderMs)).delete();
}

export async function readRemovals(db: Knex): Promise<Set<string>> {
  return new Set<string>(await db('removals').pluck('path'));
}
