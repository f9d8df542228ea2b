// npm test: runs set-up, a temporary PostgreSQL server, lint, type check, the check of contract changes, and the tests.
// Prints a table of times, and a last line with the number of passed and failed tests. Arguments go to vitest: npm test
// -- test/store. `npm run check` runs the unit tests only, without PostgreSQL; `npm run test:long` also the long tests.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseDevice, deviceEnvironment } from './device-environment.mjs';
import { newerLavapipe, swiftShader } from './kernel-drivers.mjs';
import { node24, node24Path } from './node24.mjs';
import { startPostgres } from './postgres.mjs';
import { rootFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';
import { runAsChild } from './run-as-child.mjs';
import { s3ServerProgram } from './s3-server.mjs';
import { setUp } from './set-up.mjs';
import { countLine, countTests, failedTests } from './test-count.mjs';
import { timesTable } from './test-times.mjs';

const steps = [];
let files = [];
const failures = [];
let interrupted = false;
process.on('SIGINT', () => {
  interrupted = true; // the children get the signal too; cleanup still has to run
});

let count = { passed: 0, failed: 1, skipped: 0 };
try {
  await timed('set-up', () => setUp({ device: true }));
  const isUnit = process.argv.includes('unit');
  // Built while the first tests run, if it is missing; tests that need it wait, and report an error.
  if (!isUnit) s3ServerProgram().catch(() => {});
  const postgres = isUnit ? null : await startPostgres();
  try {
    count = await checkAndTest(postgres?.url);
  } finally {
    await postgres?.stop();
  }
} catch (error) {
  console.error(error instanceof SetupError ? `daybreak: ${error.message}` : error);
}
console.log(`\n${timesTable(steps, files)}\n`);
if (failures.length > 0) console.log(`failed:\n${failures.slice(0, 50).join('\n')}\n`);
console.log(countLine(count));
process.exitCode = interrupted ? 130 : count.failed > 0 ? 1 : 0;

async function checkAndTest(postgresUrl) {
  const checks = {
    lint: ['node_modules/@biomejs/biome/bin/biome', 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`],
    types: [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/types.tsbuildinfo',
    ],
    'contract, compared with its last release': ['codegen/changes/main.ts', '--counts'],
  };
  const failedChecks = [];
  await Promise.all(
    Object.entries(checks).map(async ([name, args]) => {
      if ((await timed(name, () => program(args))) !== 0) failedChecks.push(name);
    }),
  );
  failures.push(...failedChecks);
  const counts = [{ passed: 0, failed: failedChecks.length, skipped: 0 }];
  for (const { name, args, node, variables } of await testRuns(postgresUrl)) {
    if (interrupted) counts.push({ passed: 0, failed: 1, skipped: 0 });
    else counts.push(await timed(name, () => runTests(args, node, variables)));
  }
  const sum = counts.reduce((sum, more) => ({
    passed: sum.passed + more.passed,
    failed: sum.failed + more.failed,
    skipped: sum.skipped + more.skipped,
  }));
  if (sum.passed + sum.failed > 0) return sum;
  failures.push(`no test matches ${process.argv.slice(2).join(' ')}`);
  return { ...sum, failed: 1 };
}

/**
 * Returns the runs of vitest. On a machine without a GPU, `npm test` uses Mesa 26's lavapipe for all tests but the
 * project `driver`, since it compiles several times as fast as the lavapipe that set-up unpacks. On other machines, and
 * for the long tests, all tests use the machine's own driver, and the kernel tests of every device class run on Mesa
 * 26. If a driver cannot be installed, its run is skipped; in CI that is a failure.
 */
async function testRuns(postgresUrl) {
  const given = process.argv.slice(2).filter((arg) => arg !== '--long');
  const isLong = process.argv.includes('--long');
  const database = postgresUrl === undefined ? {} : { DAYBREAK_TEST_POSTGRES_URL: postgresUrl };
  const own = { node: node24(), variables: { ...(await deviceEnvironment()), ...database } };
  const all = 'tests, three files at a time';
  if (given.includes('--project')) return [{ name: all, args: given, ...own }];
  // A run may have none of the given tests.
  const only = (project) => ['--project', project, '--passWithNoTests', ...given];
  const lavapipe = await unlessMissing(newerLavapipe);
  const newer = lavapipe && { node: lavapipe.node, variables: { ...lavapipe.variables, ...database } };
  if (newer && !isLong && (await chooseDevice()).way === 'software') {
    return [
      { name: `${all}, Mesa 26`, args: only('!driver'), ...newer },
      { name: 'kernels and training, driver from set-up', args: only('driver'), ...own },
    ];
  }
  const swift = isLong ? await unlessMissing(swiftShader) : undefined;
  return [
    { name: all, args: isLong || !newer ? given : only('!classes'), ...own },
    newer && { name: 'kernels of every class, Mesa 26', args: only('classes'), ...newer },
    swift && { name: 'kernels, SwiftShader', args: [...only('classes'), 'cpu-plain'], ...own, variables: swift },
  ].filter(Boolean);
}

async function unlessMissing(driver) {
  try {
    return await driver();
  } catch (error) {
    if (process.env.CI || !(error instanceof SetupError)) throw error;
    console.warn(`skipping kernel tests, since a driver is missing: ${error.message}`);
    return undefined;
  }
}

async function runTests(given, node, variables) {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-test-'));
  const file = join(folder, 'report.json');
  const times = join(folder, 'times.json');
  const reporters = ['default', 'json', './scripts/times-reporter.mjs'].map((reporter) => `--reporter=${reporter}`);
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, `--outputFile.json=${file}`, ...given];
  try {
    const exitCode = await program(
      args,
      {
        ...variables,
        DAYBREAK_TEST_TIMES: times,
        ...(process.argv.includes('--long') ? { DAYBREAK_TEST_TIER: 'long' } : {}),
      },
      node,
    );
    const read = (path, missing) => readFile(path, 'utf8').then(JSON.parse, () => missing);
    files = [...files, ...(await read(times, []))];
    const report = await read(file, undefined);
    failures.push(...failedTests(report));
    return countTests(report, exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(name, work) {
  const start = performance.now();
  try {
    return await work();
  } finally {
    steps.push({ name, seconds: (performance.now() - start) / 1000 });
  }
}

async function program(args, variables = {}, node = node24()) {
  const env = { ...process.env, PATH: node24Path(), ...variables };
  return (await runAsChild(node, args, { cwd: rootFolder, env })).code;
}
