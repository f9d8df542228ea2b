// npm test: set-up, a PostgreSQL server of its own, then lint, types, what has changed in the contract, and tests, a
// table of what took how long, and one line that counts them. Arguments go to vitest: npm test -- test/store. `npm run
// check` runs the unit tests only, without PostgreSQL; `npm run test:long` those that take long as well.
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
  interrupted = true; // the children hear of it too; what was started is still to be stopped
});

let count = { passed: 0, failed: 1, skipped: 0 };
try {
  await timed('set-up', () => setUp({ device: true }));
  const isUnit = process.argv.includes('unit');
  // Built beside the first tests, where it is not yet; those that need it wait, and say what is wrong.
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
    'contract, beside its last release': ['codegen/changes/main.ts', '--counts'],
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
  failures.push(`no test is named ${process.argv.slice(2).join(' ')}`);
  return { ...sum, failed: 1 };
}

/**
 * The runs of vitest. On a machine without a GPU `npm test` has Mesa 26's lavapipe for all tests but those of the
 * project `driver`, since it compiles several times as fast as the one that set-up unpacks. Elsewhere, and in the long
 * tier, all tests have the machine's own driver, and Mesa 26 those of the kernels of every class of devices. Where a
 * driver cannot be had, which in CI is a failure, its run is left out.
 */
async function testRuns(postgresUrl) {
  const given = process.argv.slice(2).filter((arg) => arg !== '--long');
  const isLong = process.argv.includes('--long');
  const database = postgresUrl === undefined ? {} : { DAYBREAK_TEST_POSTGRES_URL: postgresUrl };
  const own = { node: node24(), variables: { ...(await deviceEnvironment()), ...database } };
  const all = 'tests, three files at a time';
  if (given.includes('--project')) return [{ name: all, args: given, ...own }];
  // Of what is given a run may have nothing.
  const only = (project) => ['--project', project, '--passWithNoTests', ...given];
  const lavapipe = await unlessMissing(newerLavapipe);
  const newer = lavapipe && { node: lavapipe.node, variables: { ...lavapipe.variables, ...database } };
  if (newer && !isLong && (await chooseDevice()).way === 'software') {
    return [
      { name: `${all}, Mesa 26`, args: only('!driver'), ...newer },
      { name: 'kernels and training, the driver of set-up', args: only('driver'), ...own },
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
    console.warn(`the kernels are not tested with it: ${error.message}`);
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
