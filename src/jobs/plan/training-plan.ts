import type { JobKind } from '../../store/job-record.ts';
import type { JsonColumn, MetricValues } from '../../store/stored-value.ts';
import type { KlReference } from '../../training/rl/kl-reference.ts';
import type { TrainStepRequest, TrainStepResult } from '../../training/train-step.ts';

/** One optimizer step of a job, reported as one `gradient_step` event. */
export interface PlannedStep {
  /** Null if nothing in the batch can be trained on: the weights stay, but the step is reported. */
  request: TrainStepRequest | null;
  /** Returns the event's data, all finite; `done` is null if there was no request. */
  metrics(done: TrainedStep | null): MetricValues;
}

/** A completed training step. */
export interface TrainedStep {
  request: TrainStepRequest;
  result: TrainStepResult;
  seconds: number;
}

/**
 * All steps of a job, known before the first one. It is a pure function of the stored request and the starting
 * checkpoint, so a job that runs again after a crash does exactly the same.
 */
export interface TrainingPlan {
  kind: JobKind;
  /** Data of `training_started` besides `num_sequences`. */
  started: JsonColumn;
  steps: PlannedStep[];
  /** Policies whose log-probabilities the loss needs besides the sampler's (`withPolicyLogprobs`). */
  policies: { start: boolean; reference: KlReference | null };
  /** Indices of the groups whose token values are stored. */
  tokenGroups: ReadonlySet<number>;
  /** Metrics of the new checkpoint besides the averages over its steps. */
  metrics: MetricValues;
  /** Record for the run's history besides the steps; empty for none. */
  record: MetricValues;
}

/** Returns the mean of each metric over the steps that report it. */
export function averageMetrics(steps: readonly MetricValues[]): MetricValues {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const metrics of steps) {
    for (const [name, value] of Object.entries(metrics)) {
      const entry = sums.get(name) ?? { sum: 0, count: 0 };
      sums.set(name, { sum: entry.sum + value, count: entry.count + 1 });
    }
  }
  return Object.fromEntries([...sums].map(([name, { sum, count }]) => [name, sum / count]));
}
