import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manyChunks, minAverageChunkBytes } from '../../src/api/http/chunked-body.ts';
import type { TestServer } from '../api/test-server.ts';
import { newKey, startAbuseServer } from './abuse-server.ts';
import { answersOf, head, portOf, type RawAnswer, sendRaw } from './raw-http.ts';

let server: TestServer;
let port: number;

beforeAll(async () => {
  server = await startAbuseServer({ slowBodyMs: 400, bodyBytes: 48 * 2 ** 20 });
  port = portOf(server);
});
afterAll(() => server.end());

const chat = { messages: [{ role: 'user', content: 'hello' }], max_tokens: 2 };
const json = 'Content-Type: application/json';
const chatPath = '/v1/chat/completions';

/** Sends one request on a new connection and reads its only answer. */
async function ask(pieces: readonly (string | Buffer | number)[]): Promise<RawAnswer & { code: string | undefined }> {
  const [answer] = answersOf(await sendRaw(port, pieces));
  return { ...answer, code: (JSON.parse(answer.body) as { error?: { code: string } }).error?.code };
}

function post(body: string | Buffer, ...lines: string[]): (string | Buffer)[] {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [head('POST', chatPath, server.key, json, length, 'Connection: close', ...lines), body];
}

async function isHealthy(): Promise<void> {
  expect((await server.call('POST', '/chat/completions', chat)).status).toBe(200);
}

test.each<[string, string | (() => string)]>([
  ['arrays a million deep', () => `{"messages":${'['.repeat(1e6)}${']'.repeat(1e6)}}`],
  ['objects 300,000 deep', () => `${'{"a":'.repeat(3e5)}1${'}'.repeat(3e5)}`],
  ['depth that is never closed', () => '['.repeat(2e6)],
  ['an array of half a million', () => `{"messages":[${'1,'.repeat(5e5)}1]}`],
  ['an array of half a million in an unknown field', () => `{"x":[${'1,'.repeat(5e5)}1],"messages":[]}`],
  ['a lone quote', '"'],
  ['a lone backslash in a string', '{"messages":"\\'],
  ['nothing but white space', '   '],
  ['two documents', '{}{}'],
  ['a byte order mark', '\ufeff{}'],
  ['NaN', '{"messages":[],"temperature":NaN}'],
  ['a number that is too long', `{"messages":[],"seed":${'9'.repeat(1e6)}}`],
  ['a __proto__ key in the place of the fields', JSON.stringify({ ['__proto__']: chat })],
  ['a constructor key in the place of a list', '{"messages":{"constructor":{"prototype":{}}}}'],
])('a body with %s is refused with 400', async (_, body) => {
  const answer = await ask(post(typeof body === 'string' ? body : body()));
  expect([answer.status, answer.code]).toEqual([400, 'validation_failed']);
  await isHealthy();
});

test.each<[string, () => string]>([
  ['an array of ten million', () => `{"messages":[${'1,'.repeat(1e7)}1]}`],
  ['a chat that is longer than any context', () => JSON.stringify({ ...chat, nvext: 'x'.repeat(2.2e6) })],
  ['empty objects', () => `{"messages":[],"chat_template_kwargs":{"x":[${'{},'.repeat(131_071)}{}]}}`],
  ['keys', () => `{"x":{${Array.from({ length: 66_000 }, (_, i) => `"${i}":""`).join()}}}`],
  ['strings', () => `{"x":[${'"",'.repeat(131_071)}""]}`],
  ['numbers beyond count', () => `{"x":[${'1,'.repeat(1_046_000)}1],"y":["",${'[],'.repeat(500)}[]]}`],
])('%s beyond the operation’s limit of bytes or nodes is refused with 413', async (_, body) => {
  const answer = await ask(post(body()));
  expect([answer.status, answer.code]).toEqual([413, 'payload_too_large']);
  await isHealthy();
});

