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

/** Timeout in milliseconds; an engine too busy to report in time has no figures. */
const timeoutMs = 1_000;
/** Milliseconds for which callers share a result: browser pages poll often. */
const freshMs = 1_000;
/** Maximum interval of a rate in milliseconds; a longer one says nothing about now. */
const longestRateMs = 60_000;

type Jobs = Awaited<ReturnType<Store['jobs']['countByStatus']>>;

/** A snapshot of the server's figures. */
export interface Figures {
  jobs: Jobs;
  disk: Awaited<ReturnType<DataFolder['reserve']['figures']>>;
  engines: EngineFigures[];
}

export interface EngineFigures {
  model: string;
  stats: EngineStats;
  /** Null if there was no snapshot within the last minute. */
  tokensPerSecond: number | null;
}

/** Token counts since the process began, from which rates are computed. */
interface Sample {
  at: number;
  pid: number | null;
  tokens: ReadonlyMap<string, number>;
}

/** Figures of the whole server, over all owners. */
export class ServerStats {
  readonly #parts: ServerStatsParts;
  readonly #figures: SharedResult<Figures>;
  #last: Sample | null = null;

  constructor(parts: ServerStatsParts) {
    this.#parts = parts;
    this.#figures = new SharedResult(() => this.#read(), freshMs);
  }

  /** Returns the figures, up to a second old. */
  get(): Promise<Figures> {
    return this.#figures.get();
  }

  async #read(): Promise<Figures> {
    const { store, folder, compute } = this.#parts;
    const { state, pid } = compute.report();
    const [jobs, disk, stats] = await Promise.all([
      store.jobs.countByStatus(),
      folder.reserve.figures(),
      state === 'ready' ? compute.stats(timeoutMs).catch(() => []) : [],
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
