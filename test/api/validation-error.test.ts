import { beforeAll, describe, expect, test } from 'vitest';
import { ContractBackend } from '../../src/api/contract/contract-backend.ts';
import { ApiError, invalidField } from '../../src/api/errors/api-error.ts';
import { document } from '../../src/generated/document.ts';
import type { HandlersByTag } from '../../src/generated/handlers.ts';

const backend = new ContractBackend(document, new Proxy({}, { get: () => ({}) }) as HandlersByTag);
beforeAll(() => backend.init());

const id = '7f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10';

/** Returns the message of the contract's validator for a request, and the path of each fault. */
async function refusal(method: string, path: string, body?: unknown): Promise<{ message: string; places: string[] }> {
  const headers = { 'content-type': 'application/json' };
  const context = {
    requestId: 'r',
    caller: { keyId: 'k', owner: 'o' },
    signal: new AbortController().signal,
    accept: '',
    origin: 'http://localhost',
  };
  try {
    await backend.dispatch({ method, path, headers, body }, context, () => {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.message.startsWith(`${error.param}: `), error.message).toBe(true);
    return { message: error.message, places: (error.issues ?? []).map(({ loc }) => loc.join('.')) };
  }
  throw new Error('not refused');
}

const chat = (fields: object) => refusal('POST', '/v1/chat/completions', { messages: [{ role: 'user' }], ...fields });
const train = (item: unknown) =>
  refusal('POST', '/v1/preview/training-jobs', {
    model_id: id,
    trajectory_groups: [{ trajectories: [{ messages_and_choices: [item] }] }],
  });
const rl = (experimental_config: object) =>
  refusal('POST', '/v1/preview/training-jobs', { model_id: id, trajectory_groups: [], experimental_config });
const sft = (config: object) =>
  refusal('POST', '/v1/preview/sft-training-jobs', { model_id: id, training_data_url: 'https://h/x', config });
const lossPlace = 'body.experimental_config.loss_fn';
const place = 'trajectory_groups.0.trajectories.0.messages_and_choices.0';

test('a validation error lists all faults, and its message names the first', async () => {
  const { message, places } = await chat({ temperature: 3, n: 0, stop: [''], top_p: 'x' });
  expect(places.toSorted()).toEqual(['body.n', 'body.stop.0', 'body.temperature', 'body.top_p']);
  expect(message).toMatch(/^\w+(\.0)?: .*; allowed .* \(and 3 more; see detail\)$/);
});

test('a path segment of digits above 2^32 - 1 stays text in the location of a fault', () => {
  const [{ loc }] = invalidField('stop.7.4294967296', 'is odd', null).issues ?? [];
  expect(loc).toEqual(['body', 'stop', 7, '4294967296']);
});

test('faults of path and query are reported together', async () => {
  const { places } = await refusal('GET', '/v1/preview/models/x/checkpoints?limit=0&order=up&page=1');
  expect(new Set(places)).toEqual(new Set(['path.model_id', 'query.limit', 'query.order']));
});

test('at most 20 faults are reported, and only the first of a huge document', async () => {
  const { message, places } = await chat({ stop_token_ids: Array(1024).fill('x') });
  expect(places).toHaveLength(20);
  expect(message).toBe('stop_token_ids.0: is a string; allowed is integer (and 1023 more; see detail)');
  const huge = await chat({ messages: Array(32_768).fill({}) });
  expect(huge.places).toEqual(['body.messages.0.role']);
});

describe('an error in a union is reported for the intended alternative', () => {
  const rows: [what: string, said: () => Promise<{ message: string }>, message: string][] = [
    ['a wrong type', () => chat({ stop: 5 }), 'stop: is a number; allowed is string or array or null'],
    ['a string', () => chat({ stop: '' }), 'stop: has too few characters; allowed are 1 to 1024'],
    ['an item', () => chat({ stop: ['a', 5] }), 'stop.1: is a number; allowed is string'],
    [
      'an object',
      () => chat({ stream: true, stream_options: { include_usage: 1 } }),
      'stream_options.include_usage: is a number; allowed is boolean or null',
    ],
    [
      'a union of schemas of their own',
      () =>
        refusal('POST', '/v1/preview/training-jobs', {
          model_id: id,
          trajectory_groups: [{ trajectories: [{ messages_and_choices: [], metrics: { a: 'x' } }] }],
        }),
      'trajectory_groups.0.trajectories.0.metrics.a: is a string; allowed is number or boolean',
    ],
    [
      'a word where a number is allowed too',
      () => sft({ batch_size: 'big' }),
      'config.batch_size: "big" is not allowed; allowed is integer from 1 to 65536, auto',
    ],
    [
      'a number that is not whole, where a word is allowed too',
      () => sft({ batch_size: 1.5 }),
      'config.batch_size: is the number 1.5; allowed is integer or string or null',
    ],
    [
      'a number too large for a double, where a number is allowed',
      () => chat(JSON.parse('{"temperature":1e999}')),
      'temperature: a number too large for a double is above the maximum; allowed is 0 to 2',
    ],
    [
      'a number too large for a double, where none is allowed',
      () => chat(JSON.parse('{"stop":-1e999}')),
      'stop: is a number too large for a double; allowed is string or array or null',
    ],
    ['a choice', () => train({ message: 5 }), `${place}.message: is a number; allowed is object`],
    ['a message', () => train({ role: 5 }), `${place}.role: is a number; allowed is string`],
    [
      'a part',
      () => chat({ messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] }),
      'messages.0.content.0.text: is a number; allowed is string or null',
    ],
    [
      'a part without a type',
      () => chat({ messages: [{ role: 'user', content: [{ text: 'a' }] }] }),
      'messages.0.content.0.type: is required',
    ],
    [
      'a key',
      () => chat({ logit_bias: { a: 1 } }),
      'logit_bias.a: "a" does not have the allowed form: A token id, in decimal digits.',
    ],
    [
      'one field at a value of another',
      () => chat({ temperature: 0, n: 2 }),
      'n: all answers at temperature 0 are the same; allowed is 1, or a temperature above 0',
    ],
    ['one field without another', () => chat({ top_logprobs: 1 }), 'top_logprobs: it needs logprobs: true'],
    [
      'an object without another field',
      () => chat({ stream: false, stream_options: { include_usage: true } }),
      'stream_options: they are only allowed with stream: true',
    ],
    [
      'a word without another field',
      () => chat({ tool_choice: 'auto' }),
      'tool_choice: a choice other than none needs tools',
    ],
    [
      'two names of one field',
      () => chat({ engine_xargs: { a: 1 }, vllm_xargs: { a: 1 } }),
      'vllm_xargs: engine_xargs and vllm_xargs are one field; allowed is one of the two',
    ],
    [
      'a field that takes nothing',
      () => chat({ mm_processor_kwargs: { a: 1 } }),
      'mm_processor_kwargs: no model served here takes images; allowed is null or {}',
    ],
    ['a condition', () => chat({ use_beam_search: true, n: 33 }), 'n: 33 is above the maximum; allowed is 1 to 32'],
    [
      'a combination',
      () => chat({ use_beam_search: true, top_k: 5 }),
      'top_k: beam search cannot honour it; allowed is 0 or -1, for all',
    ],
    [
      'forms that exclude each other',
      () => chat({ structured_outputs: { regex: 'a', json: {} } }),
      'structured_outputs: allowed is exactly one of json, regex, choice, grammar, json_object and structural_tag',
    ],
    [
      'several rules of one object',
      () => chat({ structured_outputs: { disable_any_whitespace: true, whitespace_pattern: ' ' } }),
      'structured_outputs: allowed is exactly one of json, regex, choice, grammar, json_object and structural_tag ' +
        '(and 1 more; see detail)',
    ],
    [
      'a number that another field, which is not there, would allow',
      () => rl({ packed_sequence_length: 1000, logprob_calculation_chunk_size: null }),
      'experimental_config.packed_sequence_length: without logprob_calculation_chunk_size allowed is a multiple of 1024',
    ],
    [
      'a negation',
      () => chat({ messages: [{ role: 'user', content: null }] }),
      "messages.0.content: only an assistant's content may be null",
    ],
  ];
  test.each(rows)('%s', async (_what, said, message) => {
    expect((await said()).message).toBe(message);
  });
});

