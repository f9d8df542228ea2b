import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeExampleThings } from './example-things.ts';
import { startFuzzServer } from './fuzz-server.ts';

export interface FuzzOptions {
  /** The interpreter of the environment that has Schemathesis. */
  python: string;
  /** Cases of an operation in a phase of random data; the coverage phase makes its own number. */
  examples: number;
  /** One in so many of the coverage phase's cases of each kind and operation is sent; all where it is not given. */
  coverageOneIn?: number;
  seed: number;
  /**
   * Runs of walks along links alone, behind the run of all phases. A walk ends early, when Hypothesis sees that its
   * data depends on what the server answers; so there are several, each under the next seed.
   */
  walks?: number;
  /** Where its output, its reports and the server's log go; emptied first. */
  folder: string;
  /** Whether the output goes to the terminal instead. */
  show?: boolean;
}

export interface FuzzReport {
  /** Exit code of Schemathesis; 0 when no run found anything. */
  exitCode: number;
  /** Exit code of the server; 1 when a response broke the contract. */
  serverExitCode: number | null;
  seconds: number;
  /** As `--report json` has them: all phases, then walks along the links alone. */
  runs: RunReport[];
  /** The account of all runs together. */
  account: Account;
}

interface RunReport {
  operations: { total: number; tested: number; errored: number; skipped: number };
  /** By name: `examples`, `coverage`, `fuzzing`, `stateful`. */
  phases: Record<string, { status: string; skip_reason: string | null }>;
  test_cases: { generated: number; unique_failures: number };
  failures: { title: string; code: string; count: number; operations: string[] }[];
  errors: { title: string; count: number }[];
  /** Failures that hooks dropped. */
  filtered: number;
}

type Counts = Record<string, number>;

/** What scripts/schemathesis/account.py counts. */
export interface Account {
  /** Answers by status, by phase. */
  phases: Record<string, Counts>;
  /** Answers by status, by operation id. */
  operations: Record<string, Counts>;
  /** How often each check passed and failed. */
  checks: Record<string, Counts>;
  /** How often each link was followed with data from its source. */
  links: Counts;
  streams: { responses?: number; events?: number };
  /** Reads that were sent once more with the key of another owner, by status. */
  as_other_owner: Counts;
  /** Answers by status to a GET of what the same scenario has deleted. */
  use_after_free: Counts;
  /** How often each entry of loosenings.yaml applied, by `operation: message`. */
  loosenings: Counts;
  /** By operation, cases that lost fields that do not go with others, got another path, or were to wait longer. */
  fitted: Counts;
  /** By operation, deletions that went to a model made for them. */
  redirected: Counts;
  /** By operation, cases that were not sent: drawn as wrong, and right under the whole contract. */
  passed_over: Counts;
  /** Answers by status to reads of checkpoints that had just been deleted. */
  deleted_checkpoints_read: Counts;
}

const root = join(import.meta.dirname, '../..');

/** Runs Schemathesis, with its `schemathesis.toml`, against a server of its own. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { python, examples, coverageOneIn = 1, seed, walks = 4, folder, show = false } = options;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const server = await startFuzzServer(join(folder, 'server.log'));
  const start = performance.now();
  const runs: RunReport[] = [];
  const accounts: Account[] = [];
  let exitCode = 0;
  let serverExitCode: number | null = null;
  try {
    const keys = join(folder, 'keys.json');
    await writeFile(keys, JSON.stringify({ auth: [user('local', server.key), user('other', server.otherKey)] }));
    const things = await makeExampleThings(server.origin, server.key, server.baseModel);
    const variables = {
      SCHEMATHESIS_KEYS: keys,
      SCHEMATHESIS_THINGS: JSON.stringify({ ...things, origin: server.origin, key: server.key }),
      SCHEMATHESIS_BASE_MODEL: server.baseModel,
      SCHEMATHESIS_COVERAGE_ONE_IN: String(coverageOneIn),
    };
    for (let round = 0; round <= walks; round++) {
      const account = join(folder, `account-${round}.json`);
      const report = join(folder, `report-${round}.json`);
      const args = [
        ...['--config-file', 'scripts/schemathesis/schemathesis.toml'],
        ...['run', 'openapi.yaml', '--url', server.origin, ...(round === 0 ? [] : ['--phases', 'stateful'])],
        // Only for what hangs: it would take a slow machine's answers for faults.
        ...['--request-timeout', '300'],
        ...['--max-examples', String(examples), '--seed', String(seed + round)],
        ...['--report', 'json', '--report-json-path', report],
      ];
      const output = show ? null : join(folder, `output-${round}.txt`);
      const code = await schemathesis(python, args, output, { ...variables, SCHEMATHESIS_ACCOUNT: account });
      exitCode = Math.max(exitCode, code ?? 1);
      runs.push(await readJson(report));
      accounts.push(await readJson(account));
    }
  } finally {
    serverExitCode = await server.end();
  }
  const seconds = (performance.now() - start) / 1000;
  return { exitCode, serverExitCode, seconds, runs, account: accounts.reduce((one, other) => added(one, other)) };
}

type Numbers = { [name: string]: number | Numbers };

/** The sums of two accounts, number by number. */
function added<Counted extends object>(one: Counted, other: Counted): Counted {
  const sums: Numbers = { ...(one as Numbers) };
  for (const [name, value] of Object.entries(other as Numbers)) {
    const before = sums[name];
    if (typeof value === 'number') sums[name] = value + (typeof before === 'number' ? before : 0);
    else sums[name] = added(typeof before === 'object' ? before : {}, value);
  }
  return sums as Counted;
}

/** As Web Fuzzing Commons writes it. */
function user(name: string, key: string) {
  return { name, fixedHeaders: [{ name: 'Authorization', value: `Bearer ${key}` }] };
}

async function schemathesis(
  python: string,
  args: string[],
  outputFile: string | null,
  variables: Record<string, string>,
): Promise<number | null> {
  const output = outputFile === null ? null : await open(outputFile, 'w');
  const child = spawn(join(dirname(python), 'st'), args, {
    cwd: root,
    env: { ...process.env, ...variables, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', output?.fd ?? 'inherit', output?.fd ?? 'inherit'],
  });
  await output?.close();
  const [code] = await once(child, 'exit');
  return code;
}

async function readJson<Value>(file: string): Promise<Value> {
  return JSON.parse(await readFile(file, 'utf8'));
}
