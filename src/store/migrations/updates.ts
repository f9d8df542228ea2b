import type { NamedMigration } from './named-migration.ts';

/**
 * What has changed lately, of each owner. `last` is the number of his newest change; his changes are numbered without
 * gaps, for a transaction that counts holds that row until its end.
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
