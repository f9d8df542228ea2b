import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { evilForms } from './evil-forms.ts';
import { describe, type QuietSamples, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';

/** What a server is asked through: its address, ending in /v1, and a key. */
export interface Client {
  baseUrl: string;
  key: string;
}

/** How much longer than alone a neighbour of evil requests may wait for its answer, in ms. */
const MOST_MS = 250;
const ALONE_MS = 4_000;

type Call = [path: string, body?: object];

/** How the evil requests follow each other. */
export type EvilTime = 'one after the other' | 'at once';

/**
 * Requests that evil ones of the same key may not disturb, each fresh where it has a form. Their prompt is always the same
 * and known, tools or not, so that what is measured is not the time of the model.
 */
const NEIGHBOURS: Record<string, () => Call> = {
  'GET /v1/models': () => ['/models'],
  'a chat of one token': () => chat({}),
  'a fresh choice': () => chat({ structured_outputs: { choice: ['yes', `no ${randomUUID()}`] } }),
  'fresh tools': () => chat({ tools: [{ type: 'function', function: weatherTool(`weather_${randomUUID()}`) }] }),
};

/** The longest answers to each neighbour's requests: alone, while each evil form is asked for, and while all are at once. */
export async function benchNeighbours(client: Client, samples: number): Promise<Row[]> {
  const peer = fork(join(import.meta.dirname, 'evil-peer.ts'), [client.baseUrl, client.key]);
  try {
    await heard(peer);
    await askEvil(peer, 'at once');
    const pause = () => new Promise((end) => setTimeout(end, ALONE_MS));
    await longestAnswers(client, pause(), 0);
    let sample = 0;
    const alone = await quietSamples(samples, () => longestAnswers(client, pause(), sample++));
    const rows = Object.keys(NEIGHBOURS).map((name, i): Row[] => {
      const figure = describe(nth(alone, i), 0);
      return [{ what: `longest of the answers to ${name}, alone`, figure, unit: 'ms', roofline: '' }];
    });
    for (const time of ['one after the other', 'at once'] as const) {
      const beside = await quietSamples(samples, () => longestAnswers(client, askEvil(peer, time), sample++));
      rows.forEach((of, i) => {
        of.push(besideRow(time, nth(alone, i), nth(beside, i)));
      });
    }
    return rows.flat();
  } finally {
    peer.kill();
  }
}

function besideRow(time: EvilTime, alone: QuietSamples<number>, beside: QuietSamples<number>): Row {
  const more = Math.max(...values(beside)) - Math.max(...values(alone));
  return {
    what: `longest, beside ${Object.keys(evilForms()).length} evil grammars ${time}`,
    figure: describe(beside, 0),
    unit: 'ms',
    roofline: `${more <= MOST_MS ? 'within' : 'OVER'} ${MOST_MS} ms more`,
  };
}

/** Asks for all evil forms, and resolves when they are answered. */
function askEvil(peer: ChildProcess, time: EvilTime): Promise<void> {
  peer.send(time);
  return heard(peer);
}

/** Resolves when the peer says something. */
function heard(peer: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error('an evil request was answered by neither its form nor a refusal'));
    peer.once('exit', lost);
    peer.once('message', () => {
      peer.off('exit', lost);
      resolve();
    });
  });
}

function nth({ kept, thrownAway }: QuietSamples<number[]>, i: number): QuietSamples<number> {
  return { kept: kept.map(({ value, foreignShare }) => ({ value: value[i], foreignShare })), thrownAway };
}

function values({ kept }: QuietSamples<number>): number[] {
  return kept.map(({ value }) => value);
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
 * Milliseconds of the longest answer to each neighbour, all of whose requests follow one another until `ended` resolves.
 * Another is the first of them in each `sample`, for that one meets the evil requests as they come.
 */
async function longestAnswers(client: Client, ended: Promise<unknown>, sample: number): Promise<number[]> {
  let going = true;
  const end = ended.finally(() => {
    going = false;
  });
  // Told below, where it is waited for; until then it is nobody's.
  end.catch(() => {});
  const neighbours = Object.entries(NEIGHBOURS);
  const longest = neighbours.map(() => 0);
  for (let next = sample % neighbours.length; going; next = (next + 1) % neighbours.length) {
    const [name, request] = neighbours[next];
    const started = performance.now();
    const { status, text } = await ask(client, ...request());
    if (status !== 200) throw new Error(`${name} was answered ${status} ${text.slice(0, 300)}`);
    longest[next] = Math.max(longest[next], performance.now() - started);
  }
  await end;
  return longest;
}

async function ask({ baseUrl, key }: Client, path: string, body?: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
