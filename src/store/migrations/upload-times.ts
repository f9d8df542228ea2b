import type { NamedMigration } from './named-migration.ts';

/** Old uploads of all owners are looked for. */
export const uploadTimes: NamedMigration = {
  name: '0025-upload-times',
  async up(db) {
    await db.schema.alterTable('artifact_uploads', (table) => table.index(['created']));
  },
  async down(db) {
    await db.schema.alterTable('artifact_uploads', (table) => table.dropIndex(['created']));
  },
};
