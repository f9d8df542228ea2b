import { randomUUID } from 'node:crypto';
import { knex } from 'knex';
import { expect, it } from 'vitest';
import { Database } from '../../src/store/database.ts';
import { clientRuns } from '../../src/store/migrations/client-runs.ts';
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts';
import { series } from '../../src/store/migrations/series.ts';
import { Runs } from '../../src/store/runs.ts';

it('runs and checkpoints of an older version are read, with unknown sizes', async () => {
  const db = knex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });
  for (const migration of MIGRATIONS.slice(0, MIGRATIONS.indexOf(series))) await migration.up(db);
  const created = '2026-01-01T00:00:00.000Z';
  const model = { id: 'm', entity: 'e', project: 'p', name: 'n', base_model: 'b', owner: 'o', run_id: 'r', created };
  await db('models').insert({ ...model, next_version: 2 });
  await db('runs').insert({ id: 'r', model_id: 'm', name: 'n', owner: 'o', created });
  const kept = { model_id: 'm', metrics: '{}', created };
  await db('checkpoints').insert({ ...kept, id: 'a', step: 0, version: 0, folder: null });
  await db('checkpoints').insert({ ...kept, id: 'b', step: 1, version: 1, folder: 'checkpoints/m/1', kind: 'rl' });
  for (let at = 0; at < 600; at++) {
    const metrics = JSON.stringify(at === 40 ? { early: 1 } : at === 300 ? { once: 3, loss: 9 } : { loss: at });
    await db('run_history').insert({ id: randomUUID(), run_id: 'r', step: 1, time: created, metrics });
  }
  await series.up(db);
  await clientRuns.up(db);
  const runs = new Runs(new Database(db));
  expect(await runs.get('r')).toMatchObject({ baseModel: 'b', status: 'idle', step: 1 });
  // From the newest 512 records.
  expect((await runs.get('r')).latest).toEqual({ loss: 599, once: 3 });
  expect((await runs.metrics('r')).map(({ name, count }) => [name, count])).toEqual([
    ['early', 1],
    ['loss', 599],
    ['once', 1],
  ]);
  expect(await db('checkpoints').orderBy('step').pluck('bytes')).toEqual([0, null]);
  await series.down?.(db);
  expect(await db('runs').first()).not.toHaveProperty('latest');
  await db.destroy();
});
