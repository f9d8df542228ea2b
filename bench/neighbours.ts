import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
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
    await once(peer, 'message');
    await askEvil(peer, 'at once');
    const pause = () => new Promise((end) => setTimeout(end, ALONE_MS));
    await longestAnswers(client, pause());
    const alone = await quietSamples(samples, () => longestAnswers(client, pause()));
    const rows = Object.keys(NEIGHBOURS).map((name, i): Row[] => {
      const figure = describe(nth(alone, i), 0);
      return [{ what: `longest of the answers to ${name}, alone`, figure, unit: 'ms', roofline: '' }];
    });
    for (const time of ['one after the other', 'at once'] as const) {
      const beside = await quietSamples(samples, () => longestAnswers(client, askEvil(peer, time)));
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

/** Asks for all evil forms, and resolves when they are answered and the next ones are written. */
function askEvil(peer: ChildProcess, time: EvilTime): Promise<void> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error('an evil request was answered by neither its form nor a refusal'));
    peer.once('exit', lost);
    peer.once('message', () => {
      peer.off('exit', lost);
      resolve();
    });
    peer.send(time);
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

/** Milliseconds of the longest answer to each neighbour, all of whose requests follow one another until `ended` resolves. */
async function longestAnswers(client: Client, ended: Promise<unknown>): Promise<number[]> {
  let going = true;
  const end = ended.finally(() => {
    going = false;
  });
  const longest = Object.keys(NEIGHBOURS).map(() => 0);
  while (going) {
    for (const [i, [name, request]] of Object.entries(NEIGHBOURS).entries()) {
      const started = performance.now();
      const { status, text } = await ask(client, ...request());
      if (status !== 200) throw new Error(`${name} was answered ${status} ${text.slice(0, 300)}`);
      longest[i] = Math.max(longest[i], performance.now() - started);
    }
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
