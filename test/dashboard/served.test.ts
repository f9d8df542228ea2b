import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bestEncoding } from '../../src/api/dashboard-files.ts';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';

let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
  origin = new URL(server.baseUrl).origin;
});
afterAll(() => server.end());

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Returns the answer as sent. `fetch` would decompress it. */
function get(path: string, encodings?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
    const sent = request(origin + path, { headers }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) });
    });
    sent.on('error', reject);
    sent.end();
  });
}

test.each(['/app', '/app/', '/v1/app'])('%s is a page whose CSP allows loading from this server only', async (path) => {
  const { status, headers, bytes } = await get(path);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  const policy = String(headers['content-security-policy']).split('; ');
  for (const rule of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"]) {
    expect(policy).toContain(rule);
  }
  expect(policy).toContain('trusted-types diff-worker');
  expect(policy.join(' ')).not.toMatch(/unsafe|http|\*/);
  expect(String(bytes)).not.toMatch(
    /<script(?! type="module" src="\/app\/)|<style|\sstyle=|\son\w+=|(src|href)="https?:/,
  );
});

test('the page’s files are cached as immutable, except the icon, and compressed as requested', async () => {
  const html = String((await get('/app')).bytes);
  const parts = [...html.matchAll(/"(\/app\/[^"]+)"/g)].map(([, path]) => path!);
  expect(parts).toHaveLength(3);
  for (const path of parts) {
    const plain = await get(path);
    expect(plain.headers['content-encoding'], path).toBeUndefined();
    expect(plain.headers.vary).toBe('accept-encoding');
    const br = await get(path, 'gzip, deflate, br');
    expect(br.headers['content-encoding'], path).toBe('br');
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    const zipped = await get(path, 'gzip, br;q=0');
    expect(zipped.headers['content-encoding'], path).toBe('gzip');
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    const lasts = path.endsWith('icon.svg') ? 'no-cache' : 'public, max-age=31536000, immutable';
    expect(plain.headers['cache-control']).toBe(lasts);
  }
});

test('an unknown file is a 404, and no name escapes the folder', async () => {
  for (const name of ['none.js', 'index.html', 'main-AAAAAAAA.js', 'icon.svg.br']) {
    const answer = await server.call('GET', `/app/${name}`);
    expect([answer.status, answer.body.error?.code], name).toEqual([404, 'not_found']);
  }
  for (const name of ['..%2fopenapi.yaml', 'a'.repeat(200)]) {
    expect([400, 404], name).toContain((await get(`/app/${name}`)).status);
  }
});

test.each([
  ['', null],
  ['br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, *;q=0', null],
  ['*', 'br'],
  ['identity', null],
])('Accept-Encoding %j is answered with %j', (accepted, encoding) => {
  expect(bestEncoding(accepted)).toBe(encoding);
});
