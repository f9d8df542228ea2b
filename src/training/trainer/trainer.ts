import { allocate, allocateWith, type DeviceBuffer, download, upload } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import type { DeviceLock } from '../../compute/device-lock.ts';
import { adamw, globalNorm, NORM_SCRATCH_WORDS } from '../../compute/ops/adamw.ts';
import { sumSections } from '../../compute/ops/sum-sections.ts';
import { Recorder } from '../../compute/recorder.ts';
import type { Decoder } from '../../model/decoder.ts';
import { freshAdapter, type LoraLayout } from '../../model/lora-layout.ts';
import { repeatedLogprobs } from '../repeated-logprobs.ts';
import { type SumLoss, sumLoss, type TargetedSequence } from '../sum-loss.ts';
import type { TrainStepRequest, TrainStepResult } from '../train-step.ts';
import { GradientPasses, type OpenStep, supervised } from './gradient-passes.ts';
import { type MemoryPlan, unlimitedPlan } from './memory-plan.ts';
import { checkTokens, microBatches } from './micro-batch.ts';
import { type Slopes, stepObjective, sumObjective } from './objective.ts';
import { type ShardGradient, shardsOf } from './shards.ts';
import { lossReport, placedEntropies, placeLogprobs, weightedEntropy } from './step-report.ts';

/** AdamW's moments, in the adapter's flat layout, and the number of steps taken. */
export interface OptimizerState {
  m: Float32Array;
  v: Float32Array;
  steps: number;
}

/** Optimizer settings of ART, the same for RL and SFT. */
const BETA1 = 0.9;
const BETA2 = 0.99;
const EPSILON = 1e-8;

/** A norm above that of any gradient, which stays finite if divided by a small norm. */
const NO_CLIP = 1e30;

/** Default tokens per micro-batch, without a memory plan. */
const MICRO_BATCH_TOKENS = 512;

/** A step that has begun. */
export interface OpenedStep {
  /** Number of shards; 0 if no token is supervised. */
  shards: number;
  /** Slopes that another trainer needs to compute shards of this step; null if it needs none. */
  slopes: Slopes | null;
}

/** A loss whose gradient is added to the sum. With `forwardOnly`, only the loss is computed. */
export interface AccumulateRequest {
  sequences: TargetedSequence[];
  loss: SumLoss;
  forwardOnly: boolean;
}

export interface AccumulateResult {
  /** Sum of the loss over tokens. */
  loss: number;
  /** [T] log-probability of each target under the current weights; entry 0 is 0. */
  logprobs: Float32Array[];
}

/** Settings of one AdamW step. */
export interface AdamSettings {
  learningRate: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  weightDecay: number;
  /** Upper bound to which the global gradient norm is clipped; Infinity for no clipping. */
  maxGradNorm: number;
}

