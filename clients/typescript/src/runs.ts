import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type { GetRunSeriesData, Run, RunMetric, RunRecord, RunSeries } from './generated/types.gen.ts';
import { type ListQuery, Pages } from './pages.ts';

/** Which part of the curves, and how it is smoothed. */
export type SeriesQuery = Omit<GetRunSeriesData['query'], 'metrics'>;

/** The tracking run of each model, and its history of metrics. */
export class Runs {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists the runs of all models, or of one. */
  list(query: ListQuery & { model_id?: string } = {}, options?: RequestOptions): Pages<Run> {
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listRuns({ ...common, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Returns a run. */
  get(runId: string, options?: RequestOptions): Promise<Run> {
    return this.#connection.call((common) => sdk.getRun({ ...common, path: { run_id: runId } }), options);
  }

  /** Lists all records of a run, by time. Each gradient step, finished RL job and call of `log` adds one. */
  history(runId: string, query: ListQuery = {}, options?: RequestOptions): Pages<RunRecord> {
    const path = { run_id: runId };
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listRunHistory({ ...common, path, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Lists the metrics of a run with their number of records, last value, minimum and maximum. */
  async metrics(runId: string, options?: RequestOptions): Promise<RunMetric[]> {
    const path = { run_id: runId };
    return (await this.#connection.call((common) => sdk.listRunMetrics({ ...common, path }), options)).data;
  }

  /** Returns up to 32 metrics as curves: buckets with the minimum, maximum, mean and last value of all records. */
  series(
    runId: string,
    names: readonly string[],
    query: SeriesQuery = {},
    options?: RequestOptions,
  ): Promise<RunSeries> {
    const path = { run_id: runId };
    const metrics = names.map((name) => name.replaceAll(/[\\,]/g, '\\$&')).join(',');
    return this.#connection.call(
      (common) => sdk.getRunSeries({ ...common, path, query: { ...query, metrics } }),
      options,
    );
  }

  /** Downloads the history as a TensorBoard event file. TensorBoard finds files with `tfevents` in their name. */
  tensorboard(runId: string, options?: RequestOptions): Promise<Blob> {
    const path = { run_id: runId };
    return this.#connection.call((common) => sdk.downloadRunEvents({ ...common, path, parseAs: 'blob' }), options);
  }
}
