// Runs Schemathesis on the contract as any user would, without hooks or configuration.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { FuzzReport } from '../../scripts/schemathesis/fuzz.ts';
import { startFuzzServer } from '../../scripts/schemathesis/fuzz-server.ts';
import { operations as known, type RouteId } from '../../src/generated/operations.ts';
import { environmentFor, titled } from '../art/python-programs.ts';
import { bodyValidator, faultsOf } from '../contract/schemas.ts';
import { loosenings } from './loosenings.ts';

const contract = join(import.meta.dirname, '../../openapi.yaml');
const environment = await environmentFor({
  name: 'schemathesis',
  requirements: 'scripts/schemathesis/requirements.txt',
  leastMinor: 10,
  bytes: 1e8,
});

const operations: RouteId[] = [
  'createChatCompletion',
  'createCompletion',
  'tokenize',
  'getContractText',
  'getContractTextAtRoot',
];
/** Schemathesis' code for a refusal of data that is valid under the schema. It does not know `x-rules`. */
const refused = 'ST202';

/** Used fields of a scenario, the event of Schemathesis with requests and answers. */
interface Scenario {
  recorder: {
    label: string;
    checks?: Record<string, { failure_info?: { failure: { code: string } } }[]>;
    interactions?: Record<string, { request: { body?: Base64 }; response: Answer }>;
  };
}

interface Answer {
  headers: Record<string, string[]>;
  content: Base64;
}

interface Base64 {
  $base64: string;
}

/** A request, and its answer as Schemathesis recorded it. */
interface Exchange {
  operation: RouteId;
  request: string;
  answer: string;
  isStream: boolean;
  isRefused: boolean;
}

function exchangesOf(events: string): Exchange[] {
  const scenarios = events.split('\n').flatMap((line): Scenario[] => {
    const scenario = line === '' ? undefined : JSON.parse(line).ScenarioFinished;
    return scenario === undefined ? [] : [scenario];
  });
  return scenarios.flatMap(({ recorder: { label, checks = {}, interactions = {} } }) => {
    const operation = operations.find((id) => label === `${known[id].method.toUpperCase()} ${known[id].path}`)!;
    return Object.entries(interactions).map(([id, { request, response }]) => ({
      operation,
      request: textOf(request.body),
      answer: textOf(response.content),
      isStream: response.headers['content-type']?.[0]?.startsWith('text/event-stream') ?? false,
      isRefused: (checks[id] ?? []).some((check) => check.failure_info?.failure.code === refused),
    }));
  });
}

function textOf(bytes: Base64 | undefined): string {
  return Buffer.from(bytes?.$base64 ?? '', 'base64').toString();
}

/**
 * Returns the message of a refusal that neither an `x-rules` rule nor a listed loosening explains; empty if one does.
 */
function falsePositives({ operation, request, answer }: Exchange): string[] {
  const { method, path } = known[operation];
  if (faultsOf(bodyValidator(method, path), JSON.parse(request)).length > 0) return [];
  const { message } = JSON.parse(answer).error;
  const own = loosenings.filter(({ operations: names }) => names.includes(operation));
  return own.some((one) => new RegExp(`^(${one.message})`, 's').test(message)) ? [] : [`${operation}: ${message}`];
}

test.skipIf(environment.missing !== '')(
  titled(
    'a stock Schemathesis makes bodies of completions, of which the server refuses some for what they mean',
    environment,
  ),
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'daybreak-stock-'));
    const server = await startFuzzServer(join(folder, 'server.log'));
    try {
      const report = join(folder, 'report.json');
      const events = join(folder, 'events.ndjson');
      const args = [
        ...['run', contract, '--url', server.origin, '--header', `Authorization: Bearer ${server.key}`],
        ...operations.flatMap((id) => ['--include-operation-id', id]),
        ...[
          '--phases',
          'fuzzing',
          '--mode',
          'positive',
          '--max-examples',
          '20',
          '--seed',
          '1',
          '--continue-on-failure',
        ],
        ...['--request-timeout', '300', '--report', 'json,ndjson'],
        ...['--report-json-path', report, '--report-ndjson-path', events],
      ];
      const st = join(dirname(environment.python), 'st');
      const output = await new Promise<string>((resolve) => {
        // Runs in a folder without a configuration. It exits with 1 if it finds something.
        execFile(st, args, { cwd: folder, maxBuffer: 2 ** 26 }, (_, stdout, stderr) => resolve(stdout + stderr));
      });
      const run: FuzzReport['runs'][number] = JSON.parse(await readFile(report, 'utf8'));
      expect(run.errors, output).toEqual([]);
      expect(run.operations).toMatchObject({ tested: operations.length, errored: 0, skipped: 0 });
      expect(run.test_cases.generated).toBeGreaterThan(3 * 15);
      expect(run.failures.filter(({ code }) => code !== refused)).toEqual([]);
      const exchanges = exchangesOf(await readFile(events, 'utf8'));
      expect(exchanges.filter(({ isStream }) => isStream).length).toBeGreaterThan(0);
      expect(exchanges.filter(({ isRefused }) => isRefused).flatMap(falsePositives)).toEqual([]);
    } finally {
      await server.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