/** Trains one LoRA adapter over a decoder with frozen weights. */
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
  readonly #passes: GradientPasses;
  /** Gradient of the current shard; the first shard uses `#grads` instead. */
  readonly #ofShard: DeviceBuffer;
  #steps: number;
  #step: (OpenStep & { request: TrainStepRequest }) | undefined;
  /** Number of gradients in the sum: shards of the open step, or `accumulate` calls since the last `apply`. */
  #added = 0;

  private constructor(device: Device, decoder: Decoder, lock: DeviceLock, state: TrainerState) {
    this.#device = device;
    this.#decoder = decoder;
    this.#lora = state.lora;
    this.#lock = lock;
    this.#recorder = new Recorder(device);
    this.#params = state.params;
    this.#grads = state.grads;
    this.#ofShard = state.ofShard;
    this.#m = state.m;
    this.#v = state.v;
    this.#partial = state.partial;
    this.#norm2 = state.norm2;
    this.#steps = state.steps;
    const { lora, params, plan } = state;
    this.#passes = new GradientPasses({ device, decoder, lock, recorder: this.#recorder, lora, params, plan });
  }

  /**
   * Allocates a trainer. `adapter` is [elements] in the layout `lora`, whose settings may differ from the decoder's;
   * null starts a fresh adapter. A null optimizer state starts from zero. `plan` limits the memory of steps.
   * Throws DeviceOutOfMemoryError.
   */
  static async begin(
    device: Device,
    decoder: Decoder,
    lock: DeviceLock,
    adapter: Float32Array | null,
    optimizer: OptimizerState | null,
    lora: LoraLayout = decoder.lora,
    plan: MemoryPlan = unlimitedPlan(decoder.config, MICRO_BATCH_TOKENS),
  ): Promise<Trainer> {
    const bytes = lora.elements * 4;
    const allocated: DeviceBuffer[] = [];
    const filled = async (values: Float32Array | undefined, label: string, size = bytes) => {
      const buffer = await (values ? allocateWith(device, values, label) : allocate(device, size, label));
      allocated.push(buffer);
      return buffer;
    };
    try {
      return new Trainer(device, decoder, lock, {
        lora,
        plan,
        params: await filled(adapter ?? freshAdapter(lora), 'adapter'),
        grads: await filled(undefined, 'adapter gradients'),
        ofShard: await filled(undefined, 'adapter gradients of a shard'),
        m: await filled(optimizer?.m, 'first moments'),
        v: await filled(optimizer?.v, 'second moments'),
        partial: await filled(undefined, 'norm scratch', NORM_SCRATCH_WORDS * 4),
        norm2: await filled(undefined, 'squared norm', 4),
        steps: optimizer?.steps ?? 0,
      });
    } catch (error) {
      for (const buffer of allocated) buffer.gpu.destroy();
      throw error;
    }
  }

  /**
   * Takes one optimizer step. A step without supervised tokens changes nothing and reports a gradient norm of 0. If the
   * device has less memory than planned, it repeats the passes with fewer activations kept, which changes no bit.
   * Throws DeviceOutOfMemoryError, DeviceLostError, RangeError for tokens outside the vocabulary, and AbortedError
   * between two submits if `signal` aborts; the trainer is unusable after an abort.
   */
  async step(request: TrainStepRequest, signal?: AbortSignal): Promise<TrainStepResult> {
    const { shards } = await this.beginStep(request, null, signal);
    for (let shard = 0; shard < shards; shard++) await this.addShard(shard, signal);
    return this.finishStep();
  }

  /**
   * Begins a step whose gradient is summed shard by shard. `slopes` come from another trainer of the same step; null
   * makes this trainer compute them. Throws as `step` does.
   */
  async beginStep(request: TrainStepRequest, slopes: Slopes | null, signal?: AbortSignal): Promise<OpenedStep> {
    checkTokens(request.sequences, this.#decoder.config.vocab_size);
    const batches = microBatches(request.sequences, this.#passes.capacity);
    const objective = stepObjective(request, supervised(batches));
    this.#step = { ...(await this.#passes.open(objective, batches, { slopes, shardsOf }, signal)), request };
    this.#added = 0;
    return { shards: this.#step.shards.length, slopes: this.#step.slopes };
  }

  /** Computes and adds the gradient of the next shard. Throws as `step` does. */
  async addShard(shard: number, signal?: AbortSignal): Promise<void> {
    const step = this.#next(shard);
    await this.#passes.gradient(step, shard, this.#placeOf(shard), signal);
    await this.#addShardToSum(shard);
  }

  /** Adds the gradient of the next shard, computed by another trainer. */
  async addGradient(shard: number, { gradient, statistics }: ShardGradient): Promise<void> {
    const step = this.#next(shard);
    const words = this.#passes.statisticsOf(step, shard).words;
    if (gradient.length !== this.#lora.elements || statistics.length !== words) {
      throw new RangeError(`shard ${shard}: not a gradient of ${this.#lora.elements} elements and ${words} statistics`);
    }
    upload(this.#device, this.#placeOf(shard), gradient);
    this.#passes.setStatistics(step, shard, statistics);
    await this.#addShardToSum(shard);
  }

  /** Computes the gradient of one shard without adding it. Throws as `step` does. */
  async shardGradient(shard: number, signal?: AbortSignal): Promise<ShardGradient> {
    await this.#passes.gradient(this.#opened(), shard, this.#placeOf(shard), signal);
    return this.lastGradient(shard);
  }

  /** Returns the gradient of the shard that was computed last. */
  async lastGradient(shard: number): Promise<ShardGradient> {
    const gradient = new Float32Array(await this.#read(this.#placeOf(shard)));
    return { gradient, statistics: await this.#passes.statistics(this.#opened(), shard) };
  }

  /** Ends a step after all its shards were added: updates the weights. */
  async finishStep(): Promise<TrainStepResult> {
    const step = this.#opened();
    const { request, batches, shards, maskedTokens } = step;
    const { sequences } = request;
    if (this.#added !== shards.length) throw new Error(`${this.#added} of ${shards.length} shards were added`);
    this.#step = undefined;
    const logprobs = sequences.map(({ ids }) => new Float32Array(ids.length));
    if (maskedTokens === 0) {
      const entropies = logprobs.map(({ length }) => new Float32Array(length));
      return { gradNorm: 0, entropy: 0, maskedTokens, logprobs, entropies, ...lossReport(request, logprobs) };
    }
    const { learningRate, weightDecay, maxGradNorm } = request;
    const rates = { learningRate, weightDecay, maxGradNorm };
    const gradNorm = await this.apply({ ...rates, beta1: BETA1, beta2: BETA2, epsilon: EPSILON });
    const values = await this.#passes.statistics(step);
    placeLogprobs(values, batches, logprobs);
    const entropy = weightedEntropy(values, batches, sequences) / maskedTokens;
    const entropies = placedEntropies(values, batches, sequences);
    return { gradNorm, entropy, maskedTokens, logprobs, entropies, ...lossReport(request, logprobs) };
  }

  /**
   * Adds the gradient of a sum over tokens to the sum that `apply` uses; if it throws, it adds nothing. `plan` limits
   * its memory, all of which it frees. Throws DeviceOutOfMemoryError, DeviceLostError, and RangeError for tokens
   * outside the vocabulary.
   */
  async accumulate({ sequences, loss, forwardOnly }: AccumulateRequest, plan?: MemoryPlan): Promise<AccumulateResult> {
    checkTokens(sequences, this.#decoder.config.vocab_size);
    if (plan !== undefined) this.#passes.replan(plan);
    try {
      return await this.#accumulate({ sequences, loss, forwardOnly });
    } finally {
      this.#passes.end();
    }
  }

  async #accumulate({ sequences, loss, forwardOnly }: AccumulateRequest): Promise<AccumulateResult> {
    const { sequences: packed, copies } = repeatedLogprobs(sequences, forwardOnly ? null : loss);
    const batches = microBatches(packed, this.#passes.capacity);
    const whole = { slopes: null, shardsOf: <Batch>(parts: readonly Batch[]) => [[...parts]] };
    const step = await this.#passes.open(sumObjective(loss, sequences), batches, whole);
    const { logprobs } = step;
    if (forwardOnly) await this.#passes.logprobs(step);
    else {
      await this.#passes.gradient(step, 0, this.#placeOf(this.#added));
      await this.#addShardToSum(this.#added);
      placeLogprobs(await this.#passes.statistics(step), batches, logprobs);
    }
    for (const { from, to, count } of copies) logprobs[to].set(logprobs[from].subarray(1, count + 1), 1);
    return { loss: sumLoss(loss, sequences, logprobs).loss, logprobs };
  }

  /** Updates the weights with the gradient sum, then resets the sum. Returns its global L2 norm before clipping. */
  async apply(settings: AdamSettings): Promise<number> {
    if (this.#added === 0) this.#recorder.clear(this.#grads);
    this.#added = 0;
    await this.#optimizerStep(settings);
    const [norm2] = new Float32Array(await this.#read(this.#norm2, 4));
    return Math.sqrt(norm2);
  }

  #opened(): OpenStep & { request: TrainStepRequest } {
    if (!this.#step) throw new Error('no step is open');
    return this.#step;
  }

  #next(shard: number): OpenStep {
    const step = this.#opened();
    if (shard !== this.#added || shard >= step.shards.length) {
      throw new Error(`shard ${shard} of ${step.shards.length} cannot be the next after ${this.#added}`);
    }
    return step;
  }

  /** Adds a shard's gradient to the sum, always in the order of the shards, whichever worker computed them. */
  async #addShardToSum(shard: number): Promise<void> {
    this.#added += 1;
    if (shard === 0) return;
    const parts = this.#placeOf(shard);
    sumSections(this.#recorder, { parts, sum: this.#grads, count: this.#lora.elements, sections: 1, ADD: 1 });
    await this.#run();
  }

  /** Returns the gradient buffer of a shard. The first shard writes directly into the sum. */
  #placeOf(shard: number): DeviceBuffer {
    return shard === 0 ? this.#grads : this.#ofShard;
  }

  /** Takes one AdamW step with the gradients, clipped by their norm; its square stays in `norm2`. */
  async #optimizerStep({ maxGradNorm, ...rates }: AdamSettings): Promise<void> {
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
      ...rates,
      maxGradNorm: Math.min(maxGradNorm, NO_CLIP),
    });
    await this.#run();
  }

  /** Returns the current adapter, [elements]. */
  async weights(): Promise<Float32Array> {
    return new Float32Array(await this.#read(this.#params));
  }

  /** Returns the gradients of the last step before clipping, [elements]. */
  async gradients(): Promise<Float32Array> {
    return new Float32Array(await this.#read(this.#grads));
  }

  /** Returns the sum of `accumulate` since the last `apply`, [elements]; null if it was not called. */
  async sum(): Promise<Float32Array | null> {
    return this.#added === 0 ? null : this.gradients();
  }

  /** Resumes from the result of `sum`, bit for bit. */
  resumeSum(sum: Float32Array): void {
    upload(this.#device, this.#grads, sum);
    this.#added = 1;
  }

  async optimizer(): Promise<OptimizerState> {
    const m = new Float32Array(await this.#read(this.#m));
    const v = new Float32Array(await this.#read(this.#v));
    return { m, v, steps: this.#steps };
  }

  /** Frees all device memory of the session. */
  end(): void {
    this.#passes.end();
    for (const buffer of [this.#params, this.#grads, this.#m, this.#v, this.#partial, this.#norm2, this.#ofShard])
      buffer.gpu.destroy();
  }

  #run(): Promise<void> {
    return this.#recorder.submitInPieces((piece) => this.#lock.run(piece));
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
  ofShard: DeviceBuffer;
  m: DeviceBuffer;
  v: DeviceBuffer;
  partial: DeviceBuffer;
  norm2: DeviceBuffer;
  steps: number;
}
