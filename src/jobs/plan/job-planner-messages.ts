import type { RlConfig } from '../../training/rl/rl-config.ts';
import type { PlannedGroup, RlJobMetrics } from '../../training/rl/rl-job.ts';
import type { KeptGroup } from '../../training/rl/trajectory-lines.ts';
import type { SftConfig } from '../../training/sft/sft-config.ts';
import type { SftStep } from '../../training/sft/sft-job.ts';
import type { TrainStepRequest } from '../../training/train-step.ts';
import type { InputPath } from '../../training/training-input-error.ts';
import type { TrainedModelName } from './trained-model-name.ts';

/** What the process that plans jobs is asked for. */
export type PlanRequest = {
  /** Folder or GGUF file of the base model. */
  basePath: string;
  /** Longest sequence to train on, in tokens. */
  maxLength: number;
  /** Bytes of heap that parsed rows may take. */
  mostHeap: number;
} & (SftPlanRequest | RlPlanRequest);

export interface SftPlanRequest {
  kind: 'sft';
  /** Paths of the data files, by name. */
  files: ReadonlyMap<string, string>;
  config: SftConfig;
}

export interface RlPlanRequest {
  kind: 'rl';
  /** Path of the request's body. */
  path: string;
  /** The model in training, by the names that captured exchanges give it. */
  model: TrainedModelName;
  config: RlConfig;
  /** Absolute path of a new file to write the trajectory groups to; null where they are not kept. */
  keepIn: string | null;
}

/** What is known of an RL job beside its steps. */
export interface RlSummary {
  metrics: RlJobMetrics;
  /** The means of the trajectories' own metrics. */
  trajectoryMetrics: Record<string, number>;
  /** As in `RlPlan`. */
  notice: string | null;
  /** The mean standard deviation of the groups' rewards. */
  rewardDeviation: number;
  /** Fields of the trajectories that are not known. */
  unknown: string[];
  /** Bytes of the file of `keepIn`; null where there is none. */
  keptBytes: number | null;
  /** Places of the groups that are trained on, in order. */
  trainedGroups: number[];
}

/** What it answers: each step in a message of its own, so that no message is large. */
export type PlanAnswer =
  | { kind: 'at work' }
  | { kind: 'sft step'; step: SftStep }
  | { kind: 'rl step'; step: TrainStepRequest }
  | { kind: 'kept group'; group: KeptGroup; planned: PlannedGroup }
  /** The plan is whole. The summary is null for SFT. */
  | { kind: 'planned'; summary: RlSummary | null }
  /** The data cannot be trained on. */
  | { kind: 'refused'; place: InputPath; reason: string }
  | { kind: 'template refused'; reason: string }
  | { kind: 'too much memory' }
  | { kind: 'failed'; message: string };
