import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import { databaseTime } from './database-time.ts';
import type { JobRow } from './job-record.ts';

/** The right to work on a job. Each claim takes a higher token, so a holder that was given up on can change nothing. */
export interface Lease {
  jobId: string;
  token: number;
}

/**
 * How long a lease lasts from its last renewal, by the database's clock. Only servers that share a database end leases
 * by time; what keeps a late holder from writing is its token.
 */
export const LEASE_MS = 30_000;

/** The columns of a lease that is taken or renewed now. */
export function renewed(db: Knex): Record<'heartbeat' | 'lease_expires', Knex.Raw> {
  return { heartbeat: databaseTime(db), lease_expires: databaseTime(db, LEASE_MS) };
}

/** The columns of a job that nobody works on. */
export const UNHELD = { heartbeat: null, lease_expires: null, holder: null } as const;

/** Narrows rows of jobs to those whose lease is over; one of an older version has no end, and is. */
export function leaseIsOver(rows: Knex.QueryBuilder, db: Knex): void {
  rows.where((job) => job.whereNull('lease_expires').orWhere('lease_expires', '<', databaseTime(db)));
}

/**
 * Part of a transaction: proves that the lease still holds, locks the job until the transaction ends, and renews it.
 * Raises `stale_lease`.
 */
export async function holdLease(db: Knex, lease: Lease): Promise<JobRow> {
  const [row]: JobRow[] = await db('jobs')
    .where({ id: lease.jobId, lease_token: lease.token, status: 'running' })
    .update(renewed(db))
    .returning('*');
  if (row !== undefined) return row;
  throw new StorageError('stale_lease', `Job '${lease.jobId}' was requeued, ended or deleted meanwhile.`, {
    resource: 'job',
  });
}
