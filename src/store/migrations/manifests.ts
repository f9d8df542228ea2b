import type { NamedMigration } from './named-migration.ts';

/** What lies in the bucket, where the files of rows lie in one: a row for each stored path. */
export const manifests: NamedMigration = {
  name: '0017-manifests',
  async up(db) {
    await db.schema.createTable('manifests', (table) => {
      table.text('path').primary();
      table.text('files').notNullable();
      table.text('made').notNullable();
    });
    // One row: when a sweep of the bucket was last begun.
    await db.schema.createTable('sweeps', (table) => {
      table.integer('id').primary();
      table.text('begun').notNullable();
    });
    await db('sweeps').insert({ id: 1, begun: '1970-01-01T00:00:00.000Z' });
  },
  async down(db) {
    await db.schema.dropTable('sweeps');
    await db.schema.dropTable('manifests');
  },
};
