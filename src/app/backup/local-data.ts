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
