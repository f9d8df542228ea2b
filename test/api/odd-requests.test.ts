import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
});
afterAll(() => server.end());

test.each(['AAA', '5', JSON.stringify({ name: 'data' })])(
  'a body that is the JSON string %j is refused as a string, not parsed a second time',
  async (text) => {
    const answer = await server.call('POST', '/preview/artifacts', text);
    expect([answer.status, answer.body.detail[0].loc, answer.body.detail[0].type]).toEqual([422, ['body'], 'type']);
    expect(answer.body.detail).toHaveLength(1);
  },
);

test('an empty cursor, which is the last_id of an empty page, starts at the beginning of the list', async () => {
  const page = await server.call('GET', '/preview/models?after=');
  expect([page.status, page.body.last_id]).toEqual([200, '']);
});

test('a field with an empty name is listed among the ignored fields', async () => {
  const answer = await server.call('POST', '/preview/artifacts', { name: 'data', '': 1 });
  expect([answer.status, answer.headers.get('daybreak-ignored-fields')]).toEqual([200, '?']);
});

test('an empty upload is stored if it has a content type, and is refused as a missing body without one', async () => {
  const { id } = (await server.call('POST', '/preview/artifacts', { name: 'data' })).body;
  const upload = async (headers: Record<string, string>) => {
    const url = `${server.baseUrl}/preview/artifacts/${id}/files/notes.txt`;
    const authorization = `Bearer ${server.key}`;
    const response = await fetch(url, { method: 'PUT', headers: { authorization, ...headers } });
    return [response.status, await response.json()];
  };
  expect(await upload({ 'content-type': 'application/octet-stream' })).toMatchObject([200, { bytes: 0 }]);
  expect(await upload({})).toMatchObject([422, { error: { param: 'body' }, detail: [{ type: 'required' }] }]);
});

test.each([
  'application/x-ndjson',
  'text/plain; charset=utf-8',
  'application/x-www-form-urlencoded',
  'application/json',
  'no/such type at all',
  '',
])('an upload of Content-Type "%s" is stored byte for byte', async (type) => {
  const { id } = (await server.call('POST', '/preview/artifacts', { name: 'data' })).body;
  const url = `${server.baseUrl}/preview/artifacts/${id}/files/rows.bin`;
  const authorization = `Bearer ${server.key}`;
  const body = new Uint8Array(Buffer.from('{"a":1}\n{"a":\xff} & b=%41', 'latin1'));
  const sent = await fetch(url, { method: 'PUT', headers: { authorization, 'content-type': type }, body });
  expect([sent.status, await sent.json()]).toMatchObject([200, { bytes: body.length }]);
  const stored = await fetch(url, { headers: { authorization } });
  expect(Buffer.from(await stored.arrayBuffer())).toEqual(Buffer.from(body));
});
