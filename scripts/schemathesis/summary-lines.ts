import type { FuzzReport } from './fuzz.ts';

/** A run in a few lines: how much was tried, what was followed, what was found. */
export function summaryLines({ runs, account, seconds }: FuzzReport): string[] {
  const cases = Object.entries(account.phases).map(([phase, statuses]) => `${phase} ${sum(statuses)}`);
  const generated = runs.reduce((total, run) => total + run.test_cases.generated, 0);
  const failures = runs.reduce((total, run) => total + run.test_cases.unique_failures, 0);
  const loosened = Object.entries(account.loosenings).sort(([, one], [, other]) => other - one);
  return [
    `${generated} cases in ${(seconds / 60).toFixed(1)} min (${cases.join(', ')}), ${failures} failures`,
    `${runs[0].operations.tested} of ${runs[0].operations.total} operations tested`,
    `${Object.keys(account.links).length} different links followed, ${sum(account.links)} times`,
    `${sum(account.use_after_free)} reads of what had been deleted`,
    `${sum(account.as_other_owner)} reads once more as another owner`,
    `${account.streams.responses ?? 0} event streams, ${account.streams.events ?? 0} events`,
    `${sum(account.loosenings)} refusals accepted under ${loosened.length} loosenings:`,
    ...loosened.map(([entry, times]) => `  ${times} ${entry}`),
  ];
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
