import { knex } from 'knex';
import { expect, it } from 'vitest';
import { countedSteps } from '../../src/store/migrations/counted-steps.ts';
import { firstTables } from '../../src/store/migrations/first-tables.ts';

it('the migration numbers the existing gradient steps of each run', async () => {
  const db = knex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });
  await firstTables.up(db);
  const created = '2026-01-01T00:00:00.000Z';
  for (const id of ['r', 's']) {
    const name = { entity: 'e', project: 'p', name: id };
    await db('models').insert({ ...name, id, base_model: 'b', owner: 'o', run_id: id, next_version: 1, created });
    await db('runs').insert({ id, model_id: id, name: id, created });
  }
  const entries = [
    ['r', { 'loss/grad_norm': 1 }],
    ['s', { grad_norm: 1 }],
    ['r', { 'train/reward': 1 }],
    ['r', { grad_norm: 2, loss: 1 }],
    ['s', { 'val/reward': 1 }],
  ] as const;
  for (const [index, [run, metrics]] of entries.entries()) {
    const row = { id: `${index}`, run_id: run, step: 1, time: created, metrics: JSON.stringify(metrics) };
    await db('run_history').insert(row);
  }
  await countedSteps.up(db);
  const rows = await db('run_history').orderBy('seq').select('gradient_step');
  expect(rows.map((row) => row.gradient_step)).toEqual([1, 1, null, 2, null]);
  await countedSteps.down?.(db);
  expect(await db('run_history').first()).not.toHaveProperty('gradient_step');
  await db.destroy();
});
