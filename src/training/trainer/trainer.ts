import { allocate, allocateWith, type DeviceBuffer, download } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import type { DeviceLock } from '../../compute/device-lock.ts';
import { AbortedError, DeviceOutOfMemoryError } from '../../compute/errors.ts';
import { adamw, globalNorm, NORM_SCRATCH_WORDS } from '../../compute/ops/adamw.ts';
import { Recorder } from '../../compute/recorder.ts';
import type { Decoder } from '../../model/decoder.ts';
import { freshAdapter, type LoraLayout } from '../../model/lora-layout.ts';
import { lossReach, stepLoss, tokenInputs } from '../policy-loss.ts';
import type { TrainSequence, TrainStepRequest, TrainStepResult } from '../train-step.ts';
import { crossEntropyLoss, givenLoss, targetTokens, tokenLoss } from './batch-loss.ts';
import { type BatchLoss, recordLogprobs, recordLoss, type StatisticsSlice } from './loss-head.ts';
import { leaner, type MemoryPlan, roomyPlan } from './memory-plan.ts';
import { checkTokens, type MicroBatch, microBatches } from './micro-batch.ts';
import { lossReport, placedEntropies, placeLogprobs, weightedEntropy } from './step-report.ts';
import { allocateTrainingBuffers, type TrainingBuffers } from './training-buffers.ts';
import { recordBackwardPass, recordForwardPass, type TrainingPass } from './training-pass.ts';

/** AdamW's moments, flat as the adapter, and the number of steps taken. */
export interface OptimizerState {
  m: Float32Array;
  v: Float32Array;
  steps: number;
}

/** The reference's optimizer settings for RL and SFT alike (art-protocol 5.8). */
const BETA1 = 0.9;
const BETA2 = 0.99;
const EPSILON = 1e-8;

/** Tokens of a micro-batch where no plan says otherwise. */
const MICRO_BATCH_TOKENS = 512;

/** Trains one LoRA adapter over a decoder whose own weights stay frozen. */
export class Trainer {
  readonly #device: Device;
  readonly #decoder: Decoder;
  readonly #lora: LoraLayout;
  readonly #lock: DeviceLock;
  readonly #recorder: Recorder;
  readonly #params: DeviceBuffer;
  readonly #grads: DeviceBuffer;
  readonly #m: DeviceBuffer;
  readonly #v: DeviceBuffer;
  readonly #partial: DeviceBuffer;
  readonly #norm2: DeviceBuffer;
  #buffers: TrainingBuffers | undefined;
  /** [supervised tokens of a step] x (log-probability, entropy) */
  #statistics: DeviceBuffer | undefined;
  #steps: number;
  #plan: MemoryPlan;
  /** Cancels the step that runs. */
  #signal: AbortSignal | undefined;

  private constructor(device: Device, decoder: Decoder, lock: DeviceLock, state: TrainerState) {
    this.#device = device;
    this.#decoder = decoder;
    this.#lora = state.lora;
    this.#lock = lock;
    this.#recorder = new Recorder(device);
    this.#params = state.params;
    this.#grads = state.grads;
    this.#m = state.m;
    this.#v = state.v;
    this.#partial = state.partial;
    this.#norm2 = state.norm2;
    this.#steps = state.steps;
    this.#plan = state.plan;
  }

  /**
   * `adapter` [elements] as `lora` lays it out, whose settings need not be those of the decoder; null starts a fresh
   * one. Null optimizer state starts from zero. `plan` says what memory steps take.
   * Throws DeviceOutOfMemoryError.
   */
  static async begin(
    device: Device,
    decoder: Decoder,
    lock: DeviceLock,
    adapter: Float32Array | null,
    optimizer: OptimizerState | null,
    lora: LoraLayout = decoder.lora,
    plan: MemoryPlan = roomyPlan(decoder.config, MICRO_BATCH_TOKENS),
  ): Promise<Trainer> {
    const bytes = lora.elements * 4;
    const made: DeviceBuffer[] = [];
    const filled = async (values: Float32Array | undefined, label: string, size = bytes) => {
      const buffer = await (values ? allocateWith(device, values, label) : allocate(device, size, label));
      made.push(buffer);
      return buffer;
    };
    try {
      return new Trainer(device, decoder, lock, {
        lora,
        plan,
        params: await filled(adapter ?? freshAdapter(lora), 'adapter'),
        grads: await filled(undefined, 'adapter gradients'),
        m: await filled(optimizer?.m, 'first moments'),
        v: await filled(optimizer?.v, 'second moments'),
        partial: await filled(undefined, 'norm scratch', NORM_SCRATCH_WORDS * 4),
        norm2: await filled(undefined, 'squared norm', 4),
        steps: optimizer?.steps ?? 0,
      });
    } catch (error) {
      for (const buffer of made) buffer.gpu.destroy();
      throw error;
    }
  }

