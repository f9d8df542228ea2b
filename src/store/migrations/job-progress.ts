import type { NamedMigration } from './named-migration.ts';

const columns = ['start', 'start_folder', 'steps_done', 'folder', 'fruitless', 'kept', 'retry_of'] as const;

/**
 * Adds the progress of a job: it commits every step, continues after the last one, and can be retried after a failure.
 */
export const jobProgress: NamedMigration = {
  name: '0003-job-progress',
  async up(db) {
    await db.schema.alterTable('jobs', (table) => {
      table.text('start');
      table.text('start_folder');
      table.integer('steps_done').notNullable().defaultTo(0);
      table.text('folder');
      table.integer('fruitless').notNullable().defaultTo(0);
      table.integer('kept').notNullable().defaultTo(0);
      table.text('retry_of');
    });
  },
  async down(db) {
    await db.schema.alterTable('jobs', (table) => table.dropColumns(...columns));
  },
};
