import { allocate, allocateWith, type DeviceBuffer } from '../compute/buffer.ts';
import type { Device } from '../compute/device.ts';
import { attentionPaged } from '../compute/ops/attention.ts';
import { type Attended, partsBytes } from '../compute/ops/attention-chunks.ts';
import { embedding } from '../compute/ops/embedding.ts';
import { gatherRows } from '../compute/ops/gather.ts';
import type { CacheType, LayerCache } from '../compute/ops/layer-cache.ts';
import type { NextProjection } from '../compute/ops/low-rank-parts.ts';
import { matmul } from '../compute/ops/matmul.ts';
import { matmulInt8 } from '../compute/ops/matmul_int8.ts';
import { QUANTIZED_BLOCK_BYTES, quantizeRows } from '../compute/ops/quantize.ts';
import { rmsnorm, wholeRows } from '../compute/ops/rmsnorm.ts';
import type { HeadShape } from '../compute/ops/rope.ts';
import { softcap } from '../compute/ops/softcap.ts';
import type { Recorder } from '../compute/recorder.ts';
import { cacheTypeOf, roundsAttention } from './cache-type.ts';
import { ffnWidth, hasPostNorms, type ModelConfig, mixtureOf, normsAllHeads } from './checkpoint/config.ts';
import {
  embeddingScale,
  headNorm,
  headWidth,
  type LayerBuffers,
  type LoraBinding,
  layerForward,
  loraUse,
  residualEpsilon,
  scoringOf,
} from './decoder-layer.ts';
import { type Int8Inputs, layerForwardInt8 } from './decoder-layer-int8.ts';
import type { DecoderWeights, LayerWeights } from './device-weights.ts';
import type { LoraLayout } from './lora-layout.ts';
import { loraWidth, moeBuffers } from './moe-layer.ts';
import { type RopeKind, ropeKind, ropeTable, rotatedElements } from './rope-table.ts';

/** One engine step: T rows of any mix of sequences. Logits are computed for B of them. */
interface DecoderStep {
  T: number;
  B: number;
  /** Sum over rows of the keys that each row attends to. */
  attendedKeys: number;
  /** Upper bound of the keys that a row attends to; by default the whole context. */
  longest?: number;
  /** Whether at least half of the rows continue the row before and share its keys. A hint; the result is the same. */
  continuous: boolean;
  /**
   * Whether each row belongs to a different sequence (decode without drafts). Must not be true otherwise: attention may
   * then rotate and cache keys itself. With false the result is the same.
   */
  oneRowPerSequence: boolean;
  /** [T] `AttentionPaged.prefixes`, if rows of several sequences have enough keys in shared pages. */
  prefixes?: DeviceBuffer;
  /** [T] x (position, cache row, start of its block table, adapter slot or 0xffffffff) */
  rows: DeviceBuffer;
  /** [T] */
  tokens: DeviceBuffer;
  /** Block tables of all sequences. */
  tables: DeviceBuffer;
  /** [B] rows whose logits are computed. */
  logitRows: DeviceBuffer;
  /** KV cache of each layer, of the decoder's `cacheType`. */
  cache: LayerCache[];
  adapters: { arena: DeviceBuffer; stride: number } | undefined;
}

/** A decoder on the device, ready for inference steps of up to `maxTokens` rows and `maxLogits` logit rows. */
export class Decoder {
  readonly config: ModelConfig;
  readonly weights: DecoderWeights;
  readonly lora: LoraLayout;
  readonly heads: HeadShape;
  /** Element type of the KV cache; training rounds keys and values to the same type. */
  readonly cacheType: CacheType;
  /** Whether attention may round queries and softmax weights to f16, as keys and values already are. */
  readonly roundsAttention: boolean;
  /** [positions, E / 2] x (cos, sin) of each layer; layers of the same RoPE kind share a table. */
  readonly #ropeTables: readonly DeviceBuffer[];
  /** [B, V] logits of the last step. */
  readonly logits: DeviceBuffer;
  readonly #buffers: LayerBuffers;
  /** Set if the model is served in int8. */
  readonly #int8: Int8Inputs | undefined;
  readonly #picked: DeviceBuffer;
  /** Scratch of attention, if the device's class is staged. */
  readonly #parts: DeviceBuffer | undefined;
  readonly #context: number;

  private constructor(
    weights: DecoderWeights,
    lora: LoraLayout,
    { context, cacheType }: { context: number; cacheType: CacheType },
    buffers: {
      layer: LayerBuffers;
      int8: Int8Inputs | undefined;
      ropeTables: readonly DeviceBuffer[];
      picked: DeviceBuffer;
      logits: DeviceBuffer;
      parts: DeviceBuffer | undefined;
    },
  ) {
    this.config = weights.config;
    this.weights = weights;
    this.lora = lora;
    this.heads = headShape(weights.config);
    this.cacheType = cacheType;
    this.roundsAttention = roundsAttention(weights.precision, cacheType);
    this.#ropeTables = buffers.ropeTables;
    this.logits = buffers.logits;
    this.#buffers = buffers.layer;
    this.#int8 = buffers.int8;
    this.#picked = buffers.picked;
    this.#parts = buffers.parts;
    this.#context = context;
  }

