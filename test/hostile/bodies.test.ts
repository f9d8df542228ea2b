import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxPipelined } from '../../src/api/http/connections.ts';
import { head, portOf, sendRaw } from '../abuse/raw-http.ts';
import { isLong, withMore } from '../tier.ts';
import { attack, expectUnharmed } from './attack.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

let server: HostileServer;
let eve: string;
beforeAll(async () => {
  // Two bodies of the size that chats once could have would exhaust this heap.
  server = await startHostileServer({ NODE_OPTIONS: '--max-old-space-size=512' });
  eve = await server.keyOf('eve');
  // Warms up threads, code and heap with large bodies, so that memory is compared with a warm server.
  const body = `{${messages},"chat_template_kwargs":{"x":[${fill(() => '0')}]}}`;
  for (let i = 0; i < 4; i++) await server.call('POST', '/tokenize', body, { key: eve });
});
afterAll(() => server?.stop());

const messages = '"messages":[{"role":"user","content":"hi"}],"max_tokens":1';
const bytes = 2_000_000;
const fill = (item: (at: number) => string): string => {
  const items: string[] = [];
  for (let size = 0; size < bytes; size += items.at(-1)!.length + 1) items.push(item(items.length));
  return items.join();
};

/** Many values and many names: the most expensive bodies for a tree and for a dictionary. */
const everydayShapes: [string, () => string][] = [['empty objects', () => `[${fill(() => '{}')}]`]];
const moreShapes: [string, () => string][] = [
  ['keys of one object', () => `{${fill((at) => `"k${at}":0`)}}`],
  ['lists in lists', () => `[${fill(() => '['.repeat(90) + ']'.repeat(90))}]`],
  ['objects of keys of their own', () => `[${fill((at) => `{"k${at}":0}`)}]`],
  ['keys that are numbers', () => `[${fill((at) => `{"${at * 1_000}":0}`)}]`],
  ['numbers', () => `[${fill((at) => `${at / 7}`)}]`],
  ['long integers', () => `[${fill((at) => `${12345678901234567890n + BigInt(at)}`)}]`],
  ['short strings', () => `[${fill((at) => `"${at}"`)}]`],
];

const places: [string, string, (value: string) => string][] = [
  ['chat_template_kwargs', '/chat/completions', (value) => `{${messages},"chat_template_kwargs":{"x":${value}}}`],
  ['chat_template_kwargs of /tokenize', '/tokenize', (value) => `{${messages},"chat_template_kwargs":{"x":${value}}}`],
  ['a field that is not known', '/completions', (value) => `{"prompt":"a","max_tokens":1,"odd":${value}}`],
  ['messages', '/chat/completions', (value) => `{"messages":${value}}`],
  ['tools', '/chat/completions', (value) => `{${messages},"tools":${value}}`],
  ['a prompt', '/completions', (value) => `{"prompt":${value},"max_tokens":1}`],
  ['documents', '/tokenize', (value) => `{${messages},"documents":${value}}`],
  ['tokens', '/detokenize', (value) => `{"tokens":${value}}`],
  ['a model', '/preview/models', (value) => `{"project":"p","name":"n","base_model":"toy","odd":${value}}`],
  ['a job', '/preview/training-jobs', (value) => `{"model_id":"x","trajectory_groups":${value}}`],
];

/** One place for each operation, which reads its body with the same code as its other places. */
const everydayPlaces = places.filter(([, path], at) => places.findIndex((place) => place[1] === path) === at);

test.each(withMore(everydayShapes, moreShapes))(
  'the server survives bodies of 2 MB of %s in fields of each operation, four at a time',
  async (_, shape) => {
    const value = shape();
    // The server accepts 100,000 nodes: these bodies are the largest that it parses.
    const fitting = value.startsWith('[') ? `${value.slice(0, value.lastIndexOf(',', 300_000))}]` : '{}';
    const damage = await attack(server, async () => {
      for (const [place, path, body] of isLong ? places : everydayPlaces) {
        const sent = [value, fitting, value, fitting].map((one) => server.call('POST', path, body(one), { key: eve }));
        // The model exists after the first request.
        for (const { status, body: said } of await Promise.all(sent)) {
          expect([200, 400, 409, 413, 422, 429, 503], `${place}: ${JSON.stringify(said)}`).toContain(status);
        }
      }
    });
    expectUnharmed(damage);
  },
);

test('a body of 33 MB is refused with 413', async () => {
  // Encoded once, since a real attacker would encode it on another machine.
  const value = Buffer.from(`{${messages},"chat_template_kwargs":{"x":[${'{},'.repeat(11_000_000)}{}]}}`);
  const damage = await attack(server, async () => {
    for (const path of ['/chat/completions', '/tokenize']) {
      const { status, body } = await server.call('POST', path, value, { key: eve });
      expect(status).toBe(413);
      expect(body.error.message).toMatch(/larger than [\d.]+ MiB/);
    }
  });
  expectUnharmed(damage);
});

/** The attacker repeats at once, and the neighbour must wait while Node reads the attack. */
const busy = 4;
const json = 'Content-Type: application/json';
const chunked = (key: string | null, chunk: string, count: number): string => {
  const begun = head('POST', '/v1/chat/completions', key, json, 'Transfer-Encoding: chunked', 'Connection: close');
  return `${begun}${chunk.repeat(count)}0\r\n\r\n`;
};

const everydayChunks: [string, number, () => string][] = [['one byte', 400, () => chunked(eve, '1\r\n \r\n', 400_000)]];
const moreChunks: [string, number, () => string][] = [
  ['one byte, without a key', 401, () => chunked(null, '1\r\n \r\n', 400_000)],
  ['17 bytes', 400, () => chunked(eve, `11\r\n${' '.repeat(17)}\r\n`, 100_000)],
];
test.each(withMore(everydayChunks, moreChunks))('a server survives bodies in chunks of %s', async (_, status, sent) => {
  const text = sent();
  const port = portOf({ baseUrl: server.url });
  const damage = await attack(server, async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendRaw(port, [text])));
    for (const answer of answers) expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
  expectUnharmed(damage, { slower: busy });
});

const pipelined: [string, number][] = isLong
  ? [
      ['/health', 200],
      ['/x', 404],
    ]
  : [['/health', 200]];
test.each(pipelined)('only 32 of 30,000 pipelined requests for %s are answered', async (path, status) => {
  const text = head('GET', path, null).repeat(30_000);
  const damage = await attack(server, async () => {
    const answers = await sendRaw(portOf({ baseUrl: server.url }), [text]);
    expect(answers.match(/HTTP\/1\.1 (\d+)/g)).toEqual(Array(maxPipelined).fill(`HTTP/1.1 ${status}`));
  });
  expectUnharmed(damage, { slower: busy });
});
