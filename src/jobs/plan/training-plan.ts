import type { JobKind } from '../../store/job-record.ts';
import type { JsonColumn, MetricValues } from '../../store/stored-value.ts';
import type { KlReference } from '../../training/rl/kl-reference.ts';
import type { TrainStepRequest, TrainStepResult } from '../../training/train-step.ts';

/** One optimizer step of a job, and one `gradient_step` event. */
export interface PlannedStep {
  /** Null where nothing of the batch can be trained on: the weights stay, the step is reported all the same. */
  request: TrainStepRequest | null;
  /** The event's data, all finite; of null where there was no request. */
  metrics(done: TrainedStep | null): MetricValues;
}

/** A step that was trained. */
export interface TrainedStep {
  request: TrainStepRequest;
  result: TrainStepResult;
  seconds: number;
}

/**
 * What a job will do, known before its first step. It is a pure function of the stored request and of the checkpoint it
 * starts from, so that a job that runs again after a crash does the very same.
 */
export interface TrainingPlan {
  kind: JobKind;
  /** Data of `training_started` beside `num_sequences`. */
  started: JsonColumn;
  steps: PlannedStep[];
  /** Whose log-probabilities the loss needs beside the sampler's (`withPolicyLogprobs`). */
  policies: { start: boolean; reference: KlReference | null };
  /** Places of the groups the figures of whose tokens are kept. */
  tokenGroups: ReadonlySet<number>;
  /** Metrics of the new checkpoint beside the averages over its steps. */
  metrics: MetricValues;
  /** What the run's history has of the job beside its steps; empty for no such record. */
  record: MetricValues;
}

/** The mean of each metric over the steps that report it. */
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
