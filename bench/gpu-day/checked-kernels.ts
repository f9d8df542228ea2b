import type { TestedKernels } from './tested-kernels.ts';

/** Results of a test file. */
export interface TestFile {
  file: string;
  passed: boolean;
  /** Number of tests. */
  count: number;
  /** Names and messages of failures. */
  failures: string[];
}

/** Kernels by the result of the tests that ran them. */
export interface CheckedKernels {
  passed: string[];
  failed: string[];
  /** Kernels that this adapter's class does not use, or that none of the selected tests ran. */
  notRun: string[];
}

/** Classifies kernels. A kernel has passed if tests ran it, and all tests of those files passed. */
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

/** Maximum number of failures to show, and of message lines for each. */
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