test('JSON nodes are limited on other operations too, with a higher limit for jobs', async () => {
  const many = `{"project":"p","name":"n","base_model":"toy","x":[${'{},'.repeat(131_071)}{}]}`;
  const sent = async (path: string, body: string): Promise<[number, string]> => {
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    const answer = await ask([head('POST', path, server.key, json, length, 'Connection: close'), body]);
    return [answer.status, JSON.parse(answer.body).error.param];
  };
  expect(await sent('/v1/preview/models', many)).toEqual([413, null]);
  // More nodes than the main thread parses. A job may have them.
  const job = `{"model_id":"no id","trajectory_groups":[${'{},'.repeat(140_000)}{}]}`;
  expect(await sent('/v1/preview/training-jobs', job)).toEqual([422, 'model_id']);
});

test('the memory of parsed bodies is limited in total', async () => {
  const small = await startAbuseServer({ parsedBytes: 8 * 2 ** 20 });
  const kwargs = (count: number) => ({
    ...chat,
    chat_template_kwargs: { x: Array.from({ length: count }, () => ({})) },
  });
  expect((await small.call('POST', '/chat/completions', kwargs(1_000))).status).toBe(200);
  const { status, body } = await small.call('POST', '/chat/completions', kwargs(60_000));
  expect([status, body.error.code]).toEqual([429, 'rate_limit_exceeded']);
  expect((await small.call('POST', '/chat/completions', kwargs(1_000))).status).toBe(200);
  await small.end();
});

