import type { Knex } from 'knex';
import { withData } from './job-data.ts';
import { CANCELLED, type EndedJob, endWithout } from './job-end.ts';
import { type JobRow, type JobStatus, noteJob } from './job-record.ts';
import { timestamp } from './stored-value.ts';

/**
 * The next job to claim: it is queued, has its data, and its model has no running one. Of several, one of the owner
 * with fewest running jobs; of several such, of him whose last claim, numbered by `turnOf`, was longest ago; of his,
 * the oldest.
 */
export async function nextQueued(
  db: Knex,
  turnOf: (owner: string) => number,
): Promise<{ id: string; owner: string } | null> {
  const claimable: { owner: string; seq: number }[] = await ofOwners(db, 'queued')
    .modify(withData)
    .whereNotExists((other: Knex.QueryBuilder) => {
      // In so many words, for the index of running jobs.
      other.from('jobs as other').whereRaw("other.status = 'running' and other.model_id = job.model_id");
    })
    .min('job.seq as seq');
  if (claimable.length === 0) return null;
  // PostgreSQL gives counts as text.
  const counts: { owner: string; count: number | string }[] = await ofOwners(db, 'running').count('* as count');
  const running = new Map(counts.map(({ owner, count }) => [owner, Number(count)]));
  const places = claimable.map(({ owner, seq }) => ({
    owner,
    seq,
    order: [running.get(owner) ?? 0, turnOf(owner), seq],
  }));
  const { owner, seq } = places.reduce((a, b) => (precedes(b.order, a.order) ? b : a));
  const row: { id: string } | undefined = await db('jobs').where({ seq }).first('id');
  return row === undefined ? null : { id: row.id, owner };
}

function ofOwners(db: Knex, status: JobStatus): Knex.QueryBuilder {
  return db('jobs as job').where('job.status', status).groupBy('job.owner').select('job.owner as owner');
}

function precedes(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((value, i) => value !== b[i]);
  return place !== -1 && a[place] < b[place];
}

/**
 * Undefined when another has claimed it meanwhile. One statement, so that many may ask at once; `beginJob`, which
 * follows, notes the change.
 */
export async function claim(db: Knex, id: string): Promise<JobRow | undefined> {
  const now = timestamp();
  const rows: JobRow[] = await db('jobs')
    .where({ id, status: 'queued' })
    .update({
      status: 'running',
      started: db.raw('coalesce(started, ?)', [now]),
      heartbeat: now,
      lease_token: db.raw('lease_token + 1'),
      attempts: db.raw('attempts + 1'),
      fruitless: db.raw('fruitless + 1'),
    })
    .returning('*');
  return rows[0];
}

/** Part of a transaction: running jobs queue again, or are cancelled where they were to be. */
export async function requeue(db: Knex): Promise<{ requeued: string[]; cancelled: EndedJob[] }> {
  const rows: JobRow[] = await db('jobs').where({ status: 'running' }).orderBy('seq').forUpdate();
  const requeued: string[] = [];
  const cancelled: EndedJob[] = [];
  for (const row of rows) {
    if (row.cancel_requested === 1) {
      cancelled.push(await endWithout(db, row, 'cancelled', CANCELLED));
    } else {
      await db('jobs').where({ id: row.id }).update({ status: 'queued', heartbeat: null });
      noteJob(db, row);
      requeued.push(row.id);
    }
  }
  return { requeued, cancelled };
}
