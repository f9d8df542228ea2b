import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { BackupError } from './backup-error.ts';

/** Throws `BackupError` where the data lies in a place that has tools of its own, and says where those are told of. */
export function requireLocalData({ databaseUrl, bucket }: Config): void {
  if (databaseUrl !== null) {
    const where = bucket === null ? 'docs/durability.md' : 'docs/cluster.md';
    throw new BackupError(
      `DATABASE_URL: the records lie in PostgreSQL; use pg_dump and pg_restore, "Backup and restore" in ${where}`,
    );
  }
  if (bucket !== null) {
    throw new BackupError(
      'DAYBREAK_S3_BUCKET: the files lie in a bucket; copy the database and the bucket, "To back up" in ' +
        'docs/durability.md',
    );
  }
}

/**
 * Throws `BackupError` for a data folder of another user: his server would not see that a backup has begun, not even
 * one of root's.
 */
export async function requireOwner(home: string): Promise<void> {
  const { uid } = await stat(home);
  if (process.getuid === undefined || process.getuid() === uid) return;
  throw new BackupError(`${home} belongs to the user ${uid}, who alone can back it up (docs/install.md)`);
}
