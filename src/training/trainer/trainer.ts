import { allocate, allocateWith, type DeviceBuffer, download } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { AbortedError } from '../../compute/errors.ts';
import { adamw, globalNorm, NORM_SCRATCH_WORDS } from '../../compute/ops/adamw.ts';
import { Recorder } from '../../compute/recorder.ts';
import type { DeviceTurn } from '../../compute/turn.ts';
import type { Decoder } from '../../model/decoder.ts';
import { freshAdapter } from '../../model/lora-layout.ts';
import type { TrainStepRequest, TrainStepResult } from '../train-step.ts';
import { type MicroBatch, microBatches } from './micro-batch.ts';
import { allocateTrainingBuffers, type TrainingBuffers } from './training-buffers.ts';
import { recordTrainingPass } from './training-pass.ts';

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

/** Tokens of a micro-batch; longer single sequences get a micro-batch of their own. */
const MICRO_BATCH_TOKENS = 512;

/** Trains one LoRA adapter over a decoder whose own weights stay frozen. */
export class Trainer {
  readonly #device: Device;
  readonly #decoder: Decoder;
  readonly #turn: DeviceTurn;
  readonly #recorder: Recorder;
  readonly #params: DeviceBuffer;
  readonly #grads: DeviceBuffer;
  readonly #m: DeviceBuffer;
  readonly #v: DeviceBuffer;
  readonly #partial: DeviceBuffer;
  readonly #norm2: DeviceBuffer;
  #buffers: TrainingBuffers | undefined;
  /** [supervised tokens of a step] x (log-probability, entropy) */
  #scores: DeviceBuffer | undefined;
  #steps: number;
  /** Of the step that runs. */
  #signal: AbortSignal | undefined;

  private constructor(device: Device, decoder: Decoder, turn: DeviceTurn, state: TrainerState) {
    this.#device = device;
    this.#decoder = decoder;
    this.#turn = turn;
    this.#recorder = new Recorder(device);
    this.#params = state.params;
    this.#grads = state.grads;
    this.#m = state.m;
    this.#v = state.v;
    this.#partial = state.partial;
    this.#norm2 = state.norm2;
    this.#steps = state.steps;
  }

