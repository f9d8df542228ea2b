import { join } from 'node:path';
import type { Device } from '../../compute/device.ts';
import type { DeviceLock } from '../../compute/device-lock.ts';
import { Recorder } from '../../compute/recorder.ts';
import { writeAdapter } from '../../model/checkpoint/adapter-files.ts';
import { CheckpointError } from '../../model/checkpoint/checkpoint.ts';
import { SafetensorsFile } from '../../model/checkpoint/safetensors-file.ts';
import { writeSafetensors } from '../../model/checkpoint/safetensors-write.ts';
import { adapterTensors, readOwnAdapter } from '../../model/flat-adapter.ts';
import { freshAdapter, type LoraLayout, type LoraSettings, loraLayout } from '../../model/lora-layout.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import type { TrainStepRequest, TrainStepResult } from '../../training/train-step.ts';
import { computeLogprobs } from '../../training/trainer/compute-logprobs.ts';
import {
  logprobsSizes,
  type MemoryPlan,
  planMemory,
  suitableSizes,
  TrainingNoRoomError,
  TrainingTooLargeError,
} from '../../training/trainer/memory-plan.ts';
import {
  type AccumulateResult,
  type OpenedStep,
  type OptimizerState,
  Trainer,
} from '../../training/trainer/trainer.ts';
import {
  type FreshAdapter,
  OPTIMIZER_FILE,
  type TrainAccumulateCall,
  type TrainAddShardCall,
  type TrainApplyCall,
  type TrainBeginRequest,
  type TrainBeginStepCall,
  type TrainLogprobsRequest,
  type TrainOpenReport,
  type TrainOpenRequest,
  type TrainPlanRequest,
  type TrainSaveRequest,
  type TrainSaveSumRequest,
  type TrainShardGradientCall,
} from '../protocol.ts';
import type { LoadedModel } from './loaded-model.ts';
import { readShardGradient, shardDigest, writeShardGradient } from './shard-file.ts';

interface Session {
  trainer: Trainer;
  model: LoadedModel;
  lora: LoraLayout;
  /** Bytes held between calls that plan their own memory; 0 if a job's plan covers all. */
  adapterBytes: number;
}

/** Bytes for each element of an adapter: weight, two gradients and two moments. */
const ELEMENT_BYTES = 20;

/** Adapters in training, by session name. */
export class TrainingSessions {
  readonly #device: Device;
  readonly #lock: DeviceLock;
  readonly #allowedBytes: number;
  readonly #sessions = new Map<string, Session>();

  /** `allowedBytes` is the device memory that one job, or all opened sessions together, may take. */
  constructor(device: Device, lock: DeviceLock, allowedBytes = Number.POSITIVE_INFINITY) {
    this.#device = device;
    this.#lock = lock;
    this.#allowedBytes = allowedBytes;
  }

