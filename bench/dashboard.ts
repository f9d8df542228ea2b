import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../src/store/store.ts';
import { digits, type Row } from './report.ts';
import type { SeriesTimes } from './series-reader.ts';
import { benchTrajectories } from './trajectory-list.ts';

/** Runs of the store, and records of the first of them. */
export const RUNS = 100;
export const RECORDS = 100_000;
/** Records of each of the others. With as many as the first has, the store would be of 10 GB, which takes minutes. */
export const RECORDS_OF_OTHERS = 2_000;
const OWNER = 'ann';
/** Names of a step's metrics, about as many as an RL job reports. */
const NAMES = 32;
const SPIKE_AT = 77_777;
const SPIKE = 1e6;

/**
 * Curves of a run of 100,000 records among others, on SQLite: in a new process that has read nothing yet, and again in
 * the same. What they show is checked first.
 */
export async function benchDashboard(samples: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-bench-dashboard-'));
  const sqliteFile = join(folder, 'daybreak.sqlite');
  try {
    const runId = await fill(sqliteFile);
    const first = await readInNewProcess(sqliteFile, runId);
    check(first);
    const times: SeriesTimes[] = [];
    for (let sample = 0; sample < samples; sample++) times.push(await readInNewProcess(sqliteFile, runId));
    for (const one of times) check(one);
    return [...rowsOf(first, times), ...(await benchTrajectories(join(folder, 'trajectories.sqlite'), samples))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function rowsOf(first: SeriesTimes, times: readonly SeriesTimes[]): Row[] {
  const row = (what: string, figures: readonly number[], wanted: string): Row => {
    return { what, figure: digits(figures), unit: 'ms', roofline: wanted };
  };
  const all = (name: keyof SeriesTimes['times'], warm: boolean) =>
    times.flatMap((one) => (warm ? one.times[name].slice(1) : one.times[name].slice(0, 1)));
  return [
    row('one metric, its blocks not kept yet', first.times.one.slice(0, 1), 'once a run'),
    row('one metric, new process', all('one', false), '< 300'),
    row('one metric, again', all('one', true), '< 50'),
    row('one metric smoothed, again', all('smoothed', true), '< 50'),
    row('32 metrics, again', all('many', true), '-'),
    row('a hundredth of one metric, again', all('part', true), '< 50'),
    row('list of metrics, again', all('metrics', true), '-'),
    row('100 runs with status and newest values, again', all('runs', true), '-'),
    row(
      'longest turn of the event loop',
      times.map(({ longestTurn }) => longestTurn),
      '-',
    ),
  ];
}

/** Nothing is sampled: the spike is there, and every record counts. */
function check({ max, count, smoothed, records }: SeriesTimes): void {
  const wrong =
    max !== SPIKE || count !== RECORDS || records !== RECORDS || Math.abs(smoothed - smoothedLast()) > 1e-9 * smoothed;
  if (wrong) throw new Error(`the curve is wrong: max ${max}, count ${count} of ${records}, smoothed ${smoothed}`);
}

const valueAt = (at: number): number => (at === SPIKE_AT ? SPIKE : 1 + 1 / (at + 1));

/** The moving average of weight 0.9 at the end; what is far before counts no more. */
function smoothedLast(): number {
  let sum = 0;
  for (let at = RECORDS - 2_000; at < RECORDS; at++) sum = 0.9 * sum + 0.1 * valueAt(at);
  return sum;
}

function readInNewProcess(sqliteFile: string, runId: string): Promise<SeriesTimes> {
  const { promise, resolve, reject } = Promise.withResolvers<SeriesTimes>();
  const args = [join(import.meta.dirname, 'series-reader.ts'), sqliteFile, runId, String(NAMES)];
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

/** Gives back the id of the long run. */
async function fill(sqliteFile: string): Promise<string> {
  const store = await openStore({ sqliteFile });
  const runs: string[] = [];
  for (let at = 0; at < RUNS; at++) {
    const named = { entity: 'e', project: 'p', name: `m${at}`, baseModel: 'toy', owner: OWNER };
    const { model } = await store.models.create({ ...named, returnExisting: false });
    runs.push(model.runId ?? '');
  }
  // Two SQLite libraries in one process break the locks of a file.
  await store.close();
  const db = new DatabaseSync(sqliteFile, { timeout: 5_000 });
  const record = db.prepare(
    'insert into run_history (id, run_id, step, time, metrics, gradient_step) values (?, ?, ?, ?, ?, ?)',
  );
  for (const [place, run] of runs.entries()) {
    db.exec('begin');
    const records = place === 0 ? RECORDS : RECORDS_OF_OTHERS;
    for (let at = 0; at < records; at++) {
      const time = new Date(1_795_000_000_000 + at * 1_000).toISOString();
      record.run(randomUUID(), run, 1 + Math.floor(at / 50), time, metricsAt(at), at + 1);
    }
    db.prepare('update runs set gradient_steps = ?, latest = ? where id = ?').run(records, metricsAt(0), run);
    db.exec('commit');
  }
  db.close();
  return runs[0];
}

function metricsAt(at: number): string {
  const metrics = Array.from({ length: NAMES }, (_, name) => [`m${name}`, name === 0 ? valueAt(at) : at / (name + 3)]);
  return JSON.stringify(Object.fromEntries(metrics));
}
