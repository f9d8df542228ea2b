import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type { Log, TrajectoryGroup } from './generated/types.gen.ts';
import { type ListQuery, Pages } from './pages.ts';

/** Logged trajectories of a model: one log for each call of `models.log`. */
export class Logs {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists the logs of a model. */
  list(modelId: string, query: ListQuery = {}, options?: RequestOptions): Pages<Log> {
    const path = { model_id: modelId };
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listLogs({ ...common, path, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Lists the trajectory groups of a log, with complete trajectories. */
  groups(
    modelId: string,
    logId: string,
    query: Omit<ListQuery, 'order'> = {},
    options?: RequestOptions,
  ): Pages<TrajectoryGroup> {
    const path = { model_id: modelId, log_id: logId };
    const page = (after?: string) => {
      const input = { path, query: { ...query, after } };
      return this.#connection.call((common) => sdk.listLoggedTrajectoryGroups({ ...common, ...input }), options);
    };
    return new Pages(page, query.after);
  }
}
