import type { NamedMigration } from './named-migration.ts';

/** Adds paths of the data folder that rows no longer point at, until their files are removed. */
export const removals: NamedMigration = {
  name: '0009-removals',
  async up(db) {
    await db.schema.createTable('removals', (table) => {
      table.text('path').primary();
      table.text('noted').notNullable();
      table.index(['noted']);
    });
  },
  async down(db) {
    await db.schema.dropTable('removals');
  },
};