test('a packed_sequence_length that fits its chunk size is accepted', async () => {
  const lengths = [
    { packed_sequence_length: 1000, logprob_calculation_chunk_size: 100 },
    { packed_sequence_length: 2048 },
    { packed_sequence_length: 1024.0, logprob_calculation_chunk_size: null },
    { packed_sequence_length: null },
  ];
  // Only the other fault is reported.
  for (const fields of lengths) expect((await rl({ ...fields, loss_fn: 5 })).places).toEqual([lossPlace]);
});

test('errors of ids and names describe the allowed form in words', async () => {
  const short = await refusal('GET', '/v1/preview/models/7f1b');
  expect(short.message).toBe(
    'model_id: "7f1b" is not a UUID; allowed are 36 characters such as 6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10',
  );
  const name = await refusal('POST', '/v1/preview/models', { project: 'p', name: 'a/b', base_model: 'toy' });
  expect(name.message).toBe(
    'name: "a/b" does not have the allowed form: Any characters except control characters and / \\ : # ? %',
  );
});

test('every pattern in the contract has a description', () => {
  const without: string[] = [];
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { pattern, description } = node as { pattern?: unknown; description?: unknown };
    if (typeof pattern === 'string' && typeof description !== 'string') without.push(at);
    for (const [key, value] of Object.entries(node)) walk(value, `${at}/${key}`);
  };
  walk(document, '');
  expect(without).toEqual([]);
});
