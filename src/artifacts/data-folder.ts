import { randomUUID } from 'node:crypto';
import { chmod, lstat, readdir, realpath, rm } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { writeFileAtomic } from './atomic-write.ts';
import type { BlobStore } from './blob-store.ts';
import { DiskReserve, usualReserve } from './disk-reserve.ts';
import { StorageError } from './storage-error.ts';
import { makeFolder } from './sync-to-disk.ts';

/**
 * The data folder (DAYBREAK_HOME). All paths here are absolute. Files that database rows point at lie in `artifacts`,
 * `checkpoints`, `jobs`, `logs` and `trajectories`, and are named there by a path relative to `root`.
 */
export interface DataFolder {
  /** Without links in it. */
  root: string;
  databaseFile: string;
  /** Holds the first API key in plain text, for the operator. */
  keyFile: string;
  /** Downloaded models. */
  models: string;
  lockFile: string;
  /** The id of the database whose rows point into this folder. */
  ownerFile: string;
  /** What clients send is to be checked against it. */
  reserve: DiskReserve;
  /** Where the files of rows lie beside this folder, which is a cache then; null where they lie here only. */
  blobs: BlobStore | null;
}

/** The folders whose whole content belongs to database rows. */
export const REFERENCED_FOLDERS = ['artifacts', 'checkpoints', 'jobs', 'logs', 'trajectories'] as const;

/**
 * Makes what is missing of the layout. Raises `folder_unusable` (cannot be written, has links in it) and `disk_full`.
 * `reserve`: bytes of free space that are kept for training.
 */
export async function openDataFolder(path: string, reserve = usualReserve): Promise<DataFolder> {
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

/** Where a file of an artifact goes. Server-made: the name that the user gave is kept in the database only. */
export function newArtifactPath(artifactId: string): string {
  return `artifacts/${artifactId}/${randomUUID()}`;
}

/** The folder of a new checkpoint. The id makes it unique where a step number is used again after a deletion. */
export function newCheckpointPath(modelId: string, step: number, checkpointId: string): string {
  return `checkpoints/${modelId}/${step}-${checkpointId}`;
}

/** The body of an RL job. */
export function newPayloadPath(jobId: string): string {
  return `jobs/${jobId}.json`;
}

/** The folder with a copy of an SFT job's data; one that another attempt at it has made has another name. */
export function newTrainingDataPath(jobId: string): string {
  return `jobs/${jobId}-${randomUUID()}.data`;
}

/** Log-probabilities of a training job; those that another attempt at it has made have another name. */
export function newLogprobsPath(jobId: string): string {
  return `jobs/${jobId}-${randomUUID()}.f32`;
}

/** What other workers are to compute of a step of a training job. */
export function newStepPath(jobId: string): string {
  return `jobs/${jobId}-${randomUUID()}.step`;
}

/** What a worker has computed of a step of another's training job. */
export function newShardPath(): string {
  return `jobs/${randomUUID()}.shard`;
}

/** Logged trajectory groups, one a line. */
export function newLogPath(modelId: string, logId: string): string {
  return `logs/${modelId}/${logId}.jsonl`;
}

/** The trajectory groups of an RL job, one a line; what another attempt at it has written has another name. */
export function newTrajectoriesPath(modelId: string, jobId: string): string {
  return `trajectories/${modelId}/${jobId}-${randomUUID()}.jsonl`;
}

/** The figures of the tokens of a gradient step. */
export function newTokensPath(modelId: string, jobId: string): string {
  return `trajectories/${modelId}/${jobId}-${randomUUID()}.tokens`;
}

/** The absolute path of a stored relative one. Raises `unsafe_name` when it would not lie below the root. */
export function absolutePath(folder: DataFolder, relativePath: string): string {
  const path = normalize(relativePath);
  const leaves = isAbsolute(path) || path === '.' || path === '..' || path.startsWith(`..${sep}`);
  if (leaves || path !== relativePath.replaceAll('/', sep) || path.includes('\0')) {
    throw new StorageError('unsafe_name', `The path ${JSON.stringify(relativePath)} is not one of the data folder.`);
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
 * Takes from everybody but their owner all access to the data folder and to the files directly in it: the database, its
 * journals, the key file, the lock. Gives back the names of those that others had access to: `failed` are those
 * that could not be changed, because they are another user's.
 */
export async function makePrivate({ root }: DataFolder): Promise<{ tightened: string[]; failed: string[] }> {
  const tightened: string[] = [];
  const failed: string[] = [];
  // Windows has no such modes.
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
