import type { NamedMigration } from './named-migration.ts';

/**
 * Adds the bytes that clients logged to a run, which may be limited for its owner. Other servers write meanwhile, so
 * each run has its own statement: a transaction would block them while the history, the largest table, is read.
 */
export const addLoggedBytes: NamedMigration = {
  name: '0029-logged-bytes',
  config: { transaction: false },
  async up(db) {
    if (!(await db.schema.hasColumn('runs', 'logged_bytes'))) {
      await db.schema.alterTable('runs', (table) => void table.bigInteger('logged_bytes').notNullable().defaultTo(0));
    }
    const bytes = 'select coalesce(sum(octet_length(metrics) + 256), 0)';
    for (const id of await db('runs').pluck<string[]>('id')) {
      await db.raw(
        `update runs set logged_bytes =
          (${bytes} from run_history where run_id = runs.id and job_id is null)
          + (${bytes} from logs where model_id = runs.model_id)
        where id = ?`,
        [id],
      );
    }
  },
  async down(db) {
    // In SQLite, knex's way to drop a column would delete the rows that refer to runs.
    await db.raw('alter table runs drop column logged_bytes');
  },
};
