import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxPipelined } from '../../src/api/http/connections.ts';
import type { TestServer } from '../api/test-server.ts';
import { startAbuseServer } from './abuse-server.ts';
import { answersOf, head, openSocket, portOf, sendRaw } from './raw-http.ts';

const close = 'Connection: close';
const json = 'Content-Type: application/json';

describe('malformed or oversized HTTP', () => {
  let server: TestServer;
  let port: number;
  let models: string;

  beforeAll(async () => {
    server = await startAbuseServer({ headMs: 1_000 });
    port = portOf(server);
    models = head('GET', '/v1/models', server.key, close);
  });
  afterAll(() => server.end());

  test.each<[string, number, string, string[]]>([
    [
      'a head of 100 KB',
      431,
      'headers_too_large',
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ],
    ['many headers', 431, 'headers_too_large', [`GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(20_000)}\r\n`]],
    ['a path of 100 KB', 431, 'headers_too_large', [`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`]],
    ['no HTTP', 400, 'malformed_request', ['hello\r\n\r\n']],
    ['TLS', 400, 'malformed_request', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03']],
    ['a lone CR in a header', 400, 'malformed_request', ['GET / HTTP/1.1\r\nHost: x\rX: y\r\n\r\n']],
    ['a bare LF', 400, 'malformed_request', ['GET / HTTP/1.1\nHost: x\n\n']],
    ['a NUL in a header', 400, 'malformed_request', ['GET / HTTP/1.1\r\nHost: x\0y\r\n\r\n']],
    ['a folded header', 400, 'malformed_request', ['GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n']],
    ['a space before the colon', 400, 'malformed_request', ['GET / HTTP/1.1\r\nHost : x\r\n\r\n']],
    ['no host', 400, 'malformed_request', ['GET /v1/health HTTP/1.1\r\n\r\n']],
    ['HTTP/3.7', 400, 'malformed_request', ['GET / HTTP/3.7\r\nHost: x\r\n\r\n']],
    ['an unknown method', 400, 'malformed_request', ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n']],
    ['a head that never ends', 408, 'request_timeout', ['GET / HTTP/1.1\r\nHost: x\r\n']],
    ['a head, drop by drop', 408, 'request_timeout', ['GET / HTTP/1.1\r\n', ...Array(60).fill('a: b\r\n')]],
  ])('%s is answered %i %s with the error body', async (name, status, code, pieces) => {
    const text = await sendRaw(port, name.includes('drop') ? pieces.flatMap((piece) => [piece, 100]) : pieces);
    const [answer, ...more] = answersOf(text);
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ status, headers: { connection: 'close', 'content-type': 'application/json' } });
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
    const body = JSON.parse(answer.body);
    expect(body).toEqual({
      error: { message: body.detail, type: 'invalid_request_error', param: null, code },
      detail: expect.any(String),
    });
  });

  const smuggled = 'GET /v1/preview/models HTTP/1.1\r\nHost: localhost\r\n\r\n';
  test.each([
    ['two lengths', ['Content-Length: 0', `Content-Length: ${smuggled.length}`]],
    ['two equal lengths', ['Content-Length: 5', 'Content-Length: 5']],
    ['a list of lengths', ['Content-Length: 5, 5']],
    ['a length and chunks', [`Content-Length: ${smuggled.length}`, 'Transfer-Encoding: chunked']],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['chunks that are no chunks', ['Transfer-Encoding: xchunked']],
    ['chunks before something else', ['Transfer-Encoding: chunked, identity']],
    ['chunks behind a vertical tab', ['Transfer-Encoding:\x0bchunked']],
    ['a negative length', ['Content-Length: -1']],
    ['a length with a sign', ['Content-Length: +5']],
    ['a length in hex', ['Content-Length: 0x5']],
    ['a length beyond numbers', ['Content-Length: 99999999999999999999999']],
  ])('a request with %s is a 400 and smuggles no second request', async (_, lines) => {
    const request = head('POST', '/v1/chat/completions', server.key, json, ...lines);
    const text = await sendRaw(port, [`${request}0\r\n\r\n${smuggled}`]);
    const statuses = answersOf(text).map(({ status }) => status);
    expect(statuses).toEqual([400]);
  });

  test.each([
    ['a size that is none', 'zz\r\n'],
    ['a negative size', '-1\r\n'],
    ['data longer than its size', '1\r\nabc\r\n'],
    ['a bare LF behind the size', '1\nx\n0\n\n'],
    ['a size beyond numbers', 'fffffffffffffffff\r\n'],
    ['endless extensions', `1;${'x'.repeat(100_000)}\r\n`],
  ])('a chunked body with %s is refused and ends the connection', async (_, chunks) => {
    const request = head('POST', '/v1/chat/completions', server.key, json, 'Transfer-Encoding: chunked');
    const answers = answersOf(await sendRaw(port, [request, chunks]));
    expect(answers.map(({ status }) => status)).toEqual([chunks.includes(';') ? 413 : 400]);
  });

  test('HTTP/1.0 is served, and pipelined requests are answered in order until a malformed one', async () => {
    const old = `GET /v1/models HTTP/1.0\r\nAuthorization: Bearer ${server.key}\r\n\r\n`;
    expect(answersOf(await sendRaw(port, [old]))).toMatchObject([{ status: 200, headers: { connection: 'close' } }]);
    const one = head('GET', '/v1/models', server.key);
    const two = head('GET', '/v1/nothing', server.key);
    const three = await sendRaw(port, [one + two + one + models]);
    expect(answersOf(three).map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    const broken = await sendRaw(port, [`${one}nonsense\r\n\r\n`]);
    expect(broken).not.toContain('HTTP/1.1 200 OK\r\n\r\nHTTP');
    expect((await server.call('GET', '/models')).status).toBe(200);
  });

  test('a pipelined request without a Host header is refused in its turn', async () => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], max_tokens: 2 });
    const chat = head('POST', '/v1/chat/completions', server.key, json, `Content-Length: ${body.length}`) + body;
    const text = await sendRaw(port, [`${chat}GET /v1/health HTTP/1.1\r\n\r\n`]);
    expect(answersOf(text).map(({ status }) => status)).toEqual([200, 400]);
  });

  test.each([
    ['OPTIONS', '*', 404],
    ['OPTIONS', '/v1/models', 405],
    ['TRACE', '/v1/models', 405],
    ['PROPFIND', '/v1/models', 405],
    ['GET', 'http://elsewhere.test/v1/models', 404],
    ['GET', '//elsewhere.test/v1/models', 404],
    ['GET', '/v1/../v1/models', 404],
    ['GET', '/V1/models', 404],
    ['GET', '/v1%2fmodels', 404],
    ['GET', '/v1/models%00', 404],
    ['GET', '/v1/models;a=b', 404],
    ['GET', '/v1/preview/models/%', 422],
    ['GET', '/v1/preview/models?limit=%zz', 422],
    ['GET', `/v1/preview/models?${'limit=1&'.repeat(1_500)}`, 422],
  ])('%s %s is answered %i', async (method, path, status) => {
    const [answer] = answersOf(await sendRaw(port, [head(method, path, server.key, close)]));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).error.code).toEqual(expect.any(String));
  });

  test('a query parameter with brackets is listed as unknown', async () => {
    const path = '/v1/preview/models?limit[]=0&limit[__proto__]=2&__proto__=3';
    const [answer] = answersOf(await sendRaw(port, [head('GET', path, server.key, close)]));
    expect([answer.status, answer.headers['daybreak-ignored-fields']]).toEqual([
      200,
      'query.limit[], query.limit[__proto__], query.__proto__',
    ]);
  });

  test('refused connections are logged without their content', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const logged = await startAbuseServer({ headMs: 500 }, { log });
    const word = 'a-word-of-the-client';
    const head_ = `GET /${word} HTTP/1.1\r\nHost: localhost\r\n`;
    const pieces = [`${word}\r\n\r\n`, `${head_}${word}`, `${head_}X: ${word.repeat(2_000)}\r\n\r\n`];
    const ids: string[] = [];
    for (const piece of pieces) ids.push(answersOf(await sendRaw(portOf(logged), [piece]))[0].headers['x-request-id']);
    const begun = head(
      'POST',
      '/v1/chat/completions',
      logged.key,
      json,
      'Transfer-Encoding: chunked',
      'X-Request-Id: mine',
    );
    await sendRaw(portOf(logged), [begun, 100, `${word}\r\n`]);
    await logged.end();
    const entries = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /request|refused connection/.test(msg));
    const found = entries.map(({ msg, requestId, status, code }) => [msg, requestId, status, code]);
    expect(found).toEqual([
      ['refused connection', ids[0], 400, 'malformed_request'],
      ['refused connection', ids[1], 408, 'request_timeout'],
      ['refused connection', ids[2], 431, 'headers_too_large'],
      ['refused connection', 'mine', 400, 'malformed_request'],
      ['request', 'mine', 400, undefined],
    ]);
    expect(lines.join('')).not.toContain(word);
  });

  test('CONNECT is not answered with 200', async () => {
    const text = await sendRaw(port, [head('CONNECT', 'elsewhere.test:443', server.key)]);
    expect(text).not.toContain('200');
  });

  test('pipelined requests are all served if fewer than the limit wait at a time', async () => {
    const few = head('GET', '/v1/models', server.key).repeat(maxPipelined - 1);
    const text = await sendRaw(port, [few, 500, few, 500, few + models]);
    expect(answersOf(text).map(({ status }) => status)).toEqual(Array(3 * maxPipelined - 2).fill(200));
  });

  test.each([
    ['requests', () => head('GET', '/v1/models', server.key)],
    ['requests without a key', () => head('GET', '/v1/health', null)],
    ['requests for nothing', () => head('GET', '/x', null)],
  ])(
    'of 30,000 pipelined %s only as many as may wait are answered, then the connection is closed',
    async (_, request) => {
      const text = await sendRaw(port, [request().repeat(30_000)]);
      const statuses = answersOf(text).map(({ status }) => status);
      expect(statuses).toHaveLength(maxPipelined);
      expect(new Set(statuses).size).toBe(1);
      expect((await server.call('GET', '/models')).status).toBe(200);
    },
  );

  test('an answer in flight is completed before too many pipelined requests close the connection', async () => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], max_tokens: 8, stream: true });
    const chat = head('POST', '/v1/chat/completions', server.key, json, `Content-Length: ${body.length}`) + body;
    const text = await sendRaw(port, [chat + head('GET', '/v1/health', null).repeat(2 * maxPipelined)]);
    expect(text).toContain('[DONE]');
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(maxPipelined);
  });
});

