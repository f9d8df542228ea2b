import type { NamedMigration } from './named-migration.ts';

/** Adds the number of records in a run's history, so that a writer knows whether its record closes a block. */
export const countedRecords: NamedMigration = {
  name: '0019-counted-records',
  async up(db) {
    await db.schema.alterTable('runs', (table) => void table.integer('records').notNullable().defaultTo(0));
    await db.raw('update runs set records = (select count(*) from run_history where run_id = runs.id)');
  },
  async down(db) {
    await db.schema.alterTable('runs', (table) => table.dropColumn('records'));
  },
};
