import type { Knex } from 'knex';
import type { NamedMigration } from './named-migration.ts';

/** Columns that are null in nearly all rows; their indexes cover the other rows only. */
const OF_VALUES = [
  ['jobs', 'retry_of'],
  ['jobs', 'start_folder'],
  ['jobs', 'reference_folder'],
  ['checkpoints', 'folder'],
] as const;

/** Columns by which jobs, runs and models are looked up and ordered. */
const ORDERED = [
  ['jobs', ['owner', 'seq']],
  ['jobs', ['owner', 'status', 'seq']],
  ['jobs', ['model_id', 'status', 'seq']],
  ['jobs', ['kept', 'ended']],
  ['runs', ['owner', 'seq']],
  ['models', ['owner', 'seq']],
] as const;

/**
 * Adds indexes, so that no statement of a running server scans a whole table. Jobs and runs get an owner, and a run
 * counts its gradient steps.
 */
export const indexes: NamedMigration = {
  name: '0008-indexes',
  async up(db) {
    for (const name of ['jobs', 'runs']) {
      await db.schema.alterTable(name, (table) => void table.text('owner').notNullable().defaultTo(''));
      await db.raw('update ?? set owner = (select owner from models where models.id = ??.model_id)', [name, name]);
    }
    await db.schema.alterTable('runs', (table) => void table.integer('gradient_steps').notNullable().defaultTo(0));
    const counted = 'select max(gradient_step) from run_history where run_id = runs.id';
    await db.raw(`update runs set gradient_steps = coalesce((${counted}), 0)`);
    for (const [name, columns] of ORDERED) {
      await db.schema.alterTable(name, (table) => void table.index(columns, indexName(name, columns)));
    }
    for (const [table, column] of OF_VALUES) {
      const name = indexName(table, [column]);
      await db.raw('create index ?? on ?? (??) where ?? is not null', [name, table, column, column]);
    }
    const ofJobs = 'where job_id is not null and gradient_step is null';
    await db.raw(`create index run_history_of_jobs on run_history (run_id, seq) ${ofJobs}`);
  },
  async down(db) {
    await db.raw('drop index run_history_of_jobs');
    for (const [table, column] of OF_VALUES) await dropIndex(db, table, [column]);
    for (const [table, columns] of ORDERED) await dropIndex(db, table, columns);
    await db.schema.alterTable('runs', (table) => table.dropColumns('owner', 'gradient_steps'));
    await db.schema.alterTable('jobs', (table) => table.dropColumn('owner'));
  },
};

function indexName(table: string, columns: readonly string[]): string {
  return `${table}_by_${columns.join('_')}`;
}

async function dropIndex(db: Knex, table: string, columns: readonly string[]): Promise<void> {
  await db.raw('drop index ??', [indexName(table, columns)]);
}
