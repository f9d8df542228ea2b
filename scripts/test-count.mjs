import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rootFolder } from './root-folder.mjs';

/**
 * Counts the tests of a vitest run from its JSON report. A missing report counts as one failure.
 * A file that cannot be loaded counts as one failed test, and so does a run that fails outside of any test.
 */
export function countTests(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const passed = report.numPassedTests;
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  const failed = report.numFailedTests + brokenFiles;
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped };
}

/**
 * Lists the failures of a vitest run, one line each with the first line of the message. They are printed just before
 * the last line, since a truncated log keeps its end.
 */
export function failedTests(report) {
  if (!report) return ['the run itself'];
  return report.testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const name = relative(rootFolder, path);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const lines = failed.map(
      ({ fullName, failureMessages }) => `${name}: ${fullName}: ${firstLine(failureMessages[0])}`,
    );
    return status === 'failed' && failed.length === 0 ? [`${name}: ${firstLine(message)}`] : lines;
  });
}

function firstLine(text) {
  return stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n')[0];
}

/** The last line of `npm test`. */
export function countLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
