import { describe, expect, it } from 'vitest';
import { CISPO } from '../../src/training/policy-loss.ts';
import { type RlConfig, readRlConfig } from '../../src/training/rl/rl-config.ts';
import { refusedOfRlJob } from '../contract/refused-fields.ts';

const defaults: RlConfig = {
  learningRate: 5e-6,
  learningRatePower: 0,
  scaleLearningRate: false,
  advantageBalance: 0,
  scaleRewards: true,
  loss: CISPO,
  klReference: { kind: 'base' },
  precalculateLogprobs: false,
  allowTrainingWithoutLogprobs: false,
  packedSequenceLength: null,
  ignoredKeys: [],
};

/** The configuration that the newest client sends by default. */
const wire = {
  learning_rate: 5e-6,
  loss_fn: 'cispo',
  ppo: false,
  normalize_advantages: true,
  scale_rewards: true,
  advantage_balance: 0,
  epsilon: null,
  epsilon_high: null,
  importance_sampling_level: 'token',
  kimi_k2_tau: null,
  kl_penalty_coef: 0,
  kl_penalty_source: 'current_learner',
  kl_penalty_reference_step: null,
  kl_penalty_step_lag: null,
  kl_ref_adapter_path: null,
  logprob_calculation_chunk_size: 1024,
  mask_prob_ratio: false,
  max_negative_advantage_importance_sampling_weight: null,
  num_trajectories_learning_rate_multiplier_power: 0,
  packed_sequence_length: null,
  plot_tensors: false,
  precalculate_logprobs: false,
  scale_learning_rate_by_reward_std_dev: false,
  truncated_importance_sampling: null,
  allow_training_without_logprobs: false,
};