  /** Plans the memory for training an adapter. Throws CheckpointError (adapter), TrainingTooLargeError. */
  plan(request: Omit<TrainPlanRequest, 'model'>, model: LoadedModel): { plan: MemoryPlan; lora: LoraSettings } {
    const { adapter, longest, begunCapacity, packedSizes } = request;
    const { config } = model.decoder;
    const { lora } = startOf(adapter, model);
    const sizes = suitableSizes(this.#device, model.decoder);
    const allowedBytes = this.#allowedBytes;
    const plan = planMemory({ config, lora, longest, ...sizes, begunCapacity, packedSizes, allowedBytes });
    return { plan, lora: lora.settings };
  }

  /**
   * Begins a session with planned memory. Throws CheckpointError (adapter or optimizer file), DeviceOutOfMemoryError.
   */
  async begin(request: TrainBeginRequest, model: LoadedModel): Promise<void> {
    this.end(request.session);
    const { flat, lora } = startOf(request.adapter, model);
    const optimizer = request.optimizerFile ? readOptimizer(request.optimizerFile, lora.elements) : null;
    const trainer = await Trainer.begin(this.#device, model.decoder, this.#lock, flat, optimizer, lora, request.memory);
    this.#sessions.set(request.session, { trainer, model, lora, adapterBytes: 0 });
  }

  /**
   * Opens a session whose calls plan their own memory. Throws CheckpointError (adapter or optimizer file),
   * DeviceOutOfMemoryError, TrainingTooLargeError, and TrainingNoRoomError if it would fit without other sessions.
   */
  async open(request: TrainOpenRequest, model: LoadedModel): Promise<TrainOpenReport> {
    const { session, start, optimizerFile, sumFile = null } = request;
    const { config } = model.decoder;
    const { lora, flat } = 'lora' in start ? freshStart(start, model) : readOwnAdapter(start.folder, config);
    const adapterBytes = ELEMENT_BYTES * lora.elements;
    const held = this.#heldBytes() - (this.#sessions.get(session)?.adapterBytes ?? 0);
    // The other half is for the memory of passes.
    const most = this.#allowedBytes / 2;
    if (held + adapterBytes > most) {
      const Refusal = adapterBytes > most ? TrainingTooLargeError : TrainingNoRoomError;
      throw new Refusal(
        `An adapter of rank ${lora.settings.rank} takes ${adapterBytes} bytes of device memory to train, the open ` +
          `adapters take ${held}, and all together may take ${Math.floor(most)}. Close an adapter, ` +
          'use a lower rank, or ask the operator to raise DAYBREAK_TRAINING_MEMORY.',
      );
    }
    const optimizer = optimizerFile === null ? null : readOptimizer(optimizerFile, lora.elements);
    const sum = sumFile === null ? null : readSum(sumFile, lora.elements);
    // If the session replaces an older one, the state it continues from has been read by now.
    this.end(session);
    const trainer = await Trainer.begin(this.#device, model.decoder, this.#lock, flat, optimizer, lora);
    if (sum !== null) trainer.resumeSum(sum);
    this.#sessions.set(session, { trainer, model, lora, adapterBytes });
    return { lora: lora.settings, adapterBytes };
  }

  /** Accumulates a gradient. Throws TrainingTooLargeError, TrainingNoRoomError and what `Trainer.accumulate` throws. */
  async accumulate({ session, request }: TrainAccumulateCall): Promise<AccumulateResult> {
    const { trainer, model, lora, adapterBytes } = this.#session(session);
    const { config } = model.decoder;
    const longest = request.sequences.reduce((most, { ids }) => Math.max(most, ids.length), 0);
    const sizes = suitableSizes(this.#device, model.decoder);
    const planIn = (allowedBytes: number) =>
      planMemory({ config, lora, longest, ...sizes, begunCapacity: null, allowedBytes });
    const othersBytes = this.#heldBytes() - adapterBytes;
    return trainer.accumulate(request, planWithinRemaining(othersBytes, this.#allowedBytes, planIn));
  }

  apply({ session, settings }: TrainApplyCall): Promise<number> {
    return this.#session(session).trainer.apply(settings);
  }

  step(session: string, request: TrainStepRequest, signal: AbortSignal): Promise<TrainStepResult> {
    return this.#session(session).trainer.step(request, signal);
  }

  async beginStep({ session, request, slopes }: TrainBeginStepCall, signal: AbortSignal): Promise<OpenedStep> {
    return this.#session(session).trainer.beginStep(request, slopes, signal);
  }

  /**
   * Adds a shard's gradient, from a file or computed here. Throws CheckpointError for a file that holds no such
   * gradient, and what `Trainer.step` throws.
   */
  async addShard({ session, shard, file, digest }: TrainAddShardCall, signal: AbortSignal): Promise<string | null> {
    const { trainer } = this.#session(session);
    if (file !== null) await trainer.addGradient(shard, readShardGradient(file));
    else await trainer.addShard(shard, signal);
    return digest ? shardDigest(await trainer.lastGradient(shard)) : null;
  }

  /** Computes a shard's gradient. Throws what `Trainer.step` and the file system throw. */
  async shardGradient({ session, shard, file }: TrainShardGradientCall, signal: AbortSignal): Promise<string> {
    const found = await this.#session(session).trainer.shardGradient(shard, signal);
    if (file !== null) writeShardGradient(file, found);
    return shardDigest(found);
  }

  finishStep(session: string): Promise<TrainStepResult> {
    return this.#session(session).trainer.finishStep();
  }

  /**
   * Computes log-probabilities, without a session. Throws CheckpointError (adapter), TrainingTooLargeError and what
   * `computeLogprobs` throws.
   */
  logprobs(request: TrainLogprobsRequest, model: LoadedModel, signal: AbortSignal): Promise<Float32Array[]> {
    const { adapter, sequences } = request;
    const { config } = model.decoder;
    const own = adapter && readOwnAdapter(adapter.folder, config);
    const { maxCapacity, logitBytes } = suitableSizes(this.#device, model.decoder);
    const sizes = logprobsSizes({
      config,
      lora: own?.lora ?? null,
      longest: sequences.reduce((most, { ids }) => Math.max(most, ids.length), 0),
      supervised: sequences.reduce((sum, { mask }) => sum + mask.reduce((count, bit) => count + bit, 0), 0),
      maxCapacity,
      logitBytes,
      allowedBytes: this.#allowedBytes,
    });
    const recorder = new Recorder(this.#device);
    return computeLogprobs(recorder, model.decoder, this.#lock, own, sequences, { ...sizes, signal });
  }

  /**
   * Writes the adapter and, if requested, the optimizer state. Throws what the file system throws (ENOSPC), and an
   * Error for NaN weights.
   */
  async save({ session, folder, optimizer }: TrainSaveRequest): Promise<void> {
    const { trainer, model, lora } = this.#session(session);
    const settings = { ...lora.settings, baseModel: model.report.id, onParameters: lora.onParameters };
    const weights = await trainer.weights();
    if (!weights.every(Number.isFinite)) throw new Error('the weights are not finite after the last step');
    writeAdapter(folder, settings, adapterTensors(weights, lora));
    if (optimizer) writeOptimizer(join(folder, OPTIMIZER_FILE), await trainer.optimizer());
  }

  /** Writes the accumulated gradient, if any. Throws what the file system throws (ENOSPC). */
  async saveSum({ session, file }: TrainSaveSumRequest): Promise<boolean> {
    const sum = await this.#session(session).trainer.sum();
    if (sum !== null) writeSafetensors(file, [{ name: SUM_TENSOR, shape: [sum.length], data: sum }], {});
    return sum !== null;
  }

  end(session: string): void {
    this.#sessions.get(session)?.trainer.end();
    this.#sessions.delete(session);
  }

  #heldBytes(): number {
    return [...this.#sessions.values()].reduce((sum, { adapterBytes }) => sum + adapterBytes, 0);
  }

  #session(name: string): Session {
    const session = this.#sessions.get(name);
    if (!session) throw new Error(`no training session ${name}`);
    return session;
  }
}

/**
 * Plans within the memory that other sessions leave. Throws TrainingTooLargeError, or TrainingNoRoomError if only the
 * other sessions make it too little.
 */
function planWithinRemaining(
  othersBytes: number,
  allBytes: number,
  planIn: (allowedBytes: number) => MemoryPlan,
): MemoryPlan {
  try {
    return planIn(allBytes - othersBytes);
  } catch (error) {
    if (!(error instanceof TrainingTooLargeError) || othersBytes === 0) throw error;
    // Throws if it would not fit alone either, and reports how much would.
    planIn(allBytes);
    throw new TrainingNoRoomError(error.message);
  }
}

/**
 * Returns the starting weights. A stored adapter keeps its rank, scale and targets, whatever the server's settings are
 * now.
 */
function startOf(
  adapter: AdapterFiles | null,
  { decoder: { config }, lora }: LoadedModel,
): { flat: Float32Array | null; lora: LoraLayout } {
  return adapter ? readOwnAdapter(adapter.folder, config) : { flat: null, lora: loraLayout(config, lora) };
}

function freshStart(
  { lora: settings, seed }: FreshAdapter,
  { decoder }: LoadedModel,
): { flat: Float32Array; lora: LoraLayout } {
  const lora = loraLayout(decoder.config, settings);
  return { flat: freshAdapter(lora, seed), lora };
}

function writeOptimizer(path: string, { m, v, steps }: OptimizerState): void {
  const tensors = [
    { name: 'exp_avg', shape: [m.length], data: m },
    { name: 'exp_avg_sq', shape: [v.length], data: v },
  ];
  writeSafetensors(path, tensors, { steps: String(steps) });
}

const SUM_TENSOR = 'gradient';

function readSum(path: string, elements: number): Float32Array {
  const file = new SafetensorsFile(path);
  try {
    const sum = file.readFloat32(SUM_TENSOR);
    if (sum.length === elements) return sum;
    throw new CheckpointError(`${path}: not the gradient of an adapter of ${elements} elements`);
  } finally {
    file.close();
  }
}

function readOptimizer(path: string, elements: number): OptimizerState {
  const file = new SafetensorsFile(path);
  try {
    const m = file.readFloat32('exp_avg');
    const v = file.readFloat32('exp_avg_sq');
    const steps = Number(file.metadata.steps);
    if (m.length !== elements || v.length !== elements || !Number.isInteger(steps) || steps < 0) {
      throw new CheckpointError(`${path}: not the optimizer state of an adapter of ${elements} elements`);
    }
    return { m, v, steps };
  } finally {
    file.close();
  }
}
