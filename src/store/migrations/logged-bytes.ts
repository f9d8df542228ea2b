import type { NamedMigration } from './named-migration.ts';

/** A run counts the bytes of what clients logged to it, which its owner may have a limit of. */
export const loggedBytes: NamedMigration = {
  name: '0029-logged-bytes',
  async up(db) {
    await db.schema.alterTable('runs', (table) => void table.bigInteger('logged_bytes').notNullable().defaultTo(0));
    const bytes = 'select coalesce(sum(octet_length(metrics) + 256), 0)';
    await db.raw(
      `update runs set logged_bytes =
        (${bytes} from run_history where run_id = runs.id and job_id is null)
        + (${bytes} from logs where model_id = runs.model_id)`,
    );
  },
  async down(db) {
    await db.schema.alterTable('runs', (table) => table.dropColumn('logged_bytes'));
  },
};
