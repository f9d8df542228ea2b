import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/generated/operations.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { bodyValidator, faultsOf } from '../contract/schemas.ts';
import { isLong } from '../tier.ts';
import { loosenings, malformedSchemas, malformedTags } from './loosenings.ts';

test('each loosening names existing operations, and has a valid pattern and a reason', () => {
  for (const { operations: names, message, reason } of loosenings) {
    expect(Object.keys(operations)).toEqual(expect.arrayContaining(names));
    expect(() => new RegExp(message)).not.toThrow();
    expect(reason).toMatch(/\w.*\.$/s);
  }
});

const takes = (fields: object) => {
  const body = { messages: [{ role: 'user', content: 'hi' }], ...fields };
  return faultsOf(bodyValidator('post', '/v1/chat/completions'), body).length === 0;
};

test.each(malformedTags)('the contract refuses the tag part %j anywhere in response_format', (part) => {
  const formats = [part, { type: 'sequence', elements: [{ type: 'star', content: part }] }];
  for (const format of [...formats, { type: 'tag', begin: '', content: part }]) {
    expect(takes({ response_format: { type: 'structural_tag', format } })).toBe(false);
  }
});

test.each(malformedSchemas)('the contract refuses the schema %j anywhere in a JSON schema format', (schema) => {
  for (const json of [schema, { properties: { a: { items: [schema] } } }, { $defs: { a: schema } }]) {
    expect(takes({ structured_outputs: { json } })).toBe(false);
    expect(takes({ response_format: { type: 'json_schema', json_schema: { name: 'f', schema: json } } })).toBe(false);
    const structures = [{ begin: 'a', schema: json, end: 'b' }];
    expect(takes({ response_format: { type: 'structural_tag', structures, triggers: ['a'] } })).toBe(false);
    const format = { type: 'json_schema', json_schema: json };
    expect(takes({ response_format: { type: 'structural_tag', format } })).toBe(false);
  }
});

describe('a loosening is still needed: its example is valid under the contract, and the server refuses it', () => {
  let server: TestServer;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    server = await startTestServer();
    const model = { project: 'p', name: 'n', base_model: 'toy' };
    const { id, run_id } = (await server.call('POST', '/preview/models', model)).body;
    await server.call('POST', '/preview/artifacts', { name: 'empty' });
    const job = { model_id: id, trajectory_groups: [] };
    const { id: jobId } = (await server.call('POST', '/preview/training-jobs', job)).body;
    Object.assign(ids, {
      model_id: id,
      step: '0',
      run_id,
      log_id: run_id,
      trajectory_id: run_id,
      training_job_id: jobId,
    });
  });
  afterAll(() => server?.end());

  // The other operations read the same field with the same code.
  const tried = (names: string[]) => (isLong ? names : names.slice(0, 1));
  const uses = loosenings.flatMap(({ operations: names, message, example }) =>
    example === undefined
      ? []
      : tried(names).map((operation) => ({ operation, message, example, what: message.slice(-38) })),
  );
  test.each(uses)('$operation: $what', async ({ operation, message, example }) => {
    const { method, path, validationStatus } = operations[operation as OperationId];
    const query = example.query === undefined ? '' : `?${example.query}`;
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name]) + query;
    const body = example.json === undefined ? filled(example.body) : JSON.parse(example.json);
    if (body !== undefined) expect(faultsOf(bodyValidator(method, path), body)).toEqual([]);
    const answer = await answerTo(method, url, example.json ?? (body === undefined ? undefined : JSON.stringify(body)));
    expect(answer.error.message).toMatch(new RegExp(`^(${message})`, 's'));
    expect(answer.status).toBe(validationStatus);
  });

  /** Returns an example with its placeholders filled in. */
  function filled(body: object | undefined) {
    return (
      body &&
      JSON.parse(JSON.stringify(body), (key, value) => {
        if (key === 'model_id' && value === '') return ids.model_id;
        if (key === 'bad_words') return Array.from({ length: 1024 }, (_, number) => `${number}`.padEnd(1024, ' ab'));
        return key === 'content' && value === 'long' ? 'so on and '.repeat(1000) : value;
      })
    );
  }

  async function answerTo(method: string, path: string, body: string | undefined) {
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
    const response = await fetch(new URL(path, server.baseUrl), { method: method.toUpperCase(), headers, body });
    const { error } = (await response.json()) as { error: { message: string } };
    return { status: response.status, error };
  }
});
