import { allocate, type DeviceBuffer } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { DeviceLock } from '../../compute/device-lock.ts';
import { bytesForMatrices } from '../../compute/ops/matrix-tiles.ts';
import { tiledBytes, type WeightMatrix } from '../../compute/ops/weight.ts';
import { Recorder } from '../../compute/recorder.ts';
import { mixtureOf } from '../../model/checkpoint/config.ts';
import { Decoder } from '../../model/decoder.ts';
import { loraLayout } from '../../model/lora-layout.ts';
import { PPO } from '../../training/policy-loss.ts';
import type { TrainSequence } from '../../training/train-step.ts';
import { computeLogprobs } from '../../training/trainer/compute-logprobs.ts';
import { unlimitedPlan } from '../../training/trainer/memory-plan.ts';
import { Trainer } from '../../training/trainer/trainer.ts';
import type { LoadedModel } from './loaded-model.ts';

/** Width of a tiny model with the same kernels as a real one: of the shapes, only the head size is compiled in. */
const WIDTH = 64;
/** Vocabulary with two shards of two sections each, as the head's gradient sums have on GPUs. */
const VOCABULARY = 1024;
/** F of one expert. The number of experts is the model's, since kernels are compiled for it. */
const EXPERT_WIDTH = 32;
const LAYERS = 2;
const TOKENS = 64;
/**
 * Tokens of a step's sequence, and how many of them are trained. Matrix products have a kernel for each number of rows
 * per lane: for the layers by `tokens`, for the head by `trained`. One token alone trains nothing.
 */
const STEPS = [
  { tokens: 2, trained: 1 },
  { tokens: 4, trained: 2 },
  { tokens: 8, trained: 4 },
  { tokens: 20, trained: 8 },
  { tokens: 28, trained: 16 },
  { tokens: TOKENS, trained: 40 },
];

/** A pass of a tiny model: a training step, or log-probabilities without an adapter. */
export interface TinyPass {
  kind: 'step' | 'logprobs';
  tokens: number;
  trained: number;
}

/** All passes that use different kernels. */
export const TINY_PASSES: readonly TinyPass[] = [
  ...STEPS.map((step) => ({ kind: 'step' as const, ...step })),
  ...STEPS.map((step) => ({ kind: 'logprobs' as const, ...step })),
];

/** A tiny model that uses the kernels of a real one, with an adapter in training. */
export class TinyTraining {
  readonly #device: Device;
  readonly #decoder: Decoder;
  readonly #lock: DeviceLock;
  readonly #trainer: Trainer;
  readonly #weights: readonly DeviceBuffer[];

  private constructor(
    device: Device,
    decoder: Decoder,
    lock: DeviceLock,
    trainer: Trainer,
    weights: readonly DeviceBuffer[],
  ) {
    this.#device = device;
    this.#decoder = decoder;
    this.#lock = lock;
    this.#trainer = trainer;
    this.#weights = weights;
  }

  /** Creates the tiny model, possibly on another device than that of the real one. Throws DeviceOutOfMemoryError. */
  static async begin(device: Device, { decoder: real, lora }: Pick<LoadedModel, 'decoder' | 'lora'>) {
    const made: DeviceBuffer[] = [];
    try {
      const decoder = await tinyDecoder(device, real, made);
      const layout = loraLayout(decoder.config, lora);
      const lock = new DeviceLock();
      const plan = unlimitedPlan(decoder.config, TOKENS);
      const trainer = await Trainer.begin(device, decoder, lock, null, null, layout, plan);
      return new TinyTraining(device, decoder, lock, trainer, made);
    } catch (error) {
      for (const { gpu } of made) gpu.destroy();
      throw error;
    }
  }

