import {
  isObject,
  type JsonObject,
  type NumberRange,
  notNegative,
  positiveInteger,
  readFlag,
  readNumber,
} from '../json-reading.ts';
import { type Place, TrainingInputError } from '../training-input-error.ts';

/** The settings of an RL job, defaults filled in. */
export interface RlConfig {
  learningRate: number;
  /** -1 to 1. */
  advantageBalance: number;
  scaleRewards: boolean;
  epsilon: number;
  epsilonHigh: number;
  allowTrainingWithoutLogprobs: boolean;
  /** Tokens a packed row holds; null follows the longest sequence. */
  packedSequenceLength: number | null;
  /** Keys of the request that this server does not know. */
  ignoredKeys: string[];
}

/** CISPO's defaults; an upper width of 4 is what null means on the wire. */
const DEFAULTS = { learningRate: 5e-6, epsilon: 1, epsilonHigh: 4, chunkSize: 1024 } as const;

const PLACE: Place = ['experimental_config'];

const BUILT = [
  'learning_rate',
  'advantage_balance',
  'scale_rewards',
  'normalize_advantages',
  'epsilon',
  'epsilon_high',
  'loss_fn',
  'ppo',
  'importance_sampling_level',
  'packed_sequence_length',
  'logprob_calculation_chunk_size',
  'allow_training_without_logprobs',
  'plot_tensors',
];

/** Fields whose effect is not built, with the values that change nothing; only they and null are taken. */
const UNBUILT: Record<string, readonly unknown[]> = {
  mask_prob_ratio: [false],
  max_negative_advantage_importance_sampling_weight: [0],
  kimi_k2_tau: [0],
  lab_k2_tau: [0],
  precalculate_logprobs: [false],
  truncated_importance_sampling: [],
  kl_penalty_coef: [0],
  kl_penalty_source: ['current_learner', 'sample'],
  kl_penalty_reference_step: [],
  kl_penalty_step_lag: [],
  kl_ref_adapter_path: [],
  num_trajectories_learning_rate_multiplier_power: [0],
  scale_learning_rate_by_reward_std_dev: [false],
};

const balanceRange: NumberRange = { allows: (value) => value >= -1 && value <= 1, says: 'a number from -1 to 1' };

const LEVELS = ['token', 'sequence', 'average', 'geometric_average'];
const LOSSES = ['cispo', 'ppo'];

/**
 * Reads `experimental_config` of an RL job; null and absent fields are their defaults. Throws a `TrainingInputError`
 * that names the field for a wrong value and for one whose effect is not built.
 */
export function readRlConfig(value: unknown): RlConfig {
  if (value != null && !isObject(value)) throw fault(null, 'it must be an object or null');
  const config: JsonObject = value ?? {};
  checkLoss(config);
  refuseUnbuilt(config);
  const chunkSize = readNumber(config, 'logprob_calculation_chunk_size', DEFAULTS.chunkSize, positiveInteger, PLACE);
  readFlag(config, 'plot_tensors', false, PLACE);
  return {
    learningRate: readNumber(config, 'learning_rate', DEFAULTS.learningRate, notNegative, PLACE),
    advantageBalance: readNumber(config, 'advantage_balance', 0, balanceRange, PLACE),
    scaleRewards:
      readFlag(config, 'scale_rewards', true, PLACE) && readFlag(config, 'normalize_advantages', true, PLACE),
    epsilon: readNumber(config, 'epsilon', DEFAULTS.epsilon, notNegative, PLACE),
    epsilonHigh: readNumber(config, 'epsilon_high', DEFAULTS.epsilonHigh, notNegative, PLACE),
    allowTrainingWithoutLogprobs: readFlag(config, 'allow_training_without_logprobs', false, PLACE),
    packedSequenceLength: rowLengthOf(config, chunkSize),
    ignoredKeys: Object.keys(config).filter((key) => !BUILT.includes(key) && !Object.hasOwn(UNBUILT, key)),
  };
}

function checkLoss(config: JsonObject): void {
  const loss = config.loss_fn ?? null;
  const ppo = readFlag(config, 'ppo', false, PLACE);
  if (loss !== null && !LOSSES.includes(String(loss))) throw fault('loss_fn', `it must be one of ${LOSSES.join(', ')}`);
  if (loss === 'cispo' && ppo) throw fault('ppo', "it contradicts loss_fn 'cispo'; send one of the two");
  if (loss === 'ppo') throw notBuilt('loss_fn', "'cispo'");
  if (ppo) throw notBuilt('ppo', 'false');
  const level = config.importance_sampling_level ?? 'token';
  if (!LEVELS.includes(String(level))) {
    throw fault('importance_sampling_level', `it must be one of ${LEVELS.join(', ')}`);
  }
  if (level !== 'token') throw notBuilt('importance_sampling_level', "'token'");
}

function refuseUnbuilt(config: JsonObject): void {
  if (config.kimi_k2_tau != null && config.lab_k2_tau != null) {
    throw fault('lab_k2_tau', 'it and kimi_k2_tau are one field; send only one of them');
  }
  if (config.kl_penalty_reference_step != null && config.kl_penalty_step_lag != null) {
    throw fault('kl_penalty_step_lag', 'it and kl_penalty_reference_step exclude each other');
  }
  for (const [field, neutral] of Object.entries(UNBUILT)) {
    const value = config[field];
    if (value != null && !neutral.includes(value))
      throw notBuilt(field, neutral.map((item) => JSON.stringify(item)).join(' or '));
  }
}

function rowLengthOf(config: JsonObject, chunkSize: number): number | null {
  if (config.packed_sequence_length == null) return null;
  const length = readNumber(config, 'packed_sequence_length', 0, positiveInteger, PLACE);
  if (length % chunkSize !== 0) {
    throw fault('packed_sequence_length', `it must be a multiple of logprob_calculation_chunk_size (${chunkSize})`);
  }
  return length;
}

function fault(field: string | null, reason: string): TrainingInputError {
  return new TrainingInputError(field === null ? PLACE : [...PLACE, field], reason);
}

function notBuilt(field: string, neutral: string): TrainingInputError {
  return fault(field, `this value is not supported yet; leave it out${neutral === '' ? '' : ` or send ${neutral}`}`);
}
