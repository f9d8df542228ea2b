import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyReply } from '../../src/api/contract/any-reply.ts';
import { ContractBackend, type ContractRequest } from '../../src/api/contract/contract-backend.ts';
import { ApiError } from '../../src/api/errors/api-error.ts';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';
import { type Fixtures, makeFixtures } from './fixtures.ts';
import { fuzzBroken } from './fuzz-broken.ts';
import { fuzzParameters } from './fuzz-parameters.ts';
import { fuzzRaw } from './fuzz-raw.ts';
import { fuzzValid } from './fuzz-valid.ts';
import { walkLinks } from './link-walk.ts';
import { operationOf } from './operations.ts';

// Tests the fuzzer: each planted fault of the server must be found.

type Plant = (request: ContractRequest, next: (request: ContractRequest) => Promise<AnyReply>) => Promise<AnyReply>;

const options = { seed: 1, runs: 50 };

let plant: Plant | null = null;
let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer({
    workerEntry: peerEntry,
    exchangeParts(container) {
      container.onActivation(ContractBackend, (_context, backend) => {
        const dispatch = backend.dispatch.bind(backend);
        backend.dispatch = (request, context, onValid) => {
          const next = (changed: ContractRequest) => dispatch(changed, context, onValid);
          return plant === null ? next(request) : plant(request, next);
        };
        return backend;
      });
    },
  });
  fixtures = await makeFixtures({ origin: new URL(server.baseUrl).origin, key: server.key });
});

afterAll(async () => {
  // Not `end`, which fails because of the planted faults.
  await server.close(0);
  await rm(server.home, { recursive: true, force: true });
});

const isCreation = ({ method, path }: ContractRequest, of: string) => method === 'POST' && path === `/v1/preview/${of}`;
const fieldsOf = ({ body }: ContractRequest) => (body ?? {}) as Record<string, unknown>;

const plants: [what: string, plant: Plant, find: () => Promise<unknown>, says: RegExp][] = [
  [
    'a field that is not validated',
    async (request, next) => {
      const { return_existing, ...rest } = fieldsOf(request);
      return isCreation(request, 'models') ? next({ ...request, body: rest }) : next(request);
    },
    () => fuzzBroken(operationOf('createModel'), fixtures, options),
    /type broken \(seed 1\): no issue is at body.return_existing\ncurl .*"return_existing"/,
  ],
  [
    'a bound that is off by one',
    (request, next) => next({ ...request, path: request.path.replace('limit=101', 'limit=100') }),
    () => fuzzParameters(operationOf('listModels'), fixtures),
    /query limit broken: must be refused with 422\ncurl .*limit=101/,
  ],
  [
    'a refusal without the field',
    async (request, next) => {
      return next(request).catch((error: ApiError) => {
        const issues = error.issues?.map((issue) => ({ ...issue, loc: ['body'] }));
        throw new ApiError(error.code, error.message, { param: error.param, issues });
      });
    },
    () => fuzzBroken(operationOf('createArtifact'), fixtures, options),
    /no issue is at body\./,
  ],
  [
    'a field that is missing in the answer',
    async (request, next) => {
      const reply = await next(request);
      if (!request.path.startsWith('/v1/preview/runs/')) return reply;
      const { created: _, ...rest } = reply.body as { created: string };
      return { ...reply, body: rest };
    },
    () => fuzzValid(operationOf('getRun'), fixtures, options),
    /seed: 1[\s\S]*curl[\s\S]*a fault of the server[\s\S]*curl/,
  ],
  [
    'a failure at one input',
    async (request, next) => {
      if (String(fieldsOf(request).name).length === 128) throw new TypeError('off by one');
      return next(request);
    },
    () => fuzzValid(operationOf('createArtifact'), fixtures, options),
    /seed: 1[\s\S]*a fault of the server\ncurl .*x{128}|a{128}/,
  ],
  [
    'a refusal of valid data',
    async (request, next) => {
      if (/[^ -~]/.test(String(fieldsOf(request).name))) {
        throw new ApiError('validation_failed', 'name: odd', { param: 'name' });
      }
      return next(request);
    },
    () => fuzzValid(operationOf('createModel'), fixtures, options),
    /valid data is refused/,
  ],
  [
    'a number that breaks the server',
    async (request, next) => {
      if (fieldsOf(request).x === Number.POSITIVE_INFINITY) throw new RangeError('no such number');
      return next(request);
    },
    () => fuzzRaw('createModel', fixtures, { project: 'p', name: 'raw', base_model: 'toy' }),
    /a fault of the server\ncurl .*1e400/,
  ],
  [
    'an answer about what is deleted',
    (() => {
      const known = new Map<string, AnyReply>();
      return async (request, next) => {
        const isGet = request.method === 'GET' && /^\/v1\/preview\/models\/[^/]+$/.test(request.path);
        if (!isGet) return next(request);
        const reply = known.get(request.path) ?? (await next(request));
        known.set(request.path, reply);
        return reply;
      };
    })(),
    () => walkLinks(fixtures, options),
    /is deleted: must be 404/,
  ],
];

test.each(plants)('the fuzzer finds %s', async (_what, planted, find, says) => {
  plant = planted;
  const found = await find().then(
    () => 'nothing',
    (error: Error) => [error.message, (error.cause as Error | undefined)?.message].join('\n'),
  );
  plant = null;
  expect(found).toMatch(says);
});
