import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPrivateAddress } from '../../src/jobs/data/private-address.ts';
import { checkUrl, safeFetch } from '../../src/jobs/data/safe-fetch.ts';

const hits: string[] = [];
let port = 0;
const pages: Record<string, RequestListener> = {
  '/data': (_, response) => response.end('{"a":1}\n'),
  '/page': (_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end('<html>'),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/long': (_, response) => response.end('x'.repeat(2_000)),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half');
    response.socket?.destroySoon();
  },
  '/once': (_, response) => response.writeHead(302, { location: '/data' }).end(),
  '/ever': (_, response) => response.writeHead(302, { location: '/ever' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/scheme': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};
const server = createServer((request, response) => {
  hits.push(request.url ?? '');
  pages[request.url ?? '']?.(request, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const never = new AbortController().signal;
const fetchPath = (path: string, allowed: string[] = [`127.0.0.1:${port}`]): Promise<string> =>
  safeFetch(`http://127.0.0.1:${port}${path}`, { allowedHosts: allowed, mostBytes: 1_000 }, never).then(text);

test('a listed host is fetched, and its redirects are followed', async () => {
  expect(await fetchPath('/data')).toBe('{"a":1}\n');
  expect(await fetchPath('/once')).toBe('{"a":1}\n');
  expect(await fetchPath('/data', ['127.0.0.1'])).toBe('{"a":1}\n');
});

test.each([
  ['/page', 'web page'],
  ['/missing', 'answered 404'],
  ['/long', 'larger than'],
  ['/cut', 'cannot be fetched'],
  ['/ever', 'redirects more than 3 times'],
  ['/inside', 'private address'],
  ['/scheme', 'not an http or https URL'],
])('a fetch of %s is refused: %s', async (path, why) => {
  await expect(fetchPath(path)).rejects.toThrow(why);
});

test('a private host that is not listed is refused without a connection', async () => {
  hits.length = 0;
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]']) {
    for (const suffix of [`:${port}`, '']) {
      const url = `http://${host}${suffix}/data`;
      const fetched = safeFetch(url, { allowedHosts: ['other.example'], mostBytes: 1_000 }, never);
      await expect(fetched, url).rejects.toThrow(/DAYBREAK_ARTIFACT_HOSTS/);
    }
  }
  expect(hits).toEqual([]);
});

test('a URL with another scheme, credentials or a port is refused without a network access', () => {
  const rules = { allowedHosts: [], mostBytes: 1 };
  expect(checkUrl('https://example.com/x', rules).href).toBe('https://example.com/x');
  expect(() => checkUrl('ftp://example.com/x', rules)).toThrow('not an http or https URL');
  expect(() => checkUrl('https://user:pw@example.com/x', rules)).toThrow('user name');
  expect(() => checkUrl('https://example.com:8443/x', rules)).toThrow('port 8443');
  expect(() => checkUrl('https://example.com:8443/x?token=secret', rules)).toThrow(/^((?!secret).)*$/);
});

test.each([
  ['8.8.8.8', false],
  ['2606:4700::1111', false],
  ['10.1.2.3', true],
  ['100.64.0.1', true],
  ['169.254.169.254', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['224.0.0.1', true],
  ['::', true],
  ['::1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['fd00::1', true],
  ['fe80::1', true],
  ['64:ff9b::7f00:1', true],
])('whether the address %s is private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});
