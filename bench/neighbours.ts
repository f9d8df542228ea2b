import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { adversarialForms } from './adversarial-forms.ts';
import { describe, median, type QuietSamples, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';

/** Address of a server, ending in /v1, and a key. */
export interface Client {
  baseUrl: string;
  key: string;
}

/**
 * Limits beside adversarial grammars: ratio of median latency to the latency alone, and latency of a plain GET in ms.
 */
const MAX_TIMES = 3;
const MAX_GET_MS = 50;
const ALONE_MS = 4_000;

type Call = [path: string, body?: object];

/** Order of the adversarial requests. */
export type AttackOrder = 'one after the other' | 'at once';

/**
 * Requests that adversarial ones of the same key must not slow down, each with a fresh form if it has one. Their prompt
 * is always the same and cached, with or without tools, so that the model's time does not matter.
 */
const NEIGHBOURS: Record<string, () => Call> = {
  'GET /v1/models': () => ['/models'],
  'a chat of one token': () => chat({}),
  'a fresh choice': () => chat({ structured_outputs: { choice: ['yes', `no ${randomUUID()}`] } }),
  'fresh tools': () => chat({ tools: [{ type: 'function', function: weatherTool(`weather_${randomUUID()}`) }] }),
};

/** Latencies of one neighbour's requests in one sample, in ms. */
interface Times {
  median: number;
  longest: number;
}

/** Measures the latency of each neighbour: alone, while adversarial forms are requested one by one, and all at once. */
export async function benchNeighbours(client: Client, samples: number): Promise<Row[]> {
  const peer = fork(join(import.meta.dirname, 'adversarial-peer.ts'), [client.baseUrl, client.key]);
  try {
    await nextMessage(peer);
    await attack(peer, 'at once');
    const pause = () => new Promise((end) => setTimeout(end, ALONE_MS));
    await timesOfAnswers(client, pause(), 0);
    let sample = 0;
    const alone = await quietSamples(samples, () => timesOfAnswers(client, pause(), sample++));
    const rows = Object.keys(NEIGHBOURS).map((name, i): Row[] => {
      const figure = describe(nth(alone, i, 'median'), 0);
      return [{ what: `median latency of ${name}, alone`, figure, unit: 'ms', roofline: '' }];
    });
    for (const order of ['one after the other', 'at once'] as const) {
      const concurrent = await quietSamples(samples, () => timesOfAnswers(client, attack(peer, order), sample++));
      rows.forEach((of, i) => {
        const times = nth(concurrent, i, 'median');
        const isWithin = median(times) <= MAX_TIMES * median(nth(alone, i, 'median'));
        of.push(concurrentRow(`median, ${order}`, times, `${isWithin ? 'within' : 'OVER'} ${MAX_TIMES} times`));
      });
      const longest = nth(concurrent, 0, 'longest');
      const isWithin = Math.max(...longest.kept.map(({ value }) => value)) <= MAX_GET_MS;
      rows[0].push(concurrentRow(`longest, ${order}`, longest, `${isWithin ? 'within' : 'OVER'} ${MAX_GET_MS} ms`));
    }
    return rows.flat();
  } finally {
    peer.kill();
  }
}

function concurrentRow(what: string, times: QuietSamples<number>, roofline: string): Row {
  const forms = Object.keys(adversarialForms()).length;
  return { what: `beside ${forms} adversarial grammars: ${what}`, figure: describe(times, 0), unit: 'ms', roofline };
}

/** Requests all adversarial forms; resolves when they are answered. */
function attack(peer: ChildProcess, time: AttackOrder): Promise<void> {
  peer.send(time);
  return nextMessage(peer);
}

/** Resolves at the peer's next message. */
function nextMessage(peer: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error('an adversarial request got neither an answer in its form nor a refusal'));
    peer.once('exit', lost);
    peer.once('message', () => {
      peer.off('exit', lost);
      resolve();
    });
  });
}

function nth({ kept, thrownAway }: QuietSamples<Times[]>, i: number, which: keyof Times): QuietSamples<number> {
  return { kept: kept.map(({ value, foreignShare }) => ({ value: value[i][which], foreignShare })), thrownAway };
}

function chat(fields: object): Call {
  return ['/chat/completions', chatOfOneToken(fields)];
}

export function chatOfOneToken(fields: object): object {
  const messages = [{ role: 'user', content: 'Go on.' }];
  return { messages, chat_template: 'Go on.', max_tokens: 1, temperature: 0, ...fields };
}

function weatherTool(name: string): object {
  const properties = { place: { type: 'string' }, days: { type: 'integer', minimum: 1 }, unit: { enum: ['C', 'F'] } };
  return { name, description: 'The weather.', parameters: { type: 'object', properties, required: ['place'] } };
}

/**
 * Measures the latencies of the neighbours' requests, sent one after another until `ended` resolves. Each `sample`
 * starts with a different neighbour, since the first request coincides with the arrival of the adversarial ones.
 */
async function timesOfAnswers(client: Client, ended: Promise<unknown>, sample: number): Promise<Times[]> {
  let going = true;
  const end = ended.finally(() => {
    going = false;
  });
  // Awaited below; until then, a rejection must not count as unhandled.
  end.catch(() => {});
  const neighbours = Object.entries(NEIGHBOURS);
  const times = neighbours.map((): number[] => []);
  const isEach = () => times.every((all) => all.length > 0);
  for (let next = sample % neighbours.length; going || !isEach(); next = (next + 1) % neighbours.length) {
    const [name, request] = neighbours[next];
    const started = performance.now();
    const { status, text } = await ask(client, ...request());
    if (status !== 200) throw new Error(`${name} was answered ${status} ${text.slice(0, 300)}`);
    times[next].push(performance.now() - started);
  }
  await end;
  return times.map((all) => {
    const sorted = all.toSorted((a, b) => a - b);
    return { median: sorted[Math.floor((sorted.length - 1) / 2)], longest: sorted[sorted.length - 1] };
  });
}

async function ask({ baseUrl, key }: Client, path: string, body?: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
