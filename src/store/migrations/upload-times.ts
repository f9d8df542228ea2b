import type { NamedMigration } from './named-migration.ts';

/** Adds an index for finding old uploads of all owners. */
export const uploadTimes: NamedMigration = {
  name: '0025-upload-times',
  async up(db) {
    await db.schema.alterTable('artifact_uploads', (table) => table.index(['created']));
  },
  async down(db) {
    await db.schema.alterTable('artifact_uploads', (table) => table.dropIndex(['created']));
  },
};
