import { describe, expect, it } from 'vitest';
import { CISPO, type PolicyLoss, PPO, stepLoss } from '../../src/training/policy-loss.ts';
import { rlStepMetrics, sftStepMetrics } from '../../src/training/step-metrics.ts';
import type { TrainSequence, TrainStepRequest, TrainStepResult } from '../../src/training/train-step.ts';

const job = {
  num_groups_submitted: 2,
  num_groups_trainable: 1,
  num_trajectories: 4,
  num_trainable_tokens: 9,
  num_dropped_sequences: 0,
  num_groups_empty: 0,
  num_groups_single: 0,
  num_groups_equal_rewards: 1,
  num_groups_without_tokens: 0,
  num_groups_too_long: 0,
  reward: 0.5,
  reward_std_dev: 0.25,
  exception_rate: 0,
};

interface Given {
  loss?: Partial<PolicyLoss>;
  sequence?: Partial<TrainSequence>;
  /** A second sequence. */
  other?: Partial<TrainSequence>;
}

/**
 * Returns a step of half a second over one sequence, whose tokens have the log-probabilities `old` at sampling and
 * `now` in training, with the result of the trainer.
 */
function step(old: number[], now: number[], given: Given = {}): [TrainStepRequest, TrainStepResult, number] {
  const sequence: TrainSequence = {
    ids: new Uint32Array(old.length + 1),
    mask: Uint8Array.from([0, ...old.map(() => 1)]),
    advantages: new Float32Array(old.length + 1).fill(1),
    weight: 1,
    oldLogprobs: Float32Array.from([Number.NaN, ...old]),
  };
  const sequences = [{ ...sequence, ...given.sequence }];
  if (given.other) sequences.push({ ...sequence, ...given.other });
  const request = {
    sequences,
    loss: { ...CISPO, ...given.loss },
    learningRate: 1e-5,
    weightDecay: 0.1,
    maxGradNorm: 0.1,
  };
  const logprobs = sequences.map(() => Float32Array.from([0, ...now]));
  const policy = stepLoss(request.loss, sequences, logprobs);
  return [
    request,
    { loss: -0.5, entropy: 1.5, gradNorm: 2.5, maskedTokens: old.length, logprobs, entropies: logprobs, policy },
    0.5,
  ];
}

const log = Math.log;

