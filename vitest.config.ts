import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import LongestFirst from './scripts/longest-first.ts';
import { unitTests } from './scripts/unit-tests.ts';

/**
 * Attacks that run when other tests are done, one at a time, since they compare times or shares of the device.
 * `npm run hostile` compares the times of all attacks.
 */
const hostile =
  process.env.DAYBREAK_HOSTILE_MEASURED === '1'
    ? 'test/hostile/**/*.test.ts'
    : 'test/hostile/{fairness,grammars}.test.ts';
/** The dashboard in a real browser, which is to take two minutes at most; it runs last, and alone. */
const browser = 'test/dashboard/browser.test.ts';
/** The tests of kernels for each class of devices, which `npm test` runs with the drivers that they are for. */
const classes = 'test/device-classes/*.test.ts';
/**
 * Kernels, steps of training, the engine, and what is about drivers: on a machine without a GPU they have the driver that
 * set-up unpacks, and the others one that compiles several times as fast (`scripts/test.mjs`).
 */
const driver = [
  'test/{compute,setup,null-gpu}/**/*.test.ts',
  'test/training/{trainer,policy-step,micro-batch,cut-step,scorer}.test.ts',
  'test/inference/engine.test.ts',
];
/** What `npm run test:long` runs beside the rest. */
const long = 'test/**/*.long.test.ts';
const unit = unitTests(import.meta.dirname);
/** One more than the cores of the smallest machine that runs the tests: half of them wait for a server to start. */
const maxWorkers = 3;
const isLong = process.env.DAYBREAK_TEST_TIER === 'long';

export default defineConfig({
  test: {
    environment: 'node',
    env: {
      // Of every server that a test starts, in this process or another: a response that the contract lacks is a 500.
      DAYBREAK_CHECK_RESPONSES: '1',
      // The hundreds of processes that tests start find their code compiled.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/node-compile'),
    },
    // Processes, not threads: a test that opens a device must be able to end it with its process.
    pool: 'forks',
    // Some tests measure heaps. Where several threads strip types, Node 24 may die as V8 optimizes the calls of its own
    // WebAssembly (nodejs/node#64500); it does so after that many calls.
    execArgv: ['--expose-gc', `--wasm-wrapper-tiering-budget=${2 ** 30}`],
    sequence: { sequencer: LongestFirst },
    // They end what hangs, and never judge a slow machine; no test has shorter ones of its own.
    testTimeout: 20 * 60_000,
    hookTimeout: 20 * 60_000,
    expect: { poll: { timeout: 10 * 60_000, interval: 20 } },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, maxWorkers, isolate: false } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [hostile, browser, classes, ...driver, ...unit, ...(isLong ? [] : [long])],
          // Starting a process for each file took a tenth of the time.
          isolate: isLong,
          maxWorkers,
        },
      },
      {
        extends: true,
        test: { name: 'driver', include: driver, exclude: [...unit, ...(isLong ? [] : [long])], maxWorkers },
      },
      {
        extends: true,
        test: {
          name: 'classes',
          // Mesa's CPU driver spends more on optimizing what these run once than that saves.
          env: { GALLIVM_PERF: 'nopt' },
          include: [classes],
          exclude: isLong ? [] : [long],
          maxWorkers,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: [hostile],
          exclude: isLong ? [] : [long],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'browser', include: [browser], maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
