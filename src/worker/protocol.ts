/**
 * What crosses between the HTTP process and the compute process (child_process IPC, advanced serialization) beside
 * generate requests and training steps. Only plain data: numbers, strings and typed arrays.
 */
import type { AdapterFiles } from '../model/model-files.ts';
import type { Precision } from '../model/precision.ts';
import type { ScoredSequence } from '../training/train-step.ts';
import type { LaidOut } from '../training/trainer/micro-batch.ts';

/** AdamW's moments, beside the adapter in a checkpoint's folder. */
export const OPTIMIZER_FILE = 'optimizer.safetensors';

/** Jobs of different models that train at the same time, each with memory of its own. */
export const MOST_JOBS = 4;

/** What device memory training may take beside the served models, in bytes. */
export interface TrainingRoom {
  /** That may train side by side. */
  jobs: number;
  /** Of each of them. */
  jobBytes: number;
  /** Of all of them together. */
  roomBytes: number;
  /**
   * Where the figure comes from: the operator's setting, the machine's memory, the GPU's as its driver tells it, or a
   * guess where it does not.
   */
  source: 'operator' | 'machine' | 'driver' | 'assumed';
}

/** Starts (or resumes) training of one adapter: from a PEFT folder, or a fresh adapter when null. */
export interface TrainBeginRequest {
  session: string;
  model: string;
  adapter: AdapterFiles | null;
  /** AdamW moments as safetensors; null starts from zero. */
  optimizerFile: string | null;
  /** Tokens of the longest sequence of the whole job. */
  longest: number;
  /** Tokens of the micro-batches that the job began with; null where it has not begun. */
  capacity: number | null;
}

/** Asks for the memory that training with such an adapter, or a fresh one when null, will take. */
export interface TrainPlanRequest {
  model: string;
  adapter: AdapterFiles | null;
  /** Tokens of the longest sequence of the whole job. */
  longest: number;
  /** Tokens of the micro-batches that the job began with; null where it has not begun. */
  capacity: number | null;
  /** Tokens that the job's steps lay down in micro-batches of each capacity; empty where that decides nothing. */
  laidOut: LaidOut[];
}

export interface TrainPlanReport {
  /** Tokens of a micro-batch. */
  capacity: number;
  /** One line for the log. */
  description: string;
}

/** Asks for the log-probabilities of trained tokens under an adapter, or under the base model when null. */
export interface TrainScoreRequest {
  model: string;
  adapter: AdapterFiles | null;
  sequences: ScoredSequence[];
}

/**
 * Writes the trained adapter as a PEFT folder, and the optimizer state beside it, both into `folder` (which exists).
 */
export interface TrainSaveRequest {
  session: string;
  folder: string;
}

export interface DeviceReport {
  adapter: string;
  vendor: string;
  backend: string;
  /** True for software Vulkan. */
  fallback: boolean;
  features: string[];
  maxBindingBytes: number;
  /** Of the adapter, and who says so: the machine, whose memory it shares, the driver, or nobody. */
  memoryBytes: number;
  memorySource: 'machine' | 'driver' | 'assumed';
}

export interface LoadedModelReport {
  id: string;
  precision: Precision;
  parameters: number;
  weightBytes: number;
  contextLength: number;
  /** Tokens, of all sequences, whose keys and values are cached at once. */
  cacheTokens: number;
  /** Device memory of these. */
  cacheBytes: number;
  /** Longest sequence, in tokens, whose activations the device can bind in training. */
  trainingLength: number;
}

/** Errors cross the process border as a code and a sentence. */
export type WorkerErrorCode =
  | 'model_load_failed'
  | 'adapter_load_failed'
  | 'out_of_memory'
  | 'device_lost'
  | 'queue_full'
  | 'invalid_grammar'
  | 'aborted'
  | 'training_failed'
  /** The one whose message is for users. */
  | 'training_too_large'
  | 'disk_full'
  | 'worker_down'
  | 'internal';