test('a JSON key __proto__ is stored and returned like any other, without prototype pollution', async () => {
  const model = { project: 'p', name: 'proto', base_model: 'toy' };
  const { id } = (await server.call('POST', '/preview/models', model)).body;
  const odd = { ['__proto__']: { polluted: 1 }, other: 2 };
  const trajectory = { reward: 1, metrics: { ['__proto__']: 0.5 }, odd };
  const logged = { split: 'val', trajectory_groups: [{ trajectories: [trajectory] }] };
  expect((await server.call('POST', `/preview/models/${id}/log`, logged)).status).toBe(200);
  const logs = `/preview/models/${id}/logs`;
  const [log] = (await server.call('GET', logs)).body.data;
  expect(Object.entries(log.metrics)).toContainEqual(['val/__proto__', 0.5]);
  const kept = await server.call('GET', `${logs}/${log.id}/trajectory-groups`);
  expect(JSON.stringify(kept.body.data)).toBe(JSON.stringify(logged.trajectory_groups));
  const template = '{{ polluted is defined }} {{ odd["__proto__"].polluted }}';
  const asked = { ...chat, chat_template: template, chat_template_kwargs: { odd }, return_token_strs: true };
  const { token_strs } = (await server.call('POST', '/tokenize', { ...asked, ...odd })).body;
  expect(token_strs.join('')).toBe('falseĠ1');
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test.each([
  ['a byte that starts nothing', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['a cut character', Buffer.from([0x22, 0xe2, 0x82])],
])('a body that is not UTF-8, %s, is refused with 400', async (_, body) => {
  const answer = await ask(post(body));
  expect(answer.status).toBe(400);
  expect(answer.body).toContain('UTF-8');
});

test('the last of two equal JSON keys is validated and used', async () => {
  const { messages } = chat;
  const text = (first: string, last: string) =>
    `{"messages":${JSON.stringify(messages)},"max_tokens":${first},"max_tokens":${last}}`;
  const good = await ask(post(text('"x"', '1')));
  expect([good.status, JSON.parse(good.body).usage.completion_tokens]).toEqual([200, 1]);
  expect((await ask(post(text('1', '"x"')))).status).toBe(400);
});

test.each([
  ['no type', []],
  ['text', ['Content-Type: text/plain']],
  ['a form', ['Content-Type: application/x-www-form-urlencoded']],
  ['a look-alike', ['Content-Type: application/jsonx']],
  ['gzip', [json, 'Content-Encoding: gzip']],
  ['gzip behind identity', [json, 'Content-Encoding: identity, gzip']],
  ['deflate', [json, 'Content-Encoding: deflate']],
])('a request with %s as type or encoding is refused with 415', async (_, lines) => {
  const body = JSON.stringify(chat);
  const length = `Content-Length: ${body.length}`;
  const answer = await ask([head('POST', chatPath, server.key, ...lines, length, 'Connection: close'), body]);
  expect([answer.status, answer.code]).toEqual([415, 'unsupported_media_type']);
});

test('a too large body is refused before it is sent, or when it reaches the limit', async () => {
  const path = '/v1/preview/models';
  const announced = [head('POST', path, server.key, json, 'Content-Length: 1000000000000')];
  expect(await ask(announced)).toMatchObject({
    status: 413,
    code: 'payload_too_large',
    headers: { connection: 'close' },
  });

  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  const chunked = [head('POST', path, server.key, json, 'Transfer-Encoding: chunked'), ...Array(17).fill(chunk)];
  expect(await ask(chunked)).toMatchObject({ status: 413, code: 'payload_too_large' });

  // An unexpected body is skipped, but not forever.
  const endless = [head('GET', '/v1/models', server.key, 'Transfer-Encoding: chunked'), chunk, 1_500, chunk];
  expect(await ask(endless)).toMatchObject({ status: 200, headers: { connection: 'close' } });
});

/** Returns a body in chunks of `bytes` bytes. */
function inChunks(body: string, bytes: number): string {
  const chunks: string[] = [];
  for (let at = 0; at < body.length; at += bytes) {
    const chunk = body.slice(at, at + bytes);
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  }
  return `${chunks.join('')}0\r\n\r\n`;
}

const chunkedJson = [json, 'Transfer-Encoding: chunked', 'Connection: close'];

test('a body of very many 1-byte chunks is refused before its end by every kind of operation', async () => {
  const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'chunks' });
  const file = `/v1/preview/artifacts/${artifact.id}/files/train.jsonl`;
  // The end is never sent, so the refusal does not wait for it.
  const chunks = '1\r\n \r\n'.repeat(manyChunks);
  for (const [method, path] of [
    ['POST', chatPath],
    ['POST', '/v1/preview/training-jobs'],
    ['PUT', file],
  ]) {
    const answer = await ask([head(method, path, server.key, ...chunkedJson), chunks]);
    expect(answer).toMatchObject({ status: 400, code: 'malformed_request', headers: { connection: 'close' } });
    expect(answer.body).toContain(`${manyChunks} chunks`);
  }
  await isHealthy();
});

test('a chunked body is read completely for every chunk size', async () => {
  const body = JSON.stringify(chat) + ' '.repeat(1_000);
  const file = 'x'.repeat(3 * manyChunks * minAverageChunkBytes);
  const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'whole' });
  const path = `/v1/preview/artifacts/${artifact.id}/files/train.jsonl`;
  for (const bytes of [1, 3, 1_000]) {
    expect(await ask([head('POST', chatPath, server.key, ...chunkedJson), inChunks(body, bytes)])).toMatchObject({
      status: 200,
    });
  }
  for (const bytes of [2 * minAverageChunkBytes, 1_000, 100_000]) {
    const answer = await ask([head('PUT', path, server.key, ...chunkedJson), inChunks(file, bytes)]);
    expect(answer).toMatchObject({ status: 200 });
    expect(JSON.parse(answer.body)).toMatchObject({ bytes: file.length });
  }
});

test('concurrent large bodies are limited in total, and one key to half of it', async () => {
  const part = Buffer.alloc(20 * 2 ** 20, 0x20);
  const keys = [server.key, await newKey(server, { owner: 'bob' }), await newKey(server, { owner: 'eve' })];
  const send = async (key: string): Promise<number> => {
    const begun = head('POST', '/v1/preview/training-jobs', key, json, `Content-Length: ${2 * part.length}`);
    return (await ask([begun, part, 200, '.'.repeat(5_000), 1_000])).status;
  };
  // The first two fill the memory and are refused as too slow. The third gets 503.
  expect((await Promise.all(keys.map(send))).sort()).toEqual([408, 408, 503]);
  // Of two of one key, the one whose bytes arrive later is refused.
  const [other, ...ofOne] = await Promise.all([keys[1], keys[0], keys[0]].map(send));
  expect([other, ...ofOne.sort()]).toEqual([408, 408, 429]);
  await isHealthy();
});

