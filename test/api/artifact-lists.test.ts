import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey, startAbuseServer } from '../abuse/abuse-server.ts';
import { as } from '../abuse/furnished-owner.ts';
import { pollEvents, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAbuseServer();
});
afterAll(() => server.end());

const row = '{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n';

async function uploaded(name: string): Promise<{ id: string; url: string }> {
  const { body } = await server.call('POST', '/preview/artifacts', { name });
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' };
  const place = `${server.baseUrl}/preview/artifacts/${body.id}/files/train.jsonl`;
  expect((await fetch(place, { method: 'PUT', headers, body: row })).status).toBe(200);
  return body;
}

test('artifacts are listed with names and bytes of their files, and each as it is read alone', async () => {
  const [one, two] = [await uploaded('one'), await uploaded('two')];
  const { body: page } = await server.call('GET', '/preview/artifacts?limit=1');
  expect(page).toMatchObject({ object: 'list', first_id: one.id, last_id: one.id, has_more: true });
  const { body: rest } = await server.call('GET', `/preview/artifacts?after=${page.last_id}`);
  expect(rest.data.map(({ id }: { id: string }) => id)).toEqual([two.id]);
  expect(rest.data[0].files).toEqual([{ name: 'train.jsonl', bytes: row.length, sha256: expect.any(String) }]);
  expect(rest.data[0]).toEqual((await server.call('GET', `/preview/artifacts/${two.id}`)).body);
  const other = as(server, await newKey(server, { owner: 'bob' }));
  expect((await other('GET', '/preview/artifacts')).body.data).toEqual([]);
});

test('a deleted artifact is gone with its files, and the job of its data goes on', async () => {
  const artifact = await uploaded('doomed');
  const folder = join(server.home, 'artifacts', artifact.id);
  expect(readdirSync(folder)).toHaveLength(1);
  const { body: model } = await server.call('POST', '/preview/models', { base_model: 'toy', project: 'p', name: 'm' });
  const job = { model_id: model.id, training_data_url: artifact.url };
  const { body: queued } = await server.call('POST', '/preview/sft-training-jobs', job);
  const other = as(server, await newKey(server, { owner: 'bob' }));
  expect((await other('DELETE', `/preview/artifacts/${artifact.id}`)).status).toBe(404);
  const { body } = await server.call('DELETE', `/preview/artifacts/${artifact.id}`);
  expect(body).toEqual({ id: artifact.id, deleted: true });
  expect(readdirSync(folder)).toEqual([]);
  expect((await server.call('GET', `/preview/artifacts/${artifact.id}`)).status).toBe(404);
  expect((await server.call('DELETE', `/preview/artifacts/${artifact.id}`)).status).toBe(404);
  expect((await server.call('POST', '/preview/sft-training-jobs', job)).status).toBe(404);
  expect((await pollEvents(server, queued.id)).at(-1)?.type).toBe('training_ended');
});
