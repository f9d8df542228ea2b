import type { FuzzReport } from './fuzz.ts';

/** Summarizes a run: how much was tried, which links were followed, which failures were found. */
export function summaryLines({ runs, account, seconds }: FuzzReport): string[] {
  const cases = Object.entries(account.phases).map(([phase, statuses]) => `${phase} ${sum(statuses)}`);
  const generated = runs.reduce((total, run) => total + run.test_cases.generated, 0);
  const failures = runs.reduce((total, run) => total + run.test_cases.unique_failures, 0);
  const outcome = `${generated} cases in ${(seconds / 60).toFixed(1)} min (${cases.join(', ')}), ${failures} failures`;
  return [
    outcome,
    `${runs[0].operations.tested} of ${runs[0].operations.total} operations tested`,
    `${Object.keys(account.links).length} distinct links followed, ${sum(account.links)} times`,
    `${sum(account.use_after_free)} reads of deleted objects`,
    `${sum(account.deleted_checkpoints_read)} reads of checkpoints just deleted`,
    `${sum(account.as_other_owner)} reads repeated as another owner`,
    `${account.streams.responses ?? 0} event streams, ${account.streams.events ?? 0} events`,
    `${sum(account.loosenings)} refusals accepted under loosenings:`,
    ...mostFirst(account.loosenings),
    `${sum(account.fitted)} cases changed to fit rules between fields, or their path:`,
    ...mostFirst(account.fitted),
    `${sum(account.redirected)} deletions redirected to a new model:`,
    ...mostFirst(account.redirected),
    `${sum(account.passed_over)} cases skipped: generated as invalid, but valid under the full contract`,
    // Repeated, since the lists before it may be longer than a screen.
    outcome,
  ];
}

function mostFirst(counts: Record<string, number>): string[] {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return entries.map(([name, times]) => `  ${times} ${name}`);
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
