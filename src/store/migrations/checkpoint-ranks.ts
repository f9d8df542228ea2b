import type { NamedMigration } from './named-migration.ts';

/** Adds the LoRA rank of each checkpoint, for servers that do not have its files; null for older checkpoints. */
export const checkpointRanks: NamedMigration = {
  name: '0018-checkpoint-ranks',
  async up(db) {
    await db.schema.alterTable('checkpoints', (table) => void table.integer('rank'));
    await db.raw('create index checkpoints_by_rank on checkpoints (rank)');
  },
  async down(db) {
    await db.raw('drop index checkpoints_by_rank');
    await db.schema.alterTable('checkpoints', (table) => table.dropColumn('rank'));
  },
};
