import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { document } from '../../src/generated/document.ts';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';

let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
  origin = new URL(server.baseUrl).origin;
});
afterAll(() => server.end());

/** Copy of the contract from before the server starts, in case the server changes it. */
const contract = structuredClone(document);
const inRepository = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

test.each(['/docs', '/docs/', '/v1/docs'])('%s is a page whose CSP allows this server only', async (path) => {
  const response = await fetch(origin + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('x-request-id')).toBeTruthy();
  const policy = response.headers.get('content-security-policy')!.split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy.join(' ')).not.toMatch(/unsafe|http|\*/);
  const html = await response.text();
  expect(html).not.toMatch(/<script(?! src="\/v1\/docs\/)|<style|\sstyle=|\son\w+=|(src|href)="https?:/);
});

test('every file that the page and its modules name exists, and is cached as immutable', async () => {
  const html = await (await fetch(`${origin}/docs`)).text();
  const wanted = [...html.matchAll(/"(\/v1\/docs\/[^"]+)"/g)].map(([, path]) => path!);
  const seen = new Map<string, string>();
  while (wanted.length > 0) {
    const path = wanted.pop()!;
    if (seen.has(path)) continue;
    const response = await fetch(origin + path);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('cache-control'), path).toBe('public, max-age=31536000, immutable');
    const text = await response.text();
    seen.set(path, response.headers.get('content-type')!);
    for (const [, name] of text.matchAll(/^import .* from '\.\/([^']+)';$/gm)) wanted.push(`/v1/docs/${name}`);
  }
  const types = [...new Set(seen.values())].toSorted();
  expect(types).toEqual(
    ['css', 'javascript'].map((kind) => `text/${kind}; charset=utf-8`).toSpliced(0, 0, 'image/svg+xml; charset=utf-8'),
  );
  expect([...seen.keys()].some((path) => path.endsWith('-samples.js'))).toBe(true);
});

test('a file under its plain name is not cached; an unknown name or version is a 404', async () => {
  const plain = await fetch(`${origin}/v1/docs/page.css`);
  expect([plain.status, plain.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(await plain.text()).toBe(inRepository('docs-page/page.css'));
  for (const name of ['none.js', '000000000000-page.css', 'index.html', 'package.json']) {
    const answer = await server.call('GET', `/docs/${name}`);
    expect([answer.status, answer.body.error?.code], name).toEqual([404, 'not_found']);
  }
  for (const name of ['..%2fopenapi.yaml', '%2e%2e', 'a'.repeat(200)]) {
    expect([400, 404], name).toContain((await fetch(`${origin}/v1/docs/${name}`)).status);
  }
});

test.each(['', '/v1'])('%s/openapi.json and openapi.yaml are the contract', async (folder) => {
  const json = await fetch(`${origin}${folder}/openapi.json`);
  expect(json.headers.get('content-type')).toBe('application/json');
  expect(await json.json()).toEqual(contract);
  const yaml = await fetch(`${origin}${folder}/openapi.yaml`);
  expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  const text = await yaml.text();
  expect(text).toBe(inRepository('openapi.yaml'));
  expect(parse(text)).toEqual(contract);
});

test.each(['/docs', '/v1/docs/icon.svg', '/openapi.json'])('%s answers 405 to methods other than GET', async (path) => {
  for (const method of ['POST', 'HEAD', 'DELETE']) {
    const response = await fetch(origin + path, { method });
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'GET']);
  }
});
