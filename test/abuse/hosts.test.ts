import { afterEach, expect, test } from 'vitest';
import type { TestServer } from '../api/test-server.ts';
import { startAbuseServer } from './abuse-server.ts';
import { answersOf, portOf, sendRaw } from './raw-http.ts';

let server: TestServer;
afterEach(() => server.end());

async function ask(lines: string[], version = '1.1'): Promise<{ status: number; code?: string; closed: boolean }> {
  const head = [...lines, 'Connection: close'].join('\r\n');
  const [answer] = answersOf(await sendRaw(portOf(server), [`${head.replace('HTTP', `HTTP/${version}`)}\r\n\r\n`]));
  const { error } = JSON.parse(answer.body);
  return { status: answer.status, code: error?.code, closed: answer.headers.connection === 'close' };
}

const refused = { status: 403, code: 'host_not_allowed', closed: true };

test('a foreign Host name is refused with 403 on every path', async () => {
  server = await startAbuseServer();
  const key = `Authorization: Bearer ${server.key}`;
  for (const path of ['/v1/health', '/v1/models', '/docs', '/nowhere', '/v1/preview/sessions']) {
    for (const host of ['other.example', 'other.example:8484', 'localhost.other.example', '0.0.0.0', '']) {
      expect(await ask([`GET ${path} HTTP`, `Host: ${host}`, key])).toEqual(refused);
    }
  }
  const body = '{"code":"x"}';
  const post = ['POST /v1/preview/sessions HTTP', 'Host: other.example', `Content-Length: ${body.length}`];
  expect(await ask([...post, 'Content-Type: application/json'])).toEqual(refused);
  for (const host of ['localhost', `127.0.0.1:${portOf(server)}`, 'LOCALHOST:1', '[::1]']) {
    expect(await ask(['GET /v1/health HTTP', `Host: ${host}`])).toMatchObject({ status: 200 });
  }
  expect(await ask(['GET /v1/health HTTP'], '1.0')).toMatchObject({ status: 200 });
  expect(await ask(['GET /v1/health HTTP'])).toMatchObject({ status: 400, code: 'malformed_request' });
});

test('a Host name in DAYBREAK_ALLOWED_HOSTS is accepted', async () => {
  server = await startAbuseServer({}, { env: { DAYBREAK_ALLOWED_HOSTS: 'models.example.org' } });
  expect(await ask(['GET /v1/health HTTP', 'Host: Models.Example.org'])).toMatchObject({ status: 200 });
  expect(await ask(['GET /v1/health HTTP', 'Host: example.org'])).toEqual(refused);
});

test('a server that listens on a public address accepts any Host name, or only the listed ones', async () => {
  server = await startAbuseServer({}, { env: { DAYBREAK_HOST: '0.0.0.0' } });
  expect(await ask(['GET /v1/health HTTP', 'Host: other.example'])).toMatchObject({ status: 200 });
  await server.end();
  server = await startAbuseServer({}, { env: { DAYBREAK_HOST: '0.0.0.0', DAYBREAK_ALLOWED_HOSTS: 'box.example' } });
  expect(await ask(['GET /v1/health HTTP', 'Host: other.example'])).toEqual(refused);
  expect(await ask(['GET /v1/health HTTP', 'Host: box.example:80'])).toMatchObject({ status: 200 });
});
