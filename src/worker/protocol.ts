/**
 * What crosses between the HTTP process and the compute process (child_process IPC, advanced serialization): the
 * methods that can be called, then the messages that carry the calls. Only plain data: numbers, strings and typed
 * arrays.
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

/** AdamW's moments, beside the adapter in a checkpoint's folder. */
export const OPTIMIZER_FILE = 'optimizer.safetensors';

/** Jobs of different models that train at the same time, each with memory of its own. */
export const MOST_JOBS = 4;

/** What device memory training may take beside the served models, in bytes. */
export interface TrainingRoom {
  /** Jobs that may train side by side. */
  jobs: number;
  /** Bytes of each of them. */
  jobBytes: number;
  /** Bytes of all of them together. */
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
  /** As `trainPlan` gave it. */
  memory: MemoryPlan;
}

/** Asks for the memory that training with such an adapter, or a fresh one when null, will take. */
export interface TrainPlanRequest {
  model: string;
  adapter: AdapterFiles | null;
  /** Tokens of the longest sequence of the whole job. */
  longest: number;
  /** Tokens of the micro-batches that the job began with; null where it has not begun. */
  begunCapacity: number | null;
  /** Tokens of the job's micro-batches, for capacities in rising order; empty where that decides nothing. */
  packedSizes: PackedSize[];
}

export interface TrainPlanReport {
  plan: MemoryPlan;
  /** One line for the log. */
  description: string;
}

/** Asks for the log-probabilities of trained tokens under an adapter, or under the base model when null. */
export interface TrainLogprobsRequest {
  model: string;
  adapter: AdapterFiles | null;
  sequences: MaskedTokens[];
}

/** Writes the trained adapter as a PEFT folder into `folder` (which exists). */
export interface TrainSaveRequest {
  session: string;
  folder: string;
  /** Whether to write the optimizer state beside it. */
  optimizer: boolean;
}

/** An adapter that begins anew. */
export interface FreshAdapter {
  lora: LoraSettings;
  seed: number;
}

/**
 * Starts training that is led call by call: what it will train on is not known, and memory is planned for each call.
 * All such sessions together take what one job may.
 */
export interface TrainOpenRequest {
  session: string;
  model: string;
  start: FreshAdapter | AdapterFiles;
  /** AdamW moments as safetensors; null starts from zero. */
  optimizerFile: string | null;
  /** The gradient that was added up so far, as `trainSaveSum` wrote it; null or absent for none. */
  sumFile?: string | null;
}

export interface TrainOpenReport {
  lora: LoraSettings;
  /** What adapter, gradients and moments take together. */
  adapterBytes: number;
}

/** For a session begun by `trainOpen`. */
export interface TrainAccumulateCall {
  session: string;
  request: AccumulateRequest;
}

/** For a session begun by `trainOpen`. */
export interface TrainApplyCall {
  session: string;
  settings: AdamSettings;
}

/** For a session begun by `trainOpen`. */
export interface TrainSaveSumRequest {
  session: string;
  /** Is made. */
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
  /** Memory of the GPU adapter, and who says so: the machine, whose memory it shares, the driver, or nobody. */
  memoryBytes: number;
  memorySource: 'machine' | 'driver' | 'assumed';
}

export interface LoadedModelReport {
  id: string;
  precision: Precision;
  parameters: number;
  weightBytes: number;
  /** What matrices are stored as and kept as. */
  weights: WeightForm[];
  /** Device memory of adapters that chats use. */
  adapterBytes: number;
  /** The longest context that the model has, and that it has memory for here. */
  maxPositionEmbeddings: number;
  contextLength: number;
  /** Tokens, of all sequences, whose keys and values are cached at once. */
  cacheTokens: number;
  /** Device memory of these. */
  cacheBytes: number;
  /** What they are. */
  cacheType: CacheType;
  /** Types of less that would give longer contexts, and these. */
  longerContexts: LongerContext[];
  /** Longest sequence, in tokens, whose activations the device can bind in training. */
  trainingLength: number;
}

export interface LongerContext {
  cacheType: CacheType;
  contextLength: number;
}

export interface FittedModelReport extends LoadedModelReport {
  /** Longest sequence, in tokens, that a training job has memory for; 0 where it has for none. */
  trainingTokens: number;
}

/** Sequences of the whole context whose keys and values are cached at once. */
export function fullSequences({
  cacheTokens,
  contextLength,
}: Pick<LoadedModelReport, 'cacheTokens' | 'contextLength'>): number {
  return Math.floor(cacheTokens / contextLength);
}

/** Errors cross the process border as a code and a sentence. */
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
  /** It fits with nothing else held only. The message is for users, as that of the next. */
  | 'training_no_room'
  | 'training_too_large'
  | 'disk_full'
  | 'worker_down'
  | 'internal';

export interface LoadRequest {
  models: ServedModelFiles[];
  /** Absolute path of the operator's module of logits processors, or null. */
  processors: string | null;
  /** Bytes of device memory that one training job may take; null for the usual. */
  trainingMemory: number | null;
}

export interface LoadReport {
  device: DeviceReport;
  models: FittedModelReport[];
  training: TrainingRoom;
  /** Names of all logits processors that are registered. */
  processors: string[];
}

export interface GenerateReport {
  cause: FinishCause;
}

/** Figures of the engine of one model. */
export interface ModelStats {
  model: string;
  stats: EngineStats;
}

