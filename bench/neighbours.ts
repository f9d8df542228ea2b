import { randomUUID } from 'node:crypto';
import { describe, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';

/** What a server is asked through: its address, ending in /v1, and a key. */
export interface Client {
  baseUrl: string;
  key: string;
}

/** Longest answer that a neighbour of an evil request may wait for, in ms. */
const MOST_MS = 250;

/** Forms that are dear to compile, to step through or to read; each is refused or served, and none may disturb others. */
function evilForms(): Record<string, object> {
  const deep = (levels: number): object => {
    let schema: object = { type: 'string' };
    for (let level = 0; level < levels; level++) schema = { type: 'array', items: schema };
    return schema;
  };
  const wide = Object.fromEntries(
    Array.from({ length: 12_000 }, (_, i) => [`property_${i}_${'x'.repeat(40)}`, { type: 'string', maxLength: i + 1 }]),
  );
  // Fresh names each time, so that no cache of compiled grammars answers.
  const tag = randomUUID().slice(0, 8);
  return {
    'nested repeats': { regex: `(a+)+(b+)+${tag}` },
    'repeats of repeats': { regex: `((x{1,200}){1,200}){1,200}${tag}` },
    'overlapping choices': { regex: `(a|aa|aaa|a*)*(a|b)*[ab]{0,300}${tag}` },
    'a choice far behind': { regex: `(a|b)*a(a|b){24}${tag}` },
    'a schema of 1 MB': { json: { type: 'object', properties: wide, title: tag } },
    'a schema of 60 levels': { json: { ...deep(60), title: tag } },
    'recursion alone': { json: { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } }, title: tag } },
    'a long list of choices': { choice: Array.from({ length: 1_000 }, (_, i) => `${tag} ${i} ${'y'.repeat(80)}`) },
  };
}

/** The longest answer to a trivial request, alone and while every evil form is asked for at once. */
export async function benchNeighbours(client: Client, samples: number): Promise<Row[]> {
  await askAll(client);
  const alone = await quietSamples(samples, () => longestAnswer(client, new Promise((end) => setTimeout(end, 2_000))));
  const beside = await quietSamples(samples, () => longestAnswer(client, askAll(client)));
  const row = (what: string, values: typeof alone): Row => {
    const longest = Math.max(...values.kept.map(({ value }) => value));
    return {
      what,
      figure: describe(values, 0),
      unit: 'ms',
      roofline: `${longest <= MOST_MS ? 'within' : 'OVER'} ${MOST_MS} ms`,
    };
  };
  return [
    row('longest of the answers to GET /v1/models, alone', alone),
    row(`longest, beside ${Object.keys(evilForms()).length} evil grammars`, beside),
  ];
}

/** Asks for all evil forms at once. Throws when one is answered by anything but its form or a refusal. */
async function askAll({ baseUrl, key }: Client): Promise<void> {
  await Promise.all(
    Object.entries(evilForms()).map(async ([name, structured_outputs]) => {
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Go on.' }], max_tokens: 4, structured_outputs }),
      });
      const answer = await response.text();
      if (![200, 400].includes(response.status)) throw new Error(`${name}: ${response.status} ${answer.slice(0, 300)}`);
    }),
  );
}

/** Milliseconds of the longest answer to requests that follow one another until `ended` resolves. */
async function longestAnswer({ baseUrl, key }: Client, ended: Promise<unknown>): Promise<number> {
  let going = true;
  const end = ended.finally(() => {
    going = false;
  });
  let longest = 0;
  while (going) {
    const started = performance.now();
    const response = await fetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`GET /v1/models was answered ${response.status}`);
    longest = Math.max(longest, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await end;
  return longest;
}
