import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeNewFile } from '../../artifacts/atomic-write.ts';
import { REFERENCED_FOLDERS } from '../../artifacts/data-folder.ts';
import { lockDataFolder } from '../../artifacts/folder-lock.ts';
import { fromFileError, StorageError } from '../../artifacts/storage-error.ts';
import { makeFolder, syncFolder, syncTree } from '../../artifacts/sync-to-disk.ts';
import { isTemporaryName, temporarySibling } from '../../artifacts/temporary-name.ts';
import { openStore } from '../../store/store.ts';
import type { Config } from '../config.ts';
import { ArchiveReader } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { requireLocalData } from './local-data.ts';
import { type BackupFile, type BackupManifest, DATABASE, totalBytes } from './manifest.ts';

/** Names allowed in an empty data folder: the lock, leftovers of a killed restore, and the lost+found of a new disk. */
const isNothing = (name: string): boolean =>
  isTemporaryName(name) || name === LOCK || name === `${LOCK}-journal` || name === 'lost+found';

const LOCK = 'lock.sqlite';

/**
 * Restores a backup into the configured data folder, which must be empty or missing. Verifies every file before the
 * first one appears there; on an error none does. Throws `BackupError` and `StorageError`.
 */
export async function restoreBackup(config: Config, source: AsyncIterable<Uint8Array>): Promise<BackupManifest> {
  requireLocalData(config);
  const { home } = config;
  await makeFolder(home);
  await requireEmpty(home);
  // Keeps servers from starting meanwhile.
  const lock = lockDataFolder({ root: home, lockFile: join(home, LOCK) });
  const staged = temporarySibling(join(home, DATABASE));
  try {
    await requireEmpty(home);
    await chmod(home, 0o700);
    for (const name of await readdir(home)) {
      if (isTemporaryName(name)) await rm(join(home, name), { recursive: true });
    }
    const manifest = await unpack(source, staged);
    await checkDatabase(join(staged, DATABASE));
    await syncTree(staged);
    await appear(staged, home);
    return manifest;
  } catch (error) {
    throw fromFileError(error, 'restoring');
  } finally {
    await rm(staged, { recursive: true, force: true });
    lock.release();
  }
}

async function requireEmpty(home: string): Promise<void> {
  const found = (await readdir(home)).find((name) => !isNothing(name));
  if (found === undefined) return;
  throw new BackupError(
    `DAYBREAK_HOME: ${home} is not empty, it contains ${JSON.stringify(found)}; restore into an empty folder`,
  );
}

async function unpack(source: AsyncIterable<Uint8Array>, target: string): Promise<BackupManifest> {
  const archive = new ArchiveReader(source);
  const manifest = await archive.manifest();
  await requireSpace(manifest, dirname(target));
  await mkdir(target, { mode: 0o700 });
  for (const file of manifest.files) {
    const path = join(target, file.path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeNewFile(path, (handle) => handle.writeFile(verified(archive.file(file), file)));
  }
  await archive.end();
  return manifest;
}

async function requireSpace(manifest: BackupManifest, home: string): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  const [needed, free] = [totalBytes(manifest), bavail * bsize];
  if (needed <= free) return;
  throw new BackupError(`the backup needs ${needed} bytes, but the disk of ${home} has only ${free} free`);
}

async function* verified(content: AsyncIterable<Uint8Array>, { path, sha256 }: BackupFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256)
    throw new BackupError(`the backup is corrupt: the SHA-256 of ${path} does not match`);
}

/** Throws `StorageError` for tables of a newer version. The next start of the server migrates older ones. */
async function checkDatabase(sqliteFile: string): Promise<void> {
  try {
    await (await openStore({ sqliteFile }, 'refuse')).close();
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'older_tables')) throw error;
  }
}

/** Moves the files into place, the database last: without it nothing refers to the files. */
async function appear(staged: string, home: string): Promise<void> {
  const there = new Set(await readdir(staged));
  for (const name of ['database-id', ...REFERENCED_FOLDERS, 'api-key', DATABASE]) {
    if (there.has(name)) await rename(join(staged, name), join(home, name));
  }
  await syncFolder(home);
}
