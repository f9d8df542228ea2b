import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let model: { id: string; run_id: string };

beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
  model = (await server.call('POST', '/preview/models', { project: 'p', name: 'logged', base_model: 'toy' })).body;
});
afterAll(() => server.end());

const path = () => `/preview/models/${model.id}`;
const log = (split: string, trajectory_groups: unknown[]) =>
  server.call('POST', `${path()}/log`, { split, trajectory_groups });

/** Trajectory groups with fields that the contract does not define. */
const groups = Array.from({ length: 7 }, (_, i) => ({
  trajectories: [
    {
      messages_and_choices: [
        { role: 'user', content: `question ${i} "quoted" \u2028 \n \u{1f600}` },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
      ],
      reward: i / 7,
      metrics: { length: i, polite: i % 2 === 0 },
      metadata: { scenario: `s${i}`, missing: null },
      unknown_to_the_contract: { deep: [1, 1e-7, -0.5, 9007199254740991, []] },
    },
  ],
  metadata: { group: i },
  another_unknown: [],
}));

async function allGroups(logId: string, limit: number): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let after = ''; ; ) {
    const query = `limit=${limit}${after === '' ? '' : `&after=${after}`}`;
    const page = await server.call('GET', `${path()}/logs/${logId}/trajectory-groups?${query}`);
    expect(page.status, page.body.error?.message).toBe(200);
    expect(page.body.data.length).toBeLessThanOrEqual(limit);
    all.push(...page.body.data);
    if (!page.body.has_more) return all;
    after = page.body.last_id;
  }
}

test('logged groups are read back in pages exactly as they were sent', async () => {
  const sent = await log('val', groups);
  expect(sent.body.metrics).toEqual({ 'val/reward': 3 / 7, 'val/length': 3, 'val/polite': 4 / 7 });
  await log('train', groups.slice(0, 1));
  const { body } = await server.call('GET', `${path()}/logs?limit=1`);
  expect(body).toMatchObject({ has_more: true, data: [{ split: 'val', groups: 7, trajectories: 7 }] });
  const [{ id, metrics, created }] = body.data;
  expect(metrics).toEqual(sent.body.metrics);
  expect(Date.parse(created)).toBeGreaterThan(Date.now() - 600_000);
  for (const limit of [1, 3, 7, 100]) expect(JSON.stringify(await allGroups(id, limit))).toBe(JSON.stringify(groups));
  const next = await server.call('GET', `${path()}/logs?after=${body.last_id}`);
  expect(next.body).toMatchObject({ has_more: false, data: [{ split: 'train', groups: 1 }] });
  expect(await allGroups(next.body.data[0].id, 20)).toEqual(groups.slice(0, 1));
});

test('each log adds its metrics to the newest checkpoint and a record to the run’s history', async () => {
  const { data } = (await server.call('GET', `${path()}/checkpoints`)).body;
  expect(data[0].metrics).toMatchObject({ 'val/reward': 3 / 7, 'train/reward': 0 });
  const history = (await server.call('GET', `/preview/runs/${model.run_id}/history`)).body;
  expect(
    history.data.map(({ step, metrics }: { step: number; metrics: object }) => [step, Object.keys(metrics)]),
  ).toEqual([
    [0, ['val/length', 'val/polite', 'val/reward']],
    [0, ['train/length', 'train/polite', 'train/reward']],
  ]);
});

test('a page of groups ends early if it grows too large, and the next pages have the rest', async () => {
  const long = [1, 2, 3].map((i) => ({ trajectories: [], metadata: { i }, text: String(i).repeat(3 * 2 ** 20) }));
  await log('long', long);
  const { body } = await server.call('GET', `${path()}/logs?order=desc&limit=1`);
  const [{ id }] = body.data;
  const page = await server.call('GET', `${path()}/logs/${id}/trajectory-groups`);
  expect([page.body.data.length, page.body.has_more]).toEqual([2, true]);
  expect(await allGroups(id, 20)).toEqual(long);
});

