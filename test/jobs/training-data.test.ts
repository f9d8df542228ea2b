import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';

const row = (answer: string): string =>
  `${JSON.stringify({
    messages: [
      { role: 'user', content: 'which?' },
      { role: 'assistant', content: answer },
    ],
  })}\n`;

let fetched = 0;
const store = createServer((_, response) => {
  fetched++;
  response.end(row('web') + row('web') + row('web'));
});
let server: TestServer;
let root: string;
let storeUrl: string;
let modelId: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(store.address() as AddressInfo).port}`;
  storeUrl = `http://${host}/train.jsonl`;
  root = await mkdtemp(join(tmpdir(), 'daybreak-data-'));
  await mkdir(join(root, 'open', 'set'), { recursive: true });
  await writeFile(join(root, 'secret.jsonl'), row('secret'));
  await writeFile(join(root, 'open', 'plain.jsonl'), row('file'));
  await writeFile(join(root, 'open', 'bad.jsonl'), `${row('file')}{"messages": [}\n`);
  await writeFile(join(root, 'open', 'set', 'trajectories.jsonl'), row('set') + row('set'));
  await writeFile(join(root, 'open', 'set', 'metadata.json'), '{"num_trajectories":2}');
  await symlink(join(root, 'secret.jsonl'), join(root, 'open', 'link.jsonl'));
  const env = { DAYBREAK_ARTIFACT_HOSTS: host, DAYBREAK_ARTIFACT_DIR: join(root, 'open') };
  server = await startTestServer({ workerEntry: peerEntry, env });
  const { body } = await server.call('POST', '/preview/models', { project: 'p', name: 'm', base_model: 'toy' });
  modelId = body.id;
});
afterAll(async () => {
  await server.end();
  store.close();
  await rm(root, { recursive: true, force: true });
});

const post = (url: string) =>
  server.call('POST', '/preview/sft-training-jobs', {
    model_id: modelId,
    training_data_url: url,
    config: { batch_size: 1 },
  });
const local = (...path: string[]): string => pathToFileURL(join(root, ...path)).href;

/** Returns the number of rows that the job found, or its error. */
async function rows(url: string): Promise<unknown> {
  const { status, body } = await post(url);
  expect(status, body?.error?.message).toBe(200);
  const events = await pollEvents(server, body.id);
  return events.at(-1)?.type === 'training_ended' ? events[0].data.num_sequences : events.at(-1)?.data.error_message;
}

test('training data is fetched once from a listed host', async () => {
  expect(await rows(storeUrl)).toBe(3);
  expect(fetched).toBe(1);
});

test('training data is read from a file or a folder in the operator’s folder', async () => {
  expect(await rows(local('open', 'plain.jsonl'))).toBe(1);
  expect(await rows(local('open', 'set'))).toBe(2);
});

test('an invalid row fails the job with the file and the line', async () => {
  expect(await rows(local('open', 'bad.jsonl'))).toMatch(/^train.jsonl.line 2: it is not valid JSON/);
});

test('a path outside the operator’s folder is refused', async () => {
  const outside = [
    local('secret.jsonl'),
    local('open', 'link.jsonl'),
    local('open', 'missing.jsonl'),
    `${pathToFileURL(join(root, 'open')).href}/../secret.jsonl`,
    `${pathToFileURL(join(root, 'open')).href}/%2e%2e/secret.jsonl`,
    'file:///etc/passwd',
    'file://otherhost/etc/passwd',
  ];
  for (const url of outside) {
    const { status, body } = await post(url);
    expect([url, status, body.error.param]).toEqual([url, 422, 'training_data_url']);
  }
});

test('a job uses a fixed artifact version, which cannot change once it is used', async () => {
  const put = (id: string, text: string) =>
    fetch(`${server.baseUrl}/preview/artifacts/${id}/files/train.jsonl`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
      body: text,
    }).then(({ status }) => status);
  const first = (await server.call('POST', '/preview/artifacts', { name: 'set', entity: 'e', project: 'q' })).body;
  expect(await put(first.id, row('a'))).toBe(200);
  expect(await put(first.id, row('a') + row('b'))).toBe(200);
  expect(await rows('wandb-artifact:///e/q/set:latest')).toBe(2);
  expect(await put(first.id, row('c'))).toBe(409);
  const second = (await server.call('POST', '/preview/artifacts', { name: 'set', entity: 'e', project: 'q' })).body;
  expect(second.url).toBe('daybreak-artifact:///e/q/set:v1');
  expect(await put(second.id, row('d'))).toBe(200);
  expect(await rows('wandb-artifact:///e/q/set:v0')).toBe(2);
  expect(await rows('daybreak-artifact:///e/q/set')).toBe(1);
  const read = await server.call('GET', `/preview/artifacts/${second.id}`);
  expect(read.body.files).toEqual([
    { name: 'train.jsonl', bytes: row('d').length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  const bytes = await fetch(`${server.baseUrl}/preview/artifacts/${second.id}/files/train.jsonl`, {
    headers: { authorization: `Bearer ${server.key}` },
  });
  expect(await bytes.text()).toBe(row('d'));
});

test('training data over 256 MiB is refused during the upload and not kept', async () => {
  const { id } = (await server.call('POST', '/preview/artifacts', { name: 'huge' })).body;
  const chunk = new Uint8Array(2 ** 20);
  const put = (name: string) => {
    let left = 257;
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => (left-- > 0 ? stream.enqueue(chunk) : stream.close()),
    });
    return fetch(`${server.baseUrl}/preview/artifacts/${id}/files/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
      body,
      duplex: 'half',
    } as RequestInit);
  };
  const refused = await put('train.jsonl');
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
    413,
    'payload_too_large',
  ]);
  expect((await put('weights.bin')).status).toBe(200);
  const names = (await server.call('GET', `/preview/artifacts/${id}`)).body.files.map((f: { name: string }) => f.name);
  expect(names).toEqual(['weights.bin']);
});

test('an artifact or folder without data files is refused with the wanted and the existing files', async () => {
  const { url, id } = (await server.call('POST', '/preview/artifacts', { name: 'empty' })).body;
  const said = async (of: string) => {
    const { status, body } = await post(of);
    return [status, body.error.param, body.error.message];
  };
  const wanted = 'training_data_url: it must contain train.jsonl, or trajectories.jsonl and metadata.json; it contains';
  expect(await said(url)).toEqual([422, 'training_data_url', `${wanted} nothing`]);
  const put = await fetch(`${server.baseUrl}/preview/artifacts/${id}/files/data.jsonl`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: '{}',
  });
  expect(put.status).toBe(200);
  expect(await said(url)).toEqual([422, 'training_data_url', `${wanted} data.jsonl`]);
  expect(await said(local('open'))).toEqual([422, 'training_data_url', `${wanted} nothing`]);
});
