import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { FailedKeys } from '../../src/api/access/failed-keys.ts';
import { KeyLimit } from '../../src/api/access/key-limit.ts';
import { TokenBuckets } from '../../src/api/access/token-buckets.ts';
import { newBearerKey } from '../../src/store/bearer-key.ts';
import type { TestAnswer, TestServer } from '../api/test-server.ts';
import { newKey, startAbuseServer, withKeys } from './abuse-server.ts';
import { as } from './owner-records.ts';

let servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers) await server.end();
  servers = [];
});

async function start(...options: Parameters<typeof startAbuseServer>): Promise<TestServer> {
  const server = await startAbuseServer(...options);
  servers.push(server);
  return server;
}

const statuses = (answers: TestAnswer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const chat = { messages: [{ role: 'user', content: 'hello' }], max_tokens: 2 };

test('a key over its rate gets 429 with Retry-After, and other keys are not affected', async () => {
  const server = await start({ key: { concurrency: 1_000, rate: 2 } });
  const other = as(server, await newKey(server, { owner: 'bob' }));
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 200 }, () => server.call('GET', '/models')));
  const seconds = (performance.now() - began) / 1_000;
  const { 200: served = 0, 429: refused = 0 } = statuses(answers);
  // The full bucket of twenty, plus the tokens added meanwhile.
  expect(served).toBeGreaterThanOrEqual(20);
  expect(served).toBeLessThanOrEqual(20 + Math.ceil(2 * seconds));
  expect(served + refused).toBe(200);
  const last = answers.find(({ status }) => status === 429)!;
  expect(last.body.error).toEqual({
    message: 'This key may send at most 2 requests per second.',
    type: 'rate_limit_error',
    param: null,
    code: 'rate_limit_exceeded',
  });
  expect(last.headers.get('retry-after')).toBe('1');
  expect((await other('GET', '/models')).status).toBe(200);
  expect((await server.call('GET', '/health')).status).toBe(200);
  await sleep(1_000);
  expect((await server.call('GET', '/models')).status).toBe(200);
});

test('a key has at most its limit of requests in flight, and another key can chat meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-limits-'));
  const script = join(folder, 'peer.json');
  await writeFile(script, JSON.stringify({ held: true }));
  const server = await start({ key: { concurrency: 5, rate: 1_000 } }, { env: { PEER_SCRIPT: script } });
  const other = as(server, await newKey(server, { owner: 'bob' }));
  let answered = 0;
  const many = Array.from({ length: 12 }, () =>
    server.call('POST', '/chat/completions', chat).finally(() => {
      answered += 1;
    }),
  );
  const one = other('POST', '/chat/completions', chat);
  await expect.poll(() => answered).toBe(7);
  await writeFile(`${script}.go`, '');
  expect(statuses(await Promise.all(many))).toEqual({ 200: 5, 429: 7 });
  expect((await one).status).toBe(200);
  expect((await server.call('POST', '/chat/completions', chat)).status).toBe(200);
  await rm(folder, { recursive: true });
});

test('1,536 concurrent chats of one key are all answered with the default limits', async () => {
  const server = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const body = JSON.stringify({ ...chat, max_tokens: 1 });
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(`${server.baseUrl}/chat/completions`, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject).end(body);
    });
  const answered = await Promise.all(Array.from({ length: 1_536 }, ask));
  expect(answered.filter((status) => status !== 200)).toEqual([]);
  agent.destroy();
});

