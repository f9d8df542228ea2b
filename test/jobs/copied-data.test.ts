import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newKey } from '../abuse/abuse-server.ts';
import { peerEntry, pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';

/** Returns training rows. Two rows make one gradient step. */
const rows = (count: number, answer: string): string =>
  Array.from({ length: count }, (_, i) => {
    const messages = [
      { role: 'user', content: `${i}?` },
      { role: 'assistant', content: answer },
    ];
    return `${JSON.stringify({ messages })}\n`;
  }).join('');

/** Unfinished responses of the web data host. */
let dripping: ServerResponse[] = [];
let web = rows(6, 'web');
const host = createServer((request, response) => {
  if (request.url?.startsWith('/drip')) {
    response.write('{');
    dripping.push(response);
  } else response.end(web);
});
let hostUrl = '';
let root: string;
let script: string;
let server: TestServer;
let env: Record<string, string>;

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

beforeEach(async () => {
  dripping = [];
  web = rows(6, 'web');
  root = await mkdtemp(join(tmpdir(), 'daybreak-copied-'));
  script = join(root, 'peer.json');
  await mkdir(join(root, 'data'));
  // The second step, counted over all compute processes, waits until it is released.
  await writeFile(script, JSON.stringify({ holdStepsFrom: 2 }));
  env = {
    PEER_SCRIPT: script,
    DAYBREAK_ARTIFACT_HOSTS: new URL(hostUrl).host,
    DAYBREAK_ARTIFACT_DIR: join(root, 'data'),
  };
  server = await startTestServer({ workerEntry: peerEntry, env, home: join(root, 'home') });
});
afterEach(async () => {
  await server.end();
  await rm(root, { recursive: true, force: true });
});

async function model(name: string): Promise<string> {
  return (await server.call('POST', '/preview/models', { project: 'p', name, base_model: 'toy' })).body.id;
}

async function post(modelId: string, url: string): Promise<string> {
  const job = { model_id: modelId, training_data_url: url, config: { batch_size: 2 } };
  const { status, body } = await server.call('POST', '/preview/sft-training-jobs', job);
  expect([status, body.status]).toEqual([200, 'queued']);
  return body.id;
}

const job = async (id: string) => (await server.call('GET', `/preview/training-jobs/${id}`)).body;

async function restart(): Promise<void> {
  await server.close(0);
  server = await startTestServer({ workerEntry: peerEntry, env, home: join(root, 'home') });
}

async function artifactOf(name: string, text: string): Promise<string> {
  const { id, url } = (await server.call('POST', '/preview/artifacts', { name, project: 'p' })).body;
  const put = await fetch(`${server.baseUrl}/preview/artifacts/${id}/files/train.jsonl`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: text,
  });
  expect(put.status).toBe(200);
  return url;
}

/**
 * Expects the job to finish after a restart with the three steps of its own rows, though its source has changed.
 */
async function goesOnWith(id: string): Promise<void> {
  const events = await pollEvents(server, id);
  expect(events.map(({ type }) => type)).toEqual([
    'training_started',
    ...Array.from({ length: 3 }, () => 'gradient_step'),
    'training_ended',
  ]);
}

test.each(['file', 'folder'])(
  'a job is not affected if its %s changes or is deleted before a restart',
  async (kind) => {
    const path = kind === 'file' ? join(root, 'data', 'train.jsonl') : join(root, 'data', 'set');
    if (kind === 'folder') await mkdir(path);
    const file = kind === 'file' ? path : join(path, 'train.jsonl');
    await writeFile(file, rows(6, 'first'));
    const id = await post(await model('m'), pathToFileURL(path).href);
    await expect.poll(async () => (await job(id)).steps_done).toBe(1);
    if (kind === 'file') await writeFile(file, rows(40, 'second'));
    else await rm(path, { recursive: true });
    await writeFile(`${script}.go`, '');
    await restart();
    await goesOnWith(id);
    // The copy is deleted with the job.
    await expect.poll(() => readdir(join(root, 'home', 'jobs'))).toEqual([]);
  },
);

test('the data of an artifact deleted with its model stays for another model’s job', async () => {
  const other = await model('other');
  const id = await post(await model('m'), await artifactOf('other-sft-data-0', rows(6, 'first')));
  await expect.poll(async () => (await job(id)).steps_done).toBe(1);
  expect((await server.call('DELETE', `/preview/models/${other}`)).status).toBe(200);
  await writeFile(`${script}.go`, '');
  await restart();
  await goesOnWith(id);
});

