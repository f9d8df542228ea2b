import type { NamedMigration } from './named-migration.ts';

/** Which checkpoints a model keeps, as JSON; null has the server's usual retention. */
export const modelRetention: NamedMigration = {
  name: '0020-model-retention',
  async up(db) {
    await db.schema.alterTable('models', (table) => void table.text('retention'));
  },
  async down(db) {
    await db.schema.alterTable('models', (table) => table.dropColumn('retention'));
  },
};
