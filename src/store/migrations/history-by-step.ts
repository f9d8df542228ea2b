import { isPostgres } from '../postgres-only.ts';
import type { NamedMigration } from './named-migration.ts';

/** Excludes gradient steps; they have their own axis. */
const INDEX = 'run_history_by_step on run_history (run_id, step, seq) where gradient_step is null';

/**
 * Adds an index of the history by step. The table is the largest of all, and other servers write to it meanwhile.
 * PostgreSQL blocks them while it builds an index, unless it builds `concurrently`, which no transaction can.
 */
export const historyByStep: NamedMigration = {
  name: '0027-history-by-step',
  config: { transaction: false },
  async up(db) {
    if (!isPostgres(db)) return void (await db.raw(`create index if not exists ${INDEX}`));
    // An index whose build was interrupted remains, unused.
    const known = "select indisvalid from pg_index where indexrelid = to_regclass('run_history_by_step')";
    const { rows } = await db.raw(known);
    if (rows[0]?.indisvalid === false) await db.raw('drop index concurrently run_history_by_step');
    await db.raw(`create index concurrently if not exists ${INDEX}`);
  },
  async down(db) {
    await db.raw('drop index run_history_by_step');
  },
};
