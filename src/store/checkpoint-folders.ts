import type { Knex } from 'knex';

interface InFolder {
  folder: string | null;
}

/** Folders of checkpoints that are deleted, and that neither those of the model that stay nor a running job needs. */
export async function unneededFolders(
  db: Knex,
  modelId: string,
  deleted: readonly InFolder[],
  kept: readonly InFolder[],
): Promise<string[]> {
  const needed = new Set([...foldersOf(kept), ...foldersOf(await starts(db).where({ model_id: modelId }))]);
  return [...new Set(foldersOf(deleted))].filter((folder) => !needed.has(folder));
}

/** Folders that are neither of the newest checkpoint of a model nor under a job. */
export async function supersededFolders(db: Knex): Promise<string[]> {
  const rows: (InFolder & { model_id: string })[] = await db('checkpoints')
    .select('model_id', 'folder')
    .orderBy(['model_id', 'step']);
  const newest = rows.filter((row, i) => row.model_id !== rows[i + 1]?.model_id);
  const needed = new Set([...foldersOf(newest), ...foldersOf(await starts(db))]);
  return [...new Set(foldersOf(rows))].filter((folder) => !needed.has(folder));
}

/** What running jobs started from. */
function starts(db: Knex): Knex.QueryBuilder {
  return db('jobs').whereNotNull('start_folder').select('start_folder as folder');
}

function foldersOf(rows: readonly InFolder[]): string[] {
  return rows.map(({ folder }) => folder).filter((folder) => folder !== null);
}
