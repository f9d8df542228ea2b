import type { AdapterFiles } from '../../model/model-files.ts';

/**
 * A request to another worker for the gradient of one shard of a step. Paths are stored paths, which all workers can
 * read.
 */
export interface ShardRequest {
  /** Unique name of the step. */
  step: string;
  /** Id of the base model. */
  model: string;
  /** Weights before the step; null for a new adapter. */
  adapter: AdapterFiles | null;
  /** Capacity of a micro-batch in tokens. */
  capacity: number;
  /** File with the step's sequences and loss. */
  request: string;
  shard: number;
}

export interface ShardResult {
  /** File with the gradient and the statistics of the tokens. */
  path: string;
  /** SHA-256 of their bits. */
  sha256: string;
  /** Seconds that the computation took. */
  seconds: number;
}

/** A worker that computes the same bits as this one. */
export interface StepHelper {
  /** Name of the worker for operators. */
  name: string;
  /**
   * Computes a shard. Rejects if the worker refuses, fails or is gone. Aborting `signal` makes it stop work for the
   * step.
   */
  compute(ask: ShardRequest, signal: AbortSignal): Promise<ShardResult>;
}

/** The workers of a cluster that may compute shards of a step. */
export interface StepHelpers {
  /** Returns the other workers that are alive now and run no training. A worker has the same name in every call. */
  ready(model: string): StepHelper[];
  /**
   * Returns the class of training of the model on this worker, for people. Workers of one class compute the same bits.
   */
  classOf(model: string): string;
}
