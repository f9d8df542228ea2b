import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkedKernels, checkTable, type TestFile } from './checked-kernels.ts';
import { KERNELS_FOLDER, type TestedKernels } from './tested-kernels.ts';

/**
 * node bench/gpu-day/kernel-checks.ts [NAME ...]: runs the tests of kernels against float64 on the machine's adapter,
 * for test files with these names or all, and prints as Markdown which kernels passed. Exits with 1 if a kernel failed.
 */
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'daybreak-gpu-day-'));
try {
  const kernels = readdirSync(join(root, 'kernels')).flatMap((file) => /^(\w+)\.wgsl$/.exec(file)?.[1] ?? []);
  const files = await runTests(process.argv.slice(2));
  const checked = checkedKernels(kernels, files, testedKernels());
  console.log(checkTable(checked, files));
  if (checked.failed.length > 0 || files.some(({ passed }) => !passed)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function runTests(names: readonly string[]): Promise<TestFile[]> {
  const output = join(folder, 'results');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'bench/gpu-day/kernel-checks.config.ts'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const env = { ...process.env, [KERNELS_FOLDER]: folder };
  // Standard output is the report, so vitest's output goes to stderr.
  const stdio = ['ignore', process.stderr, process.stderr] as ['ignore', NodeJS.WriteStream, NodeJS.WriteStream];
  await once(spawn(process.execPath, [...vitest, ...reporters, ...names], { cwd: root, env, stdio }), 'close');
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as VitestResults;
  return testResults.map(({ name, status, message, assertionResults }) => ({
    file: relative(root, name),
    passed: status === 'passed',
    count: assertionResults.length,
    failures: [
      ...(message ? [message] : []),
      ...assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${stripVTControlCharacters(failureMessages[0] ?? '')}`),
    ],
  }));
}

function testedKernels(): TestedKernels[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const read = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestedKernels);
  return read.map(({ file, kernels }) => ({ file: relative(root, file), kernels }));
}

/** The part of vitest's JSON that is read here. */
interface VitestResults {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
