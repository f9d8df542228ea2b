import type { NamedMigration } from './named-migration.ts';

/** Adds the id of the key that a key was rotated into. */
export const keySuccessors: NamedMigration = {
  name: '0007-key-successors',
  async up(db) {
    await db.schema.alterTable('keys', (table) => {
      table.text('successor');
    });
  },
  async down(db) {
    await db.schema.alterTable('keys', (table) => table.dropColumn('successor'));
  },
};
