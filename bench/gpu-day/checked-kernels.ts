import type { TestedKernels } from './tested-kernels.ts';

/** What came of a file of tests. */
export interface TestFile {
  file: string;
  passed: boolean;
  /** Tests in it. */
  count: number;
  /** Names and messages. */
  failures: string[];
}

/** Kernels, by what came of the tests that ran them. */
export interface CheckedKernels {
  passed: string[];
  failed: string[];
  /** What this adapter's class has no use for, or no test that was asked for has run. */
  notRun: string[];
}

/** A kernel has passed where tests ran it, and all tests of all files that did have passed. */
export function checkedKernels(
  kernels: readonly string[],
  files: readonly TestFile[],
  tested: readonly TestedKernels[],
): CheckedKernels {
  const checked: CheckedKernels = { passed: [], failed: [], notRun: [] };
  for (const kernel of [...kernels].sort()) {
    const ran = tested.filter((one) => one.kernels.includes(kernel)).map(({ file }) => file);
    const all = ran.every((file) => files.find((one) => one.file === file)?.passed);
    checked[ran.length === 0 ? 'notRun' : all ? 'passed' : 'failed'].push(kernel);
  }
  return checked;
}

/** Failures that are shown, and lines of the message of each. */
const SHOWN = 20;
const SHOWN_LINES = 6;

export function checkTable({ passed, failed, notRun }: CheckedKernels, files: readonly TestFile[]): string {
  const tests = files.reduce((sum, { count }) => sum + count, 0);
  const names = (kernels: readonly string[]) => kernels.map((name) => `\`${name}\``).join(', ') || 'none';
  const failures = files.flatMap(({ file, failures }) => failures.map((text) => `${file}: ${text}`));
  return [
    `Against float64: ${tests} tests, in ${files.map(({ file }) => file).join(', ')}.`,
    '',
    `- Passed (${passed.length}): ${names(passed)}`,
    `- FAILED (${failed.length}): ${names(failed)}`,
    `- Not run by this adapter (${notRun.length}): ${names(notRun)}`,
    ...failures.slice(0, SHOWN).flatMap((text) => ['', '```', ...text.split('\n').slice(0, SHOWN_LINES), '```']),
    ...(failures.length > SHOWN ? ['', `${failures.length - SHOWN} more failures.`] : []),
  ].join('\n');
}