describe('readRlConfig', () => {
  it.each([[null], [undefined], [{}], [wire]])('has the defaults of the protocol for %j', (config) => {
    expect(readRlConfig(config)).toEqual(defaults);
  });

  it('reads every field', () => {
    const config = readRlConfig({
      learning_rate: 1e-4,
      num_trajectories_learning_rate_multiplier_power: -0.5,
      scale_learning_rate_by_reward_std_dev: true,
      advantage_balance: -0.5,
      epsilon: 0.2,
      epsilon_high: 0.3,
      importance_sampling_level: 'geometric_average',
      max_negative_advantage_importance_sampling_weight: 2,
      mask_prob_ratio: true,
      kimi_k2_tau: 0.1,
      precalculate_logprobs: true,
      truncated_importance_sampling: 3,
      kl_penalty_coef: 0.01,
      kl_penalty_source: 'sample',
      kl_penalty_step_lag: 2,
      allow_training_without_logprobs: true,
      packed_sequence_length: 4096,
      logprob_calculation_chunk_size: 2048,
      plot_tensors: true,
    });
    expect(config).toEqual({
      learningRate: 1e-4,
      learningRatePower: -0.5,
      scaleLearningRate: true,
      advantageBalance: -0.5,
      scaleRewards: true,
      loss: {
        fn: 'cispo',
        epsilon: 0.2,
        epsilonHigh: 0.3,
        level: 'geometric_average',
        ratioCap: 2,
        maskProbRatio: true,
        tau: 0.1,
        truncation: 3,
        kl: { coef: 0.01, source: 'sample' },
      },
      klReference: { kind: 'lag', steps: 2 },
      precalculateLogprobs: true,
      allowTrainingWithoutLogprobs: true,
      packedSequenceLength: 4096,
      ignoredKeys: [],
    });
  });

  it.each([
    [{}, { fn: 'cispo', epsilon: 1, epsilonHigh: 4 }],
    [{ loss_fn: 'cispo' }, { fn: 'cispo', epsilon: 1, epsilonHigh: 4 }],
    [{ ppo: true }, { fn: 'ppo', epsilon: 0.2, epsilonHigh: 0.2 }],
    [{ loss_fn: 'ppo' }, { fn: 'ppo', epsilon: 0.2, epsilonHigh: 0.2 }],
    [
      { loss_fn: 'ppo', ppo: true, epsilon: 0.3 },
      { fn: 'ppo', epsilon: 0.3, epsilonHigh: 0.3 },
    ],
    [
      { loss_fn: 'ppo', epsilon_high: 0.4 },
      { fn: 'ppo', epsilon: 0.2, epsilonHigh: 0.4 },
    ],
    [
      { loss_fn: null, ppo: null, epsilon: 0.3 },
      { fn: 'cispo', epsilon: 0.3, epsilonHigh: 4 },
    ],
    [{ max_negative_advantage_importance_sampling_weight: 0 }, { ratioCap: null }],
    [{ lab_k2_tau: 0.2 }, { tau: 0.2 }],
    [{ kimi_k2_tau: null, lab_k2_tau: 0.2 }, { tau: 0.2 }],
    [{ truncated_importance_sampling: 0 }, { truncation: null }],
    [{ kl_penalty_coef: 0, kl_penalty_source: 'sample' }, { kl: null }],
    [{ kl_penalty_coef: 0.5 }, { kl: { coef: 0.5, source: 'current_learner' } }],
  ])('reads %j as the loss %j', (config, loss) => {
    expect(readRlConfig(config).loss).toMatchObject(loss);
  });

  it.each([
    [{ kl_penalty_reference_step: 0 }, { kind: 'step', step: 0 }],
    [
      { kl_penalty_step_lag: 3, kl_penalty_reference_step: null },
      { kind: 'lag', steps: 3 },
    ],
    [{ kl_ref_adapter_path: 'wandb-artifact:///a/b/c' }, { kind: 'adapter', name: 'wandb-artifact:///a/b/c' }],
  ])('reads %j as the reference %j', (config, reference) => {
    expect(readRlConfig(config).klReference).toEqual(reference);
  });

  it.each([
    { scale_rewards: false },
    { normalize_advantages: false },
    { scale_rewards: true, normalize_advantages: false },
  ])('does not scale rewards under %j', (config) => {
    expect(readRlConfig(config).scaleRewards).toBe(false);
  });

  it.each([
    [{ learning_rate: -1 }, 'learning_rate'],
    [{ learning_rate: '1e-5' }, 'learning_rate'],
    [{ learning_rate: 2 }, 'learning_rate'],
    [{ epsilon: -0.1 }, 'epsilon'],
    [{ epsilon_high: 1e7 }, 'epsilon_high'],
    [{ max_negative_advantage_importance_sampling_weight: -1 }, 'max_negative_advantage_importance_sampling_weight'],
    [{ mask_prob_ratio: 1 }, 'mask_prob_ratio'],
    [{ kimi_k2_tau: -1 }, 'kimi_k2_tau'],
    [{ lab_k2_tau: '1' }, 'lab_k2_tau'],
    [{ precalculate_logprobs: 0 }, 'precalculate_logprobs'],
    [{ truncated_importance_sampling: -1 }, 'truncated_importance_sampling'],
    [{ kl_penalty_coef: Number.POSITIVE_INFINITY }, 'kl_penalty_coef'],
    [{ kl_penalty_reference_step: -1 }, 'kl_penalty_reference_step'],
    [{ kl_penalty_reference_step: 0.5 }, 'kl_penalty_reference_step'],
    [{ kl_penalty_step_lag: 0 }, 'kl_penalty_step_lag'],
    [{ kl_ref_adapter_path: 1 }, 'kl_ref_adapter_path'],
    [{ kl_ref_adapter_path: 'x', kl_penalty_reference_step: 1 }, 'kl_ref_adapter_path'],
    [{ num_trajectories_learning_rate_multiplier_power: 11 }, 'num_trajectories_learning_rate_multiplier_power'],
    [{ scale_learning_rate_by_reward_std_dev: 'yes' }, 'scale_learning_rate_by_reward_std_dev'],
    [{ allow_training_without_logprobs: 1 }, 'allow_training_without_logprobs'],
    [{ logprob_calculation_chunk_size: 0 }, 'logprob_calculation_chunk_size'],
    [{ packed_sequence_length: 2_097_152, logprob_calculation_chunk_size: 1 }, 'packed_sequence_length'],
    [{ advantage_balance: 1.5 }, 'advantage_balance'],
    [{ loss_fn: 'grpo' }, 'loss_fn'],
    [{ loss_fn: 'cispo', ppo: true }, 'ppo'],
    [{ loss_fn: 'ppo', ppo: false }, 'ppo'],
    [{ importance_sampling_level: 'word' }, 'importance_sampling_level'],
    [{ packed_sequence_length: 1000 }, 'packed_sequence_length'],
    [{ packed_sequence_length: 1.5 }, 'packed_sequence_length'],
    [{ scale_rewards: 1 }, 'scale_rewards'],
    [{ plot_tensors: 'yes' }, 'plot_tensors'],
    [{ kl_penalty_source: 'other' }, 'kl_penalty_source'],
    [{ kimi_k2_tau: 0, lab_k2_tau: 0 }, 'lab_k2_tau'],
    [{ kl_penalty_reference_step: 0, kl_penalty_step_lag: 1 }, 'kl_penalty_step_lag'],
  ])('never receives %j, which the contract refuses', (config, field) => {
    expect(refusedOfRlJob(config)).toContain(`experimental_config.${field}`);
  });

  it('refuses a packed length that is no multiple of the chunk size', () => {
    const config = { packed_sequence_length: 3_072, logprob_calculation_chunk_size: 2_048 };
    expect(() => readRlConfig(config)).toThrowError('experimental_config.packed_sequence_length: it must be');
  });

  it('never receives an array, which the contract refuses', () => {
    expect(refusedOfRlJob([])).toContain('experimental_config');
  });

  it('collects the keys it does not know', () => {
    expect(readRlConfig({ beta: 0.1, learning_rate: 1e-5, loss_type: 'grpo' }).ignoredKeys).toEqual([
      'beta',
      'loss_type',
    ]);
    expect(readRlConfig({ ['x'.repeat(5_000)]: 1 }).ignoredKeys[0]).toHaveLength(1_024);
  });
});
