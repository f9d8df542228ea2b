import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import { databaseTime } from './database-time.ts';
import type { JobRow } from './job-record.ts';

/**
 * The right to work on a job. Each claim gets a higher token, so that a holder that was given up can change nothing.
 */
export interface Lease {
  jobId: string;
  token: number;
}

/**
 * Duration of a lease from its last renewal, by the database's clock. Leases expire only if several servers share a
 * database; what keeps a late holder from writing is its token.
 */
export const LEASE_MS = 30_000;

/** Returns the columns of a lease that is taken or renewed now. */
export function renewed(db: Knex): Record<'heartbeat' | 'lease_expires', Knex.Raw> {
  return { heartbeat: databaseTime(db), lease_expires: databaseTime(db, LEASE_MS) };
}

/** Columns of a job that nobody works on. */
export const NO_LEASE = { heartbeat: null, lease_expires: null, holder: null } as const;

/**
 * Narrows rows of jobs to those whose lease has expired. A lease of an older version has no end, and counts as expired.
 */
export function leaseExpired(rows: Knex.QueryBuilder, db: Knex): void {
  rows.where((job) => job.whereNull('lease_expires').orWhere('lease_expires', '<', databaseTime(db)));
}

/**
 * Checks that the lease is valid, renews it, and locks the job until the caller's transaction ends. Throws
 * `stale_lease`.
 */
export async function requireLease(db: Knex, lease: Lease): Promise<JobRow> {
  const [row]: JobRow[] = await db('jobs')
    .where({ id: lease.jobId, lease_token: lease.token, status: 'running' })
    .update(renewed(db))
    .returning('*');
  if (row !== undefined) return row;
  throw new StorageError('stale_lease', `Job '${lease.jobId}' was requeued, ended or deleted meanwhile.`, {
    resource: 'job',
  });
}