  /**
   * Allocates the buffers of a decoder. `context` is the highest position plus one; `cacheType` defaults to the type
   * that `auto` selects. Throws DeviceOutOfMemoryError.
   */
  static async create(
    device: Device,
    weights: DecoderWeights,
    lora: LoraLayout,
    limits: { maxTokens: number; maxLogits: number; context: number; cacheType?: CacheType },
  ): Promise<Decoder> {
    const { config } = weights;
    const { maxTokens: T, maxLogits: B, context, cacheType = cacheTypeOf(weights) } = limits;
    const D = config.hidden_size;
    const F = ffnWidth(config);
    const floats = (count: number, label: string) => allocate(device, count * 4, label);
    const x = await floats(T * D, 'residual stream');
    const isPostNormed = hasPostNorms(config);
    // A block does not read its input again after its first projection, so its output can use the same buffer.
    const h = await floats(T * D, 'normed hidden');
    const layer: LayerBuffers = {
      x,
      midResidual: x,
      out: x,
      h,
      attentionOut: isPostNormed ? h : undefined,
      ffnOut: isPostNormed ? h : undefined,
      qkv: await floats(T * headWidth(config), 'q, k, v'),
      qkvRaw: normsAllHeads(config) ? await floats(T * headWidth(config), 'q, k before their norm') : undefined,
      o: await floats(T * config.num_attention_heads * config.head_dim, 'attention output'),
      gateUp: gateAndUpApart(weights) ? await floats(T * 2 * F, 'gate and up') : undefined,
      act: await floats(T * F, 'ffn activation'),
      uQkv: await floats(T * 3 * lora.rank, 'low-rank activation'),
      uO: await floats(T * lora.rank, 'low-rank activation'),
      uGateUp: await floats(T * 2 * loraWidth(config, lora.rank), 'low-rank activation'),
      uDown: await floats(T * loraWidth(config, lora.rank), 'low-rank activation'),
      moe: await moeBuffers(config, T, floats),
    };
    const int8 = weights.precision === 'int8' ? await int8Inputs(device, config, T, Math.max(T, B)) : undefined;
    const ropeTables = await ropeTablesOf(device, config, context);
    const picked = await floats(B * D, 'hidden rows for logits');
    const logits = await floats(B * config.vocab_size, 'logits');
    const parts = device.class.staged
      ? await allocate(
          device,
          // Steps that would need more run without this scratch.
          Math.min(partsBytes(headShape(config), T, context), device.maxBindingBytes),
          'attention by chunks of keys',
        )
      : undefined;
    return new Decoder(weights, lora, { context, cacheType }, { layer, int8, ropeTables, picked, logits, parts });
  }

  /** Returns the RoPE table of a layer: [positions, E / 2] x (cos, sin). */
  ropeTable(layer: number): DeviceBuffer {
    return this.#ropeTables[layer];
  }

  /** Records one step, which writes the B rows of `logitRows` to `logits`. */
  forward(recorder: Recorder, step: DecoderStep): void {
    const { weights } = this;
    const { T, B } = step;
    const { hidden_size: D } = this.config;
    const { x } = this.#buffers;
    const int8 = this.#int8;
    embedding(recorder, { tokens: step.tokens, weight: weights.embedding, x, T, scale: embeddingScale(this.config) });
    if (int8) {
      quantizeRows(recorder, { x, q: int8.residual, M: T, K: D, norm: weights.layers[0].inputNorm });
      for (const [index, layer] of weights.layers.entries()) this.#layerInt8(recorder, step, layer, index, int8);
    } else {
      let parts: DeviceBuffer | undefined;
      for (const [index, layer] of weights.layers.entries()) parts = this.#layer(recorder, step, layer, index, parts);
    }
    if (B === 0) return;
    gatherRows(recorder, { index: step.logitRows, x, y: this.#picked, M: B, N: D });
    this.#head(recorder, B);
  }

  /** Records one layer. `parts` are the return value of the previous layer (`layerForward`). */
  #layer(recorder: Recorder, step: DecoderStep, weights: LayerWeights, index: number, parts?: DeviceBuffer) {
    const { config, lora } = this;
    const adapters = this.#adapters(step);
    const buffers = this.#buffers;
    return layerForward(recorder, {
      config,
      weights,
      buffers,
      T: step.T,
      adapters,
      lora: lora.layers[index],
      parts,
      next: this.#nextLayer(adapters, index + 1),
      attend: ({ qkv, o }, next) => this.#attend(recorder, step, index, { qkv, o, next }),
    });
  }

  /** Returns the qkv projection of layer `index`, which reads the residual stream first, if it has adapters. */
  #nextLayer(adapters: LoraBinding | undefined, index: number): NextProjection | undefined {
    const layer = this.weights.layers.at(index);
    const group = this.lora.layers.at(index)?.qkv;
    if (!layer || !group || !adapters) return undefined;
    const lora = loraUse(adapters, group, this.#buffers.uQkv);
    return { kind: 'qkv', lora, weight: layer.qkv, norm: layer.inputNorm };
  }

  #layerInt8(recorder: Recorder, step: DecoderStep, weights: LayerWeights, index: number, inputs: Int8Inputs): void {
    const { config, lora, heads } = this;
    const { T } = step;
    const next = this.weights.layers[index + 1] as LayerWeights | undefined;
    const { qkv, o } = this.#buffers;
    layerForwardInt8(recorder, {
      config,
      weights,
      buffers: this.#buffers,
      inputs,
      T,
      adapters: this.#adapters(step),
      lora: lora.layers[index],
      attend: () => {
        // Attention cannot quantise half blocks that span two heads, so a separate dispatch does.
        const apart = heads.E % 16 !== 0;
        this.#attend(recorder, step, index, { qkv, o, q: apart ? undefined : inputs.o });
        if (apart) quantizeRows(recorder, { x: o, q: inputs.o, M: T, K: heads.H * heads.E });
      },
      next: next && { norm: next.inputNorm },
    });
  }