  /** Runs a pass. Throws what `Trainer.step` throws. */
  async run({ kind, tokens, trained }: TinyPass): Promise<void> {
    if (kind === 'logprobs') {
      await computeLogprobs(new Recorder(this.#device), this.#decoder, this.#lock, null, [sequence(tokens, trained)]);
      return;
    }
    // If one sequence fills a micro-batch, a second one follows, so that the kernels that add gradients run too.
    const sequences = [sequence(tokens, trained), ...(tokens === TOKENS ? [sequence(tokens, trained, 1)] : [])];
    const settings = { learningRate: 0, weightDecay: 0, maxGradNorm: 1 };
    await this.#trainer.step({ sequences, loss: { ...PPO, level: 'sequence' }, ...settings });
  }

  end(): void {
    this.#trainer.end();
    for (const { gpu } of this.#weights) gpu.destroy();
  }
}

function sequence(length: number, trained: number, first = 0): TrainSequence {
  return {
    ids: Uint32Array.from({ length }, (_, t) => first + t),
    mask: Uint8Array.from({ length }, (_, t) => Number(t >= length - trained)),
    advantages: new Float32Array(length).fill(1),
    weight: 1,
    oldLogprobs: new Float32Array(length).fill(-1),
  };
}

/** Creates zero weights in the storage forms of `real`; appends their buffers to `made`. */
async function tinyDecoder(device: Device, real: Decoder, made: DeviceBuffer[]): Promise<Decoder> {
  const { head_dim: E } = real.config;
  const zeros = async (bytes: number): Promise<DeviceBuffer> => {
    const buffer = await allocate(device, bytes, 'weights of no model');
    made.push(buffer);
    return buffer;
  };
  const matrix = async (like: WeightMatrix, rows: number, cols: number): Promise<WeightMatrix> => {
    const shards: WeightMatrix['shards'] = [];
    const parts = Math.min(2, like.shards.length);
    for (let part = 0; part < parts; part++) {
      const { type, forMatrices } = like.shards[part];
      const height = rows / parts;
      const size = forMatrices ? bytesForMatrices({ type, rows: height }, cols) : undefined;
      const buffer = await zeros(size ?? tiledBytes(type, height, cols));
      shards.push({ buffer, type, rowStart: part * height, rows: height, forMatrices: size !== undefined });
    }
    return { rows, cols, shards, half: like.half, bias: like.bias && (await zeros(rows * 4)) };
  };
  const mixture = mixtureOf(real.config);
  const config = {
    ...real.config,
    vocab_size: VOCABULARY,
    hidden_size: WIDTH,
    intermediate_size: WIDTH,
    ...(mixture ? { moe_intermediate_size: EXPERT_WIDTH } : {}),
    num_attention_heads: 2,
    num_key_value_heads: 1,
    num_hidden_layers: LAYERS,
  };
  const [experts, inner] = mixture ? [mixture.experts, EXPERT_WIDTH] : [1, WIDTH];
  const [first] = real.weights.layers;
  const layers: Decoder['weights']['layers'] = [];
  for (let layer = 0; layer < LAYERS; layer++) {
    layers.push({
      inputNorm: first.inputNorm && (await zeros(WIDTH * 4)),
      qkv: await matrix(first.qkv, 4 * E, WIDTH),
      qNorm: first.qNorm && (await zeros(2 * E * 4)),
      kNorm: first.kNorm && (await zeros(E * 4)),
      sinks: first.sinks && (await zeros(2 * 4)),
      o: await matrix(first.o, WIDTH, 2 * E),
      postNorm: first.postNorm && (await zeros(WIDTH * 4)),
      attentionNorm: first.attentionNorm && (await zeros(WIDTH * 4)),
      ffnNorm: first.ffnNorm && (await zeros(WIDTH * 4)),
      router: first.router && mixture && (await matrix(first.router, mixture.experts, WIDTH)),
      gateUp: await matrix(first.gateUp, 2 * experts * inner, WIDTH),
      down: await matrix(first.down, experts * WIDTH, inner),
    });
  }
  const embedding = await matrix(real.weights.embedding, VOCABULARY, WIDTH);
  const tied = real.weights.head === real.weights.embedding;
  const head = tied ? embedding : await matrix(real.weights.head, VOCABULARY, WIDTH);
  const weights = { ...real.weights, config, embedding, layers, norm: await zeros(WIDTH * 4), head };
  const { cacheType } = real;
  const limits = { maxTokens: TOKENS, maxLogits: 1, context: TOKENS, cacheType };
  return Decoder.create(device, weights, loraLayout(config), limits);
}
