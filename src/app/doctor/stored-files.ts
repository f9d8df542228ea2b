import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { strayPaths } from '../../artifacts/garbage.ts';
import { referencedPaths } from '../../store/referenced-paths.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import type { ReadOnlyDatabase } from './read-only-database.ts';

/** Age below which a file is not an orphan: its row is written after the file. */
const settledMs = 3_600_000;
const MAX_LISTED = 3;

/**
 * Checks that the files of the data folder and the rows of the database match. With `isCache` the bucket has the files,
 * so a file may be missing here.
 */
export async function checkFiles(home: string, database: ReadOnlyDatabase, isCache: boolean): Promise<Finding[]> {
  const { builder, rows } = database;
  const pathsOf = async (query: ReturnType<typeof referencedPaths>) =>
    new Set((await rows<{ path: string }>(query)).map(({ path }) => path));
  const referenced = await pathsOf(referencedPaths(builder));
  const noted = await pathsOf(builder('removals').select('path'));
  const [{ id }] = await rows<{ id: string }>(builder('store_identity').select('id'));
  const owner = (await readFile(join(home, 'database-id'), 'utf8').catch(() => id)).trim();
  if (owner !== id) {
    const cure = 'set DAYBREAK_HOME and DATABASE_URL to a folder and a database that belong together';
    return [fault('files', `${home} contains the files of another database (${owner}; this one is ${id})`, cure)];
  }
  const { orphans, missing } = await strayPaths(home, { referenced, noted });
  const findings: Finding[] = [];
  if (missing.length > 0 && !isCache) {
    const cure = 'stop the server and restore the data folder from the same backup as the database';
    findings.push(fault('files', `${some(missing)} of the database ${are(missing)} missing`, cure));
  }
  const settled = await settledOf(home, orphans);
  if (settled.length > 0) {
    const cure =
      `the next start moves unknown files to ${join(home, 'orphaned')}; ` +
      'if an older database was restored, put the newer one back first (docs/durability.md)';
    findings.push(warning('files', `no row of the database refers to ${some(settled)}`, cure));
  }
  const moved = await readdir(join(home, 'orphaned')).catch(() => []);
  if (moved.length > 0) {
    const cure = 'put them back with the database that knows them, or delete them (docs/durability.md)';
    findings.push(warning('files', `earlier starts moved files to ${join(home, 'orphaned')}`, cure));
  }
  return findings.length > 0 ? findings : [ok('files', `${referenced.size}, all referenced by the database`)];
}

async function settledOf(home: string, paths: readonly string[]): Promise<string[]> {
  const settled: string[] = [];
  for (const path of paths) {
    const found = await stat(join(home, path)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > settledMs) settled.push(path);
  }
  return settled;
}

function some(paths: readonly string[]): string {
  const more = paths.length > MAX_LISTED ? ' and others' : '';
  const named = paths.slice(0, MAX_LISTED).join(', ');
  return `${paths.length} ${paths.length === 1 ? 'file' : 'files'} or folders (${named}${more})`;
}

function are(paths: readonly string[]): string {
  return paths.length === 1 ? 'is' : 'are';
}
