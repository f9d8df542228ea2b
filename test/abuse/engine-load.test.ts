import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_WAITING } from '../../src/inference/generate-request.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { uniform } from '../reference/random.ts';
import { isLong } from '../tier.ts';

/** Tests many concurrent chats over HTTP with the real compute process and the toy model. */
let server: TestServer;
const errors: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
beforeAll(async () => {
  server = await startTestServer({ log });
  // Compiles the kernels.
  await server.call('POST', '/chat/completions', chat(0, { max_tokens: 2 }));
});
afterAll(async () => {
  agent.destroy();
  await server.end();
});

function chat(i: number, fields: object): object {
  return { messages: [{ role: 'user', content: `hello ${i % 7}` }], seed: i, ignore_eos: true, ...fields };
}

function send(body: object): { sent: ClientRequest; answered: Promise<{ status: number; text: string }> } {
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const sent = request(`${server.baseUrl}/chat/completions`, { method: 'POST', agent, headers });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      let text = '';
      response.on('data', (data) => (text += data));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
  });
  sent.end(JSON.stringify(body));
  return { sent, answered };
}

async function held(): Promise<object[]> {
  return (await server.compute.stats(60_000)).map(({ stats: { running, waiting, pagesHeld, adapterUsers } }) => {
    return { running, waiting, pagesHeld, adapterUsers };
  });
}

const nothing = [{ running: 0, waiting: 0, pagesHeld: 0, adapterUsers: 0 }];

/** More chats than run at once. */
const chats = isLong ? 1_536 : 1_152;
/** Waves of 200 clients each. */
const waves = isLong ? 10 : 5;

test(`${chats} concurrent chats of 16 tokens are all answered in full, and health answers meanwhile`, async () => {
  const began = performance.now();
  let open = true;
  const health = (async () => {
    const statuses: number[] = [];
    for (; open; await sleep(200)) statuses.push((await server.call('GET', '/health')).status);
    return statuses;
  })();
  const answers = await Promise.all(
    Array.from({ length: chats }, (_, i) => send(chat(i, { max_tokens: 16 })).answered),
  );
  open = false;
  // The maximum wait of rollout clients.
  expect(performance.now() - began).toBeLessThan(100_000);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const lengths = answers.map(({ text }) => JSON.parse(text).choices[0].token_ids.length);
  expect(new Set(lengths)).toEqual(new Set([16]));
  expect(new Set(await health)).toEqual(new Set([200]));
  expect(await held()).toEqual(nothing);
});

test(`${200 * waves} clients that disconnect at random leave no sequence, page or adapter in use`, async () => {
  const random = uniform(5);
  for (let wave = 0; wave < waves; wave++) {
    await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const { sent, answered } = send(chat(i, { max_tokens: 400, stream: i % 2 === 0, n: 1 + (i % 2) }));
        const gone = answered.catch(() => {});
        await sleep(random() * 400);
        sent.destroy();
        await gone;
      }),
    );
  }
  await expect.poll(held).toEqual(nothing);
  // A disconnect is not logged as an error.
  expect(errors).toEqual([]);
  expect((await server.call('POST', '/chat/completions', chat(1, { max_tokens: 3 }))).status).toBe(200);
});

async function rejected(): Promise<number> {
  const { body } = await server.call('GET', '/metrics');
  return Number(
    /^vllm:admission_rejections_total\{model_name="toy",reason="max_num_queued_reqs"\} (\d+)$/m.exec(body)?.[1],
  );
}

test('a full queue is a plain 503 with Retry-After, before a stream begins', async () => {
  const before = await rejected();
  const gone = new AbortController();
  const sampling = { temperature: 0, topK: 0, topP: 1, seed: 0n };
  const of = { model: 'toy', adapter: null, owner: 'local' };
  const waiting = { ...of, promptIds: Uint32Array.of(5), stopTokenIds: [], sampling };
  // Two fewer than the server accepts of one owner by default.
  const ends = Array.from({ length: MAX_WAITING - 2 }, async () => {
    for await (const _ of server.compute.generate({ ...waiting, maxTokens: 500, topLogprobs: 0 }, gone.signal));
  });
  const answer = await server.call('POST', '/chat/completions', chat(1, { stream: true, n: 3 }));
  gone.abort();
  await Promise.allSettled(ends);
  expect([answer.status, answer.body.error.code]).toEqual([503, 'queue_full']);
  // Late requests of disconnected clients may be rejected too.
  expect(await rejected()).toBeGreaterThan(before);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await expect.poll(held).toEqual(nothing);
  expect((await server.call('POST', '/chat/completions', chat(1, { max_tokens: 2, n: 3 }))).status).toBe(200);
});
