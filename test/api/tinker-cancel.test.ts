import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey } from '../abuse/abuse-server.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

/** A server whose compute process stalls every sequence after its first token. */
let server: TestServer;
let script: string;
beforeAll(async () => {
  script = join(await mkdtemp(join(tmpdir(), 'daybreak-cancel-')), 'peer.json');
  await writeFile(script, '{"stallAfter":1}');
  server = await startTestServer({ workerEntry: peerEntry, env: { PEER_SCRIPT: script } });
});
afterAll(() => server.end());

const cancels = () => readFile(`${script}.cancels`, 'utf8').catch(() => '');

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function ask(path: string, body: object, key = server.key): Promise<{ status: number; body: any }> {
  const response = await fetch(`${new URL(server.baseUrl).origin}/tinker/api/v1/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': `tml-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

test('the Tinker configuration enables the cancellation of samples', async () => {
  const { body } = await ask('client/dynamic_config', { sdk_version: '0.38.0' });
  expect(body).toEqual({ refresh_interval_sec: 300, sample_cancel_enabled: true });
});

test('only its owner can cancel a Tinker sample, and other samples continue', async () => {
  const { session_id } = (await ask('create_session', {})).body;
  const place = { session_id, sampling_session_seq_id: 0, base_model: 'toy' };
  const { sampling_session_id } = (await ask('create_sampling_session', place)).body;
  const prompt = { chunks: [{ type: 'encoded_text', tokens: [3, 4] }] };
  const sampling_params = { max_tokens: 8, stop: [] };
  const begin = async (seq_id: number, num_samples: number): Promise<string> => {
    const asked = { sampling_session_id, seq_id, num_samples, prompt, sampling_params };
    return (await ask('asample', asked)).body.request_id;
  };
  const [request_id, neighbour] = [await begin(0, 2), await begin(1, 1)];

  const other = await newKey(server, { owner: 'bob' });
  expect((await ask('cancel_future', { request_id }, other)).status).toBe(404);
  expect((await ask('cancel_future', { request_id: `${sampling_session_id}:none` })).status).toBe(200);
  const waiting = ask('retrieve_future', { request_id });
  expect(await cancels()).toBe('');
  expect(await ask('cancel_future', { request_id })).toEqual({ status: 200, body: { type: 'ack' } });
  const result = { error: 'The client cancelled this sample.', category: 'user' };
  expect((await waiting).body).toEqual(result);
  await expect.poll(cancels).toBe('..');

  expect((await ask('cancel_future', { request_id })).status).toBe(200);
  expect((await ask('retrieve_future', { request_id })).body).toEqual(result);
  expect(await cancels()).toBe('..');
  expect((await ask('cancel_future', { request_id: neighbour })).status).toBe(200);
  await expect.poll(cancels).toBe('...');
});
