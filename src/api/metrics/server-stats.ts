import type { DataFolder } from '../../artifacts/data-folder.ts';
import type { EngineStats } from '../../inference/engine/engine-stats.ts';
import type { Store } from '../../store/store.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import { SharedResult } from '../shared-result.ts';

export interface ServerStatsParts {
  store: Pick<Store, 'jobs'>;
  folder: Pick<DataFolder, 'reserve'>;
  compute: ComputeClient;
}

/** An engine that is too busy to tell its figures in time has none. */
const patienceMs = 1_000;
/** Pages of browsers ask often, and all get one answer. */
const freshMs = 1_000;
/** A rate over a longer time would say nothing about now. */
const longestRateMs = 60_000;

type Jobs = Awaited<ReturnType<Store['jobs']['countByStatus']>>;

/** What the parts of the server do and hold at a moment. */
export interface Figures {
  jobs: Jobs;
  disk: Awaited<ReturnType<DataFolder['reserve']['figures']>>;
  engines: Engine[];
}

export interface Engine {
  model: string;
  stats: EngineStats;
  /** Null where nobody has asked within the last minute. */
  tokensPerSecond: number | null;
}

/** Counts of steps since a process began, to tell a rate by. */
interface Sample {
  at: number;
  pid: number | null;
  tokens: ReadonlyMap<string, number>;
}

/** Figures of the whole server, whoever's work they count. */
export class ServerStats {
  readonly #parts: ServerStatsParts;
  readonly #figures: SharedResult<Figures>;
  #last: Sample | null = null;

  constructor(parts: ServerStatsParts) {
    this.#parts = parts;
    this.#figures = new SharedResult(() => this.#read(), freshMs);
  }

  /** They may be a second old. */
  get(): Promise<Figures> {
    return this.#figures.get();
  }

  async #read(): Promise<Figures> {
    const { store, folder, compute } = this.#parts;
    const { state, pid } = compute.report();
    const [jobs, disk, stats] = await Promise.all([
      store.jobs.countByStatus(),
      folder.reserve.figures(),
      state === 'ready' ? compute.stats(patienceMs).catch(() => []) : [],
    ]);
    const sample = {
      at: performance.now(),
      pid,
      tokens: new Map(stats.map(({ model, stats: { stepTokens } }) => [model, stepTokens])),
    };
    const last = this.#last;
    this.#last = sample;
    return { jobs, disk, engines: stats.map((one) => ({ ...one, tokensPerSecond: rateOf(one.model, last, sample) })) };
  }
}

function rateOf(model: string, last: Sample | null, now: Sample): number | null {
  const before = last?.tokens.get(model);
  const tokens = now.tokens.get(model);
  if (last === null || before === undefined || tokens === undefined || last.pid !== now.pid) return null;
  const ms = now.at - last.at;
  return ms > longestRateMs ? null : ((tokens - before) * 1_000) / ms;
}
