import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.mjs';
import type { DatabaseAddress } from '../src/store/connection.ts';
import { benchPage } from './dashboard-page.ts';
import { copyFirstRun, fillFirstRun, NAMES, RECORDS, SPIKE, valueAt } from './dashboard-store.ts';
import { digits, type Row } from './report.ts';
import type { SeriesTimes } from './series-reader.ts';
import { benchTrajectories } from './trajectory-list.ts';

/**
 * Measures curves of runs of 100,000 records, in a new process that has read nothing yet and again in the same process,
 * and lists of 10,000 trajectories. Runs on SQLite, with the page on the same store, and on a temporary PostgreSQL
 * server. Checks the results first.
 */
export async function benchDashboard(samples: number): Promise<Row[]> {
  const { rows, page } = await benchSqlite(samples);
  const postgres = await startPostgres();
  try {
    const { rows: more } = await benchDatabase({ url: postgres.url }, 'PostgreSQL', samples);
    return [...rows, ...more, ...page];
  } finally {
    await postgres.stop();
  }
}

async function benchSqlite(samples: number): Promise<{ rows: Row[]; page: Row[] }> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-bench-dashboard-'));
  try {
    const address = { sqliteFile: join(home, 'data/daybreak.sqlite') };
    const { rows, runs } = await benchDatabase(address, 'SQLite', samples);
    return { rows, page: await benchPage(home, runs, samples) };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Returns the rows, and the ids of the runs. */
async function benchDatabase(
  address: DatabaseAddress,
  name: string,
  samples: number,
): Promise<{ rows: Row[]; runs: string[] }> {
  const runs = await timed(`${name}: first run filled`, () => fillFirstRun(address));
  const unkept = await readInNewProcess(address, runs[0]);
  check(unkept);
  await timed(`${name}: other runs filled`, () => copyFirstRun(address, runs));
  const times: SeriesTimes[] = [];
  // Each sample reads a run that nobody has opened yet.
  for (const run of runs.slice(1, samples + 1)) times.push(await readInNewProcess(address, run));
  for (const one of times) check(one);
  const rows = [...rowsOf(unkept, times), ...(await benchTrajectories(address, samples))];
  return { rows: rows.map((row) => ({ ...row, what: `${name}: ${row.what}` })), runs };
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await work();
  console.error(`${what} in ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
  return result;
}

function rowsOf(unkept: SeriesTimes, times: readonly SeriesTimes[]): Row[] {
  const row = (what: string, figures: readonly number[], wanted: string): Row => {
    return { what, figure: digits(figures), unit: 'ms', roofline: wanted };
  };
  const all = (name: keyof SeriesTimes['times'], warm: boolean) =>
    times.flatMap((one) => (warm ? one.times[name].slice(1) : one.times[name].slice(0, 1)));
  return [
    row('one metric, first look at a run, new process', all('one', false), '< 300'),
    row('one metric, first look at a run of an older version, no block kept', unkept.times.one.slice(0, 1), '-'),
    row('one metric, again', all('one', true), '< 50'),
    row('one metric smoothed, again', all('smoothed', true), '< 50'),
    row('32 metrics, again', all('many', true), '-'),
    row('a hundredth of one metric, again', all('part', true), '< 50'),
    row('list of metrics, again', all('metrics', true), '-'),
    row('100 runs with status and newest values, again', all('runs', true), '-'),
    row(
      'longest event-loop delay',
      times.map(({ longestTurn }) => longestTurn),
      '-',
    ),
  ];
}

/** Checks that the curve has the spike, and that every record counts. */
function check({ max, count, smoothed, records }: SeriesTimes): void {
  const wrong =
    max !== SPIKE || count !== RECORDS || records !== RECORDS || Math.abs(smoothed - smoothedLast()) > 1e-9 * smoothed;
  if (wrong) throw new Error(`the curve is wrong: max ${max}, count ${count} of ${records}, smoothed ${smoothed}`);
}

/** Returns the moving average with weight 0.9 at the end; earlier values have no effect. */
function smoothedLast(): number {
  let sum = 0;
  for (let at = RECORDS - 2_000; at < RECORDS; at++) sum = 0.9 * sum + 0.1 * valueAt(at);
  return sum;
}

function readInNewProcess(address: DatabaseAddress, runId: string): Promise<SeriesTimes> {
  const { promise, resolve, reject } = Promise.withResolvers<SeriesTimes>();
  const args = [join(import.meta.dirname, 'series-reader.ts'), JSON.stringify(address), runId, String(NAMES)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  child.once('error', reject).once('close', (code) => {
    if (code === 0) resolve(JSON.parse(text) as SeriesTimes);
    else reject(new Error(`the reader of series ended with ${code}`));
  });
  return promise;
}
