// What anybody sees who points Schemathesis at the contract, without hooks or a configuration.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { FuzzReport } from '../../scripts/schemathesis/fuzz.ts';
import { startFuzzServer } from '../../scripts/schemathesis/fuzz-server.ts';
import { environmentFor, titled } from '../art/python-programs.ts';

const contract = join(import.meta.dirname, '../../openapi.yaml');
const environment = await environmentFor({
  name: 'schemathesis',
  requirements: 'scripts/schemathesis/requirements.txt',
  leastMinor: 10,
  bytes: 1e8,
});

const operations = ['createChatCompletion', 'createCompletion', 'tokenize'];
/** Refusals of meaning, which no schema tells, and events of a stream, which it takes for the JSON that is in them. */
const expected = ['ST202', 'ST108'];

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
        ...['--request-timeout', '300', '--report', 'json', '--report-json-path', report],
      ];
      const st = join(dirname(environment.python), 'st');
      const output = await new Promise<string>((resolve) => {
        // In a folder without a configuration. It ends with 1 where it has found something.
        execFile(st, args, { cwd: folder, maxBuffer: 2 ** 26 }, (_, stdout, stderr) => resolve(stdout + stderr));
      });
      const run: FuzzReport['runs'][number] = JSON.parse(await readFile(report, 'utf8'));
      expect(run.errors, output).toEqual([]);
      expect(run.operations).toMatchObject({ tested: operations.length, errored: 0, skipped: 0 });
      expect(run.test_cases.generated).toBeGreaterThan(3 * 15);
      expect(run.failures.filter(({ code }) => !expected.includes(code))).toEqual([]);
    } finally {
      await server.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