  #attend(
    recorder: Recorder,
    {
      T,
      rows,
      tables,
      attendedKeys,
      longest = this.#context,
      continuous,
      oneRowPerSequence,
      prefixes,
      cache,
    }: DecoderStep,
    index: number,
    { qkv, o, q, next }: { qkv: DeviceBuffer; o: DeviceBuffer; q?: DeviceBuffer; next?: NextProjection },
  ): Attended {
    const { heads, cacheType } = this;
    const norm = headNorm(this.weights.layers[index], this.config);
    return attentionPaged(recorder, {
      qkv,
      rope: { table: this.ropeTable(index), norm, oneRowPerSequence },
      cache: cache[index],
      cacheType,
      rounded: this.roundsAttention,
      rows,
      tables,
      o,
      q,
      next,
      heads,
      T,
      continuous,
      prefixes,
      attendedKeys,
      longest: Math.min(longest, this.#context),
      parts: this.#parts,
      sinks: this.weights.layers[index].sinks,
      ...scoringOf(this.config, index),
    });
  }

  #adapters({ adapters, rows }: DecoderStep): LoraBinding | undefined {
    const { rank, scale } = this.lora;
    return adapters && { ...adapters, rank, scale, rows };
  }

  /** Records the LM head: logits of the picked rows. */
  #head(recorder: Recorder, B: number): void {
    const { norm, head } = this.weights;
    const { hidden_size: D } = this.config;
    const epsilon = residualEpsilon(this.config);
    const x = this.#picked;
    const y = this.logits;
    if (this.#int8) {
      const q = this.#int8.residual;
      quantizeRows(recorder, { x, q, M: B, K: D, norm });
      matmulInt8(recorder, { x: q, epsilon, weight: head, y, T: B });
    } else {
      const { h } = this.#buffers;
      rmsnorm(recorder, { weight: norm, x, y: h, rows: wholeRows(B, D), epsilon });
      matmul(recorder, { x: h, weight: head, y, T: B });
    }
    const { final_logit_softcapping: cap, vocab_size: V } = this.config;
    if (cap !== undefined) softcap(recorder, { z: y, M: B, V, cap });
  }
}

async function ropeTablesOf(device: Device, config: ModelConfig, context: number): Promise<DeviceBuffer[]> {
  const tables = new Map<RopeKind, DeviceBuffer>();
  const ofLayers: DeviceBuffer[] = [];
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const kind = ropeKind(config, layer);
    const table = tables.get(kind) ?? (await allocateWith(device, ropeTable(config, context, kind), 'rotary table'));
    tables.set(kind, table);
    ofLayers.push(table);
  }
  return ofLayers;
}

/** Returns whether SwiGLU needs its own dispatch: the fused kernel supports only one shard and no experts. */
function gateAndUpApart({ config, layers }: DecoderWeights): boolean {
  return mixtureOf(config) !== undefined || layers.some(({ gateUp }) => gateUp.shards.length > 1);
}

/** Allocates T rows of the inputs of all projections; the residual stream gets `rows` rows, for the LM head. */
async function int8Inputs(device: Device, config: ModelConfig, T: number, rows: number): Promise<Int8Inputs> {
  const { hidden_size: D, num_attention_heads: H, head_dim: E } = config;
  const blocks = (M: number, K: number) => allocate(device, (M * K * QUANTIZED_BLOCK_BYTES) / 32, 'int8 activations');
  return { residual: await blocks(rows, D), o: await blocks(T, H * E), act: await blocks(T, ffnWidth(config)) };
}

export function headShape(config: ModelConfig): HeadShape {
  const { num_attention_heads: H, num_key_value_heads: K, head_dim: E } = config;
  return { H, K, E, rotated: rotatedElements(config) };
}