test('a job keeps the web data that it first read, over a restart', async () => {
  const id = await post(await model('m'), `${hostUrl}/train.jsonl`);
  await expect.poll(async () => (await job(id)).steps_done).toBe(1);
  web = rows(40, 'other');
  await writeFile(`${script}.go`, '');
  await restart();
  await goesOnWith(id);
});

test('a download of web data that a restart interrupted is repeated', async () => {
  await writeFile(`${script}.go`, '');
  const id = await post(await model('m'), `${hostUrl}/drip`);
  await expect.poll(() => dripping.length).toBe(1);
  await restart();
  expect((await job(id)).status).toBe('queued');
  await expect.poll(() => dripping.length).toBe(2);
  dripping[1].end(`${rows(6, 'late').slice(1)}`);
  await goesOnWith(id);
});

test('a job whose download fails has the reason and can be retried; a cancelled one closes its download', async () => {
  const lost = await post(await model('lost'), `${hostUrl}/drip/lost`);
  const left = await post(await model('left'), `${hostUrl}/drip/left`);
  const gone = await model('gone');
  await post(gone, `${hostUrl}/drip/gone`);
  await expect.poll(() => dripping.length).toBe(3);
  const of = (path: string) => dripping.find(({ req }) => req.url === path);
  of('/drip/lost')?.destroy();
  const [failed] = await pollEvents(server, lost);
  expect(failed.data.error_message).toMatch(/^training_data_url: http:.*cannot be fetched/);
  expect((await server.call('POST', `/preview/training-jobs/${left}/cancel`)).body.status).toBe('cancelled');
  expect((await server.call('DELETE', `/preview/models/${gone}`)).status).toBe(200);
  await expect.poll(() => [of('/drip/left')?.closed, of('/drip/gone')?.closed]).toEqual([true, true]);
  await expect.poll(() => readdir(join(root, 'home', 'jobs'))).toEqual([]);
  // A job that failed for its data can be retried.
  await writeFile(`${script}.go`, '');
  const again = await server.call('POST', `/preview/training-jobs/${lost}/retry`);
  await expect.poll(() => dripping.length).toBe(4);
  dripping[3].end(rows(6, 'late').slice(1));
  await goesOnWith(again.body.id);
});

test('slow hosts and a long queue of one owner do not delay another owner’s job', async () => {
  const key = await newKey(server, { owner: 'b' });
  const asB = { authorization: `Bearer ${key}` };
  for (let i = 0; i < 4; i++) await post(await model(`slow-${i}`), `${hostUrl}/drip/${i}`);
  await expect.poll(() => dripping.length).toBe(3);
  const url = await artifactOf('set', rows(6, 'a'));
  for (let i = 0; i < 100; i++) await post(await model(`a-${i}`), url);
  const wanted = { project: 'p', name: 'b', base_model: 'toy' };
  const { id: model_id } = (await server.call('POST', '/preview/models', wanted, asB)).body;
  const asked = { model_id, training_data_url: `${hostUrl}/train.jsonl`, config: { batch_size: 2 } };
  const { id } = (await server.call('POST', '/preview/sft-training-jobs', asked, asB)).body;
  // All four slots hold waiting jobs of the first owner. The next free slot goes to the other owner.
  const running = async () => (await server.call('GET', '/preview/training-jobs?status=running&limit=100')).body.data;
  await expect.poll(async () => (await running()).length).toBe(4);
  const ahead = (await running()).map((one: { id: string }) => one.id);
  await expect.poll(() => readdir(join(root, 'home', 'jobs')).then(({ length }) => length)).toBe(101 + 3);
  await writeFile(`${script}.go`, '');
  const ended = async () =>
    (await server.call('GET', `/preview/training-jobs/${id}`, undefined, asB)).body.training_start;
  await expect.poll(ended).not.toBeNull();
  const started = await server.call('GET', '/preview/training-jobs?limit=100');
  const before = started.body.data.filter((one: { id: string; training_start: string | null }) => {
    return one.training_start !== null && !ahead.includes(one.id);
  });
  const b = (await server.call('GET', `/preview/training-jobs/${id}`, undefined, asB)).body;
  expect(before.filter((one: { training_start: string }) => one.training_start < b.training_start)).toEqual([]);
});
