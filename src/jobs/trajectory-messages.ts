import type { Trajectory } from '../training/rl/trajectory.ts';
import type { Place } from '../training/training-input-error.ts';

/** The model in training, by the names that captured exchanges give it. */
export interface TrainedModelName {
  entity: string;
  project: string;
  name: string;
}

/** What the thread that reads a job's trajectories is told. */
export interface TrajectoryJob {
  path: string;
  model: TrainedModelName;
}

/** What it tells, trajectory by trajectory, so that no message is large. */
export type TrajectoryMessage =
  | { kind: 'group'; exceptions: number; unknown: string[] }
  /** Of the last group. */
  | { kind: 'trajectory'; trajectory: Trajectory }
  | { kind: 'end' }
  /** The trajectories cannot be trained on. */
  | { kind: 'refused'; place: Place; reason: string };
