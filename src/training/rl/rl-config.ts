import { type AllowedRange, isObject, type JsonObject, readFlag, readNumber } from '../json-reading.ts';
import type { PolicyLoss } from '../policy-loss.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';
import type { KlReference } from './kl-reference.ts';
import { LOSS_FIELDS, readPolicyLoss } from './policy-loss-config.ts';

/** The settings of an RL job, defaults filled in. */
export interface RlConfig {
  learningRate: number;
  /** The rate of a batch is multiplied by the number of its sequences to this power. */
  learningRatePower: number;
  /** Whether the rate follows the trend of the rewards' deviation over the model's jobs. */
  scaleLearningRate: boolean;
  /** -1 to 1. */
  advantageBalance: number;
  scaleRewards: boolean;
  loss: PolicyLoss;
  /** Read only where the loss has a KL penalty. */
  klReference: KlReference;
  /** Whether ratios are taken against log-probabilities recomputed before the first step. */
  precalculateLogprobs: boolean;
  allowTrainingWithoutLogprobs: boolean;
  /** Tokens that a packed batch holds; null follows the longest sequence. */
  packedSequenceLength: number | null;
  /** Keys of the request that this server does not know. */
  ignoredKeys: string[];
}

const DEFAULTS = { learningRate: 5e-6, chunkSize: 1024 } as const;

const PLACE: InputPath = ['experimental_config'];

const FIELDS = [
  ...LOSS_FIELDS,
  'learning_rate',
  'num_trajectories_learning_rate_multiplier_power',
  'scale_learning_rate_by_reward_std_dev',
  'advantage_balance',
  'scale_rewards',
  'normalize_advantages',
  'precalculate_logprobs',
  'allow_training_without_logprobs',
  'kl_penalty_reference_step',
  'kl_penalty_step_lag',
  'kl_ref_adapter_path',
  'packed_sequence_length',
  'logprob_calculation_chunk_size',
  'plot_tensors',
];

/** Each names the reference of the KL penalty, so only one may be sent. */
const REFERENCES = ['kl_penalty_reference_step', 'kl_penalty_step_lag', 'kl_ref_adapter_path'];

/** As the contract bounds them. */
const rateRange = numbers(0, 1);
const balanceRange = numbers(-1, 1);
const powerRange = numbers(-10, 10);
const lengthRange = integers(1, 1_048_576);
const stepRange = integers(0, 2_147_483_647);
const lagRange = integers(1, 2_147_483_647);

/** Characters of an unknown key that are repeated to the user. */
const MOST_CHARACTERS = 1_024;

/**
 * Reads `experimental_config` of an RL job; null and absent fields are their defaults (art-protocol 5.6). Throws a
 * `TrainingInputError` that names the field for a wrong value and for one that contradicts another.
 */
export function readRlConfig(value: unknown): RlConfig {
  if (value != null && !isObject(value)) throw new TrainingInputError(PLACE, 'it must be an object or null');
  const config: JsonObject = value ?? {};
  const chunkSize = readNumber(config, 'logprob_calculation_chunk_size', DEFAULTS.chunkSize, lengthRange, PLACE);
  const scaled = [
    readFlag(config, 'scale_rewards', true, PLACE),
    readFlag(config, 'normalize_advantages', true, PLACE),
  ];
  readFlag(config, 'plot_tensors', false, PLACE);
  return {
    learningRate: readNumber(config, 'learning_rate', DEFAULTS.learningRate, rateRange, PLACE),
    learningRatePower: readNumber(config, 'num_trajectories_learning_rate_multiplier_power', 0, powerRange, PLACE),
    scaleLearningRate: readFlag(config, 'scale_learning_rate_by_reward_std_dev', false, PLACE),
    advantageBalance: readNumber(config, 'advantage_balance', 0, balanceRange, PLACE),
    scaleRewards: scaled.every((flag) => flag),
    loss: readPolicyLoss(config, PLACE),
    klReference: readReference(config),
    precalculateLogprobs: readFlag(config, 'precalculate_logprobs', false, PLACE),
    allowTrainingWithoutLogprobs: readFlag(config, 'allow_training_without_logprobs', false, PLACE),
    packedSequenceLength: packedLengthOf(config, chunkSize),
    ignoredKeys: Object.keys(config)
      .filter((key) => !FIELDS.includes(key))
      .map((key) => key.slice(0, MOST_CHARACTERS)),
  };
}

function readReference(config: JsonObject): KlReference {
  const [first, second] = REFERENCES.filter((field) => config[field] != null);
  if (second !== undefined) {
    throw new TrainingInputError([...PLACE, second], `it and ${first} exclude each other; send only one of them`);
  }
  switch (first) {
    case 'kl_penalty_reference_step':
      return { kind: 'step', step: readNumber(config, first, 0, stepRange, PLACE) };
    case 'kl_penalty_step_lag':
      return { kind: 'lag', steps: readNumber(config, first, 1, lagRange, PLACE) };
    case 'kl_ref_adapter_path':
      if (typeof config[first] === 'string') return { kind: 'adapter', name: config[first] };
      throw new TrainingInputError([...PLACE, first], 'it must be the name of a trained model of this server, or null');
    default:
      return { kind: 'base' };
  }
}

function packedLengthOf(config: JsonObject, chunkSize: number): number | null {
  if (config.packed_sequence_length == null) return null;
  const length = readNumber(config, 'packed_sequence_length', 0, lengthRange, PLACE);
  if (length % chunkSize === 0) return length;
  throw new TrainingInputError(
    [...PLACE, 'packed_sequence_length'],
    `it must be a multiple of logprob_calculation_chunk_size (${chunkSize})`,
  );
}

function numbers(least: number, most: number): AllowedRange {
  return { allows: (value) => value >= least && value <= most, says: `a number from ${least} to ${most}` };
}

function integers(least: number, most: number): AllowedRange {
  const { allows } = numbers(least, most);
  return {
    allows: (value) => Number.isInteger(value) && allows(value),
    says: `an integer from ${least} to ${most}`,
  };
}
