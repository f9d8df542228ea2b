import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { newKey, startAbuseServer } from '../abuse/abuse-server.ts';
import { as } from '../abuse/owner-records.ts';
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

test('artifacts are listed in pages, with the names and sizes of their files, as GET returns each', async () => {
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

test('the version of a deleted artifact is not used again', async () => {
  const old = await uploaded('versions');
  await server.call('DELETE', `/preview/artifacts/${old.id}`);
  const next = await uploaded('versions');
  expect([old.url, next.url].map((url) => url.split(':').at(-1))).toEqual(['v0', 'v1']);
});

test('an artifact has at most 1,000 files, which can still be replaced', async () => {
  const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'full' });
  const store = await openStore({ sqliteFile: join(server.home, 'daybreak.sqlite') });
  for (let i = 0; i < 1_000; i++) {
    const file = { name: `${i}`, bytes: 1, sha256: '0'.repeat(64), path: `artifacts/${artifact.id}/${i}` };
    await store.artifacts.putFile(artifact.id, file);
  }
  await store.close();
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' };
  const put = (name: string) =>
    fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/${name}`, { method: 'PUT', headers, body: row });
  const refused = await put('more');
  const { error } = (await refused.json()) as { error: { message: string } };
  expect([refused.status, error.message]).toEqual([409, expect.stringContaining('1,000 files')]);
  expect((await put('7')).status).toBe(200);
  expect((await server.call('GET', `/preview/artifacts/${artifact.id}`)).body.files).toHaveLength(1_000);
});

test('a deleted artifact is gone with its files, and its running and queued jobs still finish', async () => {
  const artifact = await uploaded('doomed');
  const folder = join(server.home, 'artifacts', artifact.id);
  expect(readdirSync(folder)).toHaveLength(1);
  const { body: model } = await server.call('POST', '/preview/models', { base_model: 'toy', project: 'p', name: 'm' });
  const job = { model_id: model.id, training_data_url: artifact.url };
  const queued: string[] = [];
  for (let i = 0; i < 3; i++) queued.push((await server.call('POST', '/preview/sft-training-jobs', job)).body.id);
  const other = as(server, await newKey(server, { owner: 'bob' }));
  expect((await other('DELETE', `/preview/artifacts/${artifact.id}`)).status).toBe(404);
  const { body } = await server.call('DELETE', `/preview/artifacts/${artifact.id}`);
  expect(body).toEqual({ id: artifact.id, deleted: true });
  expect(readdirSync(folder)).toEqual([]);
  expect((await server.call('GET', `/preview/artifacts/${artifact.id}`)).status).toBe(404);
  expect((await server.call('DELETE', `/preview/artifacts/${artifact.id}`)).status).toBe(404);
  expect((await server.call('POST', '/preview/sft-training-jobs', job)).status).toBe(404);
  for (const id of queued) expect((await pollEvents(server, id)).at(-1)?.type).toBe('training_ended');
});