describe('above the connection limit', () => {
  const most = 300;
  let server: TestServer;
  let port: number;

  beforeAll(async () => {
    // No timeout closes idle connections here.
    const patient = { headMs: 3_600_000, stalledMs: 3_600_000, slowBodyMs: 3_600_000 };
    server = await startAbuseServer({ connections: most, ...patient });
    port = portOf(server);
  });
  afterAll(() => server.end());

  async function openMany(count: number): Promise<Socket[]> {
    const sockets: Socket[] = [];
    for (let i = 0; i < count; i++) {
      const socket = await openSocket(port);
      socket.on('error', () => {}).resume();
      sockets.push(socket);
    }
    return sockets;
  }

  test('the oldest connections without a request are closed for new ones, and used ones stay', async () => {
    const pooled = await openSocket(port);
    const received: string[] = [];
    pooled.on('data', (chunk) => received.push(String(chunk)));
    pooled.write(head('GET', '/v1/health', null));
    await expect.poll(() => received.join('')).toContain('"status"');

    const idle = await openMany(2 * most);
    await expect.poll(() => idle.filter((socket) => socket.closed).length).toBe(most + 1);
    expect(idle.slice(0, most).every((socket) => socket.closed)).toBe(true);
    for (let i = 0; i < 20; i++) {
      expect((await sendRaw(port, [head('GET', '/v1/models', server.key, close)])).startsWith('HTTP/1.1 200')).toBe(
        true,
      );
    }
    pooled.write(head('GET', '/v1/health', null));
    await expect.poll(() => received.join('').split('"status"').length).toBe(3);
    for (const socket of [...idle, pooled]) socket.destroy();
  });

  test('new connections are refused while all are in use, until one ends', async () => {
    const busy = await openMany(most);
    const begun = head(
      'POST',
      '/v1/chat/completions',
      server.key,
      json,
      'Content-Length: 1000',
      'Expect: 100-continue',
    );
    const asked = busy.map((socket) => once(socket, 'data'));
    for (const socket of busy) socket.write(begun);
    await Promise.all(asked);
    expect(await sendRaw(port, [head('GET', '/v1/health', null, close)])).toBe('');
    for (const socket of busy.slice(0, 5)) socket.destroy();
    await expect.poll(() => sendRaw(port, [head('GET', '/v1/health', null, close)])).toMatch(/^HTTP\/1\.1 200/);
    for (const socket of busy) socket.destroy();
  });
});

