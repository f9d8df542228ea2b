import type { NamedMigration } from './named-migration.ts';

const columns = ['scores', 'reference', 'reference_folder'] as const;

/** Adds the log-probabilities that a job's plan needs, and the checkpoint that they are computed with. */
export const jobScores: NamedMigration = {
  name: '0004-job-scores',
  async up(db) {
    await db.schema.alterTable('jobs', (table) => {
      for (const column of columns) table.text(column);
    });
  },
  async down(db) {
    await db.schema.alterTable('jobs', (table) => table.dropColumns(...columns));
  },
};
