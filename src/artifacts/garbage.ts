import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeFileAtomic } from './atomic-write.ts';
import { type DataFolder, REFERENCED_FOLDERS } from './data-folder.ts';
import { endDeadBackup, untilLinked } from './removal-hold.ts';
import { makeFolder, syncFolder } from './sync-to-disk.ts';
import { isTemporaryName } from './temporary-name.ts';

interface GarbageReport {
  /** Relative paths that were removed. */
  removed: string[];
  /** Relative paths that were moved away, to the same paths below `orphaned`. */
  orphans: string[];
  /** Relative paths that should have been moved, but are on another file system. */
  stuck: string[];
  /** Absolute; null if nothing was moved. */
  orphaned: string | null;
  /** Relative paths that rows point at and that do not exist. */
  missing: string[];
  /** Why only temporary files were considered; null if all were. */
  skipped: string | null;
}

interface KnownPaths {
  /** Id of the database. */
  storeId: string;
  /** Paths that rows point at. */
  referenced: ReadonlySet<string>;
  /** Paths that rows no longer point at. */
  noted: ReadonlySet<string>;
}

/**
 * Removes what crashes left behind: temporary files, and paths that the database has noted for removal. A path that the
 * database does not know may be newer than the database, if an older copy of that was restored. Such a path is moved
 * below `orphaned` and never removed. Runs only at start, by the holder of the data folder's lock, since a file is
 * written before its row.
 *
 * A data folder that belongs to another database keeps everything but temporary files, because there every checkpoint
 * is unknown.
 */
export async function collectGarbage(folder: DataFolder, known: KnownPaths): Promise<GarbageReport> {
  await endDeadBackup(folder);
  await untilLinked(folder);
  const skipped = await claimFolder(folder, known.storeId);
  const orphaned = join(folder.root, 'orphaned', new Date().toISOString().replaceAll(':', '-'));
  const tree = skipped === null ? treeOf(known) : null;
  const sweep: Sweep = { root: folder.root, orphaned, tree, removed: [], orphans: [], stuck: [], seen: new Set() };
  for (const name of await readdir(folder.root)) {
    if (isTemporaryName(name)) await remove(sweep, name);
  }
  for (const name of REFERENCED_FOLDERS) await sweepFolder(sweep, name);
  const missing = [...known.referenced].filter((path) => !sweep.seen.has(path));
  const { removed, orphans, stuck } = sweep;
  return { removed, orphans, stuck, orphaned: orphans.length > 0 ? orphaned : null, missing, skipped };
}

/**
 * Returns what a collection would move away and what it would miss, without changing anything: the topmost paths that
 * neither a row nor a note of the database has, and paths of rows that do not exist.
 */
export async function strayPaths(
  root: string,
  known: Pick<KnownPaths, 'referenced' | 'noted'>,
): Promise<{ orphans: string[]; missing: string[] }> {
  const tree = treeOf(known);
  const seen = new Set<string>();
  const orphans: string[] = [];
  const look = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (isTemporaryName(entry.name)) continue;
      const found = tree.get(path);
      seen.add(path);
      if (found === undefined) {
        if (await holdsFiles(join(root, path))) orphans.push(path);
      } else if (found === 'parent' && entry.isDirectory()) await look(path);
    }
  };
  for (const name of REFERENCED_FOLDERS) await look(name);
  return { orphans, missing: [...known.referenced].filter((path) => !seen.has(path)) };
}

/** Status of a path: rows point at it, it is noted for removal, or it is a folder above such paths. */
type Known = 'referenced' | 'noted' | 'parent';

interface Sweep {
  root: string;
  /** Absolute; created on demand. */
  orphaned: string;
  /** Known paths; null keeps everything but temporary files. */
  tree: ReadonlyMap<string, Known> | null;
  removed: string[];
  orphans: string[];
  stuck: string[];
  seen: Set<string>;
}

async function sweepFolder(sweep: Sweep, folder: string): Promise<void> {
  for (const entry of await readdir(join(sweep.root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    const known = sweep.tree === null ? 'parent' : sweep.tree.get(path);
    if (isTemporaryName(entry.name) || known === 'noted') await remove(sweep, path);
    else if (known === undefined) await removeEmptyOrMove(sweep, path);
    else sweep.seen.add(path);
    if (known === 'parent' && entry.isDirectory() && sweep.seen.has(path)) await sweepFolder(sweep, path);
  }
}

async function remove(sweep: Sweep, path: string): Promise<void> {
  await rm(join(sweep.root, path), { recursive: true, force: true });
  sweep.removed.push(path);
}

async function removeEmptyOrMove(sweep: Sweep, path: string): Promise<void> {
  if (!(await holdsFiles(join(sweep.root, path)))) return remove(sweep, path);
  const target = join(sweep.orphaned, path);
  await makeFolder(dirname(target));
  try {
    await rename(join(sweep.root, path), target);
    await syncFolder(dirname(target));
    sweep.orphans.push(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    sweep.stuck.push(path);
  }
}

/** Returns whether there are files to lose; temporary files and empty folders do not count. */
async function holdsFiles(path: string): Promise<boolean> {
  if (!(await lstat(path)).isDirectory()) return true;
  for (const name of await readdir(path)) {
    if (!isTemporaryName(name) && (await holdsFiles(join(path, name)))) return true;
  }
  return false;
}

function treeOf({ referenced, noted }: Pick<KnownPaths, 'referenced' | 'noted'>): ReadonlyMap<string, Known> {
  const tree = new Map<string, Known>();
  for (const [paths, known] of [
    [noted, 'noted'],
    [referenced, 'referenced'],
  ] as const) {
    for (const path of paths) {
      for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
        if (!tree.has(path.slice(0, end))) tree.set(path.slice(0, end), 'parent');
      }
      tree.set(path, known);
    }
  }
  return tree;
}

/** Claims the folder for this database if it is nobody's. Returns null if it now is this database's, else why not. */
export async function claimFolder(folder: DataFolder, storeId: string): Promise<string | null> {
  const owner = await readOwner(folder.ownerFile);
  if (owner === storeId) return null;
  if (owner !== null) return `${folder.root} contains the files of another database (${owner}, this one is ${storeId})`;
  const entries = await Promise.all(REFERENCED_FOLDERS.map((name) => readdir(join(folder.root, name))));
  if (entries.flat().some((name) => !isTemporaryName(name))) {
    return `${folder.root} has no ${basename(folder.ownerFile)} file that names its database`;
  }
  await writeFileAtomic(folder.ownerFile, `${storeId}\n`);
  return null;
}

async function readOwner(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
