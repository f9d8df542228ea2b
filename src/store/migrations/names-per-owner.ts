import type { NamedMigration } from './named-migration.ts';

/** Makes names unique per owner, so that a name reveals nothing about what another owner has. */
export const namesPerOwner: NamedMigration = {
  name: '0002-names-per-owner',
  async up(db) {
    await db.schema.alterTable('models', (table) => {
      table.dropUnique(['entity', 'project', 'name']);
      table.unique(['owner', 'entity', 'project', 'name']);
    });
    await db.schema.alterTable('artifacts', (table) => {
      table.dropUnique(['entity', 'project', 'name', 'version']);
      table.unique(['owner', 'entity', 'project', 'name', 'version']);
    });
  },
  async down(db) {
    await db.schema.alterTable('models', (table) => {
      table.dropUnique(['owner', 'entity', 'project', 'name']);
      table.unique(['entity', 'project', 'name']);
    });
    await db.schema.alterTable('artifacts', (table) => {
      table.dropUnique(['owner', 'entity', 'project', 'name', 'version']);
      table.unique(['entity', 'project', 'name', 'version']);
    });
  },
};