test('an address that sends wrong keys gets 429, but right keys from it still work', async () => {
  const own = 'an-operators-own-key-of-forty-characters-or-more';
  const server = await start({ failedKeys: 10 }, { env: { DAYBREAK_API_KEY: own } });
  const guess = (key: string) => as(server, key)('GET', '/models');
  const first = await Promise.all(Array.from({ length: 10 }, () => guess(newBearerKey().key)));
  expect(statuses(first)).toEqual({ 401: 10 });
  const more = await Promise.all(
    Array.from({ length: 20 }, (_, i) => guess(i % 2 ? 'x'.repeat(50) : newBearerKey().key)),
  );
  expect(statuses(more)).toEqual({ 429: 20 });
  expect(Number(more[0].headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(more[0].body.error.code).toBe('rate_limit_exceeded');
  // A right key works, whether seen before or not, generated or configured.
  expect((await guess(own)).status).toBe(200);
  const { key, id } = await withKeys(server, async (keys) => {
    const made = await keys.create({ owner: 'bob', scopes: ['chat'] });
    return { key: made.key, id: made.record.id };
  });
  for (let i = 0; i < 5; i++) expect((await guess(key)).status).toBe(200);
  // Knowing the id of a key does not help to guess it.
  expect((await guess(newBearerKey(id).key)).status).toBe(429);
  expect((await guess(key)).status).toBe(200);
});

test('a malformed key costs no look-up once its address is limited', async () => {
  const { Authentication } = await import('../../src/api/access/authentication.ts');
  let lookUps = 0;
  const keys = {
    verify: async () => {
      lookUps++;
      return null;
    },
    recognises: (key: string) => key.startsWith('db_'),
  };
  const authentication = new Authentication(keys, 5);
  const attempt = (key: string) =>
    authentication
      .authenticate(
        { headers: { authorization: `Bearer ${key}` }, socket: { remoteAddress: '10.0.0.1' } } as never,
        'listServedModels',
      )
      .catch((error: { code: string }) => error.code);
  for (let i = 0; i < 5; i++) expect(await attempt('guess')).toBe('invalid_api_key');
  expect(lookUps).toBe(5);
  expect(await attempt('guess')).toBe('rate_limit_exceeded');
  expect(lookUps).toBe(5);
  expect(await attempt('db_key')).toBe('rate_limit_exceeded');
  expect(lookUps).toBe(6);
});

test('wrong sign-in codes count as wrong keys, and a right code from the same address works', async () => {
  const server = await start({ failedKeys: 10 });
  const signIn = async (code: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ code });
    return (await fetch(`${server.baseUrl}/preview/sessions`, { method: 'POST', headers, body })).status;
  };
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, i) => signIn(`guess-${i}`)));
  const wrong = guesses.filter((status) => status === 401).length;
  expect(wrong).toBeGreaterThanOrEqual(10);
  expect(wrong).toBeLessThanOrEqual(12);
  expect(guesses.filter((status) => status === 429)).toHaveLength(40 - wrong);
  expect((await as(server, newBearerKey().key)('GET', '/models')).status).toBe(429);
  expect(await signIn(server.signInCode!)).toBe(200);
});

test('all sessions of a key share its rate limit, on every path', async () => {
  const server = await start({ key: { concurrency: 1_000, rate: 2 } });
  const sessions = await Promise.all(Array.from({ length: 5 }, () => server.call('POST', '/preview/sessions', {})));
  const calls = sessions.map(({ body }) => as(server, body.token));
  const asked = ['/models', '/preview/updates'];
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => calls[i % 5]('GET', asked[i % 2])));
  const { 200: served = 0 } = statuses(answers);
  // The full bucket of twenty, minus five for the sessions, plus the tokens added meanwhile.
  expect(served).toBeGreaterThanOrEqual(14);
  expect(served).toBeLessThanOrEqual(20 + Math.ceil((2 * (performance.now() - began)) / 1_000));
});

test('wrong keys are counted by IPv4 address and by IPv6 network', () => {
  const failed = new FailedKeys(1);
  const refuses = (address: string): boolean => {
    try {
      failed.count(address);
      return false;
    } catch {
      return true;
    }
  };
  expect(refuses('10.0.0.1')).toBe(false);
  expect(refuses('10.0.0.1')).toBe(true);
  expect(refuses('::ffff:10.0.0.2')).toBe(false);
  expect(refuses('::ffff:10.0.0.3')).toBe(false);
  expect(refuses('2001:db8:1:2::1')).toBe(false);
  expect(refuses('2001:db8:1:2:ffff:eeee:dddd:cccc')).toBe(true);
  expect(refuses('2001:db8:1:3::1')).toBe(false);
  expect(refuses('2001:db8::1')).toBe(false);
  expect(refuses('2001:db8:0:0:5::')).toBe(true);
});

test('a token bucket refills up to its size, and the number of buckets is limited', () => {
  const buckets = new TokenBuckets({ perSecond: 2, size: 3, most: 2 });
  expect([0, 0, 0, 0].map((at) => buckets.take('a', at))).toEqual([0, 0, 0, 1]);
  expect([buckets.isEmpty('a', 0), buckets.isEmpty('b', 0)]).toEqual([true, false]);
  expect([buckets.take('a', 499), buckets.take('a', 500), buckets.take('a', 500)]).toEqual([1, 0, 1]);
  expect([1e6, 1e6, 1e6, 1e6].map((at) => buckets.take('a', at))).toEqual([0, 0, 0, 1]);
  expect(new TokenBuckets({ perSecond: 0.1, size: 1, most: 1 }).take('x', 0)).toBe(0);
  const slow = new TokenBuckets({ perSecond: 0.1, size: 1, most: 1 });
  expect([slow.take('x', 0), slow.take('x', 1_000)]).toEqual([0, 9]);
  buckets.take('b', 1e6);
  buckets.take('c', 1e6);
  expect(buckets.take('a', 1e6)).toBe(0);
});

test('refused requests do not count towards the rate of a key', () => {
  const limit = new KeyLimit({ concurrency: 2, rate: 1 });
  const leave = [limit.enter('a'), limit.enter('a')];
  for (let i = 0; i < 100; i++) expect(() => limit.enter('a')).toThrow('in flight');
  for (const one of leave) one();
  for (let i = 0; i < 8; i++) limit.enter('a')();
  expect(() => limit.enter('a')).toThrow('1 requests per second');
});
