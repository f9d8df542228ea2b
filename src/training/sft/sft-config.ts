import { limits } from '../../generated/limits.ts';
import { requestFields } from '../../generated/request-fields.ts';
import type { SftConfig as RequestedConfig } from '../../generated/types.ts';
import { TrainingInputError } from '../training-input-error.ts';

/** Settings of an SFT job, with defaults filled in. */
export interface SftConfig {
  /** Examples per optimizer step. */
  batchSize: number;
  /** A constant, or one learning rate per batch. */
  learningRate: number | number[];
  /** Whether to train on every answer of a conversation or only on the last. */
  assistantTurns: 'all' | 'last';
  /** Keys of the request that this server does not know. */
  ignoredKeys: string[];
}

/** Defaults that the contract states only in prose, since each field has several types. */
const DEFAULTS = { batchSize: 2, learningRate: 5e-5 } as const;
const KNOWN = Object.keys(requestFields.createSftTrainingJob?.config ?? {});

/**
 * Reads `config` of an SFT job, already validated against the contract. Null, absent and "auto" mean the defaults.
 * `metric_logging` is not read: this server logs metrics in any case.
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
 * Returns the learning rate of each batch. Surplus rates of a list are ignored, so that one schedule serves jobs of any
 * length. Throws a `TrainingInputError` if a list has fewer rates than there are batches.
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
