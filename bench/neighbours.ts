import { randomUUID } from 'node:crypto';
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

/** The longest answers to each neighbour's requests, alone and while every evil form is asked for at once. */
export async function benchNeighbours(client: Client, samples: number): Promise<Row[]> {
  await askAll(client);
  await longestAnswers(client, new Promise((end) => setTimeout(end, ALONE_MS)));
  const alone = await quietSamples(samples, () =>
    longestAnswers(client, new Promise((end) => setTimeout(end, ALONE_MS))),
  );
  const beside = await quietSamples(samples, () => longestAnswers(client, askAll(client)));
  return Object.keys(NEIGHBOURS).flatMap((name, i) => {
    const [quiet, disturbed] = [nth(alone, i), nth(beside, i)];
    const more = Math.max(...values(disturbed)) - Math.max(...values(quiet));
    const verdict = `${more <= MOST_MS ? 'within' : 'OVER'} ${MOST_MS} ms more`;
    return [
      { what: `longest of the answers to ${name}, alone`, figure: describe(quiet, 0), unit: 'ms', roofline: '' },
      {
        what: `longest, beside ${Object.keys(evilForms()).length} evil grammars`,
        figure: describe(disturbed, 0),
        unit: 'ms',
        roofline: verdict,
      },
    ];
  });
}

function nth({ kept, thrownAway }: QuietSamples<number[]>, i: number): QuietSamples<number> {
  return { kept: kept.map(({ value, foreignShare }) => ({ value: value[i], foreignShare })), thrownAway };
}

function values({ kept }: QuietSamples<number>): number[] {
  return kept.map(({ value }) => value);
}

function chat(fields: object): Call {
  const messages = [{ role: 'user', content: 'Go on.' }];
  return ['/chat/completions', { messages, chat_template: 'Go on.', max_tokens: 1, temperature: 0, ...fields }];
}

function weatherTool(name: string): object {
  const properties = { place: { type: 'string' }, days: { type: 'integer', minimum: 1 }, unit: { enum: ['C', 'F'] } };
  return { name, description: 'The weather.', parameters: { type: 'object', properties, required: ['place'] } };
}

/** Asks for all evil forms at once. Throws when one is answered by anything but its form or a refusal. */
async function askAll(client: Client): Promise<void> {
  await Promise.all(
    Object.entries(evilForms()).map(async ([name, structured_outputs]) => {
      const { status, text } = await ask(client, ...chat({ structured_outputs }));
      if (![200, 400].includes(status)) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`);
    }),
  );
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
