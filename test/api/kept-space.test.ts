import { afterAll, beforeAll, expect, test } from 'vitest';
import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let model: string;

// More than any disk has, so all free space is reserved for training.
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

test.each(Object.keys(bodies))(
  'a body of %s that would use the disk space reserved for training is refused with 507',
  async (path) => {
    const to = path === 'log' ? `/preview/models/${model}/log` : `/preview/${path}`;
    const { status, body } = await server.call('POST', to, { model_id: model, ...bodies[path] });
    expect([status, body.error.code]).toEqual([507, 'disk_full']);
    expect(JSON.stringify(body)).not.toContain(server.home);
  },
);

test('an upload that would use the reserved disk space is a 507, but an artifact can be created', async () => {
  const { status, body } = await server.call('POST', '/preview/artifacts', { name: 'data' });
  expect(status).toBe(200);
  const put = await fetch(`${server.baseUrl}/preview/artifacts/${body.id}/files/train.jsonl`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: '{}',
  });
  expect(put.status).toBe(507);
  expect(await put.text()).not.toContain(server.home);
  expect((await server.call('GET', `/preview/artifacts/${body.id}`)).body.files).toEqual([]);
});

test('importing an adapter that would use the reserved disk space is refused with 507', async () => {
  const roomy = await startTestServer({ workerEntry: peerEntry });
  const { id } = (await roomy.call('POST', '/preview/models', { project: 'p', name: 'm', base_model: 'toy' })).body;
  const artifact = (await roomy.call('POST', '/preview/artifacts', { name: 'adapter' })).body;
  const { config, weights } = toyAdapter();
  for (const [name, body] of Object.entries({ 'adapter_config.json': config, 'adapter_model.safetensors': weights })) {
    const { status } = await fetch(`${roomy.baseUrl}/preview/artifacts/${artifact.id}/files/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${roomy.key}` },
      body: body as BodyInit,
    });
    expect(status).toBe(200);
  }
  const before = (await roomy.call('GET', `/preview/models/${id}/checkpoints`)).body.data;
  await roomy.close(0);
  const env = { DAYBREAK_DISK_RESERVE: '999999GiB' };
  const full = await startTestServer({ workerEntry: peerEntry, home: roomy.home, env });
  try {
    const { status, body } = await full.call('POST', `/preview/models/${id}/adapter`, { artifact_url: artifact.url });
    expect([status, body.error.code]).toEqual([507, 'disk_full']);
    expect(JSON.stringify(body)).not.toContain(full.home);
    expect((await full.call('GET', `/preview/models/${id}/checkpoints`)).body.data).toEqual(before);
  } finally {
    await full.end();
  }
});
