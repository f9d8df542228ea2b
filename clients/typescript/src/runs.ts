import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type { Run, RunRecord } from './generated/types.gen.ts';
import { type ListQuery, Pages } from './pages.ts';

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

  /** The history as an event file for TensorBoard, which wants `tfevents` in the file's name. */
  tensorboard(runId: string, options?: RequestOptions): Promise<Blob> {
    const path = { run_id: runId };
    return this.#connection.call((common) => sdk.downloadRunEvents({ ...common, path, parseAs: 'blob' }), options);
  }
}
