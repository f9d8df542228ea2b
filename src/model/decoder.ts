import { allocate, allocateWith, type DeviceBuffer } from '../compute/buffer.ts';
import type { Device } from '../compute/device.ts';
import { attentionPaged } from '../compute/ops/attention.ts';
import { embedding } from '../compute/ops/embedding.ts';
import { gatherRows } from '../compute/ops/gather.ts';
import { matmul } from '../compute/ops/matmul.ts';
import { QUANTIZED_BLOCK_BYTES, quantizeRows } from '../compute/ops/quantize.ts';
import { rmsnorm, wholeRows } from '../compute/ops/rmsnorm.ts';
import { type HeadShape, rope } from '../compute/ops/rope.ts';
import type { Recorder } from '../compute/recorder.ts';
import type { ModelConfig } from './checkpoint/config.ts';
import { type AdapterArena, headWidth, type LayerBuffers, layerForward } from './decoder-layer.ts';
import type { DecoderWeights } from './device-weights.ts';
import type { LoraLayout } from './lora-layout.ts';
import { ropeTurns } from './rope-turns.ts';

/** Keys and values of one layer, [P PAGE, K, E] each. */
export interface LayerCache {
  k: DeviceBuffer;
  v: DeviceBuffer;
}

/** One engine step: T rows of any mix of sequences; the logits of B of them are wanted. */
export interface DecoderStep {
  T: number;
  B: number;
  /** Sum over rows of the keys each sees. */
  visible: number;
  /** [T] x (position, cache row, start of its block table, adapter slot or 0xffffffff) */
  rows: DeviceBuffer;
  /** [T] */
  tokens: DeviceBuffer;
  /** Block tables of all sequences. */
  tables: DeviceBuffer;
  /** [B] rows whose logits are wanted. */
  wanted: DeviceBuffer;
  cache: LayerCache[];
  adapters: { arena: DeviceBuffer; stride: number } | undefined;
}

/** A decoder on the device, ready for inference steps of up to `maxTokens` rows and `maxLogits` logit rows. */
export class Decoder {
  readonly config: ModelConfig;
  readonly weights: DecoderWeights;
  readonly lora: LoraLayout;
  readonly heads: HeadShape;
  /** [positions, E / 2] x (cos, sin) */
  readonly turns: DeviceBuffer;
  /** [B, V] of the last step. */
  readonly logits: DeviceBuffer;
  readonly #buffers: LayerBuffers;
  readonly #picked: DeviceBuffer;

  private constructor(
    weights: DecoderWeights,
    lora: LoraLayout,
    buffers: { layer: LayerBuffers; turns: DeviceBuffer; picked: DeviceBuffer; logits: DeviceBuffer },
  ) {
    this.config = weights.config;
    this.weights = weights;
    this.lora = lora;
    this.heads = headShape(weights.config);
    this.turns = buffers.turns;
    this.logits = buffers.logits;
    this.#buffers = buffers.layer;
    this.#picked = buffers.picked;
  }

  /** Throws DeviceOutOfMemoryError. `context` is the longest position that will be asked for, plus one. */
  static async create(
    device: Device,
    weights: DecoderWeights,
    lora: LoraLayout,
    limits: { maxTokens: number; maxLogits: number; context: number },
  ): Promise<Decoder> {
    const { config } = weights;
    const { maxTokens: T, maxLogits: B, context } = limits;
    const D = config.hidden_size;
    const F = config.intermediate_size;
    const floats = (count: number, label: string) => allocate(device, count * 4, label);
    const x = await floats(T * D, 'residual stream');
    const layer: LayerBuffers = {
      x,
      middle: x,
      out: x,
      h: await floats(T * D, 'normed hidden'),
      qkv: await floats(T * headWidth(config), 'q, k, v'),
      qkvRaw: undefined,
      o: await floats(T * config.num_attention_heads * config.head_dim, 'attention output'),
      gateUp: gateAndUpApart(weights) ? await floats(T * 2 * F, 'gate and up') : undefined,
      act: await floats(T * F, 'ffn activation'),
      uQkv: await floats(T * 3 * lora.rank, 'LoRA waist'),
      uO: await floats(T * lora.rank, 'LoRA waist'),
      uGateUp: await floats(T * 2 * lora.rank, 'LoRA waist'),
      uDown: await floats(T * lora.rank, 'LoRA waist'),
      quantized: await quantizedRows(device, weights, Math.max(T, B)),
    };
    const turns = await allocateWith(device, ropeTurns(config, context), 'rotary table');
    const picked = await floats(B * D, 'hidden rows for logits');
    const logits = await floats(B * config.vocab_size, 'logits');
    return new Decoder(weights, lora, { layer, turns, picked, logits });
  }

  /** Records one step; afterwards `logits` holds the B wanted rows. */
  forward(recorder: Recorder, step: DecoderStep): void {
    const { config, weights, heads, lora } = this;
    const { T, B, rows } = step;
    const D = config.hidden_size;
    const b = this.#buffers;
    const adapters: AdapterArena | undefined = step.adapters && {
      ...step.adapters,
      rank: lora.rank,
      scale: lora.scale,
      rows,
    };
    embedding(recorder, { tokens: step.tokens, weight: weights.embedding, x: b.x, T });
    weights.layers.forEach((layer, index) => {
      const cache = step.cache[index];
      layerForward(recorder, {
        config,
        weights: layer,
        buffers: b,
        T,
        adapters,
        lora: lora.layers[index],
        attend: ({ qkv, o, quantized }) => {
          const { tables, visible } = step;
          // A block may not hold parts of two heads: then the heads are quantised by a dispatch of their own.
          const q = heads.E % 32 === 0 ? quantized : undefined;
          rope(recorder, { rows, turns: this.turns, qkv, heads, T, cache });
          attentionPaged(recorder, { qkv, cache, rows, tables, o, q, heads, T, visible });
          if (q !== quantized && quantized) quantizeRows(recorder, { x: o, q: quantized, M: T, K: heads.H * heads.E });
        },
      });
    });
    if (B === 0) return;
    const q = b.quantized;
    gatherRows(recorder, { index: step.wanted, x: b.x, y: this.#picked, M: B, N: D });
    rmsnorm(recorder, {
      weight: weights.norm,
      x: this.#picked,
      y: b.h,
      q,
      rows: wholeRows(B, D),
      epsilon: config.rms_norm_eps,
    });
    matmul(recorder, { x: q ?? b.h, quantized: q !== undefined, weight: weights.head, y: this.logits, T: B });
  }
}

/** Whether gate and up cannot be one product with SwiGLU: it has one shard, and no int8 blocks of its output. */
function gateAndUpApart({ precision, layers }: DecoderWeights): boolean {
  return precision === 'int8' || layers.some(({ gateUp }) => gateUp.shards.length > 1);
}

/** Room for T rows of the widest input of a projection in int8, where the weights are meant for it. */
async function quantizedRows(device: Device, weights: DecoderWeights, T: number): Promise<DeviceBuffer | undefined> {
  if (weights.precision !== 'int8') return undefined;
  const { hidden_size: D, intermediate_size: F, num_attention_heads: H, head_dim: E } = weights.config;
  return allocate(device, (T * Math.max(D, F, H * E) * QUANTIZED_BLOCK_BYTES) / 32, 'int8 activations');
}

export function headShape(config: ModelConfig): HeadShape {
  return { H: config.num_attention_heads, K: config.num_key_value_heads, E: config.head_dim };
}
