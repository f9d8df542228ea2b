import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type {
  KeptTrajectory,
  ListTrajectoriesData,
  TrajectorySummary,
  TrajectoryTokens,
} from './generated/types.gen.ts';
import { Pages } from './pages.ts';

/** Filters and order of a list of trajectories. */
export type TrajectoryQuery = Omit<NonNullable<ListTrajectoriesData['query']>, 'cursor'>;

/** Trajectories of a model's RL jobs and logs. */
export class Trajectories {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists the trajectories of a model that match all filters. */
  list(modelId: string, query: TrajectoryQuery = {}, options?: RequestOptions): Pages<TrajectorySummary> {
    const path = { model_id: modelId };
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listTrajectories({ ...common, path, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Returns a complete trajectory. */
  get(modelId: string, trajectoryId: string, options?: RequestOptions): Promise<KeptTrajectory> {
    const path = { model_id: modelId, trajectory_id: trajectoryId };
    return this.#connection.call((common) => sdk.getTrajectory({ ...common, path }), options);
  }

  /** Returns the training figures of each token of one training sequence of a trajectory. */
  tokens(
    modelId: string,
    trajectoryId: string,
    query: { sequence?: number } = {},
    options?: RequestOptions,
  ): Promise<TrajectoryTokens> {
    const path = { model_id: modelId, trajectory_id: trajectoryId };
    return this.#connection.call((common) => sdk.getTrajectoryTokens({ ...common, path, query }), options);
  }
}
