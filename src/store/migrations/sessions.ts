import type { NamedMigration } from './named-migration.ts';

/** Adds sessions. A session is a key with a parent, and is deleted with it. */
export const sessions: NamedMigration = {
  name: '0012-sessions',
  async up(db) {
    // Raw SQL, since knex would rebuild the table in SQLite for a column with a reference.
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
