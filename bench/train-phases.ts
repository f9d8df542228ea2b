import { allocate, allocateWith, type DeviceBuffer } from '../src/compute/buffer.ts';
import { adamw, globalNorm, NORM_SCRATCH_WORDS } from '../src/compute/ops/adamw.ts';
import type { Recorder } from '../src/compute/recorder.ts';
import { freshAdapter } from '../src/model/lora-layout.ts';
import type { TrainSequence } from '../src/training/train-step.ts';
import { crossEntropyLoss } from '../src/training/trainer/batch-loss.ts';
import { recordLoss } from '../src/training/trainer/loss-head.ts';
import type { MemoryPlan } from '../src/training/trainer/memory-plan.ts';
import { microBatches } from '../src/training/trainer/micro-batch.ts';
import { allocateTrainingBuffers } from '../src/training/trainer/training-buffers.ts';
import { recordBackwardPass, recordForwardPass, type TrainingPass } from '../src/training/trainer/training-pass.ts';
import type { LoadedModel } from '../src/worker/process/loaded-model.ts';

/** Seconds of each phase of a step. */
export interface Phases {
  forward: number;
  /** Final norm, head and loss, forward and backward at once. */
  head: number;
  backward: number;
  optimizer: number;
}

/** Phases of a training step, recorded as the trainer records them, each timed separately. */
export class PhasedStep {
  readonly #recorder: Recorder;
  readonly #made: DeviceBuffer[];
  readonly #pass: Omit<TrainingPass, 'batch'>;
  readonly #rest: Record<'m' | 'v' | 'partial' | 'norm2' | 'statistics', DeviceBuffer>;
  readonly #capacity: number;

  private constructor(capacity: number, parts: PhasedStepParts) {
    this.#recorder = parts.recorder;
    this.#capacity = capacity;
    this.#pass = parts.pass;
    this.#rest = parts.rest;
    this.#made = parts.made;
  }

  /** Allocates buffers for steps of up to `tokens` tokens, in the micro-batches of the plan. */
  static async open(recorder: Recorder, model: LoadedModel, tokens: number, plan: MemoryPlan): Promise<PhasedStep> {
    const { capacity } = plan;
    const { device } = recorder;
    const { decoder } = model;
    const { lora, config } = decoder;
    const made: DeviceBuffer[] = [];
    const keep = (buffer: DeviceBuffer): DeviceBuffer => {
      made.push(buffer);
      return buffer;
    };
    const words = async (count: number) => keep(await allocate(device, count * 4, 'bench'));
    const buffers = await allocateTrainingBuffers(device, config, lora.rank, Math.min(capacity, tokens), plan);
    made.push(...buffers.all);
    const params = keep(await allocateWith(device, freshAdapter(lora), 'adapter'));
    const adapter = { lora, params, grads: await words(lora.elements) };
    const rest = {
      m: await words(lora.elements),
      v: await words(lora.elements),
      partial: await words(NORM_SCRATCH_WORDS),
      norm2: await words(1),
      statistics: await words(2 * tokens),
    };
    return new PhasedStep(capacity, { recorder, made, rest, pass: { decoder, adapter, buffers } });
  }

  async run(sequences: readonly TrainSequence[]): Promise<Phases> {
    const recorder = this.#recorder;
    const phases = { forward: 0, head: 0, backward: 0, optimizer: 0 };
    const timed = async (phase: keyof Phases, record: () => void): Promise<void> => {
      const started = performance.now();
      record();
      await recorder.submitInPieces((piece) => piece());
      phases[phase] += (performance.now() - started) / 1000;
    };
    const batches = microBatches(sequences, this.#capacity);
    const count = batches.reduce((sum, { logitRows }) => sum + logitRows.length, 0);
    const { decoder, buffers, adapter } = this.#pass;
    const { statistics, ...moments } = this.#rest;
    await timed('forward', () => recorder.clear(adapter.grads));
    for (const batch of batches) {
      const pass = { ...this.#pass, batch };
      const head = {
        decoder,
        x: buffers.layers[buffers.layers.length - 1].out,
        batch,
        place: { statistics, firstToken: 0 },
      };
      await timed('forward', () => recordForwardPass(recorder, pass));
      await timed('head', () => recordLoss(recorder, head, buffers, crossEntropyLoss(batch, sequences, count)));
      await timed('backward', () => recordBackwardPass(recorder, pass));
    }
    const { params, grads, lora } = adapter;
    const all = { params, grads, ...moments, count: lora.elements };
    const settings = { learningRate: 1e-4, weightDecay: 0, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, maxGradNorm: 1 };
    await timed('optimizer', () => {
      globalNorm(recorder, all);
      adamw(recorder, { ...all, ...settings, step: 1 });
    });
    return phases;
  }

  close(): void {
    this.#recorder.reset();
    for (const { gpu } of this.#made) gpu.destroy();
  }
}

interface PhasedStepParts {
  recorder: Recorder;
  made: DeviceBuffer[];
  pass: Omit<TrainingPass, 'batch'>;
  rest: Record<'m' | 'v' | 'partial' | 'norm2' | 'statistics', DeviceBuffer>;
}
