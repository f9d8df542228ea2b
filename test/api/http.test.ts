import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
});
afterAll(() => server.end());

const chat = { model: 'toy', messages: [{ role: 'user', content: 'hello' }], max_tokens: 2 };

test('a wrong key is a 401 that says how to send one, except on operations that need no key', async () => {
  const { paths } = (await import('../../src/generated/document.ts')).document;
  for (const [path, item] of Object.entries(paths ?? {})) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      if (!['get', 'put', 'post', 'delete', 'patch'].includes(method)) continue;
      const url =
        new URL(server.baseUrl).origin + path.replaceAll(/\{[^}]+\}/g, '7f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10');
      const response = await fetch(url, { method, headers: { authorization: 'Bearer wrong' } });
      const open = (operation as { security?: unknown[] }).security?.length === 0;
      expect([path, method, response.status === 401]).toEqual([path, method, !open]);
      if (!open) expect(response.headers.get('www-authenticate')).toMatch(/^Bearer .*invalid_token/);
      await response.body?.cancel();
    }
  }
  const none = await fetch(`${server.baseUrl}/models`);
  expect(none.status).toBe(401);
  expect(((await none.json()) as { detail: string }).detail).toMatch(/Authorization: Bearer <key>.*openai/);
});

test('every answer has a request id, which the caller can choose', async () => {
  const own = await server.call('GET', '/models', undefined, { 'x-request-id': 'mine-1' });
  expect(own.headers.get('x-request-id')).toBe('mine-1');
  const odd = await fetch(`${server.baseUrl}/nothing`, { headers: { 'x-request-id': 'a b\tc' } });
  expect(odd.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  expect(odd.headers.get('x-content-type-options')).toBe('nosniff');
  expect(odd.headers.get('access-control-allow-origin')).toBeNull();
});

test('wrong paths are 404, wrong methods 405, wrong content types 415, and final slashes are ignored', async () => {
  expect((await server.call('GET', '/nothing')).status).toBe(404);
  const wrong = await server.call('PATCH', '/preview/models');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST']);
  expect(wrong.body.error.message).toBe('PATCH is not allowed here; allowed are GET and POST');
  const onlyPost = await server.call('GET', '/chat/completions');
  expect(onlyPost.body.error.message).toBe('GET is not allowed here; allowed is POST');
  const type = await server.call('POST', '/preview/models', {}, { 'content-type': 'text/plain' });
  expect([type.status, type.body.error.code]).toEqual([415, 'unsupported_media_type']);
  const zipped = await server.call('POST', '/preview/models', {}, { 'content-encoding': 'gzip' });
  expect(zipped.status).toBe(415);
  expect((await server.call('POST', '/chat/completions/', chat)).status).toBe(200);
  expect((await server.call('POST', '/chat/completions//', chat)).status).toBe(200);
});

test('a 404 for a path without /v1 suggests the right path, and / serves the documentation', async () => {
  const at = (path: string) => fetch(new URL(path, server.baseUrl));
  const words = async (path: string) =>
    ((await (await at(path)).json()) as { error: { message: string } }).error.message;
  expect(await words('/chat/completions')).toBe(
    'Path /chat/completions not found. Did you mean /v1/chat/completions? The base URL ends in /v1.',
  );
  expect(await words('/models/a/b')).toContain('Did you mean /v1/models/a/b?');
  expect(await words('/nowhere')).toBe('Path /nowhere not found.');
  expect(await words('/docs/nope')).toBe('Path /docs/nope not found.');
  const [top, docs] = [await at('/'), await at('/docs')];
  expect(top.status).toBe(200);
  expect(await top.text()).toBe(await docs.text());
});

test('a failed validation is 422 under /preview and 400 elsewhere, and names field and allowed values', async () => {
  const preview = await server.call('POST', '/preview/models', { project: 'p', name: 'n' });
  expect(preview.status).toBe(422);
  expect(preview.body).toEqual({
    error: {
      message: 'base_model: is required',
      type: 'invalid_request_error',
      param: 'base_model',
      code: 'validation_failed',
    },
    detail: [{ loc: ['body', 'base_model'], msg: 'is required', type: 'required', input: null, ctx: {} }],
  });
  const quoted = await server.call('POST', '/chat/completions', { ...chat, temperature: '1' });
  expect(quoted.status).toBe(400);
  expect(quoted.body.error).toMatchObject({
    param: 'temperature',
    message: 'temperature: is a string; allowed is number or null',
  });
  const nested = await server.call('POST', '/chat/completions', {
    ...chat,
    messages: [{ role: 'user', content: [{ text: 5 }] }],
  });
  expect(nested.body.detail[0].loc.slice(0, 3)).toEqual(['body', 'messages', 0]);
  const query = await server.call('GET', '/preview/models?limit=101');
  expect([query.status, query.body.detail[0].loc]).toEqual([422, ['query', 'limit']]);
  const both = await server.call('GET', '/preview/models?after=a&cursor=b');
  expect([both.status, both.body.error.param]).toEqual([422, 'cursor']);
});

test('unknown body fields are listed in the header daybreak-ignored-fields', async () => {
  const answer = await server.call('POST', '/chat/completions', {
    ...chat,
    nvext: {},
    'ödd, name': 1,
    stream_options: null,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('daybreak-ignored-fields')).toBe('nvext, ?dd??name');
});

test('bodies that are not JSON, too deep or not UTF-8 are refused with 400', async () => {
  const send = async (body: string | Uint8Array<ArrayBuffer>): Promise<[number, string]> => {
    const response = await fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body,
    });
    const parsed = (await response.json()) as { error: { message: string } };
    return [response.status, parsed.error.message];
  };
  expect(await send('{"messages":')).toEqual([400, expect.stringContaining('is not valid JSON')]);
  expect(await send('')).toEqual([400, expect.stringContaining('is required')]);
  expect(await send('5')).toEqual([400, expect.stringContaining('is a number')]);
  expect(await send(`{"tools":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual([
    400,
    expect.stringContaining('is nested deeper'),
  ]);
  expect(await send(Uint8Array.from([0x22, 0xff, 0x22]))).toEqual([400, expect.stringContaining('UTF-8')]);
  expect(await send('{"messages":[],"temperature":1e400}')).toEqual([400, expect.any(String)]);
});

test('a number beyond the range of a double is refused, in unknown fields too', async () => {
  const { body: model } = await server.call('POST', '/preview/models', { project: 'p', name: 'n', base_model: 'toy' });
  const said = async (config: string) => {
    const response = await fetch(`${server.baseUrl}/preview/sft-training-jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: `{"model_id":"${model.id}","training_data_url":"https://h/x","config":${config}}`,
    });
    return [response.status, ((await response.json()) as { error: { message: string } }).error.message];
  };
  expect(await said('{"batch_size":1e999}')).toEqual([422, expect.stringContaining('a number too large for a double')]);
  expect(await said('{"unknown":[-1e999]}')).toEqual([
    422,
    "The number '0' must be finite; a number such as 1e999 exceeds the range of a double.",
  ]);
});