test('a log without groups has one empty page', async () => {
  await log('none', []);
  const { body } = await server.call('GET', `${path()}/logs?order=desc&limit=1`);
  const page = await server.call('GET', `${path()}/logs/${body.data[0].id}/trajectory-groups`);
  expect(page.body).toEqual({ object: 'list', data: [], first_id: '', last_id: '', has_more: false });
});

test('invalid cursors and logs of other models are 404', async () => {
  const { id } = (await server.call('GET', `${path()}/logs`)).body.data[0];
  const of = (place: string) => server.call('GET', `/preview/models/${place}`);
  for (const cursor of ['1', '-1', '99999999', '1e1', randomUUID()]) {
    const answer = await of(`${model.id}/logs/${id}/trajectory-groups?after=${cursor}`);
    expect([cursor, answer.status, answer.body.error.param]).toEqual([cursor, 404, 'after']);
  }
  const other = (await server.call('POST', '/preview/models', { project: 'p', name: 'other', base_model: 'toy' })).body;
  expect((await of(`${other.id}/logs/${id}/trajectory-groups`)).body.error).toMatchObject({ param: 'log_id' });
  expect((await of(`${other.id}/logs?after=${id}`)).body.error).toMatchObject({ param: 'after' });
  expect((await of(`${randomUUID()}/logs`)).body.error).toMatchObject({ param: 'model_id' });
});

test('a log of version 0.1, one JSON array, is still read', async () => {
  await log('old', groups);
  const { body } = await server.call('GET', `${path()}/logs?order=desc&limit=1`);
  const [{ id }] = body.data;
  const folder = join(server.home, 'logs', model.id);
  const name = readdirSync(folder).find((file) => file.startsWith(id))!;
  renameSync(join(folder, name), join(folder, `${id}.json`));
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(groups));
  const database = new DatabaseSync(join(server.home, 'daybreak.sqlite'));
  database.prepare('update logs set path = ? where id = ?').run(`logs/${model.id}/${id}.json`, id);
  database.close();
  for (const limit of [2, 100]) expect(await allGroups(id, limit)).toEqual(groups);
});

test('a checkpoint has at most 1,024 metric names, and a log that exceeds them is refused and not stored', async () => {
  const made = await server.call('POST', '/preview/models', { project: 'p', name: 'named', base_model: 'toy' });
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]));
  const send = (split: string, count: number) =>
    server.call('POST', `/preview/models/${made.body.id}/log`, {
      split,
      trajectory_groups: [{ trajectories: [{ metrics: named(count) }] }],
    });
  expect((await send('a', 1_023)).status).toBe(200);
  const refused = await send('b', 1);
  expect([refused.status, refused.body.error.param, refused.body.error.message]).toEqual([
    422,
    'trajectory_groups',
    'trajectory_groups: the newest checkpoint (step 0) would have 1026 metric names in total; at most 1024 are allowed',
  ]);
  // The values of existing names can be replaced.
  expect((await send('a', 1_023)).status).toBe(200);
  const { data } = (await server.call('GET', `/preview/models/${made.body.id}/checkpoints`)).body;
  expect(Object.keys(data[0].metrics)).toHaveLength(1_024);
  expect((await server.call('GET', `/preview/models/${made.body.id}/logs`)).body.data).toHaveLength(2);
  expect(readdirSync(join(server.home, 'logs', made.body.id))).toHaveLength(2);
  const over = await send('a', 1_024);
  expect([over.status, over.body.error.param]).toEqual([422, 'trajectory_groups.0.trajectories.0.metrics']);
});

// Last, because it deletes the model.
test('deleting a model deletes its logs and its run', async () => {
  const gone = await server.call('DELETE', path());
  expect(gone.body).toEqual({ model_id: model.id, deleted_checkpoints: 1, deleted_run: true });
  expect((await server.call('GET', `${path()}/logs`)).status).toBe(404);
  expect((await server.call('GET', `/preview/runs/${model.run_id}/history`)).status).toBe(404);
  expect(readdirSync(join(server.home, 'logs', model.id))).toEqual([]);
});
