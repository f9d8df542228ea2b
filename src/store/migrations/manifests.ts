import type { NamedMigration } from './named-migration.ts';

/** Adds the manifests of what is in the bucket, if there is one: a row for each stored path. */
export const manifests: NamedMigration = {
  name: '0017-manifests',
  async up(db) {
    await db.schema.createTable('manifests', (table) => {
      table.text('path').primary();
      table.text('files').notNullable();
      table.text('made').notNullable();
    });
  },
  async down(db) {
    await db.schema.dropTable('manifests');
  },
};
