import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeFileAtomic } from './atomic-write.ts';
import { type DataFolder, REFERENCED_FOLDERS } from './data-folder.ts';
import { isTemporaryName } from './temporary-name.ts';

interface GarbageReport {
  /** Relative paths that are gone. */
  removed: string[];
  /** Relative paths that rows point at and that are not there. */
  missing: string[];
  /** Why only temporary files were looked at, where that was so. */
  skipped: string | null;
}

/**
 * Removes what crashes left behind: temporary files, and files and folders that no row of the database points at.
 * Only at start, by the one holder of the data folder: a file is written before its row.
 *
 * `storeId` is the database's own id. A data folder that belongs to another database keeps everything, because there
 * "no row points at it" would mean every checkpoint.
 */
export async function collectGarbage(
  folder: DataFolder,
  options: { storeId: string; referenced: ReadonlySet<string> },
): Promise<GarbageReport> {
  const skipped = await claim(folder, options.storeId);
  const keep = skipped === null ? referencedTree(options.referenced) : null;
  const sweep: Sweep = { root: folder.root, keep, removed: [], seen: new Set() };
  for (const name of await readdir(folder.root)) {
    if (isTemporaryName(name)) await remove(sweep, name);
  }
  for (const name of REFERENCED_FOLDERS) await sweepFolder(sweep, name);
  const missing = [...options.referenced].filter((path) => !sweep.seen.has(path));
  return { removed: sweep.removed, missing, skipped };
}

interface Sweep {
  root: string;
  /** What rows point at ('whole'), and the folders on the way there ('part'); null keeps all but temporary names. */
  keep: ReadonlyMap<string, 'whole' | 'part'> | null;
  removed: string[];
  seen: Set<string>;
}

async function sweepFolder(sweep: Sweep, folder: string): Promise<void> {
  for (const entry of await readdir(join(sweep.root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    const kept = sweep.keep === null ? 'part' : sweep.keep.get(path);
    if (isTemporaryName(entry.name) || kept === undefined) await remove(sweep, path);
    else sweep.seen.add(path);
    if (kept === 'part' && entry.isDirectory() && sweep.seen.has(path)) await sweepFolder(sweep, path);
  }
}

async function remove(sweep: Sweep, path: string): Promise<void> {
  await rm(join(sweep.root, path), { recursive: true, force: true });
  sweep.removed.push(path);
}

function referencedTree(referenced: ReadonlySet<string>): ReadonlyMap<string, 'whole' | 'part'> {
  const tree = new Map<string, 'whole' | 'part'>();
  for (const path of referenced) {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      if (!tree.has(path.slice(0, end))) tree.set(path.slice(0, end), 'part');
    }
    tree.set(path, 'whole');
  }
  return tree;
}

/** Null when the folder is this database's, now or from now on; else why it is not. */
async function claim(folder: DataFolder, storeId: string): Promise<string | null> {
  const owner = await readOwner(folder.ownerFile);
  if (owner === storeId) return null;
  if (owner !== null) return `${folder.root} holds the files of another database (${owner}, this one is ${storeId})`;
  const entries = await Promise.all(REFERENCED_FOLDERS.map((name) => readdir(join(folder.root, name))));
  if (entries.flat().some((name) => !isTemporaryName(name))) {
    return `${folder.root} has no ${basename(folder.ownerFile)} file to tell whose files it holds`;
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
