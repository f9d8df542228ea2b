import type { ChatText } from '../chat-text.ts';
import type { Cooperative } from '../cooperative.ts';
import { trainableTokens } from '../rl/token-sequence.ts';
import type { TrainSequence, TrainStepRequest } from '../train-step.ts';
import { batchRates, type SftConfig } from './sft-config.ts';
import type { SftExample } from './sft-data.ts';
import { sftSequence } from './sft-labels.ts';
import { turnMarkersOf } from './template-markers.ts';

/** AdamW settings of SFT jobs; the betas are 0.9 and 0.99. */
const OPTIMIZER = { weightDecay: 0, maxGradNorm: 1 } as const;

/** One batch of examples in file order. */
export interface SftStep {
  /** Null if no token is left to train on: a step that changes nothing. */
  request: TrainStepRequest | null;
  learningRate: number;
  metrics: {
    num_trajectories: number;
    num_tokens: number;
    num_trainable_tokens: number;
    num_dropped_trajectories: number;
  };
}

/**
 * Turns examples into one optimizer step per batch. Examples longer than `maxLength` tokens are dropped and counted.
 * Throws a `TrainingInputError` for a list with fewer rates than batches, and for examples that cannot be labelled.
 */
export function* planSftJob(
  rows: readonly SftExample[],
  config: SftConfig,
  text: ChatText,
  maxLength: number,
): Cooperative<SftStep[]> {
  const batches = Math.ceil(rows.length / config.batchSize);
  const markers = turnMarkersOf(text);
  const steps: SftStep[] = [];
  for (const [place, learningRate] of batchRates(config, batches).entries()) {
    const batch = rows.slice(place * config.batchSize, (place + 1) * config.batchSize);
    const fitting: TrainSequence[] = [];
    for (const row of batch) {
      const sequence = sftSequence(row, config.assistantTurns, text, markers, maxLength);
      if (sequence !== null) fitting.push(sequence);
      yield;
    }
    steps.push(sftStep(fitting, batch.length, learningRate));
  }
  return steps;
}

function sftStep(sequences: TrainSequence[], rows: number, learningRate: number): SftStep {
  const trainable = sequences.reduce((sum, sequence) => sum + trainableTokens(sequence), 0);
  const request: TrainStepRequest = { sequences, loss: 'cross_entropy', learningRate, ...OPTIMIZER };
  return {
    request: trainable === 0 ? null : request,
    learningRate,
    metrics: {
      num_trajectories: sequences.length,
      num_tokens: sequences.reduce((sum, { ids }) => sum + ids.length, 0),
      num_trainable_tokens: trainable,
      num_dropped_trajectories: rows - sequences.length,
    },
  };
}
