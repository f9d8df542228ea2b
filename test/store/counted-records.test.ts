import { knex } from 'knex';
import { expect, it } from 'vitest';
import { countedRecords } from '../../src/store/migrations/counted-records.ts';
import { firstTables } from '../../src/store/migrations/first-tables.ts';

it('the migration counts the existing history records of each run', async () => {
  const db = knex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });
  await firstTables.up(db);
  const created = '2026-01-01T00:00:00.000Z';
  for (const id of ['r', 's']) {
    const name = { entity: 'e', project: 'p', name: id };
    await db('models').insert({ ...name, id, base_model: 'b', owner: 'o', run_id: id, next_version: 1, created });
    await db('runs').insert({ id, model_id: id, name: id, created });
  }
  for (const id of ['1', '2', '3'])
    await db('run_history').insert({ id, run_id: 'r', step: 1, time: created, metrics: '{}' });
  await countedRecords.up(db);
  expect(await db('runs').orderBy('id').pluck('records')).toEqual([3, 0]);
  await countedRecords.down?.(db);
  expect(await db('runs').first()).not.toHaveProperty('records');
  await db.destroy();
});
