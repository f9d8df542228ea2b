import { copyFile, link, lstat, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absolutePath, type DataFolder } from '../../artifacts/data-folder.ts';
import { lockBackups } from '../../artifacts/folder-lock.ts';
import { backupFolder, holdFile, maxHoldMs } from '../../artifacts/removal-hold.ts';
import { StorageError } from '../../artifacts/storage-error.ts';
import { isTemporaryName } from '../../artifacts/temporary-name.ts';
import { copySqlite } from '../../store/sqlite-copy.ts';
import { openStore } from '../../store/store.ts';
import { BackupError } from './backup-error.ts';
import { DATABASE } from './manifest.ts';

/** A copy of a data folder at one moment. Disposing of it deletes the copy. */
export interface Snapshot extends AsyncDisposable {
  /** Folder of the copy; files have the same relative paths as in the data folder. */
  root: string;
  /** Paths of all files, the database first. */
  paths: string[];
  /** Paths that rows name but that do not exist. */
  missing: string[];
}

/**
 * Copies the database, even while a server uses it, and hard-links the files that its rows name. Files are written
 * once, then replaced or removed, never changed. Servers delete no file older than the copy until the links exist.
 * Throws `StorageError` (another backup runs, tables of another version, full disk) and `BackupError`.
 */
export async function takeSnapshot(folder: DataFolder): Promise<Snapshot> {
  await using held = new AsyncDisposableStack();
  held.adopt(lockBackups(folder), (lock) => lock.release());
  const work = backupFolder(folder);
  held.defer(() => rm(work, { recursive: true, force: true }));
  await rm(work, { recursive: true, force: true });
  const root = join(work, 'files');
  await mkdir(root, { recursive: true, mode: 0o700 });

  await writeFile(holdFile(folder), '', { mode: 0o600 });
  const database = join(root, DATABASE);
  await copySqlite(folder.databaseFile, database);
  const linked: Linked = { from: folder.root, root, paths: [DATABASE], missing: [] };
  await linkIfThere(linked, 'database-id');
  await linkIfThere(linked, 'api-key');
  for (const path of [...(await pathsOfRows(database))].toSorted()) {
    absolutePath(folder, path);
    if (!(await linkIfThere(linked, path))) linked.missing.push(path);
  }
  // Uses the mtime, by which servers judge the hold, too.
  const { mtimeMs } = await stat(holdFile(folder));
  await rm(holdFile(folder));
  if (Date.now() - mtimeMs > maxHoldMs) {
    throw new BackupError('copying the database took so long that files may have been removed; try again');
  }

  const resources = held.move();
  return { root, paths: linked.paths, missing: linked.missing, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

async function pathsOfRows(sqliteFile: string): Promise<Set<string>> {
  try {
    const store = await openStore({ sqliteFile }, 'refuse');
    return await store.referencedPaths().finally(() => store.close());
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'older_tables')) throw error;
    throw new StorageError('older_tables', `${error.message} Start the server with this version first.`);
  }
}

interface Linked {
  from: string;
  root: string;
  paths: string[];
  missing: string[];
}

/** Links a file, or a folder with its content. Returns false if it does not exist. */
async function linkIfThere(linked: Linked, path: string): Promise<boolean> {
  const source = join(linked.from, path);
  const target = join(linked.root, path);
  const found = await lstat(source).catch(() => null);
  if (found === null) return false;
  await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
  if (found.isDirectory()) {
    await mkdir(target, { mode: 0o700 });
    for (const name of (await readdir(source)).toSorted()) {
      if (!isTemporaryName(name)) await linkIfThere(linked, `${path}/${name}`);
    }
    return true;
  }
  if (!found.isFile()) throw new BackupError(`${source} is not a regular file`);
  try {
    // Not every file system has hard links.
    await link(source, target).catch(() => copyFile(source, target));
  } catch (error) {
    // A server checked for the hold file just before it existed, and removed the file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  linked.paths.push(path);
  return true;
}
