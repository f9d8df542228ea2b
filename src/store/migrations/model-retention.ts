import type { NamedMigration } from './named-migration.ts';

/** Adds the retention of a model's checkpoints, as JSON; null is the server's default. */
export const modelRetention: NamedMigration = {
  name: '0020-model-retention',
  async up(db) {
    await db.schema.alterTable('models', (table) => void table.text('retention'));
  },
  async down(db) {
    await db.schema.alterTable('models', (table) => table.dropColumn('retention'));
  },
};