  /**
   * `adapter` [elements] as `LoraLayout` lays it out; null starts a fresh one. Null optimizer state starts from zero.
   * Throws DeviceOutOfMemoryError.
   */
  static async begin(
    device: Device,
    decoder: Decoder,
    turn: DeviceTurn,
    adapter: Float32Array | null,
    optimizer: OptimizerState | null,
  ): Promise<Trainer> {
    const bytes = decoder.lora.elements * 4;
    const made: DeviceBuffer[] = [];
    const filled = async (values: Float32Array | undefined, label: string, size = bytes) => {
      const buffer = await (values ? allocateWith(device, values, label) : allocate(device, size, label));
      made.push(buffer);
      return buffer;
    };
    try {
      return new Trainer(device, decoder, turn, {
        params: await filled(adapter ?? freshAdapter(decoder.lora), 'adapter'),
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
   * One optimizer step. A step without supervised tokens changes nothing and reports a gradient norm of 0.
   * Throws DeviceOutOfMemoryError, DeviceLostError, RangeError for tokens outside the vocabulary, and AbortedError
   * between two submits when `signal` aborts; the trainer is of no further use then.
   */
  async step(request: TrainStepRequest, signal?: AbortSignal): Promise<TrainStepResult> {
    this.#signal = signal;
    const { sequences, learningRate, weightDecay, maxGradNorm } = request;
    this.#checkTokens(request);
    const batches = microBatches(sequences, MICRO_BATCH_TOKENS);
    const maskedTokens = batches.reduce((sum, batch) => sum + batch.wanted.length, 0);
    const logprobs = sequences.map(({ ids }) => new Float32Array(ids.length));
    if (maskedTokens === 0) return { loss: 0, entropy: 0, gradNorm: 0, maskedTokens, logprobs };
    const recorder = this.#recorder;
    const scores = await this.#roomForScores(maskedTokens);
    recorder.clear(this.#grads);
    const { epsilon, epsilonHigh } = request;
    const adapter = { params: this.#params, grads: this.#grads };
    let firstScore = 0;
    for (const batch of batches) {
      const buffers = await this.#roomFor(batch.T);
      const loss = { epsilon, epsilonHigh, perToken: 1 / maskedTokens };
      recordTrainingPass(recorder, this.#decoder, adapter, buffers, batch, loss, { scores, firstScore });
      firstScore += batch.wanted.length;
      await this.#run();
    }
    this.#steps += 1;
    const count = this.#decoder.lora.elements;
    globalNorm(recorder, { grads: this.#grads, count, partial: this.#partial, norm2: this.#norm2 });
    adamw(recorder, {
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
    const [norm2] = new Float32Array(await this.#read(this.#norm2, 4));
    const entropy = sortOut(new Float32Array(await this.#read(scores, maskedTokens * 8)), batches, logprobs);
    return {
      loss: lossOf(request, logprobs) / maskedTokens,
      entropy: entropy / maskedTokens,
      gradNorm: Math.sqrt(norm2),
      maskedTokens,
      logprobs,
    };
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
    this.#recorder.reset();
    const own = [this.#params, this.#grads, this.#m, this.#v, this.#partial, this.#norm2];
    for (const buffer of [...own, this.#scores, ...(this.#buffers?.all ?? [])]) buffer?.gpu.destroy();
    this.#scores = undefined;
    this.#buffers = undefined;
  }

  async #roomForScores(count: number): Promise<DeviceBuffer> {
    if (this.#scores && this.#scores.bytes >= count * 8) return this.#scores;
    this.#recorder.reset();
    this.#scores?.gpu.destroy();
    this.#scores = undefined;
    this.#scores = await allocate(this.#device, count * 8, 'scores');
    return this.#scores;
  }

  async #roomFor(T: number): Promise<TrainingBuffers> {
    if (this.#buffers && this.#buffers.T >= T) return this.#buffers;
    const old = this.#buffers;
    this.#buffers = undefined;
    // What was recorded (the cleared gradients) does not touch these buffers, but their bind groups do.
    await this.#run();
    this.#recorder.reset();
    for (const buffer of old?.all ?? []) buffer.gpu.destroy();
    const { config, lora } = this.#decoder;
    this.#buffers = await allocateTrainingBuffers(this.#device, config, lora.rank, T);
    return this.#buffers;
  }

  #run(): Promise<void> {
    return this.#recorder.submitInTurns((piece) => {
      if (this.#signal?.aborted) throw new AbortedError('the training step was ended by its caller');
      return this.#turn.run(piece);
    });
  }

  #read(buffer: DeviceBuffer, bytes?: number): Promise<ArrayBuffer> {
    return this.#turn.run(() => download(this.#device, buffer, 0, bytes));
  }

  #checkTokens({ sequences }: TrainStepRequest): void {
    const { vocab_size: V } = this.#decoder.config;
    sequences.forEach(({ ids }, index) => {
      const wrong = ids.find((id) => id >= V);
      if (wrong !== undefined) throw new RangeError(`sequence ${index}: token id ${wrong} is not below ${V}`);
    });
  }
}

interface TrainerState {
  params: DeviceBuffer;
  grads: DeviceBuffer;
  m: DeviceBuffer;
  v: DeviceBuffer;
  partial: DeviceBuffer;
  norm2: DeviceBuffer;
  steps: number;
}

/** Puts each token's log-probability in its place; returns the sum of entropies. */
function sortOut(scores: Float32Array, batches: MicroBatch[], logprobs: Float32Array[]): number {
  const places = batches.flatMap((batch) => batch.places);
  let entropy = 0;
  places.forEach(({ sequence, token }, i) => {
    logprobs[sequence][token] = scores[2 * i];
    entropy += scores[2 * i + 1];
  });
  return entropy;
}

/** Sum over supervised tokens of -clip(ratio) * advantage * logprob, with the log-probabilities the device gave. */
function lossOf({ sequences, epsilon, epsilonHigh }: TrainStepRequest, logprobs: Float32Array[]): number {
  let loss = 0;
  sequences.forEach(({ mask, advantages, oldLogprobs }, index) => {
    for (let t = 1; t < mask.length; t++) {
      if (!mask[t]) continue;
      const logp = logprobs[index][t];
      const shift = Number.isFinite(oldLogprobs[t]) ? logp - oldLogprobs[t] : 0;
      const ratio = Math.exp(Math.max(-20, Math.min(20, shift)));
      loss -= Math.max(1 - epsilon, Math.min(1 + epsilonHigh, ratio)) * advantages[t] * logp;
    }
  });
  return loss;
}
