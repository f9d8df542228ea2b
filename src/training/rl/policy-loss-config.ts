import { type AllowedRange, type JsonObject, readFlag, readNumber } from '../json-reading.ts';
import { CISPO, type PolicyLoss, PPO, type RatioLevel } from '../policy-loss.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';

/** As the contract bounds them. */
const weightRange: AllowedRange = {
  allows: (value) => value >= 0 && value <= 1e6,
  says: 'a number from 0 to 1000000',
};

const LOSSES = ['cispo', 'ppo'] as const;
const LEVELS: readonly RatioLevel[] = ['token', 'sequence', 'average', 'geometric_average'];
const SOURCES = ['current_learner', 'sample'] as const;

/** The fields of an RL job's configuration that shape its loss. */
export const LOSS_FIELDS = [
  'loss_fn',
  'ppo',
  'epsilon',
  'epsilon_high',
  'importance_sampling_level',
  'max_negative_advantage_importance_sampling_weight',
  'mask_prob_ratio',
  'kimi_k2_tau',
  'lab_k2_tau',
  'truncated_importance_sampling',
  'kl_penalty_coef',
  'kl_penalty_source',
];

/**
 * The loss that an RL job asks for, defaults filled in: those of CISPO, or of PPO where it is asked for.
 * Throws a `TrainingInputError` at the field in `place` that is wrong or contradicts another.
 */
export function readPolicyLoss(config: JsonObject, place: InputPath): PolicyLoss {
  const defaults = readLossName(config, place) === 'ppo' ? PPO : CISPO;
  const epsilon = readNumber(config, 'epsilon', defaults.epsilon, weightRange, place);
  const level = readWord(config, 'importance_sampling_level', LEVELS, place) ?? 'token';
  const cap = readNumber(config, 'max_negative_advantage_importance_sampling_weight', 0, weightRange, place);
  const source = readWord(config, 'kl_penalty_source', SOURCES, place) ?? 'current_learner';
  const coef = readNumber(config, 'kl_penalty_coef', 0, weightRange, place);
  const truncation = readNumber(config, 'truncated_importance_sampling', 0, weightRange, place);
  return {
    fn: defaults.fn,
    epsilon,
    epsilonHigh: readNumber(
      config,
      'epsilon_high',
      defaults.fn === 'ppo' ? epsilon : defaults.epsilonHigh,
      weightRange,
      place,
    ),
    level,
    ratioCap: cap === 0 ? null : cap,
    maskProbRatio: readFlag(config, 'mask_prob_ratio', false, place),
    tau: readTau(config, place),
    truncation: truncation === 0 ? null : truncation,
    kl: coef === 0 ? null : { coef, source },
  };
}

/** `loss_fn` decides, and where it is left out `ppo`; both are sent by newer clients, and agree. */
function readLossName(config: JsonObject, place: InputPath): PolicyLoss['fn'] {
  const name = readWord(config, 'loss_fn', LOSSES, place);
  const ppo = readFlag(config, 'ppo', false, place);
  if (name === null) return ppo ? 'ppo' : 'cispo';
  if (config.ppo != null && ppo !== (name === 'ppo')) {
    throw new TrainingInputError([...place, 'ppo'], `it contradicts loss_fn '${name}'; send one of the two`);
  }
  return name;
}

function readTau(config: JsonObject, place: InputPath): number {
  if (config.kimi_k2_tau != null && config.lab_k2_tau != null) {
    throw new TrainingInputError([...place, 'lab_k2_tau'], 'it and kimi_k2_tau are one field; send only one of them');
  }
  return readNumber(config, config.lab_k2_tau == null ? 'kimi_k2_tau' : 'lab_k2_tau', 0, weightRange, place);
}

/** Null where it is left out. */
function readWord<Word extends string>(
  config: JsonObject,
  field: string,
  allowed: readonly Word[],
  place: InputPath,
): Word | null {
  const value = config[field] ?? null;
  if (value === null) return null;
  const word = allowed.find((one) => one === value);
  if (word === undefined) throw new TrainingInputError([...place, field], `it must be one of ${allowed.join(', ')}`);
  return word;
}