test('a body over the size limit is refused with 413', async () => {
  const announced = await server.call('POST', '/preview/models', { name: 'x'.repeat(2 ** 20) });
  expect([announced.status, announced.body.error.code]).toEqual([413, 'payload_too_large']);
  const chunked = await fetch(`${server.baseUrl}/preview/models`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(2 ** 16).fill(0x20));
      },
    }),
    duplex: 'half',
  } as RequestInit).catch((error: Error) => error);
  // A client that never stops sending may see the connection close instead of the answer.
  if (!(chunked instanceof Error)) expect(chunked.status).toBe(413);
  expect((await server.call('GET', '/models')).status).toBe(200);
});

test('a DELETE works with a JSON body, and without a body', async () => {
  const { body: model } = await server.call('POST', '/preview/models', {
    project: 'p',
    name: 'gone',
    base_model: 'toy',
  });
  const steps = await server.call('DELETE', `/preview/models/${model.id}/checkpoints`, { steps: [0, 7] });
  expect(steps.body).toEqual({ deleted_count: 1, not_found_steps: [7] });
  const deleted = await server.call('DELETE', `/preview/models/${model.id}`);
  expect([deleted.status, deleted.body]).toEqual([
    200,
    { model_id: model.id, deleted_checkpoints: 0, deleted_run: true },
  ]);
});

test('the Keep-Alive header announces at least 75 s', async () => {
  const response = await fetch(`${server.baseUrl}/health`);
  const seconds = Number(/timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '')?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(75);
});

test('the server keeps serving after garbage on a socket', async () => {
  const { port } = new URL(server.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end('\u0000\u0001 nonsense\r\n\r\n');
  await new Promise((resolve) => socket.on('close', resolve).on('error', resolve).resume());
  expect((await server.call('GET', '/health')).status).toBe(200);
});

test('the system check reports the device, the models and each part', async () => {
  const { status, body } = await server.call('GET', '/system-check');
  expect(status).toBe(200);
  for (const part of ['api', 'database', 'cpu_queue', 'gpu_queue']) {
    expect(body[part]).toEqual({ success: true, duration: expect.any(Number), errors: [] });
  }
  expect(body.device).toMatchObject({ adapter: 'protocol peer', fallback: true });
  const cache = { cache_tokens: expect.any(Number), cache_bytes: expect.any(Number), cache_type: 'f32' };
  const weights = [{ stored: 'q4_k', kept: 'q4', parameters: 1 }];
  const fits = { max_position_embeddings: 64, context_length: 64, full_sequences: 16, training_tokens: 64 };
  const sizes = { parameters: 1, weight_bytes: 4, weights, adapter_bytes: 2 ** 19, ...fits, ...cache };
  expect(body.models).toEqual([{ id: 'toy', precision: 'f32', ...sizes }]);
});
