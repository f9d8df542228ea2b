import { readFileSync } from 'node:fs';
import { Agent, METHODS, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ContractBackend } from '../../src/api/contract/contract-backend.ts';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';
import { filesBelow, textOf } from '../structure/source-files.ts';
import { specFile } from './scratch.ts';

type PathItem = Record<string, { operationId: string; responses: object; parameters?: unknown }>;

/** The only path whose last parameter may contain slashes. */
const openEnded = '/v1/models/{model}';

/** CONNECT asks for a tunnel, not for a path. */
const methods = METHODS.filter((method) => method !== 'CONNECT');
const paths = Object.entries((parse(readFileSync(specFile, 'utf8')) as { paths: Record<string, PathItem> }).paths);
const documented = (item: PathItem) => methods.filter((method) => item[method.toLowerCase()] !== undefined);
const concrete = (path: string) =>
  path.replaceAll('{step}', '1').replaceAll(/\{\w+\}/g, '7f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10');

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let server: TestServer;
let backend: ContractBackend;

beforeAll(async () => {
  server = await startTestServer({
    workerEntry: peerEntry,
    exchangeParts: (container) => {
      backend = container.get(ContractBackend);
    },
  });
});
afterAll(async () => {
  agent.destroy();
  await server.end();
});

interface Answer {
  status: number;
  allow: string | undefined;
  text: string;
}

function ask(method: string, path: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const url = new URL(path, server.baseUrl);
  const asked = request(url, { method, agent, headers: { authorization: `Bearer ${server.key}` } }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('end', () => resolve({ status: response.statusCode!, allow: response.headers.allow, text }));
    response.on('error', reject);
  });
  asked.on('error', reject).end();
  return promise;
}

const isUnrouted = ({ status, text }: Answer) => status === 404 && /Path \S+ not found\./.test(text);

test.each(paths)('%s answers the methods of the contract, and 405 to others', async (path, item) => {
  const allowed = documented(item);
  expect(allowed).not.toEqual([]);
  for (const method of methods) {
    const answer = await ask(method, concrete(path));
    const place = `${method} ${path}: ${answer.status} ${answer.text}`;
    if (allowed.includes(method)) {
      expect(Object.keys(item[method.toLowerCase()]!.responses), place).toContain(String(answer.status));
      expect(answer.status === 405 || isUnrouted(answer), place).toBe(false);
    } else {
      expect(answer.status, place).toBe(405);
      expect(answer.allow?.split(', ').toSorted(), place).toEqual(allowed.toSorted());
    }
  }
});

test('parents and children of the contract’s paths answer 404', async () => {
  const known = new Set(paths.map(([path]) => concrete(path)));
  const parents = [...known].flatMap((path) => {
    const parts = path.split('/');
    return parts.map((_, count) => parts.slice(0, count).join('/') || '/');
  });
  const children = [...known].map((path) => `${path === '/' ? '' : path}/more`);
  const guesses = ['/admin', '/v2/models', '/v1/embeddings', '/favicon.ico', '/v1/docs/..%2f..%2fpackage.json'];
  const templates = paths.map(([path]) => {
    const source = path === openEnded ? path.replace('{model}', '.+') : path.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${source}/?$`);
  });
  const unknown = [...new Set([...parents, ...children, ...guesses])].filter(
    (path) => !templates.some((template) => template.test(path)),
  );
  expect(unknown.length).toBeGreaterThan(30);
  for (const path of unknown) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await ask(method, path);
      expect(isUnrouted(answer), `${method} ${path}: ${answer.status} ${answer.text}`).toBe(true);
    }
  }
});

test('the server has routes and handlers for exactly the operations of the contract', () => {
  const routed = backend.routes
    .getOperations()
    .map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
  const wanted = paths.flatMap(([path, item]) => {
    return documented(item).map((method) => {
      return `${method.toLowerCase()} ${path} ${item[method.toLowerCase()]!.operationId}`;
    });
  });
  expect(routed.toSorted()).toEqual(wanted.toSorted());
  const ids = wanted.map((line) => line.split(' ')[2]);
  const outcomes = ['validationFail', 'notFound', 'unauthorizedHandler'];
  expect(Object.keys(backend.handlers).toSorted()).toEqual([...ids, ...outcomes].toSorted());
});

test('src has one HTTP listener, and only its server reads request.url', () => {
  const files = (pattern: RegExp) => filesBelow('src', '.ts').filter((path) => pattern.test(textOf(path)));
  const making = (modules: string) =>
    new RegExp(`import \\{[^}]*\\bcreate\\w*Server\\b[^}]*\\} from 'node:(${modules})'`);
  expect(files(making('https?|http2'))).toEqual(['src/api/http/http-listener.ts']);
  // These check whether the port is free, and answer no request.
  expect(files(making('net|tls'))).toEqual(['src/app/doctor/port.ts', 'src/app/main.ts']);
  expect(files(/new HttpListener\(/)).toEqual(['src/api/http/http-server.ts']);
  expect(files(/\brequest\.url\b/)).toEqual(['src/api/http/http-server.ts']);
  // All events lead to the one request function, behind the limit on pipelined requests.
  const events = /\.on\('(request|upgrade|connect|checkContinue|checkExpectation)', (\w+)\)/g;
  const listeners = filesBelow('src', '.ts').flatMap((path) => [...textOf(path).matchAll(events)]);
  expect(listeners.map(([, event, listener]) => `${event} ${listener}`)).toEqual([
    'request take',
    'checkContinue take',
    'checkExpectation take',
  ]);
});
