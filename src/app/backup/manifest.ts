import { createHash } from 'node:crypto';
import { REFERENCED_FOLDERS } from '../../artifacts/data-folder.ts';
import { isTarPath } from '../../model/export/tar.ts';
import { BackupError } from './backup-error.ts';

/**
 * Name of the first entry. A backup is a tar archive: the manifest, its SHA-256 as sha256sum writes it, then the files
 * in the manifest's order.
 */
export const MANIFEST_NAME = 'manifest.json';
export const MANIFEST_HASH_NAME = 'manifest.sha256';

/** Path of the database in a backup. */
export const DATABASE = 'daybreak.sqlite';

/** Largest manifest in bytes; that of a million files has about 200 MiB. */
export const MAX_BACKUP_MANIFEST_BYTES = 256 * 2 ** 20;

const FORMAT = 1;

export interface BackupFile {
  /** Path relative to the data folder, with `/`. */
  path: string;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface BackupManifest {
  kind: 'daybreak-backup';
  format: typeof FORMAT;
  /** Version of Daybreak that made the backup. */
  version: string;
  /** Whole seconds, UTC. */
  created: string;
  files: BackupFile[];
}

/** Returns the manifest of a backup. Throws `BackupError` for files that could not be restored. */
export function newManifest(version: string, files: BackupFile[]): BackupManifest {
  checkFiles(files);
  const created = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
  const manifest: BackupManifest = { kind: 'daybreak-backup', format: FORMAT, version, created, files };
  if (JSON.stringify(manifest).length < MAX_BACKUP_MANIFEST_BYTES) return manifest;
  throw new BackupError(`a backup cannot list ${files.length} files: they are too many`);
}

export function manifestHashLine(manifest: Uint8Array): Buffer {
  return Buffer.from(`${createHash('sha256').update(manifest).digest('hex')}  ${MANIFEST_NAME}\n`);
}

/** Parses a manifest. Throws `BackupError` if it is of a newer version or invalid. */
export function parseManifest(text: Uint8Array): BackupManifest {
  const parsed = parseObject(text);
  if (parsed.kind !== 'daybreak-backup') throw new BackupError('the file is not a backup of Daybreak');
  if (typeof parsed.format === 'number' && parsed.format > FORMAT) {
    throw new BackupError(`the backup was made by a newer version of Daybreak (${parsed.version}); use that version`);
  }
  const { format, version, created, files } = parsed as unknown as BackupManifest;
  const isWhole =
    format === FORMAT &&
    typeof version === 'string' &&
    typeof created === 'string' &&
    !Number.isNaN(Date.parse(created)) &&
    Array.isArray(files);
  if (!isWhole) throw new BackupError('the manifest of the backup is damaged');
  checkFiles(files);
  return { kind: 'daybreak-backup', format, version, created, files };
}

/** Returns the bytes of all files. */
export function totalBytes({ files }: Pick<BackupManifest, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function parseObject(text: Uint8Array): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text).toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new BackupError('the file is not a backup of Daybreak');
}

/**
 * Paths that a backup may contain. No segment begins with a dot, so no path leaves the folder or has a temporary name.
 */
const PATH = new RegExp(`^(daybreak\\.sqlite|database-id|api-key|(${REFERENCED_FOLDERS.join('|')})(/\\w[\\w.-]*)+)$`);

function checkFiles(files: readonly unknown[]): void {
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const file of files) {
    const { path, bytes, sha256 } = (file ?? {}) as Record<string, unknown>;
    if (typeof path !== 'string' || !isTarPath(path) || !PATH.test(path) || paths.has(path)) {
      throw new BackupError(`the backup lists ${JSON.stringify(path)} twice, or it is not a file of a data folder`);
    }
    const isMeasured = Number.isSafeInteger(bytes) && (bytes as number) >= 0;
    if (!isMeasured || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
      throw new BackupError(`the manifest of the backup lacks the size or SHA-256 of ${path}`);
    }
    paths.add(path);
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) folders.add(path.slice(0, end));
  }
  const both = [...folders].find((folder) => paths.has(folder));
  if (both !== undefined) throw new BackupError(`the backup has ${both} as a file and as a folder`);
  if (!paths.has(DATABASE)) throw new BackupError('the backup has no database');
}
