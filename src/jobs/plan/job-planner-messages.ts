import type { RlConfig } from '../../training/rl/rl-config.ts';
import type { PlannedGroup, RlJobMetrics } from '../../training/rl/rl-job.ts';
import type { KeptGroup } from '../../training/rl/trajectory-lines.ts';
import type { SftConfig } from '../../training/sft/sft-config.ts';
import type { SftStep } from '../../training/sft/sft-job.ts';
import type { TrainStepRequest } from '../../training/train-step.ts';
import type { InputPath } from '../../training/training-input-error.ts';
import type { TrainedModelName } from './trained-model-name.ts';

/** Request to the process that plans jobs. */
export type PlanRequest = {
  /** Folder or GGUF file of the base model. */
  basePath: string;
  /** Longest sequence to train on, in tokens. */
  maxLength: number;
  /** Bytes of heap that parsed rows may take. */
  maxHeap: number;
} & (SftPlanRequest | RlPlanRequest);

export interface SftPlanRequest {
  kind: 'sft';
  /** Paths of the data files, by name. */
  files: ReadonlyMap<string, string>;
  config: SftConfig;
}

export interface RlPlanRequest {
  kind: 'rl';
  /** Path of the stored request body. */
  path: string;
  /** The model in training, by the names that captured exchanges use for it. */
  model: TrainedModelName;
  config: RlConfig;
  /** Absolute path of a new file for the trajectory groups; null if they are not stored. */
  keepIn: string | null;
}

/** Data about an RL job besides its steps. */
export interface RlSummary {
  metrics: RlJobMetrics;
  /** Means of the trajectories' own metrics. */
  trajectoryMetrics: Record<string, number>;
  /** Notice for the user, as in `RlPlan`. */
  notice: string | null;
  /** Mean of the groups' reward standard deviations. */
  rewardDeviation: number;
  /** Unknown fields of the trajectories. */
  unknown: string[];
  /** Bytes of the file `keepIn`; null if there is none. */
  keptBytes: number | null;
  /** Indices of the groups that are trained on, in order. */
  trainedGroups: number[];
}

/** Answers of the planning process. Each step is its own message, so that no message is large. */
export type PlanAnswer =
  | { kind: 'at work' }
  | { kind: 'sft step'; step: SftStep }
  | { kind: 'rl step'; step: TrainStepRequest }
  | { kind: 'kept group'; group: KeptGroup; planned: PlannedGroup }
  /** The plan is complete. The summary is null for SFT. */
  | { kind: 'planned'; summary: RlSummary | null }
  /** The data cannot be trained on. */
  | { kind: 'refused'; place: InputPath; reason: string }
  | { kind: 'template refused'; reason: string }
  | { kind: 'too much memory' }
  | { kind: 'failed'; message: string };
