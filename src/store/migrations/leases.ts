import type { NamedMigration } from './named-migration.ts';

const columns = ['holder', 'lease_expires'] as const;

/**
 * Who works on a job, or copies its data, and until when nobody else may: several servers share one queue. And tasks
 * that one server at a time takes its turn at.
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
