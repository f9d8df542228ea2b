import type { NamedMigration } from './named-migration.ts';

/** Metrics that only gradient steps recorded in version 0.2. */
const OF_GRADIENT_STEP = ['grad_norm', 'loss/grad_norm'];
const PAGE = 1_000;

interface Entry {
  seq: number;
  run_id: string;
  metrics: string;
}

/**
 * Adds the running count of gradient steps to the history: all steps of a job are recorded under its checkpoint's step.
 */
export const countedSteps: NamedMigration = {
  name: '0006-counted-steps',
  async up(db) {
    await db.schema.alterTable('run_history', (table) => {
      table.integer('gradient_step');
    });
    const counts = new Map<string, number>();
    for (let after = 0; ; ) {
      const entries: Entry[] = await db('run_history')
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(PAGE)
        .select('seq', 'run_id', 'metrics');
      for (const { seq, run_id: run, metrics } of entries) {
        const names = Object.keys(JSON.parse(metrics));
        if (!OF_GRADIENT_STEP.some((name) => names.includes(name))) continue;
        counts.set(run, (counts.get(run) ?? 0) + 1);
        await db('run_history')
          .where({ seq })
          .update({ gradient_step: counts.get(run) });
      }
      if (entries.length < PAGE) return;
      after = entries[entries.length - 1].seq;
    }
  },
  async down(db) {
    await db.schema.alterTable('run_history', (table) => table.dropColumn('gradient_step'));
  },
};
