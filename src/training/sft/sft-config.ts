import { isObject, type JsonObject, notNegative, positiveInteger, readNumber } from '../json-reading.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';

/** The settings of an SFT job, defaults filled in. */
export interface SftConfig {
  /** Examples in an optimizer step. */
  batchSize: number;
  /** Constant, or one rate for each batch. */
  learningRate: number | number[];
  /** Train on every answer of a conversation, or on the last alone. */
  assistantTurns: 'all' | 'last';
  /** Keys of the request that this server does not know. */
  ignoredKeys: string[];
}

const DEFAULTS = { batchSize: 2, learningRate: 5e-5 } as const;
const KNOWN = ['batch_size', 'learning_rate', 'assistant_turns', 'metric_logging'];
const PLACE: InputPath = ['config'];

/**
 * Reads `config` of an SFT job; null, absent and "auto" are the defaults. `metric_logging` asks for what this server
 * does anyway. Throws a `TrainingInputError` that names the field.
 */
export function readSftConfig(value: unknown): SftConfig {
  if (value != null && !isObject(value)) throw new TrainingInputError(PLACE, 'it must be an object or null');
  const config: JsonObject = value ?? {};
  const turns = config.assistant_turns ?? 'all';
  if (turns !== 'all' && turns !== 'last') {
    throw new TrainingInputError([...PLACE, 'assistant_turns'], "it must be 'all' or 'last'");
  }
  const auto = config.batch_size === 'auto';
  return {
    batchSize: auto ? DEFAULTS.batchSize : readNumber(config, 'batch_size', DEFAULTS.batchSize, positiveInteger, PLACE),
    learningRate: readLearningRate(config),
    assistantTurns: turns,
    ignoredKeys: Object.keys(config).filter((key) => !KNOWN.includes(key)),
  };
}

function readLearningRate(config: JsonObject): number | number[] {
  const rates = config.learning_rate;
  if (!Array.isArray(rates)) return readNumber(config, 'learning_rate', DEFAULTS.learningRate, notNegative, PLACE);
  const wrong = rates.findIndex((rate) => typeof rate !== 'number' || !Number.isFinite(rate) || rate < 0);
  if (wrong >= 0) {
    throw new TrainingInputError([...PLACE, 'learning_rate', wrong], `it must be ${notNegative.says}`);
  }
  return rates;
}

/**
 * The rate of each batch; those of a list beyond the batches are not used, so that one schedule serves jobs of any
 * length. Throws a `TrainingInputError` when a list has fewer rates than there are batches.
 */
export function batchRates(config: SftConfig, batches: number): number[] {
  const { learningRate } = config;
  if (typeof learningRate === 'number') return new Array<number>(batches).fill(learningRate);
  if (learningRate.length < batches) {
    const reason = `it has ${learningRate.length} rates for ${batches} batches of ${config.batchSize}; give one for each batch`;
    throw new TrainingInputError([...PLACE, 'learning_rate'], reason);
  }
  return learningRate.slice(0, batches);
}
