import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack, expectUnharmed } from './attack.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

let server: HostileServer;
let eve: string;
beforeAll(async () => {
  // Little enough for two bodies of what a chat once could send.
  server = await startHostileServer({ NODE_OPTIONS: '--max-old-space-size=512' });
  eve = await server.keyOf('eve');
});
afterAll(() => server?.stop());

const messages = '"messages":[{"role":"user","content":"hi"}],"max_tokens":1';
const bytes = 2_000_000;
const fill = (item: (at: number) => string): string => {
  const items: string[] = [];
  for (let size = 0; size < bytes; size += items.at(-1)!.length + 1) items.push(item(items.length));
  return items.join();
};

const shapes: [string, () => string][] = [
  ['empty objects', () => `[${fill(() => '{}')}]`],
  ['lists in lists', () => `[${fill(() => '['.repeat(90) + ']'.repeat(90))}]`],
  ['objects of keys of their own', () => `[${fill((at) => `{"k${at}":0}`)}]`],
  ['keys of one object', () => `{${fill((at) => `"k${at}":0`)}}`],
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

test.each(shapes)('bodies of two megabytes of %s, in every place, four at a time', async (_, shape) => {
  const value = shape();
  // A hundred thousand nodes are taken: these are the most that are parsed.
  const fitting = value.startsWith('[') ? `${value.slice(0, value.lastIndexOf(',', 300_000))}]` : '{}';
  const damage = await attack(server, async () => {
    for (const [place, path, body] of places) {
      const sent = [value, fitting, value, fitting].map((one) => server.call('POST', path, body(one), { key: eve }));
      // A model is there after the first time.
      for (const { status, body: said } of await Promise.all(sent)) {
        expect([200, 400, 409, 413, 422, 429, 503], `${place}: ${JSON.stringify(said)}`).toContain(status);
      }
    }
  });
  expectUnharmed(damage);
});

test('a body of 33 MB is refused by its length alone', async () => {
  // Encoded once: what that takes is the attacker's, who need not be on this machine.
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
