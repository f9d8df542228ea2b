import type { DeviceBuffer } from '../compute/buffer.ts';
import { type AdaptedMatmul, adaptedMatmul } from '../compute/ops/adapted-matmul.ts';
import type { Scoring } from '../compute/ops/attention.ts';
import type { Attended } from '../compute/ops/attention-chunks.ts';
import type { ExpertLoraUse } from '../compute/ops/expert-lora.ts';
import type { LoraGroup, LoraUse } from '../compute/ops/lora.ts';
import { loraShrink } from '../compute/ops/lora.ts';
import type { NextProjection } from '../compute/ops/low-rank-parts.ts';
import { fusesNorms } from '../compute/ops/matmul.ts';
import { type NormRows, rmsnorm, wholeRows } from '../compute/ops/rmsnorm.ts';
import type { HeadNorm } from '../compute/ops/rope.ts';
import { swiglu } from '../compute/ops/swiglu.ts';
import type { Recorder } from '../compute/recorder.ts';
import { isWindowed, type ModelConfig, normsAllHeads } from './checkpoint/config.ts';
import type { LayerWeights } from './device-weights.ts';
import type { LayerExpertLora, LayerLora, LoraKind } from './lora-layout.ts';
import { expertsForward, gateUpOfExperts, type MoeBuffers, shrinkDown } from './moe-layer.ts';

/**
 * Buffers of one layer, T rows each. Inference uses the same buffer for x, midResidual and out (the residual stream is
 * updated in place). Training uses separate buffers and keeps them.
 */
export interface LayerBuffers {
  /** [T, D] */
  x: DeviceBuffer;
  midResidual: DeviceBuffer;
  out: DeviceBuffer;
  /** [T, D] normalised input, unless matmuls apply the norm themselves; overwritten by each norm. */
  h: DeviceBuffer;
  /** [T, (H + 2 K) E] */
  qkv: DeviceBuffer;
  /** A copy of q and k before their norm, if the backward pass needs it. */
  qkvRaw: DeviceBuffer | undefined;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, D] output of each block before its output norm, if the model has one. */
  attentionOut: DeviceBuffer | undefined;
  ffnOut: DeviceBuffer | undefined;
  /** [T, 2 F]; undefined if gate, up and SwiGLU are fused into one kernel. */
  gateUp: DeviceBuffer | undefined;
  /** [T, F] */
  act: DeviceBuffer;
  /** Low-rank activations [T, S R]; in a mixture of experts, uGateUp and uDown are [T, C, S R] (`loraWidth`). */
  uQkv: DeviceBuffer;
  uO: DeviceBuffer;
  uGateUp: DeviceBuffer;
  uDown: DeviceBuffer;
  /** Set for a mixture of experts; gateUp is then [T, 2 C F] and act is [T, C F], with F of one expert. */
  moe: MoeBuffers | undefined;
}

/** Buffers of training, whose backward pass reads gate and up. */
export interface KeptLayerBuffers extends LayerBuffers {
  gateUp: DeviceBuffer;
}

/** Adapters of a step: slots of an arena, selected per row. */
export interface LoraBinding {
  arena: DeviceBuffer;
  stride: number;
  rank: number;
  scale: number;
  rows: DeviceBuffer;
  /** Whether all rows use slot 0. */
  single?: boolean;
}

export function loraUse(adapters: LoraBinding, group: LoraGroup, u: DeviceBuffer): LoraUse {
  return { ...adapters, group, u };
}

export interface LayerForward {
  config: ModelConfig;
  weights: LayerWeights;
  buffers: LayerBuffers;
  T: number;
  adapters: LoraBinding | undefined;
  lora: LayerLora;
  /** Partial sums of the low-rank activations of q, k and v, if the previous layer computed them. */
  parts?: DeviceBuffer;
  /** The next projection, which reads `out`. */
  next?: NextProjection;
  /**
   * Normalises and rotates q and k, and computes attention: qkv -> o, or to the buffers that it returns. Only this part
   * differs between inference and training.
   */
  attend: (buffers: LayerBuffers, next: NextProjection) => Attended;
}

