import type { NamedMigration } from './named-migration.ts';

/** Adds an index for listing the artifacts of an owner. */
export const artifactLists: NamedMigration = {
  name: '0014-artifact-lists',
  async up(db) {
    await db.schema.alterTable('artifacts', (table) => table.index(['owner', 'seq']));
  },
  async down(db) {
    await db.schema.alterTable('artifacts', (table) => table.dropIndex(['owner', 'seq']));
  },
};
