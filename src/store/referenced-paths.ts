import type { Knex } from 'knex';
import { HOLDING_COLUMNS } from './checkpoint-folders.ts';

/** Returns every stored path that a row points at. */
export async function readReferencedPaths(db: Knex): Promise<Set<string>> {
  const paths: { path: string }[] = await referencedPaths(db);
  return new Set(paths.map((row) => row.path));
}

/** Returns a query for one column, `path`; it may repeat paths. */
export function referencedPaths(db: Knex): Knex.QueryBuilder {
  return db('checkpoints')
    .whereNotNull('folder')
    .select('folder as path')
    .unionAll([
      db('jobs').whereNotNull('payload').select('payload as path'),
      db('jobs').whereNotNull('scores').select('scores as path'),
      ...HOLDING_COLUMNS.map((column) => db('jobs').whereNotNull(column).select(`${column} as path`)),
      db('jobs').whereNotNull('folder').select('folder as path'),
      db('artifact_files').select('path'),
      db('artifacts').whereNotNull('manifest').select('manifest as path'),
      db('artifact_upload_files').whereNotNull('path').select('path'),
      db('logs').whereNotNull('path').select('path'),
      db('trajectory_files').select('path'),
      db('tinker_checkpoints').select('folder as path'),
      db('tinker_runs').whereNotNull('folder').select('folder as path'),
      db('tinker_samplers').whereNotNull('folder').select('folder as path'),
    ]);
}