/**
 * Records one pre-norm decoder layer (Llama; Touvron et al. 2023):
 * midResidual = x + o_proj(attention(norm(x))),
 * out = midResidual + down(silu(gate(h)) * up(h)) with h = norm(midResidual), or experts (moe-layer.ts).
 * Other families normalise a block's output, instead of its input (OLMo 2) or as well (Gemma). Returns partial sums of
 * the low-rank activations of `next`, if its kernels compute them.
 */
export function layerForward(recorder: Recorder, f: LayerForward): DeviceBuffer | undefined {
  const { buffers: b, T, next } = f;
  const parts = gateUpForward(recorder, f, attentionForward(recorder, f));
  if (b.out !== b.midResidual) recorder.copy(b.midResidual, 0, b.out, 0, T * f.config.hidden_size * 4);
  if (!b.moe) {
    const norm = f.weights.ffnNorm;
    return addBlock(recorder, f, 'down', { x: b.act, y: b.out, u: b.uDown, block: b.ffnOut, norm, parts, next });
  }
  expertsForward(recorder, { ...f, moe: b.moe, expertLora: expertLoraOf(f, 'down') });
  return undefined;
}

/** Adds a block's output, with its output norm if any, to the residual stream `y`. */
function addBlock(
  recorder: Recorder,
  f: LayerForward,
  kind: 'o' | 'down',
  a: Pick<AdaptedMatmul, 'x' | 'y' | 'parts' | 'chunks' | 'next'> & {
    u: DeviceBuffer;
    block?: DeviceBuffer;
    norm?: DeviceBuffer;
  },
): DeviceBuffer | undefined {
  const { block, norm: weight, next, ...product } = a;
  const { y } = product;
  if (!block || !weight) return project(recorder, f, kind, { ...product, add: true, next });
  project(recorder, f, kind, { ...product, y: block });
  const rows = wholeRows(f.T, f.config.hidden_size);
  rmsnorm(recorder, { weight, x: block, y, rows, epsilon: residualEpsilon(f.config), add: true });
  return undefined;
}

/** Activations that a layer keeps for its backward pass, besides its input; the others are recomputed. */
export type LayerKeep = 'all' | 'attention' | 'input';

/** Recomputes, bit for bit, the activations that a layer's backward pass reads and its forward pass did not keep. */
export function recomputeLayer(recorder: Recorder, f: LayerForward, keep: LayerKeep): void {
  if (keep === 'all') return;
  if (keep === 'input') attentionForward(recorder, f);
  gateUpForward(recorder, f);
  const { act, uDown, ffnOut, moe } = f.buffers;
  if (moe) {
    shrinkDown(recorder, { ...f, moe, expertLora: expertLoraOf(f, 'down') });
    return;
  }
  if (ffnOut) {
    project(recorder, f, 'down', { x: act, y: ffnOut, u: uDown });
    return;
  }
  const lora = loraOf(f, 'down', uDown);
  if (lora) loraShrink(recorder, act, lora, f.T);
}

/** Records x -> midResidual. Returns partial sums of the low-rank activations of gate and up, if computed. */
function attentionForward(recorder: Recorder, f: LayerForward): DeviceBuffer | undefined {
  const { config, weights, buffers: b, T } = f;
  const D = config.hidden_size;
  const input = normed(recorder, f, weights.inputNorm, b.x);
  project(recorder, f, 'qkv', { ...input, y: b.qkv, u: b.uQkv, parts: f.parts });
  normHeadsTogether(recorder, f);
  const attended = f.attend(b, nextOf(f, 'o', b.uO));
  if (b.midResidual !== b.x) recorder.copy(b.x, 0, b.midResidual, 0, T * D * 4);
  const next = b.moe ? undefined : nextOf(f, 'gateUp', b.uGateUp, weights.postNorm);
  const norm = weights.attentionNorm;
  const buffers = { x: b.o, y: b.midResidual, u: b.uO, block: b.attentionOut };
  return addBlock(recorder, f, 'o', { ...buffers, ...attended, norm, next });
}

