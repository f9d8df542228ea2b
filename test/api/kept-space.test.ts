import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let model: string;

// More than any disk has: all of its free space is kept for training.
beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry, env: { DAYBREAK_DISK_RESERVE: '999999GiB' } });
  model = (await server.call('POST', '/preview/models', { project: 'p', name: 'm', base_model: 'toy' })).body.id;
});
afterAll(() => server.end());

const groups = [{ trajectories: [{ messages_and_choices: [{ role: 'user', content: 'x' }], reward: 1 }] }];
const bodies: Record<string, object> = {
  log: { split: 'val', trajectory_groups: groups },
  'training-jobs': { trajectory_groups: groups },
};

test.each(Object.keys(bodies))('what training needs is not taken by the body of %s', async (path) => {
  const to = path === 'log' ? `/preview/models/${model}/log` : `/preview/${path}`;
  const { status, body } = await server.call('POST', to, { model_id: model, ...bodies[path] });
  expect([status, body.error.code]).toEqual([507, 'disk_full']);
});

test('nor by uploads; what takes next to nothing is stored', async () => {
  const { status, body } = await server.call('POST', '/preview/artifacts', { name: 'data' });
  expect(status).toBe(200);
  const put = await fetch(`${server.baseUrl}/preview/artifacts/${body.id}/files/train.jsonl`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: '{}',
  });
  expect(put.status).toBe(507);
  expect((await server.call('GET', `/preview/artifacts/${body.id}`)).body.files).toEqual([]);
});
