// node bench/series-reader.ts ADDRESS RUN NAMES: reads curves of a run from a store as the server does, several times
// each, and prints the times. ADDRESS is JSON.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunSeriesResult, runSeries, type SeriesRequest } from '../src/api/series/run-series.ts';
import { openStore } from '../src/store/store.ts';
import { OWNER } from './dashboard-store.ts';

/** Milliseconds; the first time of each kind is the first such read in this process. */
export interface SeriesTimes {
  times: Record<'one' | 'smoothed' | 'many' | 'part' | 'metrics' | 'runs', number[]>;
  /** Longest event-loop delay, in milliseconds. */
  longestTurn: number;
  /** Largest value of the first metric, then its count, and its moving average at the end. */
  max: number;
  count: number;
  smoothed: number;
  records: number;
}

const TIMES = 6;
const [address, runId, names] = process.argv.slice(2);
const store = await openStore(JSON.parse(address));
const { runs } = store.ownedBy(OWNER);
const whole = { from: 0, to: Number.POSITIVE_INFINITY, points: 1_000, smoothing: null };

function read(request: Partial<SeriesRequest>): Promise<RunSeriesResult> {
  const wanted: SeriesRequest = { axis: 'gradient_step', names: ['m0'], ...whole, ...request };
  return runSeries(runs.series(runId, wanted), wanted);
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const start = performance.now();
    JSON.stringify(await work());
    times.push(performance.now() - start);
  }
  return times;
}

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
const one = await timed(() => read({}));
const smoothed = await timed(() => read({ smoothing: 0.9 }));
const many = await timed(() => read({ names: Array.from({ length: Number(names) }, (_, name) => `m${name}`) }));
const part = await timed(() => read({ from: 50_000, to: 51_000 }));
const metrics = await timed(() => runs.metrics(runId));
const list = await timed(() => runs.list({ limit: 100 }));
// The next tick registers the last delay.
await sleep(10);
delays.disable();
const result = await read({ smoothing: 0.9 });
const curve = result.metrics.get('m0');
if (curve === undefined) throw new Error('there is no curve');
const times: SeriesTimes = {
  times: { one, smoothed, many, part, metrics, runs: list },
  longestTurn: delays.max / 1e6,
  max: curve.max.reduce((a, b) => Math.max(a, b)),
  count: curve.count.reduce((a, b) => a + b),
  smoothed: curve.smoothed?.at(-1) ?? Number.NaN,
  records: result.records,
};
await store.close();
console.log(JSON.stringify(times));
