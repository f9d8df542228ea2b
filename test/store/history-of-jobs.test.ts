import { knex } from 'knex';
import { expect, it } from 'vitest';
import { firstTables } from '../../src/store/migrations/first-tables.ts';
import { historyOfJobs } from '../../src/store/migrations/history-of-jobs.ts';

it('the migration assigns old history records of RL jobs to their job, and no client’s log', async () => {
  const db = knex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });
  await firstTables.up(db);
  const created = '2026-01-01T00:00:00.000Z';
  const name = { entity: 'e', project: 'p', name: 'n' };
  await db('models').insert({ ...name, id: 'm', base_model: 'b', owner: 'o', run_id: 'r', next_version: 1, created });
  await db('runs').insert({ id: 'r', model_id: 'm', name: 'n', created });
  const job = {
    model_id: 'm',
    config: '{}',
    created,
    lease_token: 0,
    attempts: 0,
    cancel_requested: 0,
    event_count: 0,
  };
  await db('jobs').insert({ ...job, id: 'first', kind: 'rl', status: 'succeeded', step: 1 });
  await db('jobs').insert({ ...job, id: 'second', kind: 'sft', status: 'succeeded', step: 2 });
  const ofJob = { 'train/reward': 1, 'train/reward_std_dev': 0.5, 'train/exception_rate': 0 };
  const entries = [
    [0, { 'train/reward': 1 }],
    [1, { loss: 1 }],
    [1, ofJob],
    [1, { 'train/reward': 1, 'train/reward_std_dev': 5 }],
    [2, ofJob],
  ] as const;
  for (const [index, [step, metrics]] of entries.entries()) {
    await db('run_history').insert({
      id: `${index}`,
      run_id: 'r',
      step,
      time: created,
      metrics: JSON.stringify(metrics),
    });
  }
  await historyOfJobs.up(db);
  const rows = await db('run_history').orderBy('seq').select('job_id');
  expect(rows.map(({ job_id }) => job_id)).toEqual([null, null, 'first', null, null]);
  await db.destroy();
});
