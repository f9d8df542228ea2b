import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
});
afterAll(() => server.end());

test('an upload that ends after a job was created from its artifact is a 409 and changes no file', async () => {
  const { body: model } = await server.call('POST', '/preview/models', { base_model: 'toy', project: 'p', name: 'm' });
  const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'data' });
  const file = `${server.baseUrl}/preview/artifacts/${artifact.id}/files/train.jsonl`;
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' };
  const first = '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n';
  expect((await fetch(file, { method: 'PUT', headers, body: first })).status).toBe(200);

  const slow = request(file, { method: 'PUT', headers });
  const answered = once(slow, 'response');
  slow.write('{"messages":');
  const stored = join(server.home, 'artifacts', artifact.id);
  await expect.poll(async () => (await readdir(stored)).length).toBe(2);
  const job = { model_id: model.id, training_data_url: artifact.url };
  expect((await server.call('POST', '/preview/sft-training-jobs', job)).status).toBe(200);
  slow.end('[]}\n');
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(409);
  expect(await (await fetch(file, { headers })).text()).toBe(first);
});
