import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillEngine } from './full-engine.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Over HTTP with the real compute process. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const PLACES = 64;
const CHATS = 2_048;

test('2,048 chats wait at once for a full engine, health answers meanwhile, and all are answered', async () => {
  const filler = new AbortController();
  const filled = fillEngine(server, PLACES, filler.signal);
  const stats = async () => (await server.compute.stats(60_000))[0].stats;
  await expect.poll(async () => (await stats()).running).toBe(PLACES);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const answers = Array.from({ length: CHATS }, () => chat(agent));
  // Those that fill the engine wait by whole engines, two of them or fewer.
  await expect.poll(async () => (await stats()).waiting).toBeGreaterThanOrEqual(CHATS);
  expect((await server.call('GET', '/health')).body.status).toBe('ok');
  filler.abort();
  const counts = new Map<string, number>();
  for (const answer of await Promise.all(answers)) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  expect([...counts]).toEqual([['200', CHATS]]);
  await filled;
  agent.destroy();
  await expect.poll(stats).toMatchObject({ running: 0, waiting: 0, pagesHeld: 0 });
});

/** The status of a chat of 16 tokens, or what was said instead of one. */
function chat(agent: Agent): Promise<string> {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], max_tokens: 16, ignore_eos: true });
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers };
    const sent = request(`${server.baseUrl}/chat/completions`, options, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)));
    });
    sent.once('error', reject).end(body);
  });
}
