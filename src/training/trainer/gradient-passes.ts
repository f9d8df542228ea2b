import { allocate, type DeviceBuffer, download, upload } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import type { DeviceLock } from '../../compute/device-lock.ts';
import { AbortedError, DeviceOutOfMemoryError } from '../../compute/errors.ts';
import type { Recorder } from '../../compute/recorder.ts';
import type { Decoder } from '../../model/decoder.ts';
import type { LoraLayout } from '../../model/lora-layout.ts';
import { givenLoss, targetTokens } from './batch-loss.ts';
import { type BatchLoss, recordLogprobs, recordLoss, type StatisticsSlice } from './loss-head.ts';
import { type MemoryPlan, reducedPlan } from './memory-plan.ts';
import type { MicroBatch } from './micro-batch.ts';
import type { Objective, Slopes } from './objective.ts';
import { placeLogprobs } from './step-report.ts';
import { allocateTrainingBuffers, gradientMatrix, type TrainingBuffers } from './training-buffers.ts';
import { recordBackwardPass, recordForwardPass, type TrainingPass } from './training-pass.ts';

/** A micro-batch and the slice that receives its statistics. */
interface PlacedBatch {
  batch: MicroBatch;
  place: StatisticsSlice;
}

/** A step whose gradient is being computed. */
export interface OpenStep {
  objective: Objective;
  batches: readonly MicroBatch[];
  maskedTokens: number;
  shards: PlacedBatch[][];
  /** Null if each shard computes its own slopes. */
  slopes: Slopes | null;
  /** Loss of a batch, if it does not need the batch's log-probabilities first; else null. */
  lossOf: ((batch: MicroBatch) => BatchLoss) | null;
  /** [T] for each sequence, filled in as they become known. */
  logprobs: Float32Array[];
}

interface GradientParts {
  device: Device;
  decoder: Decoder;
  lock: DeviceLock;
  recorder: Recorder;
  lora: LoraLayout;
  /** The adapter, [elements]. */
  params: DeviceBuffer;
  plan: MemoryPlan;
}

/** Runs forward and backward passes of a step's micro-batches, for gradients and statistics of supervised tokens. */
export class GradientPasses {
  readonly #parts: GradientParts;
  #plan: MemoryPlan;
  #buffers: TrainingBuffers | undefined;
  /** [supervised tokens of a step] x (log-probability, entropy) */
  #statistics: DeviceBuffer | undefined;
  /** Cancels the running passes. */
  #signal: AbortSignal | undefined;

  constructor(parts: GradientParts) {
    this.#parts = parts;
    this.#plan = parts.plan;
  }

  /** Tokens of a micro-batch. */
  get capacity(): number {
    return this.#plan.capacity;
  }

  /**
   * Opens a step. If slopes depend on the log-probabilities of the whole step, computes those first, unless `slopes`
   * are given. `shardsOf` divides the batches. Throws DeviceOutOfMemoryError, DeviceLostError and AbortedError.
   */
  async open(
    objective: Objective,
    batches: readonly MicroBatch[],
    { slopes, shardsOf }: { slopes: Slopes | null; shardsOf: <Batch>(batches: readonly Batch[]) => Batch[][] },
    signal?: AbortSignal,
  ): Promise<OpenStep> {
    this.#signal = signal;
    const maskedTokens = supervised(batches);
    const logprobs = objective.sequences.map(({ ids }) => new Float32Array(ids.length));
    const step: OpenStep = { objective, batches, maskedTokens, shards: [], slopes, lossOf: null, logprobs };
    if (maskedTokens === 0) return step;
    return this.#withReducedPlans(async () => {
      const parts = placed(batches, await this.#roomForStatistics(maskedTokens));
      const isWholeStep = slopes === null && parts.length > 1 && objective.reach === 'step';
      const found = isWholeStep ? objective.slopesOf(await this.#allLogprobs(step, parts)) : slopes;
      const lossOf = found === null ? objective.lossOf : givenLossOf(objective, found);
      return { ...step, shards: shardsOf(parts), slopes: found, lossOf };
    });
  }

  /** Computes the log-probabilities of the step, [T] for each sequence, without a gradient. Throws as `open` does. */
  logprobs(step: OpenStep): Promise<Float32Array[]> {
    return this.#withReducedPlans(() => this.#allLogprobs(step, step.shards.flat()));
  }

