import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContractBackend } from '../../src/api/contract/contract-backend.ts';
import { ResponseCheck } from '../../src/api/contract/response-check.ts';
import { ApiServer } from '../../src/api/http/http-server.ts';
import { document } from '../../src/generated/document.ts';
import type { HandlersByTag } from '../../src/generated/handlers.ts';
import type { RouteId } from '../../src/generated/operations.ts';

const health = { getLivez: async () => ({ status: 200, body: { status: 'alive' } }) };
const backend = new ContractBackend(document, new Proxy({}, { get: () => health }) as unknown as HandlersByTag);
const log = pino({ level: 'silent' });
const check = new ResponseCheck(document, log);
let server: ApiServer;
let origin: string;

beforeAll(async () => {
  await backend.init();
  const keys = { verify: async () => null, recognises: () => false };
  const only: ReadonlySet<RouteId> = new Set(['getLivez', 'getLivezAtRoot'] as const);
  server = new ApiServer({ backend, keys, log, only, check });
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
});
afterAll(async () => {
  await server.close(0);
  expect(check.faults).toEqual([]);
});

const ask = async (path: string, method = 'GET') => {
  const response = await fetch(origin + path, { method });
  return { status: response.status, text: await response.text() };
};

test.each(['/livez', '/v1/livez'])('a worker answers %s', async (path) => {
  expect((await ask(path)).status).toBe(200);
});

test.each([
  ['GET', '/v1/models'],
  ['GET', '/app'],
  ['POST', '/v1/chat/completions'],
  ['DELETE', '/v1/chat/completions'],
  ['GET', '/v1/preview/workers'],
])('a worker answers %s %s with 404', async (method, path) => {
  const { status, text } = await ask(path, method);
  expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found']);
  expect(JSON.parse(text).error.message).toMatch(`${path} is not served here: this is a worker.`);
});

test('a worker answers unknown paths with 404 and wrong methods with 405', async () => {
  expect((await ask('/nowhere')).status).toBe(404);
  expect((await ask('/livez', 'POST')).status).toBe(405);
});
