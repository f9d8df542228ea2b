/**
 * What crosses between the HTTP process and the compute process (child_process IPC, advanced serialization).
 * Only plain data: numbers, strings and typed arrays.
 */

/** A model the operator serves. `path` is a folder with safetensors or a GGUF file. */
export interface ServedModelFiles {
  id: string;
  path: string;
}

/** A LoRA adapter on disk: a PEFT folder. `id` is the checkpoint's UUID and keys the adapter cache. */
export interface AdapterFiles {
  id: string;
  folder: string;
}

export interface SamplingParams {
  /** 0 is greedy. */
  temperature: number;
  /** 0 is off. */
  topK: number;
  /** 1 is off. */
  topP: number;
  /** Signed 64-bit integer; draws are keyed by (seed, position, token id). */
  seed: bigint;
}

export interface GenerateRequest {
  model: string;
  adapter: AdapterFiles | null;
  /** [T] prompt token ids, T >= 1. */
  promptIds: Uint32Array;
  /** At least 1; prompt length + maxTokens <= context length. */
  maxTokens: number;
  /** A sampled token among these ends the sequence (it is still reported). */
  stopTokenIds: number[];
  sampling: SamplingParams;
  /** Alternatives to report with each token, 0 to 20. */
  topLogprobs: number;
}

/** One sampled token. Log-probabilities are raw: log-softmax of the model's logits, before temperature and filters. */
export interface GeneratedToken {
  id: number;
  logprob: number;
  /** [topLogprobs] best alternatives, best first. */
  topIds: number[];
  topLogprobs: number[];
}

export type FinishCause = 'stop_token' | 'length';

/** One training sequence of T tokens. Per-token arrays are indexed by the token they score; entry 0 is never scored. */
export interface TrainSequence {
  ids: Uint32Array;
  /** [T] 1 where the token is trained on. */
  mask: Uint8Array;
  /** [T] advantage times weight; 1 for supervised tokens. */
  advantages: Float32Array;
  /** [T] log-probability at sampling time; NaN means sampled by the current policy (ratio 1), as in SFT. */
  oldLogprobs: Float32Array;
}

/**
 * One optimizer step. Loss = sum over tokens of -clip(ratio, 1 - epsilon, 1 + epsilonHigh) * advantage * logprob * mask,
 * divided by the number of masked tokens, where ratio = exp(logprob - oldLogprob) carries no gradient (CISPO).
 * With oldLogprobs NaN and advantages 1 it is the mean token cross-entropy.
 */
export interface TrainStepRequest {
  sequences: TrainSequence[];
  epsilon: number;
  epsilonHigh: number;
  learningRate: number;
  weightDecay: number;
  /** Clip the global gradient norm to this. */
  maxGradNorm: number;
}

export interface TrainStepResult {
  loss: number;
  /** Mean over masked tokens, in nats. */
  entropy: number;
  /** Global L2 norm before clipping. */
  gradNorm: number;
  maskedTokens: number;
  /** For each sequence [T]: the log-probability of each token under the weights before this step (0 where unmasked). */
  logprobs: Float32Array[];
}

/** Starts (or resumes) training of one adapter: from a PEFT folder, or a fresh adapter when null. */
export interface TrainBeginRequest {
  session: string;
  model: string;
  adapter: AdapterFiles | null;
  /** AdamW moments as safetensors; null starts from zero. */
  optimizerFile: string | null;
}

/** Writes the trained adapter as a PEFT folder, and the optimizer state beside it, both into `folder` (which exists). */
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
}

export interface LoadedModelReport {
  id: string;
  parameters: number;
  weightBytes: number;
  contextLength: number;
}

/** Errors cross the process border as a code and a sentence. */
export type WorkerErrorCode =
  | 'model_load_failed'
  | 'adapter_load_failed'
  | 'out_of_memory'
  | 'device_lost'
  | 'queue_full'
  | 'aborted'
  | 'training_failed'
  | 'disk_full'
  | 'worker_down'
  | 'internal';