function nextOf(f: LayerForward, kind: LoraKind, u: DeviceBuffer, norm?: DeviceBuffer): NextProjection {
  return { kind, lora: loraOf(f, kind, u), weight: f.weights[kind], norm };
}

/** Input of a projection: x, and the norm that the projection's kernels apply, if any. */
type BlockInput = Pick<AdaptedMatmul, 'x' | 'norm' | 'unnormed'>;

/**
 * Returns a block's input. With an input norm, the projection applies it if there are few rows (`fusesNorms`);
 * otherwise the normalised input is written to `h` first.
 */
function normed(recorder: Recorder, f: LayerForward, weight: DeviceBuffer | undefined, x: DeviceBuffer): BlockInput {
  if (!weight) return { x };
  const norm = { weight, epsilon: residualEpsilon(f.config) };
  if (fusesNorms(recorder, f.T, f.config.hidden_size)) return { x, norm };
  const h = normedInH(recorder, f, weight, x);
  return recorder.device.class.staged ? { x: h, unnormed: { x, norm } } : { x: h };
}

/** Writes the norm of x to `h` and returns `h`. */
export function normedInH(
  recorder: Recorder,
  { buffers, config, T }: Pick<LayerForward, 'buffers' | 'config' | 'T'>,
  weight: DeviceBuffer,
  x: DeviceBuffer,
): DeviceBuffer {
  const rows = wholeRows(T, config.hidden_size);
  rmsnorm(recorder, { weight, x, y: buffers.h, rows, epsilon: residualEpsilon(config) });
  return buffers.h;
}

/** Copies qkv to `qkvRaw`, if any, and applies the norms of q and k over all heads together, if the model has them. */
export function normHeadsTogether(
  recorder: Recorder,
  { config, weights, buffers, T }: Pick<LayerForward, 'config' | 'weights' | 'buffers' | 'T'>,
): void {
  const { qkv, qkvRaw: x } = buffers;
  if (!x) return;
  recorder.copy(qkv, 0, x, 0, T * headWidth(config) * 4);
  if (!normsAllHeads(config)) return;
  const a = { x, y: qkv, epsilon: config.rms_norm_eps };
  rmsnorm(recorder, { ...a, weight: weights.qNorm!, rows: headRows(config, T, 'q') });
  rmsnorm(recorder, { ...a, weight: weights.kNorm!, rows: headRows(config, T, 'k') });
}

/**
 * Records midResidual -> act, through gateUp unless fused. `parts` are partial sums of the low-rank activations of gate
 * and up, if already computed. Returns the partial sums of down, if computed.
 */
function gateUpForward(recorder: Recorder, f: LayerForward, parts?: DeviceBuffer): DeviceBuffer | undefined {
  const { config, weights, buffers: b, T } = f;
  const { intermediate_size: F, hidden_activation: activation } = config;
  if (b.moe && b.gateUp) {
    const x = weights.postNorm ? normedInH(recorder, f, weights.postNorm, b.midResidual) : b.midResidual;
    gateUpOfExperts(recorder, { ...f, x, moe: b.moe, gateUp: b.gateUp, expertLora: expertLoraOf(f, 'gateUp') });
    return undefined;
  }
  const input = { ...normed(recorder, f, weights.postNorm, b.midResidual), u: b.uGateUp, parts };
  if (!b.gateUp) {
    const next = nextOf(f, 'down', b.uDown);
    return project(recorder, f, 'gateUp', { ...input, y: b.act, swiglu: true, activation, next });
  }
  project(recorder, f, 'gateUp', { ...input, y: b.gateUp });
  swiglu(recorder, { g: b.gateUp, y: b.act, T, F, activation });
  return undefined;
}

