/** Expected errors of the store and the data folder. Anything else that is thrown is a bug. */
export type StorageErrorCode =
  /** There is no such row, file or page cursor. */
  | 'not_found'
  /** The name, step or id is taken. */
  | 'conflict'
  /** The job was requeued, ended or deleted meanwhile: the holder of the lease must drop its work. */
  | 'stale_lease'
  /** The job can no longer succeed, because its cancellation was requested. */
  | 'job_cancelled'
  /** No space left for files or for the database. Nothing was changed. */
  | 'disk_full'
  /** An upload is larger than allowed. Nothing was kept. */
  | 'too_large'
  /** An owner has reached a limit. Nothing was changed. */
  | 'quota_exceeded'
  /** A file name or path is not allowed. */
  | 'unsafe_name'
  /** A value cannot be stored: a number that is not finite, text with NUL, a key that is too short. */
  | 'invalid_value'
  /** The database, or the bucket, cannot be reached. */
  | 'unavailable'
  /** An object in the bucket is not what was put there; the message names it. */
  | 'damaged'
  /** The database has the tables of an older version, which may not be migrated here. */
  | 'older_tables'
  /** The database has the tables of a newer version. */
  | 'newer_tables'
  /** Another process uses the data folder. */
  | 'folder_in_use'
  /** The data folder cannot be used: it is not writable, or a part of it is a link. */
  | 'folder_unusable';

export type StorageResource =
  | 'model'
  | 'checkpoint'
  | 'job'
  | 'run'
  /** Resource of the Tinker API, as is the next one. */
  | 'training run'
  | 'saved checkpoint'
  | 'log'
  | 'trajectory'
  | 'artifact'
  | 'file'
  | 'key'
  | 'session'
  /** Item after which a page of a list begins. */
  | 'cursor';

export class StorageError extends Error {
  override name = 'StorageError';
  readonly code: StorageErrorCode;
  /** Kind of thing that the error is about, if there is one. */
  readonly resource: StorageResource | null;

  constructor(code: StorageErrorCode, message: string, options: { resource?: StorageResource; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.resource = options.resource ?? null;
  }
}

export function notFound(resource: StorageResource, id: string): StorageError {
  return new StorageError('not_found', `There is no ${resource} '${id}'.`, { resource });
}

/** Returns the result, or null if it is not found. */
export async function absentAsNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Returns whether the store is known to have kept nothing of a change. If its answer was lost, it may have kept all of
 * it, and the files that the change points at may be in use. Files that nothing points at are removed at the next
 * start.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof StorageError && error.code !== 'unavailable';
}

/**
 * Converts an error of the file system to a `StorageError` if there is a code for it; returns any other error
 * unchanged. Clients read the message, so `doing` must name no path.
 */
export function fromFileError(error: unknown, doing: string): unknown {
  if (error instanceof StorageError || !(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StorageError('disk_full', `The disk is full: ${doing} failed, and nothing was kept.`, {
      cause: error,
    });
  }
  return error;
}
