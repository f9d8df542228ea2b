import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeExampleThings } from './example-things.ts';
import { startFuzzServer } from './fuzz-server.ts';

export interface FuzzOptions {
  /** Python interpreter of the environment with Schemathesis. */
  python: string;
  /** Cases per operation in each phase of random data; the coverage phase determines its own number. */
  examples: number;
  /** Sends only every n-th of the coverage phase's cases of each kind and operation; default: all. */
  coverageOneIn?: number;
  seed: number;
  /**
   * Maximum number of runs of the stateful phase alone, after the run of all phases. A run ends early when Hypothesis
   * notices that its data depends on the server's responses; so there are several, each with the next seed.
   */
  walks?: number;
  /** Followed links after which no further run of the stateful phase begins; default: no limit. */
  enoughLinks?: number;
  /** Folder for output, reports and the server's log; emptied first. */
  folder: string;
  /** Prints the output to the terminal instead. */
  show?: boolean;
}

export interface FuzzReport {
  /** Exit code of Schemathesis; 0 if no run found a failure. */
  exitCode: number;
  /** Exit code of the server; 1 if a response broke the contract. */
  serverExitCode: number | null;
  seconds: number;
  /** Reports of `--report json`: all phases, then the stateful phase alone. */
  runs: RunReport[];
  /** Sum of the accounts of all runs. */
  account: Account;
}

interface RunReport {
  operations: { total: number; tested: number; errored: number; skipped: number };
  /** Phases by name: `examples`, `coverage`, `fuzzing`, `stateful`. */
  phases: Record<string, { status: string; skip_reason: string | null }>;
  test_cases: { generated: number; unique_failures: number };
  failures: { title: string; code: string; count: number; operations: string[] }[];
  errors: { title: string; count: number }[];
  /** Number of failures that hooks dropped. */
  filtered: number;
}

type Counts = Record<string, number>;

/** Counts from scripts/schemathesis/account.py. */
export interface Account {
  /** Responses by phase and status. */
  phases: Record<string, Counts>;
  /** Responses by operation id and status. */
  operations: Record<string, Counts>;
  /** Number of times that each check passed and failed. */
  checks: Record<string, Counts>;
  /** Number of times that each link was followed with data from its source. */
  links: Counts;
  streams: { responses?: number; events?: number };
  /** Reads repeated with another owner's key, by status. */
  as_other_owner: Counts;
  /** Responses by status to a GET of objects that the same scenario has deleted. */
  use_after_free: Counts;
  /** Number of times that each entry of loosenings.yaml applied, by `operation: message`. */
  loosenings: Counts;
  /**
   * Cases changed before they were sent, by operation: conflicting fields removed, path replaced, or wait shortened.
   */
  fitted: Counts;
  /** Deletions redirected to a model made for them, by operation. */
  redirected: Counts;
  /** Cases skipped because they were generated as invalid but are valid under the full contract, by operation. */
  passed_over: Counts;
  /** Responses to reads of just deleted checkpoints, by status. */
  deleted_checkpoints_read: Counts;
}

const root = join(import.meta.dirname, '../..');

/** Runs Schemathesis, with its `schemathesis.toml`, against a temporary server. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { python, examples, coverageOneIn = 1, seed, walks = 4, folder, show = false } = options;
  const { enoughLinks = Number.POSITIVE_INFINITY } = options;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const server = await startFuzzServer(join(folder, 'server.log'));
  const start = performance.now();
  const runs: RunReport[] = [];
  const accounts: Account[] = [];
  const linksFollowed = () => accounts.flatMap(({ links }) => Object.values(links)).reduce((sum, n) => sum + n, 0);
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
    for (let round = 0; round <= walks && linksFollowed() < enoughLinks; round++) {
      const account = join(folder, `account-${round}.json`);
      const report = join(folder, `report-${round}.json`);
      const args = [
        ...['--config-file', 'scripts/schemathesis/schemathesis.toml'],
        ...['run', 'openapi.yaml', '--url', server.origin, ...(round === 0 ? [] : ['--phases', 'stateful'])],
        // For hanging requests only: a shorter limit would count a slow machine's responses as failures.
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

/** Adds two accounts, number by number. */
function added<Counted extends object>(one: Counted, other: Counted): Counted {
  const sums: Numbers = { ...(one as Numbers) };
  for (const [name, value] of Object.entries(other as Numbers)) {
    const before = sums[name];
    if (typeof value === 'number') sums[name] = value + (typeof before === 'number' ? before : 0);
    else sums[name] = added(typeof before === 'object' ? before : {}, value);
  }
  return sums as Counted;
}

/** Returns a user in the format of Web Fuzzing Commons. */
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
