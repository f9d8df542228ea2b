import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong } from '../tier.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Tests the field `speculation`, which changes no answer. */

let server: TestServer;
beforeAll(async () => {
  // An untrained model: with few allowed tokens it repeats itself now and then. Tools make prompts long.
  server = await startTestServer({
    answers: [],
    prepareModel: async (model) => {
      const file = join(model, 'config.json');
      const config = JSON.parse(await readFile(file, 'utf8'));
      await writeFile(file, JSON.stringify({ ...config, max_position_embeddings: 1024 }));
    },
  });
});
afterAll(() => server.end());

const place = { type: 'object', properties: { place: { type: 'string', maxLength: 6 } }, required: ['place'] };
const tool = { type: 'function', function: { name: 'weather', parameters: place } };
const person = {
  type: 'object',
  properties: { name: { enum: ['Ann', 'Bob'] }, ages: { type: 'array', items: { enum: [17, 18] }, maxItems: 8 } },
  required: ['name', 'ages'],
};
const few = { allowed_token_ids: [72, 73, 74, 75] };

/** Request fields, each combined with `SAMPLINGS`. */
const WISHES: readonly object[] = [
  few,
  { ...few, frequency_penalty: 0.2, presence_penalty: 0.3 },
  { ...few, repetition_penalty: 1.2, logprobs: true, top_logprobs: 3 },
  { ...few, logit_bias: { 72: 2, 74: -1 }, stop: ['abba', 'cc'], include_stop_str_in_output: true },
  { ...few, bad_words: ['ab', 'bca'], min_tokens: 8, stop_token_ids: [75] },
  { ...few, n: 3, temperature: 0.9, logprobs: true },
  { ...few, stream: true, stream_options: { include_usage: true, continuous_usage_stats: true } },
  { ...few, stream: true, n: 2, temperature: 1, return_token_ids: true, stream_interval: 3 },
  { ...few, repetition_detection: { max_pattern_size: 3, min_count: 4 }, prompt_logprobs: 1 },
  { structured_outputs: { json: person } },
  { structured_outputs: { json: person, disable_any_whitespace: true }, logprobs: true, presence_penalty: 0.4 },
  { structured_outputs: { regex: '(ab|ba)+(cde){1,9}' }, repetition_penalty: 1.3, stream: true },
  { structured_outputs: { choice: ['the first of all answers', 'the first of no answers'] }, n: 2, temperature: 1 },
  { structured_outputs: { grammar: 'root ::= ("a row of " [ab] ", ")+ "end"' } },
  { response_format: { type: 'json_object' }, logprobs: true, top_logprobs: 2 },
  { tools: [tool], tool_choice: 'required' },
  { tools: [tool], tool_choice: { type: 'function', function: { name: 'weather' } }, stream: true },
  { tools: [tool], ...few },
  { logits_processors: [{ qualname: 'no_repeat_ngram', args: [4] }], ...few },
  {},
];
const SAMPLINGS: readonly object[] = [
  { temperature: 0 },
  { temperature: 0.1, seed: 1 },
  { temperature: 0.6, seed: 2, top_p: 0.9 },
  { temperature: 1, seed: 3, top_k: 3 },
  { temperature: 1.4, seed: 4, min_p: 0.05 },
];
const TEXTS = ['abcdabcdabca abcdabca', 'What is {"name": "Ann", "ages": [17, 18, 17]} about?'];

/** Returns the answer without its id and time, with the events of a stream sorted by choice. */
async function answer(body: object): Promise<string> {
  const { status, body: answered } = await server.call('POST', '/chat/completions', body);
  expect(status, JSON.stringify(answered)).toBe(200);
  const text = typeof answered === 'string' ? answered : JSON.stringify(answered);
  const choiceOf = (event: string) => Number(/"choices":\[\{"index":(\d)/.exec(event)?.[1] ?? 9);
  const events = text.split('\n\n').sort((a, b) => choiceOf(a) - choiceOf(b));
  return events.join('\n\n').replaceAll(/"(id|created)":("[^"]*"|\d+)/g, '"$1":0');
}

async function counters(): Promise<{ drafts: number; draftTokens: number; accepted: number }> {
  const { body } = await server.call('GET', '/metrics');
  const value = (name: string) =>
    Number(new RegExp(`^vllm:spec_decode_${name}_total\\{.*\\} (\\d+)$`, 'm').exec(body)?.[1]);
  return {
    drafts: value('num_drafts'),
    draftTokens: value('num_draft_tokens'),
    accepted: value('num_accepted_tokens'),
  };
}

it('speculative decoding changes no byte of answers with tools, grammars and penalties', async () => {
  // `npm test` uses one text and two of the samplings for each set of fields.
  const bodies = TEXTS.slice(0, isLong ? 2 : 1)
    .flatMap((content) =>
      WISHES.flatMap((wish, i) => {
        const samplings = isLong ? SAMPLINGS : [SAMPLINGS[i % 5], SAMPLINGS[(i + 2) % 5]];
        return samplings.map((sampling) => ({ content, sampling, wish }));
      }),
    )
    .map(({ content, sampling, wish }, i) => {
      const own = { messages: [{ role: 'user', content }], max_tokens: 8 + ((i * 7) % 57), cache_salt: `${i}` };
      return { seed: i, ...own, ...sampling, ...wish };
    });
  expect(bodies).toHaveLength(isLong ? 200 : 40);
  const before = await counters();
  const plain: string[] = [];
  for (const body of bodies)
    plain.push(await answer({ ...body, speculation: false, cache_salt: `off ${body.cache_salt}` }));
  expect(await counters()).toEqual(before);
  // One, two or three requests at a time.
  for (let i = 0; i < bodies.length; ) {
    const beside = bodies.slice(i, i + 1 + (i % 3));
    const answers = await Promise.all(beside.map((body, j) => answer({ ...body, speculation: j === 0 ? null : true })));
    for (const [j, text] of answers.entries()) expect(text, JSON.stringify(bodies[i + j])).toBe(plain[i + j]);
    i += beside.length;
  }
  const after = await counters();
  expect(after.accepted).toBeGreaterThan(bodies.length / 2);
  expect(after.accepted).toBeLessThan(after.draftTokens);
  expect(after.drafts).toBeLessThan(after.draftTokens);
});

it('a completion is decoded speculatively unless speculation is false', async () => {
  const asked = { prompt: 'abcabcabcabc', max_tokens: 40, ignore_eos: true, temperature: 0, allowed_token_ids: [72] };
  const grown = async (fields: object): Promise<number> => {
    const before = await counters();
    expect((await server.call('POST', '/completions', { ...asked, ...fields })).status).toBe(200);
    return (await counters()).accepted - before.accepted;
  };
  expect(await grown({})).toBeGreaterThan(20);
  expect(await grown({ speculation: true })).toBeGreaterThan(20);
  expect(await grown({ speculation: false })).toBe(0);
});
