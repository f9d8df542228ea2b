import { describe, expect, it } from 'vitest';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { TrainingInputError } from '../../src/training/training-input-error.ts';

const defaults = {
  learningRate: 5e-6,
  advantageBalance: 0,
  scaleRewards: true,
  epsilon: 1,
  epsilonHigh: 4,
  allowTrainingWithoutLogprobs: false,
  packedSequenceLength: null,
  ignoredKeys: [],
};

/** What the newest client sends when its user sets nothing. */
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

function place(config: unknown): string {
  try {
    readRlConfig(config);
  } catch (error) {
    if (error instanceof TrainingInputError) return error.place.join('.');
    throw error;
  }
  throw new Error(`not refused: ${JSON.stringify(config)}`);
}

describe('readRlConfig', () => {
  it.each([[null], [undefined], [{}], [wire]])('has the defaults of the protocol for %j', (config) => {
    expect(readRlConfig(config)).toEqual(defaults);
  });

  it('takes what is built', () => {
    const config = readRlConfig({
      learning_rate: 1e-4,
      advantage_balance: -0.5,
      epsilon: 0.2,
      epsilon_high: 0.3,
      allow_training_without_logprobs: true,
      packed_sequence_length: 4096,
      logprob_calculation_chunk_size: 2048,
      plot_tensors: true,
    });
    expect(config).toEqual({
      ...defaults,
      learningRate: 1e-4,
      advantageBalance: -0.5,
      epsilon: 0.2,
      epsilonHigh: 0.3,
      allowTrainingWithoutLogprobs: true,
      packedSequenceLength: 4096,
    });
  });

  it.each([
    { scale_rewards: false },
    { normalize_advantages: false },
    { scale_rewards: true, normalize_advantages: false },
  ])('does not scale rewards under %j', (config) => {
    expect(readRlConfig(config).scaleRewards).toBe(false);
  });

  it.each([
    { loss_fn: 'ppo', ppo: true },
    { ppo: true },
    { importance_sampling_level: 'sequence' },
    { importance_sampling_level: 'geometric_average' },
    { mask_prob_ratio: true },
    { max_negative_advantage_importance_sampling_weight: 2 },
    { kimi_k2_tau: 0.1 },
    { lab_k2_tau: 0.1 },
    { precalculate_logprobs: true },
    { truncated_importance_sampling: 2 },
    { kl_penalty_coef: 0.1 },
    { kl_penalty_reference_step: 0 },
    { kl_penalty_step_lag: 1 },
    { kl_ref_adapter_path: 'x' },
    { num_trajectories_learning_rate_multiplier_power: 0.5 },
    { scale_learning_rate_by_reward_std_dev: true },
  ])('names what is not built: %j', (config) => {
    expect(place(config)).toBe(`experimental_config.${Object.keys(config)[0]}`);
    expect(() => readRlConfig(config)).toThrowError(/not supported yet/);
  });

  it.each([
    [{ learning_rate: -1 }, 'learning_rate'],
    [{ learning_rate: '1e-5' }, 'learning_rate'],
    [{ advantage_balance: 1.5 }, 'advantage_balance'],
    [{ loss_fn: 'grpo' }, 'loss_fn'],
    [{ loss_fn: 'cispo', ppo: true }, 'ppo'],
    [{ importance_sampling_level: 'word' }, 'importance_sampling_level'],
    [{ packed_sequence_length: 1000 }, 'packed_sequence_length'],
    [{ packed_sequence_length: 1.5 }, 'packed_sequence_length'],
    [{ scale_rewards: 1 }, 'scale_rewards'],
    [{ plot_tensors: 'yes' }, 'plot_tensors'],
    [{ kl_penalty_source: 'other' }, 'kl_penalty_source'],
    [{ kimi_k2_tau: 0, lab_k2_tau: 0 }, 'lab_k2_tau'],
    [{ kl_penalty_reference_step: 0, kl_penalty_step_lag: 1 }, 'kl_penalty_step_lag'],
  ])('refuses %j', (config, field) => {
    expect(place(config)).toBe(`experimental_config.${field}`);
  });

  it('refuses what is no object', () => {
    expect(place([])).toBe('experimental_config');
  });

  it('collects the keys it does not know', () => {
    expect(readRlConfig({ beta: 0.1, learning_rate: 1e-5, loss_type: 'grpo' }).ignoredKeys).toEqual([
      'beta',
      'loss_type',
    ]);
  });
});
