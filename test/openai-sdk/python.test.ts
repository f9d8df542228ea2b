import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environmentFor, factsOf, titled } from '../art/python-programs.ts';
import { type SdkServers, startSdkServers } from './sdk-servers.ts';

interface Facts {
  chat: {
    answer: string;
    end: string;
    id: boolean;
    tokens: [number, number];
    /** For each token its log-probability, and the two best log-probabilities. */
    best: [number, number, number][];
    streamed: [string, string, string];
    'same usage': boolean;
    /** Answers for the seeds 1, 1, 2 and 3. */
    answers: string[][];
    stopped: [string, string];
    models: string[];
  };
  forms: {
    structured: [string, string];
    ends: string[];
    contents: (string | null)[];
    names: string[];
    called: string[];
  };
  responses: { texts: string[]; status: string[]; first: string };
  errors: Record<string, object>;
  patience: { late: object; busy: object; patient: string };
  async: { answers: string[]; streamed: string };
}

const environment = await environmentFor({
  name: 'openai-python',
  requirements: 'test/openai-sdk/requirements.txt',
  leastMinor: 10,
  bytes: 1e8,
});

describe.skipIf(environment.missing !== '')(titled('the OpenAI SDK for Python', environment), () => {
  let servers: SdkServers;
  let facts: Facts;
  beforeAll(async () => {
    servers = await startSdkServers();
    const { real, slow, failing, trainingKey } = servers;
    const address = ({ baseUrl: url, key }: SdkServers['real']) => ({ url, key });
    const told = { real: address(real), slow: address(slow), failing: address(failing), trainingKey };
    const program = fileURLToPath(new URL('chat.py', import.meta.url));
    facts = await factsOf(environment.python, [program], { env: { TEST_SERVERS: JSON.stringify(told) } });
  });
  afterAll(() => servers?.end());

  test('reads a chat’s text, usage, request id, log-probabilities and top_logprobs', () => {
    const { answer, end, id, tokens, best } = facts.chat;
    expect(['yes', 'no', 'maybe']).toContain(answer);
    expect([end, id, tokens[0]]).toEqual(['stop', true, tokens[1]]);
    for (const [own, first, second] of best) {
      expect(first).toBe(own);
      expect(second).toBeLessThanOrEqual(first);
    }
  });

  test('gets answers of a JSON schema, and required tool calls, streamed or not', () => {
    const { structured, ends, contents, names, called } = facts.forms;
    expect(structured[0]).toBe('stop');
    for (const answer of [structured[1], ...called]) expect(['yes', 'no', 'maybe']).toContain(answer);
    expect([ends, contents, names]).toEqual([
      ['tool_calls', 'tool_calls'],
      // The first chunk of a stream has empty content.
      [null, ''],
      ['reply', 'reply'],
    ]);
  });

  test('reads the Responses API, streamed or not', () => {
    const { answer } = facts.chat;
    const { texts, status, first } = facts.responses;
    expect(texts).toEqual(Array(4).fill(answer));
    expect([status, first]).toEqual([['completed', 'completed'], 'response.created']);
  });

  test('streams the text and usage that it answers without streaming, also in async', () => {
    const { answer, streamed, 'same usage': sameUsage } = facts.chat;
    expect(streamed).toEqual([answer, answer, 'stop']);
    expect(sameUsage).toBe(true);
    expect(facts.async).toEqual({ answers: Array(8).fill(answer), streamed: answer });
  });

  test('samples the same n answers from the same seed, and ends at a stop string', () => {
    const { answer, answers, stopped } = facts.chat;
    expect(answers[0]).toHaveLength(4);
    expect(answers[1]).toEqual(answers[0]);
    expect(new Set(answers.flat()).size).toBeGreaterThan(1);
    expect(stopped).toEqual([answer[0], 'stop']);
  });

  test('lists the models', () => {
    expect(facts.chat.models).toEqual(['toy']);
  });

  test.each([
    ['field', { type: 'BadRequestError', status: 400, code: 'validation_failed', param: 'temperature' }],
    ['long', { type: 'BadRequestError', status: 400, code: 'context_length_exceeded', param: 'messages' }],
    ['key', { type: 'AuthenticationError', status: 401, code: 'invalid_api_key' }],
    ['scope', { type: 'PermissionDeniedError', status: 403, code: 'insufficient_scope' }],
    ['model', { type: 'NotFoundError', status: 404, code: 'model_not_found', param: 'model' }],
    ['path', { type: 'NotFoundError', status: 404, code: 'not_found' }],
    ['memory', { type: 'InternalServerError', status: 503, code: 'compute_unavailable' }],
  ])('an error about the %s is %o', (which, error) => {
    expect(facts.errors[which]).toMatchObject({ ...error, id: true });
  });

  test('an unreachable server raises APIConnectionError', () => {
    expect(facts.errors.nowhere).toEqual({ type: 'APIConnectionError', status: null });
  });

  test('a timeout raises APITimeoutError; 429 has Retry-After, and the SDK retries by itself', () => {
    const { late, busy, patient } = facts.patience;
    expect(late).toEqual({ type: 'APITimeoutError', status: null });
    expect(busy).toMatchObject({ type: 'RateLimitError', status: 429, 'retry after': expect.stringMatching(/^\d+$/) });
    expect(patient).toBe('length');
  });
});
