import type { Knex } from 'knex';
import type { NamedMigration } from './named-migration.ts';

/** The exact set of metrics that version 0.2 wrote into the history at the end of an RL job. */
const ofJobs = ['train/exception_rate', 'train/reward', 'train/reward_std_dev'];
const PAGE = 1_000;

interface Entry {
  seq: number;
  metrics: string;
  job_id: string;
}

/**
 * Adds the job to entries of the history, to distinguish what jobs wrote from what clients logged under the same names.
 */
export const historyOfJobs: NamedMigration = {
  name: '0005-history-of-jobs',
  async up(db) {
    await db.schema.alterTable('run_history', (table) => {
      table.text('job_id');
    });
    for (let after = 0; ; ) {
      const entries = await entriesOfSteps(db, after);
      for (const { seq, metrics, job_id } of entries) {
        const names = Object.keys(JSON.parse(metrics)).toSorted();
        if (names.join() === ofJobs.join()) await db('run_history').where({ seq }).update({ job_id });
      }
      if (entries.length < PAGE) return;
      after = entries[entries.length - 1].seq;
    }
  },
  async down(db) {
    await db.schema.alterTable('run_history', (table) => table.dropColumn('job_id'));
  },
};

/** Returns entries of the history with the RL job that made the checkpoint of their step. */
function entriesOfSteps(db: Knex, after: number): Promise<Entry[]> {
  return db('run_history as entry')
    .join('runs as run', 'run.id', 'entry.run_id')
    .join('jobs as job', (on) => on.on('job.model_id', 'run.model_id').on('job.step', 'entry.step'))
    .where('job.kind', 'rl')
    .where('entry.seq', '>', after)
    .orderBy('entry.seq')
    .limit(PAGE)
    .select('entry.seq as seq', 'entry.metrics as metrics', 'job.id as job_id');
}
