import { expect, test } from 'vitest';
import type { FuzzReport } from '../../scripts/schemathesis/fuzz.ts';
import { summaryLines } from '../../scripts/schemathesis/summary-lines.ts';

test('the summary begins and ends with the number of cases and failures', () => {
  const run = {
    operations: { total: 60, tested: 59, errored: 1, skipped: 0 },
    test_cases: { generated: 40, unique_failures: 2 },
  };
  const account = {
    phases: { coverage: { 200: 30, 404: 10 } },
    links: {},
    passed_over: {},
    deleted_checkpoints_read: {},
    use_after_free: {},
    as_other_owner: {},
    streams: {},
    loosenings: { 'logModel: many rewards': 3 },
    fitted: {},
    redirected: { 'deleteModel: trained': 1 },
  };
  const lines = summaryLines({ runs: [run, run], account, seconds: 90 } as unknown as FuzzReport);
  expect(lines[0]).toBe('80 cases in 1.5 min (coverage 40), 4 failures');
  expect(lines.at(-1)).toBe(lines[0]);
  expect(lines).toContain('  1 deleteModel: trained');
});
