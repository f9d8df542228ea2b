import { StorageError } from '../artifacts/storage-error.ts';

/** Error codes of PostgreSQL (SQLSTATE), SQLite and the network, by meaning. */
const UNIQUE = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
const FOREIGN_KEY = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);
const DISK_FULL = new Set(['53100', 'SQLITE_FULL', 'ENOSPC']);
const UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
  ...['SQLITE_BUSY', 'SQLITE_LOCKED'],
]);
const SERIALIZATION_FAILURES = new Set(['40001', '40P01', 'SQLITE_BUSY_SNAPSHOT']);
/** Messages of errors without a code; knex puts the statement before them. */
const UNAVAILABLE_TEXT = new RegExp(
  `(^| - )(${[
    'Connection terminated',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
    'timeout expired',
    'Knex: Timeout acquiring a connection',
    'Unable to acquire a connection',
    // From better-sqlite3, after it is closed.
    'The database connection is not open',
  ].join('|')})`,
);

/** Returns whether a transaction was rolled back in favor of another and may succeed when run again. */
export function isSerializationFailure(error: unknown): boolean {
  return SERIALIZATION_FAILURES.has(codeOf(error));
}

/** Converts a database error to a `StorageError` if its code is listed above; returns any other error unchanged. */
export function fromDatabaseError(error: unknown): unknown {
  if (error instanceof StorageError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const cause = error;
  if (UNIQUE.has(code))
    return new StorageError('conflict', 'A row with this name or number already exists.', { cause });
  if (FOREIGN_KEY.has(code))
    return new StorageError('not_found', 'The object that this belongs to no longer exists.', { cause });
  if (DISK_FULL.has(code)) {
    return new StorageError('disk_full', 'The disk of the database is full; nothing was changed.', { cause });
  }
  if (UNAVAILABLE.has(code) || SERIALIZATION_FAILURES.has(code) || UNAVAILABLE_TEXT.test(error.message)) {
    return new StorageError('unavailable', 'The database is currently unreachable.', { cause });
  }
  return error;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
