import type { NamedMigration } from './named-migration.ts';

const columns = ['holder', 'lease_expires'] as const;

/**
 * Adds leases, since several servers share one queue: which server works on a job, or copies its data, and until when.
 * Also adds tasks that the servers take turns at.
 */
export const leases: NamedMigration = {
  name: '0016-leases',
  async up(db) {
    await db.schema.alterTable('jobs', (table) => {
      for (const column of columns) table.text(column);
    });
    await db.schema.createTable('turns', (table) => {
      table.text('task').primary();
      table.text('holder').notNullable();
      table.text('expires').notNullable();
    });
  },
  async down(db) {
    await db.schema.dropTable('turns');
    await db.schema.alterTable('jobs', (table) => table.dropColumns(...columns));
  },
};
