import { limits } from '../../generated/limits.ts';
import { requestFields } from '../../generated/request-fields.ts';
import type { SftConfig as RequestedConfig } from '../../generated/types.ts';
import { TrainingInputError } from '../training-input-error.ts';

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

/** As the contract says them in words, since each stands for several types. */
const DEFAULTS = { batchSize: 2, learningRate: 5e-5 } as const;
const KNOWN = Object.keys(requestFields.createSftTrainingJob?.config ?? {});

/**
 * Reads `config` of an SFT job, which the contract's validator has passed; null, absent and "auto" are the defaults.
 * `metric_logging` asks for what this server does anyway.
 */
export function readSftConfig(value: unknown): SftConfig {
  const config = (value ?? {}) as RequestedConfig;
  const { batch_size: batchSize } = config;
  return {
    batchSize: batchSize === 'auto' ? DEFAULTS.batchSize : (batchSize ?? DEFAULTS.batchSize),
    learningRate: config.learning_rate ?? DEFAULTS.learningRate,
    assistantTurns: config.assistant_turns ?? limits.SftConfig.assistant_turns.default,
    ignoredKeys: Object.keys(config).filter((key) => !KNOWN.includes(key)),
  };
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
    throw new TrainingInputError(['config', 'learning_rate'], reason);
  }
  return learningRate.slice(0, batches);
}
