import type { Knex } from 'knex';
import { CANCELLED, type EndedJob, endWithout } from './job-end.ts';
import type { JobRow } from './job-record.ts';
import { timestamp } from './stored-value.ts';

/** The oldest queued job whose model has no running one. */
export async function nextQueued(db: Knex): Promise<string | null> {
  const row: { id: string } | undefined = await db('jobs as job')
    .where('job.status', 'queued')
    .whereNotExists((other) => {
      other.from('jobs as other').where('other.status', 'running').whereRaw('other.model_id = job.model_id');
    })
    .orderBy('job.seq')
    .first('job.id');
  return row?.id ?? null;
}

/** Undefined when another has claimed it meanwhile. */
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
      requeued.push(row.id);
    }
  }
  return { requeued, cancelled };
}