/** One training step of a session begun by `trainBegin`. */
export interface TrainStepCall {
  session: string;
  request: TrainStepRequest;
}

/** Begins a step whose gradient is summed shard by shard. `slopes` are what another session gave for the same step. */
export interface TrainBeginStepCall extends TrainStepCall {
  slopes: Slopes | null;
}

/** One shard of the step that is open. */
export interface TrainShardCall {
  session: string;
  /** From 0. */
  shard: number;
}

/** What another session, of this process or of another, has computed of the shard is in `file`; null: compute it. */
export interface TrainAddShardCall extends TrainShardCall {
  file: string | null;
  /** Whether to tell the SHA-256 of what was computed. */
  digest: boolean;
}

/** Where to write the gradient of a shard, if anywhere, which is added to nothing. */
export interface TrainShardGradientCall extends TrainShardCall {
  file: string | null;
}

interface TrainSessionCall {
  session: string;
}

/** What a compute process can be asked, with the arguments and the result of each method. */
export interface WorkerMethods {
  /** Opens the device when needed, then replaces the loaded base models by these. Reports progress meanwhile. */
  load: { args: LoadRequest; result: LoadReport };
  /** Streams a `prompt` message and `token` messages. A cancelled call ends with error code `aborted`. */
  generate: { args: GenerateRequest; result: GenerateReport };
  /** Finds the likeliest answers. A cancelled call ends with error code `aborted`. */
  search: { args: BeamRequest; result: BeamReport };
  /** Ends with code `training_too_large` where no plan fits. */
  trainPlan: { args: TrainPlanRequest; result: TrainPlanReport };
  trainBegin: { args: TrainBeginRequest; result: null };
  trainStep: { args: TrainStepCall; result: TrainStepResult };
  trainBeginStep: { args: TrainBeginStepCall; result: OpenedStep };
  /** Adds the gradient of the next shard; gives back its SHA-256 where asked for. */
  trainAddShard: { args: TrainAddShardCall; result: string | null };
  /** Gives back the SHA-256 of the gradient of a shard. */
  trainShardGradient: { args: TrainShardGradientCall; result: string };
  /** Moves the weights along the sum. */
  trainFinishStep: { args: TrainSessionCall; result: TrainStepResult };
  /** [T] log-probabilities for each sequence, 0 where not trained. A cancelled call ends with error code `aborted`. */
  trainLogprobs: { args: TrainLogprobsRequest; result: Float32Array[] };
  /** Ends with code `training_no_room`, or `training_too_large`, where there is no room for one more adapter. */
  trainOpen: { args: TrainOpenRequest; result: TrainOpenReport };
  /** Adds a gradient, whole or not at all. Ends as `trainOpen` does where no plan fits. */
  trainAccumulate: { args: TrainAccumulateCall; result: AccumulateResult };
  /** Moves the weights along the sum; gives back its norm before clipping. */
  trainApply: { args: TrainApplyCall; result: number };
  trainSave: { args: TrainSaveRequest; result: null };
  /** Writes what was accumulated since the last `trainApply`; gives back whether there is anything. */
  trainSaveSum: { args: TrainSaveSumRequest; result: boolean };
  /** Frees what the session holds; unknown sessions are fine. */
  trainEnd: { args: TrainSessionCall; result: null };
  /** What the engines do; answered without the device. Empty before `load`. */
  stats: { args: null; result: ModelStats[] };
  /** Runs one trivial kernel and reads its result back: proof that the device answers. */
  ping: { args: null; result: null };
  /** Ends what runs with code `aborted`, frees the device, answers, then exits with code 0. */
  shutdown: { args: null; result: null };
}

export type WorkerMethod = keyof WorkerMethods;

/**
 * A call of one method: `method` picks the type of `args`. Its id is unique in the life of one compute process. It is
 * answered by exactly one `result` or `error`; a `generate` call may be answered by one `prompt` and then any number of
 * `token` messages first. Calls of different ids may be answered in any order.
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
  /** The number of the request's grammar, which `args` then lacks; null for none. */
  grammar: number | null;
}

export type GenerateCall = Extract<CallMessage, { method: 'generate' }>;

/** What calls with this number are held to, sent before the first of them; null once there are none. */
export interface GrammarMessage {
  kind: 'grammar';
  number: number;
  grammar: GrammarConstraint | null;
}

/** The caller of `id` has gone: end the call with error code `aborted` (a call already answered is fine). */
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

/** A sentence for the person who waits, such as "loading SmolLM2-135M-Instruct: 120 of 272 tensors". */
interface ProgressMessage {
  kind: 'progress';
  text: string;
}

/** What is known of the prompt of call `id`, before its first token. */
interface PromptMessage {
  kind: 'prompt';
  id: number;
  prompt: PromptReport;
}

/** The tokens that one engine step gave to call `id`, in order. */
interface TokenMessage {
  kind: 'token';
  id: number;
  tokens: GeneratedToken[];
  /** Times that it was preempted before them, since those before. */
  preemptions: number;
}

export type ResultMessage = {
  [M in WorkerMethod]: { kind: 'result'; id: number; value: WorkerMethods[M]['result'] };
}[WorkerMethod];

export interface ErrorMessage {
  kind: 'error';
  id: number;
  code: WorkerErrorCode;
  /** For the log: it may hold paths of the machine. Users are told what `code` means. */
  message: string;
}

export type ChildMessage = ReadyMessage | ProgressMessage | PromptMessage | TokenMessage | ResultMessage | ErrorMessage;
