import { isPostgres } from '../postgres-only.ts';
import type { NamedMigration } from './named-migration.ts';

/** Without gradient steps, which have an axis of their own. */
const INDEX = 'run_history_by_step on run_history (run_id, step, seq) where gradient_step is null';

/**
 * The history by step. The table is the largest of all, and other servers write to it meanwhile: PostgreSQL keeps them
 * waiting while it builds an index, but for one that is built concurrently, which no transaction can.
 */
export const historyByStep: NamedMigration = {
  name: '0027-history-by-step',
  config: { transaction: false },
  async up(db) {
    if (!isPostgres(db)) return void (await db.raw(`create index if not exists ${INDEX}`));
    // One whose build was cut off stays behind, and nothing reads it.
    const known = "select indisvalid from pg_index where indexrelid = to_regclass('run_history_by_step')";
    const { rows } = await db.raw(known);
    if (rows[0]?.indisvalid === false) await db.raw('drop index concurrently run_history_by_step');
    await db.raw(`create index concurrently if not exists ${INDEX}`);
  },
  async down(db) {
    await db.raw('drop index run_history_by_step');
  },
};