describe('rlStepMetrics', () => {
  it('reports the step and the counts of the job', () => {
    const metrics = rlStepMetrics(job, ...step([-1, -2], [-1, -2]));
    expect(metrics).toMatchObject({
      ...job,
      policy_loss: -0.5,
      entropy: 1.5,
      grad_norm: 2.5,
      'loss/learning_rate': 1e-5,
      'loss/importance_ratio_mean': 1,
      'loss/importance_ratio_p99': 1,
      'loss/clipped_token_fraction': 0,
      'time/step_seconds': 0.5,
      'throughput/tokens_per_second': 6,
    });
    expect(metrics.probs_corr).toBeCloseTo(1, 6);
  });

  it('measures ratios, their upper percentiles and the clipped share', () => {
    // ratios 1 (90 times), 3 (9 times) and 6 (once)
    const ratios = Array.from({ length: 100 }, (_, place) => (place < 90 ? 1 : place < 99 ? 3 : 6));
    const now = ratios.map((ratio) => -8 + log(ratio));
    const metrics = rlStepMetrics(
      job,
      ...step(
        ratios.map(() => -8),
        now,
        { loss: { epsilon: 0.2, epsilonHigh: 1 } },
      ),
    );
    expect(metrics['loss/importance_ratio_mean']).toBeCloseTo(1.23, 4);
    expect(metrics['loss/importance_ratio_p95']).toBeCloseTo(3, 4);
    expect(metrics['loss/importance_ratio_p99']).toBeCloseTo(3, 4);
    expect(metrics['loss/clipped_token_fraction']).toBeCloseTo(0.1, 6);
  });

  it('counts ratios below the band as clipped too, and caps extreme ratios at exp(20)', () => {
    const metrics = rlStepMetrics(
      job,
      ...step([-1, -200], [-1 + log(0.5), 0], { loss: { epsilon: 0.2, epsilonHigh: 1 } }),
    );
    expect(metrics['loss/clipped_token_fraction']).toBe(1);
    expect(metrics['loss/importance_ratio_mean']).toBeCloseTo((0.5 + Math.exp(20)) / 2, -3);
  });

  it('correlates the probabilities of sampler and trainer', () => {
    // exp: (0.1, 0.2, 0.4) against (0.2, 0.1, 0.4): covariance 11/900, variances 14/900 each
    const metrics = rlStepMetrics(job, ...step([0.1, 0.2, 0.4].map(log), [0.2, 0.1, 0.4].map(log)));
    expect(metrics.probs_corr).toBeCloseTo(11 / 14, 5);
    expect(rlStepMetrics(job, ...step([-1, -1], [-1, -2])).probs_corr).toBe(0);
    expect(rlStepMetrics(job, ...step([-1], [-2])).probs_corr).toBe(0);
  });

  it('leaves tokens with unknown sampling log-probability out of the correlation', () => {
    const [known, trained] = [[0.1, 0.2, 0.4].map(log), [0.2, 0.1, 0.4].map(log)];
    const metrics = rlStepMetrics(job, ...step([...known, Number.NaN, Number.NaN], [...trained, -5, -0.1]));
    expect(metrics.probs_corr).toBeCloseTo(11 / 14, 5);
    expect(rlStepMetrics(job, ...step([Number.NaN, Number.NaN], [-1, -2])).probs_corr).toBe(0);
  });

  it('measures ratios before cap and mask, over tokens of a weight other than 0', () => {
    const loss = { ratioCap: 2, maskProbRatio: true, epsilon: 0.2, epsilonHigh: 0.2 };
    const metrics = rlStepMetrics(job, ...step([-8], [-8 + log(4)], { loss, other: { weight: 0 } }));
    expect(metrics['loss/importance_ratio_mean']).toBeCloseTo(4, 4);
    const light = rlStepMetrics(
      job,
      ...step([-8], [-8 + log(4)], {
        sequence: { oldLogprobs: Float32Array.of(0, -8 + log(4)) },
        other: { weight: 0 },
      }),
    );
    expect(light['loss/importance_ratio_mean']).toBeCloseTo(1, 6);
    expect(light['loss/clipped_token_fraction']).toBe(0);
    const none = rlStepMetrics(job, ...step([-8], [-8], { sequence: { weight: 0 } }));
    expect(none).not.toHaveProperty(['loss/importance_ratio_mean']);
  });

  it('counts a token as clipped under PPO if the advantage pushes it out of the band', () => {
    const fraction = (advantage: number, ratio: number) => {
      const advantages = Float32Array.of(0, advantage);
      const given = step([-8], [-8 + log(ratio)], { loss: PPO, sequence: { advantages } });
      return rlStepMetrics(job, ...given)['loss/clipped_token_fraction'];
    };
    expect([fraction(1, 1.5), fraction(1, 0.5), fraction(-1, 1.5), fraction(-1, 0.5)]).toEqual([1, 0, 0, 1]);
  });

  it('reports the KL to the reference only if there is a KL penalty', () => {
    const kl = { coef: 0.1, source: 'current_learner' } as const;
    const given = step([-2, -2], [-1, -2], {
      loss: { kl },
      sequence: { referenceLogprobs: Float32Array.of(0, -2, -4) },
    });
    expect(rlStepMetrics(job, ...given).kl_policy_ref).toBeCloseTo((1 + 2) / 2, 6);
    expect(rlStepMetrics(job, ...step([-1], [-1]))).not.toHaveProperty('kl_policy_ref');
  });

  it('correlates with the sampler, not with recomputed log-probabilities', () => {
    const now = [0.1, 0.2, 0.4].map(log);
    const sampledLogprobs = Float32Array.of(0, ...[0.2, 0.1, 0.4].map(log));
    expect(rlStepMetrics(job, ...step(now, now, { sequence: { sampledLogprobs } })).probs_corr).toBeCloseTo(11 / 14, 5);
  });

  it('treats tokens without a log-probability as sampled by the current policy', () => {
    const metrics = rlStepMetrics(job, ...step([Number.NaN, Number.NaN], [-1, -2]));
    expect(metrics['loss/importance_ratio_mean']).toBe(1);
  });

  it('sends finite numbers only', () => {
    const [request, result] = step([-1], [-1]);
    const unbounded = { ...result, entropy: Number.NaN, gradNorm: Number.POSITIVE_INFINITY };
    const metrics = rlStepMetrics(job, request, unbounded, 0);
    expect(metrics).not.toHaveProperty(['throughput/tokens_per_second']);
    expect(metrics).not.toHaveProperty('entropy');
    expect(metrics).not.toHaveProperty('grad_norm');
    expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
  });
});

describe('sftStepMetrics', () => {
  const facts = { num_trajectories: 2, num_tokens: 30, num_trainable_tokens: 12, num_dropped_trajectories: 1 };

  it('reports the batch, its loss and its speed', () => {
    const [request, result] = step([-1], [-1]);
    expect(sftStepMetrics({ request, learningRate: 2e-4, metrics: facts }, result, 0.5)).toEqual({
      ...facts,
      loss: -0.5,
      grad_norm: 2.5,
      learning_rate: 2e-4,
      tokens_per_second: 60,
      'time/step_seconds': 0.5,
      'throughput/tokens_per_second': 60,
    });
  });

  it('reports an empty batch as a step of zeros', () => {
    const empty = { ...facts, num_trajectories: 0, num_tokens: 0, num_trainable_tokens: 0 };
    expect(sftStepMetrics({ request: null, learningRate: 0, metrics: empty }, null, 0)).toEqual({
      ...empty,
      loss: 0,
      grad_norm: 0,
      learning_rate: 0,
    });
  });
});
