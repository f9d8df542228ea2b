import { allocate, type DeviceBuffer } from '../compute/buffer.ts';
import type { Device } from '../compute/device.ts';
import { BLOCK_BYTES, type WeightMatrix } from '../compute/ops/weight.ts';
import { Recorder } from '../compute/recorder.ts';
import { DeviceTurn } from '../compute/turn.ts';
import { Decoder } from '../model/decoder.ts';
import { loraLayout } from '../model/lora-layout.ts';
import { PPO } from '../training/policy-loss.ts';
import type { TrainSequence } from '../training/train-step.ts';
import { scoreSequences } from '../training/trainer/scorer.ts';
import { Trainer } from '../training/trainer/trainer.ts';
import type { LoadedModel } from './loaded-model.ts';

/** Widths of a model whose kernels are those of a real one: of the shapes, only the head size is compiled in. */
const WIDTH = 64;
const LAYERS = 2;
const TOKENS = 12;
/** Trained tokens of a step: products of one row, of two, of three and four, and of more are kernels of their own. */
const TRAINED = [8, 4, 2, 1];

/**
 * Has the driver compile every kernel that training `model` needs, by training a tiny one of the same kind. A software
 * adapter takes seconds for that the first time, in the middle of a step, with every chat waiting; drivers keep what they
 * compiled on disk. Throws what `Trainer.step` throws.
 */
export async function compileTrainingKernels(
  device: Device,
  model: Pick<LoadedModel, 'decoder' | 'lora'>,
): Promise<void> {
  const made: DeviceBuffer[] = [];
  const turn = new DeviceTurn();
  try {
    const decoder = await tinyDecoder(device, model.decoder, made);
    const trainer = await Trainer.begin(device, decoder, turn, null, null, loraLayout(decoder.config, model.lora));
    const settings = { learningRate: 0, weightDecay: 0, maxGradNorm: 1 };
    for (const trained of TRAINED) {
      await trainer.step({ sequences: [sequence(trained)], loss: { ...PPO, level: 'sequence' }, ...settings });
    }
    trainer.end();
    await scoreSequences(new Recorder(device), decoder, turn, null, [sequence(TRAINED[0])]);
  } finally {
    for (const { gpu } of made) gpu.destroy();
  }
}

function sequence(trained: number): TrainSequence {
  return {
    ids: Uint32Array.from({ length: TOKENS }, (_, t) => t),
    mask: Uint8Array.from({ length: TOKENS }, (_, t) => Number(t >= TOKENS - trained)),
    advantages: new Float32Array(TOKENS).fill(1),
    weight: 1,
    oldLogprobs: new Float32Array(TOKENS).fill(-1),
  };
}

/** Weights of zeros, stored as those of `real` are; `made` gets their buffers. */
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
      const { type } = like.shards[part];
      const height = rows / parts;
      const buffer = await zeros((height * cols * BLOCK_BYTES[type]) / 32);
      shards.push({ buffer, type, rowStart: part * height, rows: height });
    }
    return { rows, cols, shards, bias: like.bias && (await zeros(rows * 4)) };
  };
  const config = {
    ...real.config,
    vocab_size: WIDTH,
    hidden_size: WIDTH,
    intermediate_size: WIDTH,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    num_hidden_layers: LAYERS,
  };
  const [first] = real.weights.layers;
  const layers: Decoder['weights']['layers'] = [];
  for (let layer = 0; layer < LAYERS; layer++) {
    layers.push({
      inputNorm: await zeros(WIDTH * 4),
      qkv: await matrix(first.qkv, 4 * E, WIDTH),
      qNorm: first.qNorm && (await zeros(E * 4)),
      kNorm: first.kNorm && (await zeros(E * 4)),
      o: await matrix(first.o, WIDTH, 2 * E),
      postNorm: await zeros(WIDTH * 4),
      gateUp: await matrix(first.gateUp, 2 * WIDTH, WIDTH),
      down: await matrix(first.down, WIDTH, WIDTH),
    });
  }
  const embedding = await matrix(real.weights.embedding, WIDTH, WIDTH);
  const tied = real.weights.head === real.weights.embedding;
  const head = tied ? embedding : await matrix(real.weights.head, WIDTH, WIDTH);
  const weights = { ...real.weights, config, embedding, layers, norm: await zeros(WIDTH * 4), head };
  return Decoder.create(device, weights, loraLayout(config), { maxTokens: TOKENS, maxLogits: 1, context: TOKENS });
}
