import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import type { JobRow } from './job-record.ts';
import { timestamp } from './stored-value.ts';

/** The right to work on a job. Each claim takes a higher token, so a holder that was given up on can change nothing. */
export interface Lease {
  jobId: string;
  token: number;
}

/**
 * Part of a transaction: proves that the lease still holds, locks the job until the transaction ends, and notes the
 * sign of life. Raises `stale_lease`.
 */
export async function holdLease(db: Knex, lease: Lease): Promise<JobRow> {
  const [row]: JobRow[] = await db('jobs')
    .where({ id: lease.jobId, lease_token: lease.token, status: 'running' })
    .update({ heartbeat: timestamp() })
    .returning('*');
  if (row !== undefined) return row;
  throw new StorageError('stale_lease', `Job '${lease.jobId}' was requeued, ended or deleted meanwhile.`, {
    resource: 'job',
  });
}