  /** Computes the gradient of a shard into `grads`, and its statistics. Throws as `open` does. */
  async gradient(step: OpenStep, shard: number, grads: DeviceBuffer, signal?: AbortSignal): Promise<void> {
    this.#signal = signal;
    await this.#withReducedPlans(async () => {
      await this.#roomFor(longest(step.batches));
      this.#parts.recorder.clear(grads);
      for (const part of step.shards[shard]) await this.#backward(step, part, grads);
    });
  }

  /** Returns the position of a shard's statistics, in words; without `shard`, the position of the whole step's. */
  statisticsOf({ shards, maskedTokens }: OpenStep, shard?: number): { first: number; words: number } {
    if (shard === undefined) return { first: 0, words: 2 * maskedTokens };
    const tokens = shards[shard].reduce((sum, { batch }) => sum + batch.logitRows.length, 0);
    return { first: 2 * shards[shard][0].place.firstToken, words: 2 * tokens };
  }

  async statistics(step: OpenStep, shard?: number): Promise<Float32Array> {
    const { first, words } = this.statisticsOf(step, shard);
    return new Float32Array(await this.#read(4 * first, 4 * words));
  }

  /** Uploads the statistics of a shard that another trainer computed. */
  setStatistics(step: OpenStep, shard: number, statistics: Float32Array): void {
    upload(this.#parts.device, this.#statistics!, statistics, 4 * this.statisticsOf(step, shard).first);
  }

  /** Frees all buffers; later passes follow `plan`. */
  replan(plan: MemoryPlan): void {
    this.end();
    this.#plan = plan;
  }

  /** Frees all buffers. */
  end(): void {
    this.#dropBuffers();
    this.#statistics?.gpu.destroy();
    this.#statistics = undefined;
  }

  async #withReducedPlans<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const plan = reducedPlan(this.#plan);
        if (!(error instanceof DeviceOutOfMemoryError) || plan === undefined) throw error;
        this.#dropBuffers();
        this.#plan = plan;
      }
    }
  }

  async #allLogprobs(step: OpenStep, parts: readonly PlacedBatch[]): Promise<Float32Array[]> {
    const { batches, logprobs, maskedTokens } = step;
    await this.#roomFor(longest(batches));
    for (const part of parts) await this.#logprobs(part, step);
    placeLogprobs(new Float32Array(await this.#read(0, maskedTokens * 8)), batches, logprobs);
    return logprobs;
  }

  /** Adds the gradient of one batch. */
  async #backward(step: OpenStep, part: PlacedBatch, grads: DeviceBuffer): Promise<void> {
    const { objective, lossOf, logprobs } = step;
    const { batch, place } = part;
    if (lossOf !== null) return this.#pass(part, grads, { forward: true, loss: lossOf(batch) });
    // Slopes need the log-probabilities of whole sequences; a micro-batch never splits a sequence.
    await this.#logprobs(part, step);
    const values = await this.#read(place.firstToken * 8, batch.logitRows.length * 8);
    placeLogprobs(new Float32Array(values), [batch], logprobs);
    // The buffers still hold the activations of this batch.
    return this.#pass(part, grads, {
      forward: false,
      loss: givenLoss(batch, objective.sequences, objective.slopesOf(logprobs)),
    });
  }

  async #pass(
    { batch, place }: PlacedBatch,
    grads: DeviceBuffer,
    { forward, loss }: { forward: boolean; loss: BatchLoss },
  ): Promise<void> {
    const { recorder } = this.#parts;
    const pass = await this.#passOf(batch, grads);
    if (forward) recordForwardPass(recorder, pass);
    recordLoss(recorder, { ...pass, x: lastOutput(pass), place }, pass.buffers, loss);
    recordBackwardPass(recorder, pass);
    await this.#run();
  }

  async #logprobs({ batch, place }: PlacedBatch, { objective }: OpenStep): Promise<void> {
    const { recorder, params } = this.#parts;
    const { sequences } = objective;
    const pass = await this.#passOf(batch, params);
    recordForwardPass(recorder, pass);
    recordLogprobs(recorder, { ...pass, x: lastOutput(pass), place }, pass.buffers, targetTokens(batch, sequences));
    await this.#run();
  }

  async #passOf(batch: MicroBatch, grads: DeviceBuffer): Promise<TrainingPass> {
    const { decoder, lora, params } = this.#parts;
    return { decoder, adapter: { lora, params, grads }, buffers: await this.#roomFor(batch.T), batch };
  }

  #run(): Promise<void> {
    const { recorder, lock } = this.#parts;
    return recorder.submitInPieces((piece) => {
      if (this.#signal?.aborted) throw new AbortedError('the training step was aborted by its caller');
      return lock.run(piece);
    });
  }

  #read(offset: number, bytes: number): Promise<ArrayBuffer> {
    const { lock, device } = this.#parts;
    return lock.run(() => download(device, this.#statistics!, offset, bytes));
  }

  /** Frees the training buffers and discards recorded commands, which may refer to them. */
  #dropBuffers(): void {
    this.#parts.recorder.reset();
    for (const buffer of this.#buffers?.all ?? []) buffer.gpu.destroy();
    this.#buffers = undefined;
  }

  async #roomForStatistics(count: number): Promise<DeviceBuffer> {
    if (this.#statistics && this.#statistics.bytes >= count * 8) return this.#statistics;
    this.#parts.recorder.reset();
    this.#statistics?.gpu.destroy();
    this.#statistics = undefined;
    this.#statistics = await allocate(this.#parts.device, count * 8, 'statistics');
    return this.#statistics;
  }

  async #roomFor(T: number): Promise<TrainingBuffers> {
    if (this.#buffers && this.#buffers.T >= T) return this.#buffers;
    this.#dropBuffers();
    const { device, decoder, lora } = this.#parts;
    const plan = { ...this.#plan, matrix: gradientMatrix(device, decoder) };
    this.#buffers = await allocateTrainingBuffers(device, decoder.config, lora.rank, T, plan);
    return this.#buffers;
  }
}

function givenLossOf({ sequences }: Objective, slopes: Slopes): OpenStep['lossOf'] {
  return (batch) => givenLoss(batch, sequences, slopes);
}

/** Counts the supervised tokens of the batches. */
export function supervised(batches: readonly MicroBatch[]): number {
  return batches.reduce((sum, { logitRows }) => sum + logitRows.length, 0);
}

/** Returns the tokens of the largest batch. */
function longest(batches: readonly MicroBatch[]): number {
  return batches.reduce((most, { T }) => Math.max(most, T), 0);
}

function placed(batches: readonly MicroBatch[], statistics: DeviceBuffer): PlacedBatch[] {
  let firstToken = 0;
  return batches.map((batch) => {
    const place = { statistics, firstToken };
    firstToken += batch.logitRows.length;
    return { batch, place };
  });
}

function lastOutput({ buffers }: TrainingPass): DeviceBuffer {
  return buffers.layers[buffers.layers.length - 1].out;
}
