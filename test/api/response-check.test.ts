import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { AnyReply } from '../../src/api/contract/any-reply.ts';
import { ContractBackend } from '../../src/api/contract/contract-backend.ts';
import { ResponseCheck } from '../../src/api/contract/response-check.ts';
import { ApiServer } from '../../src/api/http/http-server.ts';
import { document } from '../../src/generated/document.ts';
import type { HandlersByTag } from '../../src/generated/handlers.ts';
import { operations } from '../../src/generated/operations.ts';

const log = pino({ level: 'silent' });
const id = '7f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10';
const model = {
  id,
  entity: 'local',
  project: 'p',
  name: 'n',
  base_model: 'toy',
  run_id: null,
  retention: null,
  created: '2026-11-21T12:00:00.000Z',
};
const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'toy', choices: [] };
const chat = { messages: [{ role: 'user', content: 'hi' }], stream: true };

/** The reply of every handler. */
let scripted: () => AnyReply;
const every = new Proxy({}, { get: () => async () => scripted() });
const backend = new ContractBackend(document, new Proxy({}, { get: () => every }) as HandlersByTag);
beforeAll(() => backend.init());

const open: ApiServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close(0))));

interface Scripted {
  url: string;
  faults: readonly string[];
}

/** Starts the real HTTP server over handlers that all give the same reply. */
async function serve(reply: () => AnyReply, checked = true): Promise<Scripted> {
  scripted = reply;
  const check = new ResponseCheck(document, log);
  const key = { id: 'k', name: 'k', owner: 'o', scopes: ['admin'], created: '', expires: null, revoked: null };
  const keys = { verify: async (token: string) => (token === 'good' ? key : null) } as never;
  const server = new ApiServer({ backend, keys, log, check: checked ? check : null });
  open.push(server);
  return { url: `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`, faults: check.faults };
}

const headers = { authorization: 'Bearer good', 'content-type': 'application/json' };
const ask = async (url: string) => {
  const response = await fetch(url, { headers });
  return { status: response.status, text: await response.text() };
};

const wrong: [what: string, reply: AnyReply, fault: RegExp][] = [
  ['a status', { status: 201, body: model }, /^getModel 201: the status is not declared/],
  ['a missing field', { status: 200, body: { ...model, created: undefined } }, /getModel 200: body .*'created'/],
  ['an extra field', { status: 200, body: { ...model, secret: 1 } }, /body .*additional.*"secret"/],
  ['a wrong type', { status: 200, body: { ...model, name: 5 } }, /body \/name must be string/],
  ['a number that JSON cannot hold', { status: 200, body: { ...model, name: Number.NaN } }, /body \/name/],
  ['a wrong format', { status: 200, body: { ...model, id: 'x'.repeat(36) } }, /body \/id .*uuid/],
  ['a content type', { status: 200, body: Buffer.from('x') }, /content type application\/octet-stream/],
  ['a stream of bytes', { status: 200, body: Readable.from(['x']) }, /content type application\/octet-stream/],
  ['a stream of events', { status: 200, stream: (async function* () {})() }, /content type text\/event-stream/],
  ['a header', { status: 200, body: model, headers: { 'x-odd': '1' } }, /header x-odd is not declared/],
  ['an invalid header', { status: 200, body: model, headers: { 'x-request-id': '' } }, /header X-Request-Id .*fewer/],
];

