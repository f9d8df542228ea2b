import type { AdapterFiles } from '../../model/model-files.ts';

/** What another worker is to compute of a step: the gradient of one shard. Paths are stored ones, which all reach. */
export interface ShardAsk {
  /** Names the step; no other has the name. */
  step: string;
  /** Id of the base model. */
  model: string;
  /** The weights before the step; null for a fresh adapter. */
  adapter: AdapterFiles | null;
  /** Tokens of a micro-batch. */
  capacity: number;
  /** The file with the step's sequences and loss. */
  request: string;
  shard: number;
}

export interface ShardDone {
  /** The file with the gradient and what is known of the tokens. */
  path: string;
  /** SHA-256 of their bits. */
  sha256: string;
  /** What it took to compute it. */
  seconds: number;
}

/** A worker that computes the same bits. */
export interface StepHelper {
  /** As operators see it. */
  name: string;
  /** Rejects where it cannot, does not want to, or is gone. An aborted `signal` has it leave the step. */
  compute(ask: ShardAsk, signal: AbortSignal): Promise<ShardDone>;
}

/** The workers of a cluster that may be asked for shards of a step. */
export interface StepHelpers {
  /** Those that are there now and train nothing, but for this one. Two calls give one worker the same name. */
  ready(model: string): StepHelper[];
  /** What training that model computes the same bits as here is named by, for people. */
  classOf(model: string): string;
}