  /**
   * One optimizer step. A step without supervised tokens changes nothing and reports a gradient norm of 0. Where the
   * device has less memory than was planned with, the step is taken again with less kept, which changes no bit.
   * Throws DeviceOutOfMemoryError, DeviceLostError, RangeError for tokens outside the vocabulary, and AbortedError
   * between two submits when `signal` aborts; the trainer is of no further use then.
   */
  async step(request: TrainStepRequest, signal?: AbortSignal): Promise<TrainStepResult> {
    this.#signal = signal;
    const { sequences } = request;
    checkTokens(sequences, this.#decoder.config.vocab_size);
    const batches = microBatches(sequences, this.#plan.capacity);
    const maskedTokens = batches.reduce((sum, batch) => sum + batch.logitRows.length, 0);
    const logprobs = sequences.map(({ ids }) => new Float32Array(ids.length));
    if (maskedTokens === 0) {
      const entropies = logprobs.map(({ length }) => new Float32Array(length));
      return { gradNorm: 0, entropy: 0, maskedTokens, logprobs, entropies, ...lossReport(request, logprobs) };
    }
    const statistics = await this.#backward(request, batches, maskedTokens);
    await this.#optimizerStep(request);
    const [norm2] = new Float32Array(await this.#read(this.#norm2, 4));
    const values = new Float32Array(await this.#read(statistics, maskedTokens * 8));
    placeLogprobs(values, batches, logprobs);
    const entropy = weightedEntropy(values, batches, sequences) / maskedTokens;
    const entropies = placedEntropies(values, batches, sequences);
    const gradNorm = Math.sqrt(norm2);
    return { gradNorm, entropy, maskedTokens, logprobs, entropies, ...lossReport(request, logprobs) };
  }

  /** Leaves the gradients of the whole step in their arena; gives back the statistics of its supervised tokens. */
  async #backward(
    request: TrainStepRequest,
    batches: readonly MicroBatch[],
    maskedTokens: number,
  ): Promise<DeviceBuffer> {
    for (;;) {
      try {
        const statistics = await this.#roomForStatistics(maskedTokens);
        await this.#roomFor(batches.reduce((most, { T }) => Math.max(most, T), 0));
        this.#recorder.clear(this.#grads);
        await this.#backpropagate(request, batches, statistics, maskedTokens);
        return statistics;
      } catch (error) {
        const plan = leaner(this.#plan);
        if (!(error instanceof DeviceOutOfMemoryError) || plan === undefined) throw error;
        this.#dropBuffers();
        this.#plan = plan;
      }
    }
  }

  /** One step of AdamW along the gradients, clipped by their norm, whose square stays in `norm2`. */
  async #optimizerStep({ learningRate, weightDecay, maxGradNorm }: TrainStepRequest): Promise<void> {
    const count = this.#lora.elements;
    this.#steps += 1;
    globalNorm(this.#recorder, { grads: this.#grads, count, partial: this.#partial, norm2: this.#norm2 });
    adamw(this.#recorder, {
      params: this.#params,
      grads: this.#grads,
      m: this.#m,
      v: this.#v,
      norm2: this.#norm2,
      count,
      step: this.#steps,
      learningRate,
      weightDecay,
      beta1: BETA1,
      beta2: BETA2,
      epsilon: EPSILON,
      maxGradNorm,
    });
    await this.#run();
  }

  /** The adapter as it is now, [elements]. */
  async weights(): Promise<Float32Array> {
    return new Float32Array(await this.#read(this.#params));
  }

  /** The gradients of the last step before clipping, [elements]. */
  async gradients(): Promise<Float32Array> {
    return new Float32Array(await this.#read(this.#grads));
  }

  async optimizer(): Promise<OptimizerState> {
    const m = new Float32Array(await this.#read(this.#m));
    const v = new Float32Array(await this.#read(this.#v));
    return { m, v, steps: this.#steps };
  }

  /** Frees all device memory of the session. */
  end(): void {
    this.#dropBuffers();
    for (const buffer of [this.#params, this.#grads, this.#m, this.#v, this.#partial, this.#norm2])
      buffer.gpu.destroy();
  }

  /** Frees what steps need beside the adapter's own, and forgets what was recorded. */
  #dropBuffers(): void {
    this.#recorder.reset();
    for (const buffer of [this.#statistics, ...(this.#buffers?.all ?? [])]) buffer?.gpu.destroy();
    this.#statistics = undefined;
    this.#buffers = undefined;
  }

  async #roomForStatistics(count: number): Promise<DeviceBuffer> {
    if (this.#statistics && this.#statistics.bytes >= count * 8) return this.#statistics;
    this.#recorder.reset();
    this.#statistics?.gpu.destroy();
    this.#statistics = undefined;
    this.#statistics = await allocate(this.#device, count * 8, 'statistics');
    return this.#statistics;
  }

  async #roomFor(T: number): Promise<TrainingBuffers> {
    if (this.#buffers && this.#buffers.T >= T) return this.#buffers;
    this.#recorder.reset();
    for (const buffer of this.#buffers?.all ?? []) buffer.gpu.destroy();
    this.#buffers = undefined;
    const { config } = this.#decoder;
    this.#buffers = await allocateTrainingBuffers(this.#device, config, this.#lora.rank, T, this.#plan.keep);
    return this.#buffers;
  }

  /** Adds the gradients of all batches to the arena and leaves their statistics, batch after batch. */
  async #backpropagate(
    request: TrainStepRequest,
    batches: readonly MicroBatch[],
    statistics: DeviceBuffer,
    count: number,
  ): Promise<void> {
    const { loss, sequences } = request;
    const parts = placed(batches, statistics);
    const reach = loss === 'cross_entropy' ? 'token' : lossReach(loss, sequences);
    if (loss === 'cross_entropy' || reach === 'token') {
      const lossOf = tokenLosses(request, count);
      for (const part of parts) await this.#pass(part, true, lossOf(part.batch));
      return;
    }
    // Slopes wait for the log-probabilities of whole sequences, which no batch divides, or of the whole step.
    const logprobs = sequences.map(({ ids }) => new Float32Array(ids.length));
    for (const wave of reach === 'step' ? [parts] : parts.map((part) => [part])) {
      for (const part of wave) {
        await this.#logprobs(part, sequences);
        const bytes = part.batch.logitRows.length * 8;
        const values = await this.#read(statistics, bytes, part.place.firstToken * 8);
        placeLogprobs(new Float32Array(values), [part.batch], logprobs);
      }
      const { slopes } = stepLoss(loss, sequences, logprobs);
      for (const [done, part] of wave.reverse().entries()) {
        // The activations are still those of the last batch of these.
        await this.#pass(part, done > 0, givenLoss(part.batch, sequences, slopes));
      }
    }
  }

  /** Forward, unless the activations of this batch are there, then loss and backward. */
  async #pass({ batch, place }: PlacedBatch, forward: boolean, loss: BatchLoss): Promise<void> {
    const pass = await this.#passOf(batch);
    if (forward) recordForwardPass(this.#recorder, pass);
    recordLoss(this.#recorder, { ...pass, x: lastOutput(pass), place }, pass.buffers, loss);
    recordBackwardPass(this.#recorder, pass);
    await this.#run();
  }

  async #logprobs({ batch, place }: PlacedBatch, sequences: readonly TrainSequence[]): Promise<void> {
    const pass = await this.#passOf(batch);
    recordForwardPass(this.#recorder, pass);
    recordLogprobs(
      this.#recorder,
      { ...pass, x: lastOutput(pass), place },
      pass.buffers,
      targetTokens(batch, sequences),
    );
    await this.#run();
  }

  async #passOf(batch: MicroBatch): Promise<TrainingPass> {
    const adapter = { lora: this.#lora, params: this.#params, grads: this.#grads };
    return { decoder: this.#decoder, adapter, buffers: await this.#roomFor(batch.T), batch };
  }

  #run(): Promise<void> {
    return this.#recorder.submitInPieces((piece) => {
      if (this.#signal?.aborted) throw new AbortedError('the training step was ended by its caller');
      return this.#lock.run(piece);
    });
  }

  #read(buffer: DeviceBuffer, bytes?: number, offset = 0): Promise<ArrayBuffer> {
    return this.#lock.run(() => download(this.#device, buffer, offset, bytes));
  }
}

interface TrainerState {
  lora: LoraLayout;
  plan: MemoryPlan;
  params: DeviceBuffer;
  grads: DeviceBuffer;
  m: DeviceBuffer;
  v: DeviceBuffer;
  partial: DeviceBuffer;
  norm2: DeviceBuffer;
  steps: number;
}

/** A batch and where its statistics go. */
interface PlacedBatch {
  batch: MicroBatch;
  place: StatisticsSlice;
}

function placed(batches: readonly MicroBatch[], statistics: DeviceBuffer): PlacedBatch[] {
  let firstToken = 0;
  return batches.map((batch) => {
    const place = { statistics, firstToken };
    firstToken += batch.logitRows.length;
    return { batch, place };
  });
}

function tokenLosses({ loss, sequences }: TrainStepRequest, count: number): (batch: MicroBatch) => BatchLoss {
  if (loss === 'cross_entropy') return (batch) => crossEntropyLoss(batch, sequences, count);
  const inputs = tokenInputs(loss, sequences);
  return (batch) => tokenLoss(batch, sequences, loss, inputs);
}

function lastOutput({ buffers }: TrainingPass): DeviceBuffer {
  return buffers.layers[buffers.layers.length - 1].out;
}
