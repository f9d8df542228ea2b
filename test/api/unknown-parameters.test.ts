import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
const ids: Record<string, string> = { step: '0', file_name: 'train.jsonl' };

beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
  const model = { project: 'p', name: 'n', base_model: 'toy' };
  const { id, run_id } = (await server.call('POST', '/preview/models', model)).body;
  const job = { model_id: id, trajectory_groups: [] };
  const { id: training_job_id } = (await server.call('POST', '/preview/training-jobs', job)).body;
  const { id: artifact_id } = (await server.call('POST', '/preview/artifacts', { name: 'data' })).body;
  Object.assign(ids, { model_id: id, run_id, training_job_id, artifact_id });
});
// Fails if a response broke the contract, such as by an undeclared status.
afterAll(() => server.end());

const reads = Object.entries(operations).filter(([, { method }]) => method === 'get');

test.each(reads)('%s accepts unknown query parameters and lists them as ignored', async (_id, { path }) => {
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name]),
    server.baseUrl,
  );
  const ask = (search: string) =>
    fetch(`${url}${search}`, { headers: { authorization: `Bearer ${server.key}` } }).then(async (response) => {
      await response.arrayBuffer();
      return [response.status, response.headers.get('daybreak-ignored-fields')];
    });
  const [status] = await ask('');
  expect(await ask('?page=2&page=3&constructor=%ff&beta')).toEqual([
    status,
    status === 200 ? 'query.page, query.constructor, query.beta' : null,
  ]);
});

test('unknown fields of the body and the query are listed together, known parameters are not', async () => {
  const path = '/preview/artifacts?name=other&%F0%9F%98%80';
  const answer = await server.call('POST', path, { name: 'data', colour: 'red' });
  expect(answer.headers.get('daybreak-ignored-fields')).toBe('colour, query.name, query.??');
  const listed = await server.call('GET', '/preview/models?limit=1');
  expect([listed.status, listed.headers.get('daybreak-ignored-fields')]).toEqual([200, null]);
});
