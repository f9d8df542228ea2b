/**
 * Messages between the HTTP process and the compute process (child_process IPC, advanced serialization): the methods
 * that can be called, then the messages that carry the calls. Only plain data: numbers, strings and typed arrays.
 */

import type { CacheType } from '../compute/ops/layer-cache.ts';
import type { BeamReport, BeamRequest } from '../inference/beam-request.ts';
import type { EngineStats } from '../inference/engine/engine-stats.ts';
import type { FinishCause, GeneratedToken, GenerateRequest, PromptReport } from '../inference/generate-request.ts';
import type { GrammarConstraint } from '../inference/grammar/grammar.ts';
import type { LoraSettings } from '../model/lora-layout.ts';
import type { AdapterFiles, Precision, ServedModelFiles } from '../model/model-files.ts';
import type { WeightForm } from '../model/weight-forms.ts';
import type { MaskedTokens, TrainStepRequest, TrainStepResult } from '../training/train-step.ts';
import type { MemoryPlan } from '../training/trainer/memory-plan.ts';
import type { PackedSize } from '../training/trainer/micro-batch.ts';
import type { Slopes } from '../training/trainer/objective.ts';
import type { AccumulateRequest, AccumulateResult, AdamSettings, OpenedStep } from '../training/trainer/trainer.ts';

/** File of AdamW's moments, next to the adapter in a checkpoint's folder. */
export const OPTIMIZER_FILE = 'optimizer.safetensors';

/** Most jobs, of different models, that train at the same time. Each has its own memory. */
export const MAX_JOBS = 4;

/** Device memory for training besides the served models, in bytes. */
export interface TrainingRoom {
  /** Most concurrent jobs. */
  jobs: number;
  /** Bytes of each job. */
  jobBytes: number;
  /** Bytes of all jobs together. */
  roomBytes: number;
  /**
   * Source of the figure: the operator's setting, the machine's memory, the GPU's memory as its driver reports it, or a
   * guess.
   */
  source: 'operator' | 'machine' | 'driver' | 'assumed';
}

/** Starts or resumes training of one adapter, from a PEFT folder, or from a new adapter if null. */
export interface TrainBeginRequest {
  session: string;
  model: string;
  adapter: AdapterFiles | null;
  /** AdamW moments as safetensors; null starts from zero. */
  optimizerFile: string | null;
  /** Plan that `trainPlan` returned. */
  memory: MemoryPlan;
}

/** Asks for the memory that training an adapter takes; `adapter` is null for a new one. */
export interface TrainPlanRequest {
  model: string;
  adapter: AdapterFiles | null;
  /** Tokens of the job's longest sequence. */
  longest: number;
  /** Capacity in tokens of the micro-batches that the job began with; null if it has not begun. */
  begunCapacity: number | null;
  /**
   * Tokens of the job's micro-batches for each capacity, in ascending order; empty if the choice does not depend on
   * them.
   */
  packedSizes: PackedSize[];
}

export interface TrainPlanReport {
  plan: MemoryPlan;
  /** One line for the log. */
  description: string;
}

/** Asks for the log-probabilities of trained tokens under an adapter, or under the base model if null. */
export interface TrainLogprobsRequest {
  model: string;
  adapter: AdapterFiles | null;
  sequences: MaskedTokens[];
}

/** Writes the trained adapter as a PEFT folder into `folder`, which exists. */
export interface TrainSaveRequest {
  session: string;
  folder: string;
  /** Whether to write the optimizer state as well. */
  optimizer: boolean;
}

/** Settings of a new adapter. */
export interface FreshAdapter {
  lora: LoraSettings;
  seed: number;
}

/**
 * Starts training driven call by call: its data is unknown, so memory is planned for each call. All these sessions
 * together may take the memory of one job.
 */
export interface TrainOpenRequest {
  session: string;
  model: string;
  start: FreshAdapter | AdapterFiles;
  /** AdamW moments as safetensors; null starts from zero. */
  optimizerFile: string | null;
  /** Gradient accumulated so far, as `trainSaveSum` wrote it; null or absent for none. */
  sumFile?: string | null;
}

export interface TrainOpenReport {
  lora: LoraSettings;
  /** Bytes of adapter, gradients and moments together. */
  adapterBytes: number;
}

/** Accumulates a gradient in a session of `trainOpen`. */
export interface TrainAccumulateCall {
  session: string;
  request: AccumulateRequest;
}

/** Applies the accumulated gradient in a session of `trainOpen`. */
export interface TrainApplyCall {
  session: string;
  settings: AdamSettings;
}

