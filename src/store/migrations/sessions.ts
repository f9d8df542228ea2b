import type { NamedMigration } from './named-migration.ts';

/** A session is a key with a parent, and goes when that goes. */
export const sessions: NamedMigration = {
  name: '0012-sessions',
  async up(db) {
    // In so many words: knex would build the table of SQLite anew for a column with a reference.
    await db.raw('alter table keys add column parent text references keys (id) on delete cascade');
    await db.schema.alterTable('keys', (table) => {
      table.index(['parent', 'created', 'id']);
      table.index(['expires']);
    });
  },
  async down(db) {
    await db('keys').whereNotNull('parent').delete();
    await db.schema.alterTable('keys', (table) => {
      table.dropIndex(['parent', 'created', 'id']);
      table.dropIndex(['expires']);
      table.dropColumn('parent');
    });
  },
};
