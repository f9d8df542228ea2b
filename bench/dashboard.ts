import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.mjs';
import { connect, type DatabaseAddress } from '../src/store/connection.ts';
import { openStore } from '../src/store/store.ts';
import { digits, type Row } from './report.ts';
import type { SeriesTimes } from './series-reader.ts';
import { benchTrajectories } from './trajectory-list.ts';

/** Runs of the store, and records of the first of them. */
export const RUNS = 100;
export const RECORDS = 100_000;
/** Records of each of the others. With as many as the first has, the store would be of 10 GB, which takes minutes. */
export const RECORDS_OF_OTHERS = 2_000;
/** knex inserts several rows into SQLite by a compound select, of which that takes 500 terms. */
const RECORDS_PER_STATEMENT = 250;
const OWNER = 'ann';
/** Names of a step's metrics, about as many as an RL job reports. */
const NAMES = 32;
const SPIKE_AT = 77_777;
export const SPIKE = 1e6;

/**
 * Curves of a run of 100,000 records among others, in a new process that has read nothing yet, and again in the same,
 * and lists of 10,000 trajectories: on SQLite, and on a PostgreSQL server that is started for it. What they show is
 * checked first.
 */
export async function benchDashboard(samples: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-bench-dashboard-'));
  try {
    const rows = await benchDatabase({ sqliteFile: join(folder, 'daybreak.sqlite') }, 'SQLite', samples);
    const postgres = await startPostgres();
    try {
      return [...rows, ...(await benchDatabase({ url: postgres.url }, 'PostgreSQL', samples))];
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function benchDatabase(address: DatabaseAddress, name: string, samples: number): Promise<Row[]> {
  const runId = await fillRuns(address);
  const first = await readInNewProcess(address, runId);
  check(first);
  const times: SeriesTimes[] = [];
  for (let sample = 0; sample < samples; sample++) times.push(await readInNewProcess(address, runId));
  for (const one of times) check(one);
  const rows = [...rowsOf(first, times), ...(await benchTrajectories(address, samples))];
  return rows.map((row) => ({ ...row, what: `${name}: ${row.what}` }));
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

/** The runs with their records; gives back the id of the long one. */
export async function fillRuns(address: DatabaseAddress, owner = OWNER): Promise<string> {
  const store = await openStore(address);
  const runs: string[] = [];
  for (let at = 0; at < RUNS; at++) {
    const named = { entity: 'e', project: 'p', name: `m${at}`, baseModel: 'toy', owner };
    const { model } = await store.models.create({ ...named, returnExisting: false });
    runs.push(model.runId ?? '');
  }
  await store.close();
  const db = await connect(address);
  for (const [place, run] of runs.entries()) {
    const records = place === 0 ? RECORDS : RECORDS_OF_OTHERS;
    await db.transaction(async (rows) => {
      for (let at = 0; at < records; at += RECORDS_PER_STATEMENT) {
        const some = Array.from({ length: RECORDS_PER_STATEMENT }, (_, i) => recordAt(run, at + i));
        await rows('run_history').insert(some);
      }
      await rows('runs')
        .where({ id: run })
        .update({ gradient_steps: records, latest: metricsAt(0) });
    });
  }
  await db.destroy();
  return runs[0];
}

function recordAt(run: string, at: number) {
  const time = new Date(1_795_000_000_000 + at * 1_000).toISOString();
  const step = 1 + Math.floor(at / 50);
  return { id: randomUUID(), run_id: run, step, time, metrics: metricsAt(at), gradient_step: at + 1 };
}

function metricsAt(at: number): string {
  const metrics = Array.from({ length: NAMES }, (_, name) => [`m${name}`, name === 0 ? valueAt(at) : at / (name + 3)]);
  return JSON.stringify(Object.fromEntries(metrics));
}