/** Writes the accumulated gradient of a session of `trainOpen`. */
export interface TrainSaveSumRequest {
  session: string;
  /** Path of the file to create. */
  file: string;
}

export interface DeviceReport {
  adapter: string;
  vendor: string;
  backend: string;
  /** True for software Vulkan. */
  fallback: boolean;
  features: string[];
  maxBindingBytes: number;
  /** Memory of the adapter, and its source: the machine, whose memory it shares, the driver, or a guess. */
  memoryBytes: number;
  memorySource: 'machine' | 'driver' | 'assumed';
}

export interface LoadedModelReport {
  id: string;
  precision: Precision;
  parameters: number;
  weightBytes: number;
  /** Forms in which matrices are stored in the file and kept on the device. */
  weights: WeightForm[];
  /** Bytes of device memory for adapters that chats use. */
  adapterBytes: number;
  /** Longest context of the model, and longest for which there is memory here. */
  maxPositionEmbeddings: number;
  contextLength: number;
  /** Capacity of the KV cache in tokens of all sequences. */
  cacheTokens: number;
  /** Bytes of the KV cache. */
  cacheBytes: number;
  /** Type of the KV cache. */
  cacheType: CacheType;
  /** Smaller cache types that would allow longer contexts, with these. */
  longerContexts: LongerContext[];
  /** Longest sequence, in tokens, whose activations the device can bind in training. */
  trainingLength: number;
}

export interface LongerContext {
  cacheType: CacheType;
  contextLength: number;
}

export interface FittedModelReport extends LoadedModelReport {
  /** Longest sequence, in tokens, that a training job has memory for; 0 if for none. */
  trainingTokens: number;
}

/** Returns how many sequences of full context length fit into the KV cache. */
export function fullSequences({
  cacheTokens,
  contextLength,
}: Pick<LoadedModelReport, 'cacheTokens' | 'contextLength'>): number {
  return Math.floor(cacheTokens / contextLength);
}

/** Error codes of the compute process; each error has a code and a message. */
export type WorkerErrorCode =
  | 'model_load_failed'
  | 'adapter_load_failed'
  | 'out_of_memory'
  | 'device_lost'
  | 'queue_full'
  | 'invalid_grammar'
  /** Logits are NaN or infinite. The message is for users. */
  | 'not_finite'
  | 'aborted'
  | 'training_failed'
  /** The adapter or call fits only without other sessions. The message is for users, also for `training_too_large`. */
  | 'training_no_room'
  | 'training_too_large'
  | 'disk_full'
  | 'worker_down'
  | 'internal';

export interface LoadRequest {
  models: ServedModelFiles[];
  /** Absolute path of the operator's module of logits processors, or null. */
  processors: string | null;
  /** Bytes of device memory that one training job may take; null for the default. */
  trainingMemory: number | null;
}

export interface LoadReport {
  device: DeviceReport;
  models: FittedModelReport[];
  training: TrainingRoom;
  /** Names of all registered logits processors. */
  processors: string[];
}

export interface GenerateReport {
  cause: FinishCause;
}

/** Statistics of the engine of one model. */
export interface ModelStats {
  model: string;
  stats: EngineStats;
}

/** One training step of a session begun by `trainBegin`. */
export interface TrainStepCall {
  session: string;
  request: TrainStepRequest;
}

/** Begins a step whose gradient is summed shard by shard. `slopes` come from another session with the same step. */
export interface TrainBeginStepCall extends TrainStepCall {
  slopes: Slopes | null;
}

/** One shard of the open step. */
export interface TrainShardCall {
  session: string;
  /** Index of the shard, from 0. */
  shard: number;
}

/** Adds a shard. `file` holds its gradient, computed by another session or process; if null, it is computed here. */
export interface TrainAddShardCall extends TrainShardCall {
  file: string | null;
  /** Whether to return the SHA-256 of the gradient. */
  digest: boolean;
}

/** Computes a shard's gradient without adding it, and writes it to `file` unless null. */
export interface TrainShardGradientCall extends TrainShardCall {
  file: string | null;
}

interface TrainSessionCall {
  session: string;
}

