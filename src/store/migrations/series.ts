import type { Knex } from 'knex';
import type { NamedMigration } from './named-migration.ts';

/** Number of a run's newest records that are searched for the newest values of its metrics. */
const NEWEST = 512;
/** Most metrics whose newest values a run stores. */
const MAX_LATEST = 64;

/**
 * Adds closed blocks of a run's history as columns, the newest value of each metric of a run, and the size of a
 * checkpoint's files, which is null for existing checkpoints.
 */
export const series: NamedMigration = {
  name: '0011-series',
  async up(db) {
    await blocks(db);
    await columns(db);
    await db.schema.alterTable('checkpoints', (table) => void table.bigInteger('bytes'));
    await db('checkpoints').whereNull('folder').update({ bytes: 0 });
    await db.schema.alterTable('runs', (table) => void table.text('latest').notNullable().defaultTo('{}'));
    const runs: { id: string }[] = await db('runs').select('id');
    for (const { id } of runs)
      await db('runs')
        .where({ id })
        .update({ latest: await newestMetrics(db, id) });
  },
  async down(db) {
    await db.schema.alterTable('runs', (table) => table.dropColumn('latest'));
    await db.schema.alterTable('checkpoints', (table) => table.dropColumn('bytes'));
    for (const table of ['series_columns', 'series_blocks']) await db.schema.dropTable(table);
  },
};

/** Creates the table of blocks: `x` of their records, and the place in the history where each ends. */
async function blocks(db: Knex): Promise<void> {
  await db.schema.createTable('series_blocks', (table) => {
    table.text('run_id').notNullable().references('runs.id').onDelete('CASCADE');
    table.integer('block').notNullable();
    table.integer('last_seq').notNullable();
    table.integer('wide').notNullable();
    for (const axis of ['gradient_step', 'step', 'time']) table.binary(axis).notNullable();
    table.primary(['run_id', 'block']);
  });
}

/**
 * Creates the table of a metric's values in a block. The values come last, so that the numbers before can be read
 * without them.
 */
async function columns(db: Knex): Promise<void> {
  await db.schema.createTable('series_columns', (table) => {
    table.text('run_id').notNullable().references('runs.id').onDelete('CASCADE');
    table.integer('block').notNullable();
    table.text('name').notNullable();
    table.integer('count').notNullable();
    for (const name of ['minimum', 'maximum', 'last']) table.double(name).notNullable();
    for (const name of ['first_step', 'last_step']) table.integer(name).notNullable();
    table.binary('values').notNullable();
    table.primary(['run_id', 'block', 'name']);
  });
}

async function newestMetrics(db: Knex, runId: string): Promise<string> {
  const rows: { metrics: string }[] = await db('run_history')
    .where({ run_id: runId })
    .orderBy('seq', 'desc')
    .limit(NEWEST)
    .select('metrics');
  const newest = new Map<string, number>();
  for (const { metrics } of rows) {
    for (const [name, value] of Object.entries<number>(JSON.parse(metrics)))
      if (!newest.has(name) && newest.size < MAX_LATEST) newest.set(name, value);
  }
  return JSON.stringify(Object.fromEntries([...newest].reverse()));
}
