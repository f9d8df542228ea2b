import type { NamedMigration } from './named-migration.ts';

/**
 * Adds workers that announce themselves on a message bus. A process that shares the database and does not hear them is
 * on another bus.
 */
export const busWorkers: NamedMigration = {
  name: '0030-bus-workers',
  async up(db) {
    await db.schema.createTable('bus_workers', (table) => {
      table.text('id').primary();
      table.text('name').notNullable();
      table.text('expires').notNullable().index();
    });
  },
  async down(db) {
    await db.schema.dropTable('bus_workers');
  },
};
