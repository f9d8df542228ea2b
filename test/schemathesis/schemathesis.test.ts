import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FuzzReport, fuzz } from '../../scripts/schemathesis/fuzz.ts';
import { summaryLines } from '../../scripts/schemathesis/summary-lines.ts';
import { operations } from '../../src/generated/operations.ts';
import { environmentFor, titled } from '../art/python-programs.ts';
import { isLong } from '../tier.ts';

const root = join(import.meta.dirname, '../..');
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'positive_data_acceptance',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
  'use_after_free',
  'ensure_resource_availability',
  'ignored_auth',
  'object_level_authorization',
  'deleted_checkpoints_are_gone',
  'only_large_heads_get_431',
  'nothing_outlives_deletion',
];

/** Operations that succeed only with values that no example or link provides. */
const NEVER_ANSWERED = [
  // Needs a session token: the requests have an API key.
  'deleteSession',
  // Need ids in a running session, which Tinker clients derive from their own counters; test/fuzz covers them.
  'tinkerSessionHeartbeat',
  'tinkerFinishSession',
  'tinkerCreateModel',
  'tinkerGetInfo',
  'tinkerForwardBackward',
  'tinkerOptimStep',
  'tinkerCreateSamplingSession',
  'tinkerGetSampler',
  'tinkerSample',
  'tinkerRetrieveFuture',
  'tinkerCancelFuture',
  // Need names of models trained in the session, and of their saved weights.
  'tinkerSaveWeights',
  'tinkerSaveWeightsForSampler',
  'tinkerSaveWeightsExternal',
  'tinkerLoadWeights',
  'tinkerWeightsInfo',
  'tinkerGetTrainingRun',
  'tinkerListRunCheckpoints',
  'tinkerDeleteCheckpoint',
  'tinkerPublishCheckpoint',
  'tinkerUnpublishCheckpoint',
  'tinkerSetCheckpointTtl',
  'tinkerExternalWeightsUrls',
  // Need a run that a W&B client has named, or signed addresses.
  'wandbFileStream',
  'wandbUploadFile',
  'wandbDownloadFile',
  'tinkerDownloadFile',
] satisfies (keyof typeof operations)[];

const environment = await environmentFor({
  name: 'schemathesis',
  requirements: 'scripts/schemathesis/requirements.txt',
  leastMinor: 10,
  bytes: 1e8,
});

describe.skipIf(environment.missing !== '')(
  titled('Schemathesis against the server on a toy model', environment),
  () => {
    const folder = join(root, '.cache/fuzz-test');
    let report: FuzzReport;

    beforeAll(async () => {
      // The coverage phase always generates over ten thousand cases. `npm test` sends some of each kind.
      const cases = isLong ? { examples: 100 } : { examples: 4, coverageOneIn: 60, walks: 8, enoughLinks: 400 };
      report = await fuzz({ python: environment.python, ...cases, seed: 1, folder });
      console.log(summaryLines(report).join('\n'));
    });

    test('finds no failure, and no response violates the contract', async () => {
      for (const [round, { failures, errors }] of report.runs.entries()) {
        // On one line, since the last lines of `npm test` show only the first line of a failure.
        const output = (await readFile(join(folder, `output-${round}.txt`), 'utf8')).replace(/\s+/g, ' ');
        const shown = output.slice(output.search(/=+ (FAILURES|ERRORS) =+/)).slice(0, 3000);
        expect({ failures, errors }, shown).toEqual({ failures: [], errors: [] });
      }
      expect([report.exitCode, report.serverExitCode]).toEqual([0, 0]);
    });

    test('has dropped only listed refusals, and reports its changes by existing operations', () => {
      const { loosenings, fitted, redirected, passed_over } = report.account;
      const dropped = report.runs.reduce((total, { filtered }) => total + filtered, 0);
      expect(sum(loosenings)).toBe(dropped);
      const named = [loosenings, fitted, redirected, passed_over].flatMap((counts) => Object.keys(counts));
      const ids = new Set(named.map((name) => name.split(':', 1)[0]));
      expect(Object.keys(operations)).toEqual(expect.arrayContaining([...ids]));
    });

    test('has tested every operation, and got a 200 from each but the listed ones', () => {
      const total = Object.keys(operations).length;
      expect(report.runs[0].operations).toMatchObject({ total, tested: total, errored: 0, skipped: 0 });
      const answered = Object.entries(report.account.operations).filter(([, statuses]) => (statuses[200] ?? 0) > 0);
      const isWanted = (id: string) => !NEVER_ANSWERED.some((never) => never === id);
      const wanted = Object.keys(operations).filter(isWanted);
      expect(answered.flatMap(([operation]) => (isWanted(operation) ? operation : [])).sort()).toEqual(wanted.sort());
    });

    test('has completed every phase', () => {
      const names = ['examples', 'coverage', 'fuzzing', 'stateful'];
      expect(Object.fromEntries(names.map((name) => [name, report.runs[0].phases[name]?.status]))).toEqual(
        Object.fromEntries(names.map((name) => [name, 'success'])),
      );
      const total = Object.keys(operations).length;
      expect(sum(report.account.phases.coverage)).toBeGreaterThan((isLong ? 100 : 10) * total);
      expect(sum(report.account.phases.fuzzing)).toBeGreaterThan((isLong ? 10 : 2) * total);
    });

    test('has run every check successfully at least once', () => {
      for (const check of checks) expect([check, report.account.checks[check]?.success ?? 0]).not.toEqual([check, 0]);
    });

    test('has followed links, read deleted objects, read as another owner, and read event streams', () => {
      const { links, use_after_free: reads, as_other_owner: others, streams } = report.account;
      expect(sum(others)).toBeGreaterThan(5);
      expect(Object.keys(links).length).toBeGreaterThan(60);
      expect(sum(links)).toBeGreaterThan(200);
      expect(reads[404] ?? 0).toBeGreaterThan(0);
      expect(reads[200] ?? 0).toBe(0);
      expect(report.account.deleted_checkpoints_read[404] ?? 0).toBeGreaterThan(0);
      // At least the first chunk, the last chunk and [DONE].
      expect(streams.responses ?? 0).toBeGreaterThan(1);
      expect(streams.events ?? 0).toBeGreaterThanOrEqual(3 * (streams.responses ?? 0));
    });
  },
);

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
