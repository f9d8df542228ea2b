import { limits } from '../../generated/limits.ts';
import { requestFields } from '../../generated/request-fields.ts';
import type { RlConfig as RequestedConfig } from '../../generated/types.ts';
import { CISPO, type PolicyLoss, PPO } from '../policy-loss.ts';
import { TrainingInputError } from '../training-input-error.ts';
import { type KlReference, readKlReference } from './kl-reference.ts';

/** Settings of an RL job, with defaults filled in. */
export interface RlConfig {
  learningRate: number;
  /** Exponent p: the learning rate of a batch of n sequences is multiplied by n^p. */
  learningRatePower: number;
  /** Whether the learning rate follows the trend of the reward deviation over the model's jobs. */
  scaleLearningRate: boolean;
  /** -1 to 1. */
  advantageBalance: number;
  scaleRewards: boolean;
  loss: PolicyLoss;
  /** Used only if the loss has a KL penalty. */
  klReference: KlReference;
  /** Whether ratios are taken against log-probabilities recomputed before the first step. */
  precalculateLogprobs: boolean;
  allowTrainingWithoutLogprobs: boolean;
  /** Tokens per packed batch; null derives it from the longest sequence. */
  packedSequenceLength: number | null;
  /** Keys of the request that this server does not know. */
  ignoredKeys: string[];
}

const LIMITS = limits.RlConfig;
const KNOWN = Object.keys(requestFields.createTrainingJob?.experimental_config ?? {});

/** Most characters of an unknown key that are repeated to the user. */
const MAX_CHARACTERS = 1_024;

/**
 * Reads `experimental_config` of an RL job, already validated against the contract. Null and absent fields take their
 * defaults. Throws a `TrainingInputError` for a packed length that is not a multiple of the chunk size.
 */
export function readRlConfig(value: unknown): RlConfig {
  const config = (value ?? {}) as RequestedConfig;
  return {
    learningRate: config.learning_rate ?? LIMITS.learning_rate.default,
    learningRatePower:
      config.num_trajectories_learning_rate_multiplier_power ??
      LIMITS.num_trajectories_learning_rate_multiplier_power.default,
    scaleLearningRate: config.scale_learning_rate_by_reward_std_dev ?? false,
    advantageBalance: config.advantage_balance ?? LIMITS.advantage_balance.default,
    scaleRewards: (config.scale_rewards ?? true) && (config.normalize_advantages ?? true),
    loss: readPolicyLoss(config),
    klReference: readKlReference(config),
    precalculateLogprobs: config.precalculate_logprobs ?? false,
    allowTrainingWithoutLogprobs: config.allow_training_without_logprobs ?? false,
    packedSequenceLength: readPackedLength(config),
    ignoredKeys: Object.keys(config)
      .filter((key) => !KNOWN.includes(key))
      .map((key) => key.slice(0, MAX_CHARACTERS)),
  };
}

/** Reads the requested loss. Defaults come from PPO if the request selects it, else from CISPO. */
function readPolicyLoss(config: RequestedConfig): PolicyLoss {
  const defaults = (config.loss_fn ?? (config.ppo ? 'ppo' : 'cispo')) === 'ppo' ? PPO : CISPO;
  const epsilon = config.epsilon ?? defaults.epsilon;
  const coef = config.kl_penalty_coef ?? LIMITS.kl_penalty_coef.default;
  const source = config.kl_penalty_source ?? LIMITS.kl_penalty_source.default;
  return {
    fn: defaults.fn,
    epsilon,
    epsilonHigh: config.epsilon_high ?? (defaults.fn === 'ppo' ? epsilon : defaults.epsilonHigh),
    level: config.importance_sampling_level ?? LIMITS.importance_sampling_level.default,
    ratioCap: config.max_negative_advantage_importance_sampling_weight || null,
    maskProbRatio: config.mask_prob_ratio ?? false,
    tau: config.kimi_k2_tau ?? config.lab_k2_tau ?? 0,
    truncation: config.truncated_importance_sampling || null,
    kl: coef === 0 ? null : { coef, source },
  };
}

function readPackedLength(config: RequestedConfig): number | null {
  const length = config.packed_sequence_length ?? null;
  const chunkSize = config.logprob_calculation_chunk_size ?? LIMITS.logprob_calculation_chunk_size.default;
  if (length === null || length % chunkSize === 0) return length;
  throw new TrainingInputError(
    ['experimental_config', 'packed_sequence_length'],
    `it must be a multiple of logprob_calculation_chunk_size (${chunkSize})`,
  );
}
