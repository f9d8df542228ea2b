import type { NamedMigration } from './named-migration.ts';

/**
 * A run counts the bytes of what clients logged to it, which its owner may have a limit of. Other servers write
 * meanwhile, so no transaction keeps them waiting while the history, the largest table, is read: a statement a run.
 */
export const loggedBytes: NamedMigration = {
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
    // What knex does in SQLite would delete the rows that refer to runs.
    await db.raw('alter table runs drop column logged_bytes');
  },
};