test('a body counts towards the limit until its request has ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-bodies-'));
  const script = join(folder, 'peer.json');
  await writeFile(script, JSON.stringify({ held: true }));
  const busy = await startAbuseServer({ bodyBytes: 2 * 2 ** 20 }, { env: { PEER_SCRIPT: script } });
  const large = { ...chat, nvext: 'x'.repeat(700_000) };
  const first = busy.call('POST', '/chat/completions', large);
  await expect.poll(() => existsSync(`${script}.chats`)).toBe(true);
  const second = await busy.call('POST', '/chat/completions', large);
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '2']);
  await writeFile(`${script}.go`, '');
  expect((await first).status).toBe(200);
  expect((await busy.call('POST', '/chat/completions', large)).status).toBe(200);
  await busy.end();
  await rm(folder, { recursive: true });
});

test('a stalled body is refused with 408, for JSON and files, and a steady one is accepted', async () => {
  const slow = [head('POST', chatPath, server.key, json, 'Content-Length: 100'), ...Array(40).fill([50, ' ']).flat()];
  expect(await ask(slow)).toMatchObject({ status: 408, code: 'request_timeout', headers: { connection: 'close' } });
  const still = [head('POST', chatPath, server.key, json, 'Transfer-Encoding: chunked')];
  expect(await ask(still)).toMatchObject({ status: 408, code: 'request_timeout' });

  const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'slow' });
  const file = `/v1/preview/artifacts/${artifact.id}/files/train.jsonl`;
  const upload = [head('PUT', file, server.key, 'Content-Length: 100000'), 'x', 1_000];
  expect(await ask(upload)).toMatchObject({ status: 408, code: 'request_timeout' });
  expect((await server.call('GET', `/preview/artifacts/${artifact.id}`)).body.files).toEqual([]);

  const steady = head('PUT', file, server.key, 'Content-Length: 10000', 'Connection: close');
  const pieces = Array(10)
    .fill([Buffer.alloc(1_000, 0x20), 100])
    .flat();
  expect(await ask([steady, ...pieces])).toMatchObject({ status: 200 });
});

test('a steady body is refused with 408 when the request takes too long, and leaves no file', async () => {
  const short = await startAbuseServer({ headMs: 500, requestMs: 1_000 });
  const steadily = Array(600)
    .fill([100, '.'.repeat(500)])
    .flat();
  const { body: artifact } = await short.call('POST', '/preview/artifacts', { name: 'long' });
  const file = `/v1/preview/artifacts/${artifact.id}/files/train.jsonl`;
  const heads = [
    head('POST', chatPath, short.key, json, 'Content-Length: 1000000'),
    head('PUT', file, short.key, 'Content-Length: 1000000'),
  ];
  for (const begun of heads) {
    const began = performance.now();
    const [answer] = answersOf(await sendRaw(portOf(short), [begun, ...steadily]));
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([408, 'request_timeout']);
    // The server checks every two seconds. The body would take a minute.
    expect(performance.now() - began).toBeLessThan(50_000);
  }
  expect((await short.call('GET', `/preview/artifacts/${artifact.id}`)).body.files).toEqual([]);
  await expect.poll(() => readdir(join(short.home, 'artifacts', artifact.id))).toEqual([]);
  await short.end();
});

test('Expect: 100-continue is answered with 100 if the body is wanted, else with the refusal', async () => {
  const expecting = ['Expect: 100-continue', 'Connection: close'];
  const body = JSON.stringify(chat);
  const wanted = head('POST', chatPath, server.key, json, `Content-Length: ${body.length}`, ...expecting);
  const answers = answersOf(await sendRaw(port, [wanted, 200, body]));
  expect(answers.map(({ status }) => status)).toEqual([100, 200]);
  for (const [key, type, status] of [
    ['wrong', json, 401],
    [server.key, 'Content-Type: text/plain', 415],
  ] as const) {
    const unwanted = head('POST', chatPath, key, type, 'Content-Length: 1000', ...expecting);
    expect(answersOf(await sendRaw(port, [unwanted])).map((answer) => answer.status)).toEqual([status]);
  }
});
