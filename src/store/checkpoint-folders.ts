import type { Knex } from 'knex';

interface InFolder {
  folder: string | null;
}

/**
 * Columns of jobs that hold the folder of a checkpoint, even a deleted one: the start, and the reference to compare
 * with.
 */
export const HOLDING_COLUMNS = ['start_folder', 'reference_folder'] as const;

/** Folders bound in one statement: SQLite allows 32,766 bound values, PostgreSQL 65,535. */
const FOLDERS_PER_STATEMENT = 1_000;

/** Returns those checkpoint folders that no checkpoint and no job needs, inside the caller's transaction. */
export async function unneededFolders(db: Knex, folders: readonly (string | null)[]): Promise<string[]> {
  const asked = [...new Set(folders.filter((folder) => folder !== null))];
  const needed = new Set<string | null>();
  for (let start = 0; start < asked.length; start += FOLDERS_PER_STATEMENT) {
    const some = asked.slice(start, start + FOLDERS_PER_STATEMENT);
    const rows: InFolder[] = await db('checkpoints').whereIn('folder', some).select('folder');
    for (const { folder } of rows) needed.add(folder);
    for (const folder of await heldFolders(db, some)) needed.add(folder);
  }
  return asked.filter((folder) => !needed.has(folder));
}

/** Returns which of the folders, 1,000 at most, jobs hold, inside the caller's transaction. */
export async function heldFolders(db: Knex, folders: readonly (string | null)[]): Promise<Set<string>> {
  const some = folders.filter((folder) => folder !== null);
  const held = new Set<string>();
  for (const column of HOLDING_COLUMNS) {
    for (const folder of await db('jobs').whereIn(column, some).pluck(column)) held.add(folder);
  }
  return held;
}

/** Returns folders that no model has as its newest checkpoint and that no unfinished job started from. */
export async function supersededFolders(db: Knex): Promise<string[]> {
  const rows: (InFolder & { model_id: string })[] = await db('checkpoints')
    .select('model_id', 'folder')
    .orderBy(['model_id', 'step']);
  const newest = rows.filter((row, i) => row.model_id !== rows[i + 1]?.model_id);
  const starts: InFolder[] = await db('jobs').whereNotNull('start_folder').select('start_folder as folder');
  const needed = new Set([...foldersOf(newest), ...foldersOf(starts)]);
  return [...new Set(foldersOf(rows))].filter((folder) => !needed.has(folder));
}

function foldersOf(rows: readonly InFolder[]): string[] {
  return rows.map(({ folder }) => folder).filter((folder) => folder !== null);
}
