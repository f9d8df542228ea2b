import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder } from '../../artifacts/data-folder.ts';
import { TAR_END_BYTES, tarHeader, tarPadding } from '../../model/export/tar.ts';
import { type Config, ConfigError } from '../config.ts';
import { requireLocalData, requireOwner } from './local-data.ts';
import {
  type BackupFile,
  type BackupManifest,
  DATABASE,
  MANIFEST_HASH_NAME,
  MANIFEST_NAME,
  manifestHashLine,
  newManifest,
  totalBytes,
} from './manifest.ts';
import { takeSnapshot } from './snapshot.ts';

/** A backup in progress; must be disposed of. */
export interface Backup extends AsyncDisposable {
  manifest: BackupManifest;
  /** Paths that rows of the database name but the data folder lacks. */
  missing: string[];
  /** Yields the tar archive. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Throws `disk_full` if an archive in the folder `target` would use space reserved for training. */
  requireSpace(target: string): Promise<void>;
}

const PRIVATE_FILE = 0o600;

/**
 * Takes a snapshot of the configured data folder, whether or not a server uses it, and hashes its files. Throws
 * `ConfigError`, `BackupError`, `StorageError`, and the reason of an aborted `signal`.
 */
export async function openBackup(config: Config, version: string, signal?: AbortSignal): Promise<Backup> {
  requireLocalData(config);
  if (!existsSync(join(config.home, DATABASE))) {
    const wrong = `there is no database in ${config.home}`;
    throw new ConfigError('DAYBREAK_HOME', wrong, 'a folder that the server has used');
  }
  await requireOwner(config.home);
  await using held = new AsyncDisposableStack();
  const folder = await openDataFolder(config.home, config.diskReserve);
  await folder.reserve.check((await stat(folder.databaseFile)).size);
  const { root, paths, missing } = held.use(await takeSnapshot(folder));
  const files: BackupFile[] = [];
  for (const path of paths) files.push({ path, ...(await measure(createReadStream(join(root, path), { signal }))) });
  const manifest = newManifest(version, files);
  const resources = held.move();
  const requireSpace = async (target: string) => {
    const [there, here] = [await stat(target), await stat(folder.root)];
    if (there.dev === here.dev) await folder.reserve.check(totalBytes(manifest));
  };
  return {
    manifest,
    missing,
    requireSpace,
    chunks: () => archive(manifest, (path) => createReadStream(join(root, path), { signal })),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function measure(content: AsyncIterable<Buffer>): Promise<Pick<BackupFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* archive(
  manifest: BackupManifest,
  contentOf: (path: string) => AsyncIterable<Buffer>,
): AsyncGenerator<Uint8Array> {
  const created = new Date(manifest.created);
  const text = Buffer.from(`${JSON.stringify(manifest)}\n`);
  for (const [name, content] of [
    [MANIFEST_NAME, text],
    [MANIFEST_HASH_NAME, manifestHashLine(text)],
  ] as const) {
    yield tarHeader(name, content.length, created, PRIVATE_FILE);
    yield content;
    yield tarPadding(content.length);
  }
  for (const { path, bytes } of manifest.files) {
    yield tarHeader(path, bytes, created, PRIVATE_FILE);
    yield* contentOf(path);
    yield tarPadding(bytes);
  }
  yield new Uint8Array(TAR_END_BYTES);
}
