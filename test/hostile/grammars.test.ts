import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adversarialForms } from '../../bench/adversarial-forms.ts';
import { withMore } from '../tier.ts';
import { attack, expectUnharmed, median } from './attack.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

/** Allowed ratio of a neighbour's median time beside adversarial grammars to that without them. */
const SLOWER = 3;

let server: HostileServer;
let eve: string;
let mallory: string;
beforeAll(async () => {
  server = await startHostileServer();
  [eve, mallory] = [await server.keyOf('eve'), await server.keyOf('mallory')];
  // Starts the grammar processes before memory is measured.
  await Promise.all(Object.values(freshForms()).map((fields) => ask(fields, eve)));
  await Promise.all(Object.values(adversarialForms()).map((form) => ask({ structured_outputs: form }, eve)));
});
afterAll(() => server.stop());

let counted = 0;
const freshForms = (): Record<string, object> => {
  const parameters = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] };
  const tool = { type: 'function', function: { name: `weather_${counted++}`, parameters } };
  return { choice: { structured_outputs: { choice: ['yes', `no ${counted++}`] } }, tools: { tools: [tool] } };
};

/** Requests a short answer, which must be served or refused with 400. */
async function ask(fields: object, key: string): Promise<number> {
  const messages = [{ role: 'user', content: 'hello' }];
  const { status, body } = await server.call(
    'POST',
    '/chat/completions',
    { messages, max_tokens: 4, ...fields },
    { key },
  );
  if (status !== 200) expect([status, body.error?.code ?? body.error?.type], JSON.stringify(body)).toContain(400);
  return status;
}

const strike = () =>
  Promise.all(Object.values(adversarialForms()).map((form) => ask({ structured_outputs: form }, eve)));

test('the server survives thirteen concurrent adversarial grammars', async () => {
  expectUnharmed(await attack(server, strike), { slower: SLOWER });
});

test('new choices and tools beside adversarial grammars take less than 3 times as long', async () => {
  const bob = await server.keyOf('bob');
  const timed = async (name: string): Promise<number> => {
    const start = performance.now();
    expect(await ask(freshForms()[name], bob)).toBe(200);
    return performance.now() - start;
  };
  const alone: Record<string, number[]> = { choice: [], tools: [] };
  const beside: Record<string, number[]> = { choice: [], tools: [] };
  for (let i = 0; i < 12; i++) for (const name of Object.keys(alone)) alone[name].push(await timed(name));
  let isStruck = true;
  const struck = strike().finally(() => {
    isStruck = false;
  });
  while (isStruck) for (const name of Object.keys(beside)) beside[name].push(await timed(name));
  await struck;
  for (const name of Object.keys(alone)) {
    const times = `${name} alone ${alone[name].map(Math.round)}, beside ${beside[name].map(Math.round)} ms`;
    expect(median(beside[name]), times).toBeLessThan(SLOWER * median(alone[name]));
  }
});

/** Returns formats that take far more memory than their text. */
function bombs(): object[] {
  const random = (): string => Math.random().toString(36).slice(2, 12);
  const choice = Array.from({ length: 1_000 }, () => Array.from({ length: 100 }, random).join('').slice(0, 1_000));
  const wide = Array.from({ length: 11_000 }, (_, i) => [
    `property_${i}_${random()}`,
    { type: 'string', maxLength: i + 1 },
  ]);
  return withMore<object>(
    [
      { choice },
      { json: { type: 'object', properties: Object.fromEntries(wide) } },
      { grammar: `root ::= ${'("a"? "b"?)* '.repeat(40_000)} "${random()}"` },
    ],
    [{ regex: `${'(a?b?c?)*'.repeat(7_000)}${random()}` }],
  );
}

test('the server survives memory bombs in grammars from two owners at once', async () => {
  const damage = await attack(server, () =>
    Promise.all([eve, mallory].flatMap((key) => bombs().map((form) => ask({ structured_outputs: form }, key)))),
  );
  expectUnharmed(damage, { slower: SLOWER });
});

test.each(withMore<'SIGKILL' | 'SIGABRT'>(['SIGKILL'], ['SIGABRT']))(
  'a %s to the grammar processes loses no answer that is in flight',
  async (signal) => {
    const pids = server.pids();
    const regex = `${signal} [0-9]{400}`;
    const answers = [eve, mallory, eve, mallory].map((key, seed) => {
      const body = {
        messages: [{ role: 'user', content: 'hi' }],
        seed,
        max_tokens: 500,
        structured_outputs: { regex },
      };
      return server.call('POST', '/chat/completions', body, { key });
    });
    let isOver = false;
    const all = Promise.all(answers).finally(() => {
      isOver = true;
    });
    await sleep(200);
    expect(isOver).toBe(false);
    const processes = grammarProcesses(pids.compute);
    expect(processes.length).toBeGreaterThan(0);
    for (const pid of processes) process.kill(pid, signal);
    for (const { status, body } of await all) {
      expect([status, body.error]).toEqual([200, undefined]);
      expect(body.choices[0].message.content).toMatch(new RegExp(`^${regex}$`));
    }
    expect(server.pids()).toEqual(pids);
  },
);

/** Look-around is refused with its name and position. */
test.each(['(?=a)b', 'a(?!b)', '(?<=a)b', '(?<!a)b'])('the regex %s is refused', async (regex) => {
  const messages = [{ role: 'user', content: 'hi' }];
  const { status, body } = await server.call('POST', '/chat/completions', { messages, structured_outputs: { regex } });
  expect([status, body.error.param]).toEqual([400, 'structured_outputs.regex']);
  expect(body.error.message).toMatch(/at position \d: the (negative )?look-(ahead|behind) \(\?.*\) is not supported/);
});

test('a list of choices over 1 MiB is refused', async () => {
  const choice = Array.from({ length: 1_024 }, (_, i) => `${i}`.padEnd(1_024, 'ü'));
  const messages = [{ role: 'user', content: 'hi' }];
  const { status, body } = await server.call('POST', '/chat/completions', { messages, structured_outputs: { choice } });
  expect([status, body.error.param]).toEqual([400, 'structured_outputs.choice']);
  expect(body.error.message).toMatch(/has \d+ bytes; 1048576 is the limit/);
});

function grammarProcesses(compute: number): number[] {
  return readdirSync(`/proc/${compute}/task`).flatMap((thread) =>
    readFileSync(`/proc/${compute}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