/** Methods of the compute process, with arguments and result. */
export interface WorkerMethods {
  /** Opens the device if needed, then replaces the loaded base models. Reports progress meanwhile. */
  load: { args: LoadRequest; result: LoadReport };
  /** Streams a `prompt` message and `token` messages. A cancelled call ends with error code `aborted`. */
  generate: { args: GenerateRequest; result: GenerateReport };
  /** Runs a beam search. A cancelled call ends with error code `aborted`. */
  search: { args: BeamRequest; result: BeamReport };
  /** Ends with code `training_too_large` if no plan fits. */
  trainPlan: { args: TrainPlanRequest; result: TrainPlanReport };
  trainBegin: { args: TrainBeginRequest; result: null };
  trainStep: { args: TrainStepCall; result: TrainStepResult };
  trainBeginStep: { args: TrainBeginStepCall; result: OpenedStep };
  /** Adds the gradient of the next shard; returns its SHA-256 if requested. */
  trainAddShard: { args: TrainAddShardCall; result: string | null };
  /** Returns the SHA-256 of the gradient of a shard. */
  trainShardGradient: { args: TrainShardGradientCall; result: string };
  /** Updates the weights with the summed gradient. */
  trainFinishStep: { args: TrainSessionCall; result: TrainStepResult };
  /** [T] log-probabilities for each sequence, 0 if not trained. A cancelled call ends with error code `aborted`. */
  trainLogprobs: { args: TrainLogprobsRequest; result: Float32Array[] };
  /** Ends with code `training_no_room` or `training_too_large` if another adapter does not fit. */
  trainOpen: { args: TrainOpenRequest; result: TrainOpenReport };
  /** Adds a gradient, completely or not at all. Ends as `trainOpen` does if no plan fits. */
  trainAccumulate: { args: TrainAccumulateCall; result: AccumulateResult };
  /** Updates the weights with the accumulated gradient; returns its norm before clipping. */
  trainApply: { args: TrainApplyCall; result: number };
  trainSave: { args: TrainSaveRequest; result: null };
  /** Writes the gradient accumulated since the last `trainApply`; returns whether there is one. */
  trainSaveSum: { args: TrainSaveSumRequest; result: boolean };
  /** Frees a session's resources; unknown sessions are ignored. */
  trainEnd: { args: TrainSessionCall; result: null };
  /** Returns statistics of the engines, without using the device. Empty before `load`. */
  stats: { args: null; result: ModelStats[] };
  /** Runs a trivial kernel and reads back its result, to prove that the device answers. */
  ping: { args: null; result: null };
  /** Ends running calls with code `aborted`, frees the device, answers, then exits with code 0. */
  shutdown: { args: null; result: null };
}

export type WorkerMethod = keyof WorkerMethods;

/**
 * A call of one method: `method` determines the type of `args`. Its id is unique within one compute process. It gets
 * exactly one `result` or `error`. For `generate`, one `prompt` and then any number of `token` messages may come
 * before. Calls may be answered in any order.
 */
export type CallMessage = {
  [M in WorkerMethod]: CallOf<M> & (M extends 'generate' ? GrammarOfCall : unknown);
}[WorkerMethod];

interface CallOf<M extends WorkerMethod> {
  kind: 'call';
  id: number;
  method: M;
  args: WorkerMethods[M]['args'];
}

interface GrammarOfCall {
  /** Number of the request's grammar, which `args` omits; null for none. */
  grammar: number | null;
}

export type GenerateCall = Extract<CallMessage, { method: 'generate' }>;

/** Defines the grammar of a number before the first call that uses it; null drops it after the last one. */
export interface GrammarMessage {
  kind: 'grammar';
  number: number;
  grammar: GrammarConstraint | null;
}

/** Cancels call `id`, which ends with error code `aborted`; a call that was already answered is ignored. */
interface CancelMessage {
  kind: 'cancel';
  id: number;
}

export type ParentMessage = CallMessage | CancelMessage | GrammarMessage;

/** Sent once, when the child listens. The device is opened by `load`. */
interface ReadyMessage {
  kind: 'ready';
  pid: number;
}

/** A progress report for people, such as "loading SmolLM2-135M-Instruct: 42 %". */
interface ProgressMessage {
  kind: 'progress';
  text: string;
}

/** Statistics of the prompt of call `id`, before its first token. */
interface PromptMessage {
  kind: 'prompt';
  id: number;
  prompt: PromptReport;
}

/** Tokens that one engine step produced for call `id`, in order. */
interface TokenMessage {
  kind: 'token';
  id: number;
  tokens: GeneratedToken[];
  /** Number of preemptions since the previous message. */
  preemptions: number;
}

export type ResultMessage = {
  [M in WorkerMethod]: { kind: 'result'; id: number; value: WorkerMethods[M]['result'] };
}[WorkerMethod];

export interface ErrorMessage {
  kind: 'error';
  id: number;
  code: WorkerErrorCode;
  /** For the log, since it may hold local paths. Users get a message for `code`. */
  message: string;
}

export type ChildMessage = ReadyMessage | ProgressMessage | PromptMessage | TokenMessage | ResultMessage | ErrorMessage;
