import type { NamedMigration } from './named-migration.ts';

/**
 * Adds runs that a client opened itself, which belong to no model. To make a column nullable, SQLite rebuilds the
 * table, which is possible only outside a transaction: inside one, dropping the old table would delete the history that
 * refers to it.
 */
export const clientRuns: NamedMigration = {
  name: '0022-client-runs',
  config: { transaction: false },
  async up(db) {
    await db.schema.alterTable('runs', (table) => table.setNullable('model_id'));
    for (const column of ['entity', 'project']) {
      // Checked first, since a crash may have come between the two columns.
      if (await db.schema.hasColumn('runs', column)) continue;
      await db.schema.alterTable('runs', (table) => void table.text(column));
    }
    if (await db.schema.hasTable('client_runs')) return;
    await db.schema.createTable('client_runs', (table) => {
      table.text('id').primary();
      for (const name of names) table.text(name).notNullable();
      table.text('run_id').notNullable().references('runs.id').onDelete('CASCADE');
      table.text('display_name').notNullable();
      for (const json of ['config', 'summary', 'tags']) table.text(json).notNullable();
      table.text('notes');
      table.integer('lines').notNullable();
      table.text('last_line');
      table.text('created').notNullable();
      table.unique(names);
      table.index(['run_id']);
    });
  },
  async down(db) {
    await db.schema.dropTable('client_runs');
    await db('runs').whereNull('model_id').delete();
    for (const column of ['entity', 'project']) await db.schema.alterTable('runs', (table) => table.dropColumn(column));
    await db.schema.alterTable('runs', (table) => table.dropNullable('model_id'));
  },
};

const names = ['owner', 'entity', 'project', 'name'];
