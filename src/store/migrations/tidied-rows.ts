import type { NamedMigration } from './named-migration.ts';

/** Adds indexes for cleanup: of expired weights and unlisted files of all owners, and of one owner's oldest files. */
export const tidiedRows: NamedMigration = {
  name: '0028-tidied-rows',
  async up(db) {
    await db.schema.alterTable('tinker_checkpoints', (table) => table.index(['expires']));
    await db.schema.alterTable('trajectory_files', (table) => {
      table.index(['listed', 'created']);
      table.index(['owner', 'listed', 'seq']);
    });
  },
  async down(db) {
    await db.schema.alterTable('trajectory_files', (table) => {
      table.dropIndex(['owner', 'listed', 'seq']);
      table.dropIndex(['listed', 'created']);
    });
    await db.schema.alterTable('tinker_checkpoints', (table) => table.dropIndex(['expires']));
  },
};
