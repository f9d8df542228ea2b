import type { Knex } from 'knex';
import type { JobRecord } from './job-record.ts';
import { parseObject } from './stored-value.ts';

/** Facts about a job that its row does not have. */
export interface JobFacts {
  /** Total number of gradient steps; null until the job is planned. */
  totalSteps: number | null;
  /** Sentence for the user about what was left out. */
  notice: string | null;
  /** Unknown fields of the job's configuration and trajectories. */
  ignoredFields: string[];
  /** Place among the queued jobs of its owner, oldest first, from 1; null if it is not queued. */
  queuePosition: number | null;
}

/** Data of the `training_started` event. */
interface StartedData {
  num_sequences: number;
  notice?: string;
  ignored_fields?: string[];
}

/** Returns the facts of jobs by id, with two statements, and two more for each owner of a queued job. */
export async function jobFacts(db: Knex, jobs: readonly JobRecord[]): Promise<Map<string, JobFacts>> {
  const started = await startedData(
    db,
    jobs.map(({ id }) => id),
  );
  const queued = jobs.filter(({ status }) => status === 'queued').map(({ id }) => id);
  const positions = queued.length === 0 ? new Map<string, number>() : await queuePositions(db, queued);
  return new Map(
    jobs.map(({ id }) => {
      const data = started.get(id);
      return [
        id,
        {
          totalSteps: data?.num_sequences ?? null,
          notice: data?.notice ?? null,
          ignoredFields: data?.ignored_fields ?? [],
          queuePosition: positions.get(id) ?? null,
        },
      ];
    }),
  );
}

async function startedData(db: Knex, ids: readonly string[]): Promise<Map<string, StartedData>> {
  const rows: { job_id: string; data: string }[] = await db('events')
    .whereIn('job_id', ids)
    .where({ key: 'started' })
    .select('job_id', 'data');
  return new Map(rows.map(({ job_id, data }) => [job_id, parseObject(data) as unknown as StartedData]));
}

/**
 * Returns the places of queued jobs. Per owner it counts the jobs before the first wanted one, then reads the ids from
 * there to the last.
 */
async function queuePositions(db: Knex, ids: readonly string[]): Promise<Map<string, number>> {
  const ends: { owner: string; first: number; last: number }[] = await db('jobs')
    .whereIn('id', ids)
    .groupBy('owner')
    .select('owner')
    .min({ first: 'seq' })
    .max({ last: 'seq' });
  const positions = new Map<string, number>();
  for (const { owner, first, last } of ends) {
    const queue = () => db('jobs').where({ owner, status: 'queued' });
    const [{ before }] = await queue().where('seq', '<', first).count({ before: '*' });
    const among: string[] = await queue().whereBetween('seq', [first, last]).orderBy('seq').pluck('id');
    // PostgreSQL returns counts as text.
    for (const [place, id] of among.entries()) positions.set(id, Number(before) + place + 1);
  }
  return positions;
}
