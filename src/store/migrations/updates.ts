import type { NamedMigration } from './named-migration.ts';

/**
 * Adds the recent changes of each owner. `last` is the number of the newest one. Numbers have no gaps, since a
 * transaction that counts locks that row until its end.
 */
export const updates: NamedMigration = {
  name: '0013-updates',
  async up(db) {
    await db.schema.createTable('update_counts', (table) => {
      table.text('owner').primary();
      table.bigInteger('last').notNullable();
    });
    await db.schema.createTable('updates', (table) => {
      table.text('owner').notNullable();
      table.bigInteger('number').notNullable();
      table.text('type').notNullable();
      table.text('id').notNullable();
      table.text('model_id');
      table.primary(['owner', 'number']);
    });
  },
  async down(db) {
    await db.schema.dropTable('updates');
    await db.schema.dropTable('update_counts');
  },
};
