import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { BackupError } from './backup-error.ts';
import { DATABASE } from './manifest.ts';

/** Throws `BackupError` if the data lies in PostgreSQL or a bucket, naming the document on how to back those up. */
export function requireLocalData({ databaseUrl, bucket }: Config): void {
  if (databaseUrl !== null) {
    const where = bucket === null ? 'docs/durability.md' : 'docs/cluster.md';
    throw new BackupError(
      `DATABASE_URL: the records are in PostgreSQL; use pg_dump and pg_restore, "Backup and restore" in ${where}`,
    );
  }
  if (bucket !== null) {
    throw new BackupError(
      'DAYBREAK_S3_BUCKET: the files are in a bucket; copy the database and the bucket, "To back up" in ' +
        'docs/durability.md',
    );
  }
}

/**
 * Throws `BackupError` if another user's server created the database. That server would not notice a backup, not even
 * one by root. Compares the owner of a new folder, since a file system may give all files to one user.
 */
export async function requireOwner(home: string): Promise<void> {
  const made = await mkdtemp(join(home, '.backup-by-'));
  const { uid: own } = await stat(made).finally(() => rmdir(made));
  const { uid } = await stat(join(home, DATABASE));
  if (own === uid) return;
  throw new BackupError(`${home} belongs to the user ${uid}, and only that user can back it up (docs/install.md)`);
}