describe('a client that does not read its answer', () => {
  let server: TestServer;
  const lines: string[] = [];

  let folder: string;
  let script: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'daybreak-stall-'));
    script = join(folder, 'peer.json');
    await writeFile(script, JSON.stringify({ queueMs: 2_500 }));
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    server = await startAbuseServer({ stalledMs: 1_000 }, { log, env: { PEER_SCRIPT: script } });
  });
  afterAll(async () => {
    await server.end();
    await rm(folder, { recursive: true });
  });

  test('is distinguished from one whose answer is still computed', async () => {
    const chat = { messages: [{ role: 'user', content: 'hello' }], max_tokens: 2 };
    expect((await server.call('POST', '/chat/completions', chat)).status).toBe(200);
    const stream = await server.call('POST', '/chat/completions', { ...chat, stream: true });
    expect(stream.body).toContain('[DONE]');
    // The same after an answer that was sent at once.
    const body = JSON.stringify(chat);
    const length = `Content-Length: ${body.length}`;
    const pipelined =
      head('GET', '/v1/health', null) + head('POST', '/v1/chat/completions', server.key, json, length, close);
    const answers = answersOf(await sendRaw(portOf(server), [pipelined + body]));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('is distinguished in the log from one that disconnects before its answer', async () => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] });
    const chats = async () => (await readFile(`${script}.chats`, 'utf8')).split('\n').length;
    const before = await chats();
    const socket = await openSocket(portOf(server));
    socket.write(head('POST', '/v1/chat/completions', server.key, json, `Content-Length: ${body.length}`) + body);
    await expect.poll(chats).toBe(before + 1);
    socket.destroy();
    const gone = () => lines.filter((line) => line.includes('"status":499'));
    await expect.poll(() => gone().length).toBe(1);
  });

  test('is disconnected from a stream before its end', async () => {
    // Each chunk names the model, so a long name makes a stream larger than the socket buffers.
    const long = '\u6a21'.repeat(128);
    const model = { base_model: 'toy', entity: long, project: long, name: long };
    expect((await server.call('POST', '/preview/models', model)).status).toBe(200);
    const text = JSON.stringify({
      ...{ model: `wandb-artifact:///${long}/${long}/${long}`, messages: [{ role: 'user', content: 'hello' }] },
      ...{ stream: true, n: 128, max_tokens: 40 },
    });
    const body = Buffer.from(text);
    const socket = await openSocket(portOf(server));
    socket.on('error', () => {}).pause();
    socket.write(head('POST', '/v1/chat/completions', server.key, json, `Content-Length: ${body.length}`));
    socket.write(body);
    const ended = () => lines.filter((line) => line.includes('"path":"/v1/chat/completions"'));
    const before = ended().length;
    await expect.poll(() => ended().length).toBe(before + 1);
    socket.resume();
    const received: string[] = [];
    socket.on('data', (chunk) => received.push(String(chunk)));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received.join('')).toContain('"chat.completion.chunk"');
    expect(received.join('')).not.toContain('[DONE]');
  });

  test('is disconnected from a file, without much memory per connection', async () => {
    const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'big' });
    const file = `/preview/artifacts/${artifact.id}/files/big.bin`;
    await fetch(server.baseUrl + file, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.key}` },
      body: new Uint8Array(64 * 2 ** 20),
    });
    const before = process.memoryUsage().rss;
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(portOf(server))));
    for (const socket of sockets) {
      socket.on('error', () => {}).pause();
      socket.write(head('GET', `/v1${file}`, server.key));
    }
    await sleep(500);
    // Both ends are in this process, and each connection may fill the socket buffers.
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * 2 ** 20);
    await expect.poll(() => lines.filter((line) => line.includes('big.bin')).length).toBe(51);
    for (const socket of sockets) socket.destroy();
  });

  test('does not make the server copy the documentation for each request', async () => {
    const unchecked = await startAbuseServer({}, { env: { DAYBREAK_CHECK_RESPONSES: '0' } });
    const socket = await openSocket(portOf(unchecked));
    socket.on('error', () => {}).pause();
    const requests = ['/v1/docs/swagger-ui-bundle.js', '/v1/openapi.json'].map((path) =>
      head('GET', path, null).repeat(100),
    );
    const held = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    const before = held();
    socket.write(requests.join(''));
    await sleep(1_000);
    // Copies would take 170 MB for the bundle and 20 MB for the contract.
    expect(held() - before).toBeLessThan(64 * 2 ** 20);
    socket.destroy();
    await unchecked.end();
  });

  test('gets the whole file if it reads on slowly', async () => {
    const { body: artifact } = await server.call('POST', '/preview/artifacts', { name: 'slow' });
    const file = `/preview/artifacts/${artifact.id}/files/slow.bin`;
    const bytes = 24 * 2 ** 20;
    await fetch(server.baseUrl + file, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.key}` },
      body: new Uint8Array(bytes),
    });
    const response = await fetch(server.baseUrl + file, { headers: { authorization: `Bearer ${server.key}` } });
    let size = 0;
    let pauses = 0;
    for await (const chunk of response.body!) {
      size += chunk.length;
      if (size > (pauses + 1) * 3 * 2 ** 20) {
        pauses++;
        await sleep(400);
      }
    }
    expect([size, pauses]).toEqual([bytes, 7]);
  });
});
