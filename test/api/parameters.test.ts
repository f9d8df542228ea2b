import type { Document } from 'openapi-backend';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ContractBackend } from '../../src/api/contract/contract-backend.ts';
import { ContractRouter } from '../../src/api/contract/contract-router.ts';
import { document } from '../../src/generated/document.ts';
import type { HandlersByTag } from '../../src/generated/handlers.ts';

const id = '7f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10';
const context = {
  requestId: 'r',
  caller: { keyId: 'k', owner: 'o' },
  signal: new AbortController().signal,
  accept: '',
  origin: 'http://localhost',
};

/** The operations that were called, each with its handler's arguments except the context. */
let called: unknown[][] = [];
const recorder = new Proxy({} as Record<string, unknown>, {
  get:
    (_, operation) =>
    async (...fields: unknown[]) => {
      called.push([operation, ...fields.filter((field) => field !== context)]);
      return { status: 200, body: {} };
    },
});
const backend = new ContractBackend(document, new Proxy({}, { get: () => recorder }) as HandlersByTag);
beforeAll(() => backend.init());
beforeEach(() => {
  called = [];
});

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return backend.dispatch({ method, path, headers, body }, context, () => {});
}

const listed = { limit: 20, order: 'asc' };
const chat = { messages: [{ role: 'user', content: 'hi' }] };

test.each<[path: string, fields: unknown[]]>([
  ['/v1/models', ['listServedModels']],
  ['/v1/models/', ['listServedModels']],
  ['/v1/models?page=2&x', ['listServedModels']],
  ['/health?deep=1', ['getHealth']],
  ['/v1/preview/models', ['listModels', listed]],
  ['/v1/preview/models//?', ['listModels', listed]],
  ['/v1/preview/models?limit=7&order=desc', ['listModels', { limit: 7, order: 'desc' }]],
  ['/v1/preview/models?after=a%20b+c', ['listModels', { ...listed, after: 'a b c' }]],
  ['/v1/preview/models?after=a?b=c', ['listModels', { ...listed, after: 'a?b=c' }]],
  ['/v1/preview/models?constructor=1&__proto__=2&hasOwnProperty&limit[]=0', ['listModels', listed]],
  [`/v1/preview/models?${'x=1&'.repeat(2_000)}limit=7`, ['listModels', { ...listed, limit: 7 }]],
  [`/v1/preview/models/${id}/`, ['getModel', id]],
  [`/v1/preview/models/${id}/checkpoints/`, ['listCheckpoints', id, listed]],
  [
    `/v1/preview/models/${id}/checkpoints/0x3/files/adapter_model.safetensors`,
    ['downloadCheckpointFile', id, 3, 'adapter_model.safetensors', { redirect: false }],
  ],
  [
    `/v1/preview/models/${id}/checkpoints/3/files/adapter%5fconfig.json?download=1&redirect=true`,
    ['downloadCheckpointFile', id, 3, 'adapter_config.json', { redirect: true }],
  ],
])('GET %s reaches its handler with the parsed parameters', async (path, fields) => {
  await send('GET', path);
  expect(called).toEqual([fields]);
});

test('header parameters and bodies reach the handler for every spelling of the path', async () => {
  for (const path of ['/v1/chat/completions', '/v1/chat/completions/', '/v1/chat/completions//?x=1']) {
    await send('POST', path, chat, { 'content-type': 'application/json', 'x-request-id': 'mine' });
  }
  expect(called).toEqual(Array(3).fill(['createChatCompletion', chat, 'mine']));
});

test.each<[path: string, place: string[]]>([
  ['/v1/preview/models?limit=7&limit=8', ['query', 'limit']],
  ['/v1/preview/models?order=asc&order=asc', ['query', 'order']],
  ['/v1/preview/models?limit=', ['query', 'limit']],
  ['/v1/preview/models?limit=7.5', ['query', 'limit']],
  [`/v1/preview/models/${id}%2fcheckpoints`, ['path', 'model_id']],
  [`/v1/preview/models/${id}%20`, ['path', 'model_id']],
  [`/v1/preview/artifacts/${id}/files/..%2fkeys`, ['path', 'file_name']],
  [`/v1/preview/models/%ff`, ['path']],
  [`/v1/preview/runs/${id}/series?metrics=%ff`, ['query', 'metrics']],
])('GET %s is refused with the location of the fault', async (path, place) => {
  const issues = expect.arrayContaining([expect.objectContaining({ loc: place })]);
  await expect(send('GET', path)).rejects.toMatchObject({ code: 'validation_failed', issues });
  expect(called).toEqual([]);
});

test('a too long header is refused by name', async () => {
  const headers = { 'content-type': 'application/json', 'x-request-id': 'x'.repeat(129) };
  const refused = { issues: [{ loc: ['header', 'x-request-id'] }] };
  await expect(send('POST', '/v1/chat/completions', chat, headers)).rejects.toMatchObject(refused);
});

test.each<[what: string, path: string, parameter: object]>([
  ['a cookie', '/x', { in: 'cookie', name: 'a' }],
  ['a style', '/x', { in: 'query', name: 'a', style: 'pipeDelimited' }],
  ['a list in one value', '/x', { in: 'query', name: 'a', explode: false }],
  ['JSON in a query', '/x', { in: 'query', name: 'a', content: {} }],
  ['a part of a part of the path', '/x/{a}.json', { in: 'path', name: 'a', required: true }],
])('a contract that uses %s in a parameter is not supported', (_what, path, parameter) => {
  const operation = { operationId: 'x', parameters: [parameter], responses: {} };
  const contract = { openapi: '3.1.0', info: {}, paths: { [path]: { get: operation } } } as unknown as Document;
  expect(() => new ContractRouter(contract)).toThrow(/^x: /);
});