test.each(wrong)(
  'a response with %s outside the contract becomes a 500 that names the fault',
  async (_what, reply, fault) => {
    const server = await serve(() => reply);
    const { status, text } = await ask(`${server.url}/v1/preview/models/${id}`);
    expect(status).toBe(500);
    expect(JSON.parse(text).error.message).toMatch(/^The server's response breaks the contract: getModel /);
    expect(server.faults).toEqual([expect.stringMatching(fault)]);
  },
);

test('responses are checked only if enabled, and a valid response passes', async () => {
  const unchecked = await serve(() => ({ status: 200, body: {} }), false);
  expect(await ask(`${unchecked.url}/v1/preview/models/${id}`)).toEqual({ status: 200, text: '{}' });
  const right = await serve(() => ({ status: 200, body: model }));
  expect((await ask(`${right.url}/v1/preview/models/${id}`)).status).toBe(200);
  expect(right.faults).toEqual([]);
});

test('a missing or invalid required header is found', async () => {
  const body = { error: { message: 'm', type: 'server_error', param: null, code: 'queue_full' }, detail: 'm' };
  const server = await serve(() => ({ status: 503, body }));
  expect((await ask(`${server.url}/v1/preview/models/${id}`)).status).toBe(500);
  expect(server.faults).toEqual(['getModel 503: header Retry-After is missing']);
  const late = await serve(() => ({ status: 503, body, headers: { 'retry-after': '1000' } }));
  expect((await ask(`${late.url}/v1/preview/models/${id}`)).status).toBe(500);
  expect(late.faults).toEqual([expect.stringMatching(/header Retry-After .*<= 120/)]);
});

async function stream(url: string): Promise<{ text: string; whole: boolean }> {
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(chat) });
  let text = '';
  try {
    for await (const bytes of response.body!) text += Buffer.from(bytes).toString();
    return { text, whole: true };
  } catch {
    return { text, whole: false };
  }
}

test('an event that breaks the contract ends the stream with an error event and a broken connection', async () => {
  const events = async function* () {
    yield chunk;
    yield { ...chunk, object: 'chunk' };
    yield chunk;
  };
  const server = await serve(() => ({ status: 200, stream: events() }));
  const { text, whole } = await stream(server.url);
  expect(whole).toBe(false);
  expect(text).not.toContain('[DONE]');
  expect(text.split('\n\n').filter(Boolean)).toEqual([
    `data: ${JSON.stringify(chunk)}`,
    expect.stringMatching(/^data: \{"error":\{"message":"The server's response breaks the contract/),
  ]);
  expect(server.faults).toEqual([expect.stringMatching(/^createChatCompletion 200: body .*\/object/)]);
});

test('an error event in a stream is valid in the contract', async () => {
  const server = await serve(() => ({
    status: 200,
    stream: (async function* () {
      yield chunk;
      throw new Error('a secret path');
    })(),
  }));
  const { text, whole } = await stream(server.url);
  expect(whole).toBe(true);
  expect(text).toMatch(/"code":"internal_error".*\n\ndata: \[DONE\]/);
  expect(server.faults).toEqual([]);
});

test('a YAML body is checked only for being non-empty', async () => {
  const text = (body: string): AnyReply => ({ status: 200, type: 'application/yaml', body });
  const right = await serve(() => text('openapi: 3.1.0\n'));
  expect((await ask(`${right.url}/v1/openapi.yaml`)).status).toBe(200);
  expect(right.faults).toEqual([]);
  const empty = await serve(() => text('\n'));
  expect((await ask(`${empty.url}/openapi.yaml`)).status).toBe(500);
  expect(empty.faults).toEqual(['getContractTextAtRoot 200: body is empty']);
});

test('refusals with 401, 404 and 405 are valid in the contract on every path', async () => {
  const server = await serve(() => ({ status: 200, body: model }));
  for (const { path } of Object.values(operations)) {
    for (const method of ['PATCH', 'OPTIONS', 'GET']) {
      const url = server.url + path.replaceAll(/\{[^}]+\}/g, id);
      const response = await fetch(url, { method, headers: { authorization: 'Bearer bad' } });
      await response.body?.cancel();
    }
  }
  expect((await ask(`${server.url}/v1/nothing`)).status).toBe(404);
  // Operations without a key reach the handler, whose reply is wrong for them.
  const open = Object.entries(operations).flatMap(([id, { secured }]) => (secured ? [] : [`${id} 200`]));
  expect(server.faults.filter((fault) => !open.some((start) => fault.startsWith(start)))).toEqual([]);
});
