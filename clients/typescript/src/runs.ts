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

  list(query: ListQuery & { model_id?: string } = {}, options?: RequestOptions): Pages<Run> {
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listRuns({ ...common, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  get(runId: string, options?: RequestOptions): Promise<Run> {
    return this.#connection.call((common) => sdk.getRun({ ...common, path: { run_id: runId } }), options);
  }

  /** All records, by time: each gradient step, finished job and call of `log` adds one. */
  history(runId: string, query: ListQuery = {}, options?: RequestOptions): Pages<RunRecord> {
    const path = { run_id: runId };
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listRunHistory({ ...common, path, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** The metrics of a run by name: how often each was recorded, its newest value and its extremes. */
  async metrics(runId: string, options?: RequestOptions): Promise<RunMetric[]> {
    const path = { run_id: runId };
    return (await this.#connection.call((common) => sdk.listRunMetrics({ ...common, path }), options)).data;
  }

  /** Up to 32 metrics as curves over all records, in buckets with their minimum, maximum, mean and last value. */
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

  /** The history as an event file for TensorBoard, which wants `tfevents` in the file's name. */
  tensorboard(runId: string, options?: RequestOptions): Promise<Blob> {
    const path = { run_id: runId };
    return this.#connection.call((common) => sdk.downloadRunEvents({ ...common, path, parseAs: 'blob' }), options);
  }
}
