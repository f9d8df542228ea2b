import { randomUUID } from 'node:crypto';
import { chmod, lstat, readdir, realpath, rm } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { writeFileAtomic } from './atomic-write.ts';
import type { BlobStore } from './blob-store.ts';
import { DiskReserve, defaultReserve } from './disk-reserve.ts';
import { StorageError } from './storage-error.ts';
import { makeFolder } from './sync-to-disk.ts';

/**
 * The data folder (DAYBREAK_HOME). All paths here are absolute. Files that database rows point at are in `artifacts`,
 * `checkpoints`, `jobs`, `logs` and `trajectories`; rows name them by a path relative to `root`.
 */
export interface DataFolder {
  /** Path without links. */
  root: string;
  databaseFile: string;
  /** Holds the first API key in plain text, for the operator. */
  keyFile: string;
  /** Folder of downloaded models. */
  models: string;
  lockFile: string;
  /** File with the id of the database whose rows point into this folder. */
  ownerFile: string;
  /** Disk space that data from clients must not use. */
  reserve: DiskReserve;
  /** Store that holds the files of rows, with this folder as its cache; null if they are only here. */
  blobs: BlobStore | null;
}

/** Folders whose whole content belongs to database rows. */
export const REFERENCED_FOLDERS = ['artifacts', 'checkpoints', 'jobs', 'logs', 'trajectories'] as const;

/**
 * Creates the missing parts of the layout. Throws `folder_unusable` (not writable, or has links in it) and `disk_full`.
 * `reserve`: bytes of free space that are kept for training.
 */
export async function openDataFolder(path: string, reserve = defaultReserve): Promise<DataFolder> {
  try {
    await makeFolder(path);
    const root = await realpath(path);
    for (const name of [...REFERENCED_FOLDERS, 'models']) await makeFolder(join(root, name));
    for (const name of REFERENCED_FOLDERS) await checkRealFolder(join(root, name));
    await checkWritable(root);
    return {
      root,
      databaseFile: join(root, 'daybreak.sqlite'),
      keyFile: join(root, 'api-key'),
      models: join(root, 'models'),
      lockFile: join(root, 'lock.sqlite'),
      ownerFile: join(root, 'database-id'),
      reserve: new DiskReserve(root, reserve),
      blobs: null,
    };
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError('folder_unusable', `The data folder ${path} cannot be used: ${why}.`, { cause: error });
  }
}

/** Returns a path for a file of an artifact. The user's name for it is kept in the database only. */
export function newArtifactPath(artifactId: string): string {
  return `artifacts/${artifactId}/${randomUUID()}`;
}

/** Returns the folder of a new checkpoint. The id makes it unique if a step number is used again after a deletion. */
export function newCheckpointPath(modelId: string, step: number, checkpointId: string): string {
  return `checkpoints/${modelId}/${step}-${checkpointId}`;
}

/** Returns the path of an RL job's request body. */
export function newPayloadPath(jobId: string): string {
  return `jobs/${jobId}.json`;
}

/** Returns a folder for a copy of an SFT job's data, different for each attempt. */
export function newTrainingDataPath(jobId: string): string {
  return `jobs/${jobId}-${randomUUID()}.data`;
}

/** Returns a path for log-probabilities of a training job, different for each attempt. */
export function newLogprobsPath(jobId: string): string {
  return `jobs/${jobId}-${randomUUID()}.f32`;
}

/** Returns a path for the input of other workers that compute parts of a job's step. */
export function newStepPath(jobId: string): string {
  return `jobs/${jobId}-${randomUUID()}.step`;
}

/** Returns a path for the result of a worker that computes part of another worker's step. */
export function newShardPath(): string {
  return `jobs/${randomUUID()}.shard`;
}

/** Returns the path of logged trajectory groups, one per line. */
export function newLogPath(modelId: string, logId: string): string {
  return `logs/${modelId}/${logId}.jsonl`;
}

/** Returns a path for the trajectory groups of an RL job, one per line, different for each attempt. */
export function newTrajectoriesPath(modelId: string, jobId: string): string {
  return `trajectories/${modelId}/${jobId}-${randomUUID()}.jsonl`;
}

/** Returns a path for the per-token values of a gradient step. */
export function newTokensPath(modelId: string, jobId: string): string {
  return `trajectories/${modelId}/${jobId}-${randomUUID()}.tokens`;
}

/** Returns the absolute path of a stored relative one. Throws `unsafe_name` if it would not be below the root. */
export function absolutePath(folder: DataFolder, relativePath: string): string {
  const path = normalize(relativePath);
  const leaves = isAbsolute(path) || path === '.' || path === '..' || path.startsWith(`..${sep}`);
  if (leaves || path !== relativePath.replaceAll('/', sep) || path.includes('\0')) {
    throw new StorageError('unsafe_name', `The path ${JSON.stringify(relativePath)} is not inside the data folder.`);
  }
  return join(folder.root, path);
}

async function checkRealFolder(path: string): Promise<void> {
  if ((await lstat(path)).isDirectory()) return;
  throw new StorageError(
    'folder_unusable',
    `${path} must be a folder, not a link. Link the whole data folder instead.`,
  );
}

async function checkWritable(root: string): Promise<void> {
  const probe = join(root, '.tmp-probe');
  await writeFileAtomic(probe, 'daybreak');
  await rm(probe);
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Removes all access to the data folder, and to the files directly in it (the database, its journals, the key file, the
 * lock), for everybody but their owner. Returns the names that others had access to; `failed` are those that could not
 * be changed, because they belong to another user.
 */
export async function makePrivate({ root }: DataFolder): Promise<{ tightened: string[]; failed: string[] }> {
  const tightened: string[] = [];
  const failed: string[] = [];
  // Windows has no such file modes.
  if (process.platform === 'win32') return { tightened, failed };
  for (const name of ['.', ...(await readdir(root))]) {
    const path = join(root, name);
    const found = await lstat(path).catch(() => null);
    if (found === null || !(name === '.' || found.isFile()) || (found.mode & 0o077) === 0) continue;
    const change = chmod(path, name === '.' ? FOLDER_MODE : FILE_MODE);
    await change.then(
      () => tightened.push(name === '.' ? root : name),
      () => failed.push(name === '.' ? root : name),
    );
  }
  return { tightened, failed };
}
