/** All that can go wrong in the store and the data folder. Anything else that is thrown is a defect. */
export type StorageErrorCode =
  /** No such row or file; a page's cursor too. */
  | 'not_found'
  /** The name, step or id is taken. */
  | 'conflict'
  /** The job was requeued, ended or deleted meanwhile: the holder of the lease must drop its work. */
  | 'stale_lease'
  /** The job may not succeed any more because its cancellation was requested. */
  | 'job_cancelled'
  /** No space left for files or for the database. Nothing was changed. */
  | 'disk_full'
  /** An upload is longer than allowed. Nothing was kept. */
  | 'too_large'
  /** An owner has as much as each may have. Nothing was changed. */
  | 'quota_exceeded'
  /** A file name or path that may not be used. */
  | 'unsafe_name'
  /** A value that cannot be stored: a number that is not finite, text with NUL, a key that is too short. */
  | 'invalid_value'
  /** The database, or the bucket, cannot be reached. */
  | 'unavailable'
  /** What lies in the bucket is not what was put there; the message names the object. */
  | 'damaged'
  /** The database has the tables of an older version, and they may not be changed here. */
  | 'older_tables'
  /** The database has the tables of a newer version. */
  | 'newer_tables'
  /** Another process uses the data folder. */
  | 'folder_in_use'
  /** The data folder cannot be used: it cannot be written, or a part of it is a link. */
  | 'folder_unusable';

export type StorageResource =
  | 'model'
  | 'checkpoint'
  | 'job'
  | 'run'
  /** These two of clients of the Tinker API. */
  | 'training run'
  | 'saved checkpoint'
  | 'log'
  | 'trajectory'
  | 'artifact'
  | 'file'
  | 'key'
  | 'session'
  /** Where a page of a list shall begin. */
  | 'cursor';

export class StorageError extends Error {
  override name = 'StorageError';
  readonly code: StorageErrorCode;
  /** What the error is about, where one kind of thing can be named. */
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

/** What is asked for, or null where it is not there. */
export async function absentAsNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Whether the store has said that it kept nothing of a change. Where its answer was lost it may have kept all of it,
 * and the files that the change points at may be in use; what nothing points at is removed at the next start.
 */
export function keptNothing(error: unknown): boolean {
  return error instanceof StorageError && error.code !== 'unavailable';
}

/**
 * An error of the file system, as a `StorageError` where the table has a code for it, else as it was. Clients read its
 * message, so `doing` names no path.
 */
export function fromFileError(error: unknown, doing: string): unknown {
  if (error instanceof StorageError || !(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StorageError('disk_full', `The disk is full: ${doing} failed and nothing of it was kept.`, {
      cause: error,
    });
  }
  return error;
}