/** Records one projection with its LoRA. Its low-rank activation is written to `u`, unless `parts` are given. */
function project(
  recorder: Recorder,
  f: LayerForward,
  kind: LoraKind,
  a: Omit<AdaptedMatmul, 'weight' | 'T' | 'lora'> & { u: DeviceBuffer },
): DeviceBuffer | undefined {
  const { u, ...form } = a;
  return adaptedMatmul(recorder, { ...form, weight: f.weights[kind], T: f.T, lora: loraOf(f, kind, u) });
}

/** Returns the adapters of one projection with their low-rank activations, if this step has any. */
export function loraOf(
  { adapters, lora }: Pick<LayerForward, 'adapters' | 'lora'>,
  kind: LoraKind,
  u: DeviceBuffer,
): LoraUse | undefined {
  const group = lora[kind];
  return adapters && group ? loraUse(adapters, group, u) : undefined;
}

/** Returns the adapters on a layer's experts, if this step has any. */
export function expertLoraOf(
  { adapters, lora, buffers }: Pick<LayerForward, 'adapters' | 'lora' | 'buffers'>,
  kind: keyof LayerExpertLora,
): ExpertLoraUse | undefined {
  if (!adapters || !lora.experts) return undefined;
  return { ...adapters, group: lora.experts[kind], u: kind === 'gateUp' ? buffers.uGateUp : buffers.uDown };
}

/**
 * Returns the epsilon of the norms of the residual stream. If block outputs have a factor r (Granite), the stream is
 * stored divided by r: x / r + block(norm(x)). Then norm(x) equals the norm of x / r with epsilon / r^2.
 */
export function residualEpsilon({ rms_norm_eps, residual_multiplier = 1 }: ModelConfig): number {
  return rms_norm_eps / residual_multiplier ** 2;
}

/** Returns the factor of embeddings as they enter the residual stream. */
export function embeddingScale({ embedding_multiplier = 1, residual_multiplier = 1 }: ModelConfig): number {
  return embedding_multiplier / residual_multiplier;
}

/** Returns the width of a row of qkv: (H + 2 K) E. */
export function headWidth(config: ModelConfig): number {
  return (config.num_attention_heads + 2 * config.num_key_value_heads) * config.head_dim;
}

/**
 * Returns the rows of a norm of q or k: one per token and head, or one per token if the model normalises all heads
 * together. Keys begin H E elements into each row of qkv.
 */
export function headRows(config: ModelConfig, T: number, kind: 'q' | 'k'): NormRows {
  const { num_attention_heads: H, num_key_value_heads: K, head_dim: E } = config;
  const heads = kind === 'q' ? H : K;
  const place = { outerStride: headWidth(config), first: kind === 'q' ? 0 : H * E };
  return normsAllHeads(config)
    ? { M: T, N: heads * E, inner: 1, ...place }
    : { M: T * heads, N: E, inner: heads, ...place };
}

/** Returns a layer's window and softcap. All layers of a model have the same fields set, so they share kernels. */
export function scoringOf(config: ModelConfig, layer: number): Scoring {
  const { sliding_window, attn_logit_softcapping: softcap } = config;
  const window = isWindowed(config, layer) ? sliding_window : Number.POSITIVE_INFINITY;
  return { window: sliding_window === undefined ? undefined : window, softcap };
}

/** Returns the per-head norms of q and k, if the model has them (Qwen3, Gemma 3). */
export function headNorm({ qNorm, kNorm }: LayerWeights, config: ModelConfig): HeadNorm | undefined {
  return qNorm && kNorm && !normsAllHeads(config) ? { q: qNorm, k: kNorm, epsilon: config.rms_norm_eps } : undefined;
}
