import type { DeviceBuffer } from '../compute/buffer.ts';
import { attentionBackward } from '../compute/ops/attention-backward.ts';
import type { GradientPanels } from '../compute/ops/attention-gradient.ts';
import { loraBackward } from '../compute/ops/lora.ts';
import { matmulTransposed } from '../compute/ops/matmul-transposed.ts';
import { rmsnorm, rmsnormBackward, wholeRows } from '../compute/ops/rmsnorm.ts';
import { rope } from '../compute/ops/rope.ts';
import { swiglu, swigluBackward } from '../compute/ops/swiglu.ts';
import type { Recorder } from '../compute/recorder.ts';
import type { ModelConfig } from './checkpoint/config.ts';
import { headShape } from './decoder.ts';
import {
  expertLoraOf,
  headRows,
  type KeptLayerBuffers,
  type LoraBinding,
  loraUse,
  residualEpsilon,
  scoringOf,
} from './decoder-layer.ts';
import type { LayerWeights } from './device-weights.ts';
import type { LayerLora, LoraKind } from './lora-layout.ts';
import { expertsBackward, type MoeBuffers } from './moe-layer.ts';

/** Buffers of intermediate gradients, shared by all layers in turn. */
export interface BackwardScratch {
  /** [T, D] gradient of the residual stream: of the layer's output on entry, of the layer's input on return. */
  dX: DeviceBuffer;
  /** [T, D] */
  dH: DeviceBuffer;
  /** [T, F] */
  dAct: DeviceBuffer;
  /** [T, 2 F] */
  dGateUp: DeviceBuffer;
  /** [T, H E] */
  dO: DeviceBuffer;
  /** [T, H] */
  delta: DeviceBuffer;
  /** [T, (H + 2 K) E] */
  dqkv: DeviceBuffer;
  /** Scratch for attention's backward pass with subgroup matrices. */
  byMatrices: GradientPanels | undefined;
  /** [T, 3 R], or [T, C, 2 R] for a mixture of experts if that is larger. */
  dU: DeviceBuffer;
  /** [T] scales of gradient rows that are converted to f16. */
  rowScale: DeviceBuffer;
  /** [T, X] gradient of the router logits of a mixture of experts. */
  dLogits: DeviceBuffer | undefined;
}

interface LayerBackward {
  /** Index of the layer. */
  index: number;
  config: ModelConfig;
  weights: LayerWeights;
  /** Activations from the forward pass. */
  buffers: KeptLayerBuffers;
  /** [T, H] log-sum-exp of attention scores. */
  lse: DeviceBuffer;
  scratch: BackwardScratch;
  adapters: LoraBinding;
  lora: LayerLora;
  /** Gradient arena; gradients are accumulated in it. */
  grads: DeviceBuffer;
  ropeTable: DeviceBuffer;
  T: number;
  attendedKeys: number;
  /** False for the first layer, whose input gradient is not needed. */
  wantsInputGradient: boolean;
}

/** Records the backward pass of one layer: adds its LoRA gradients to the arena and replaces dX by its input's. */
export function layerBackward(recorder: Recorder, b: LayerBackward): void {
  const { moe } = b.buffers;
  if (moe) mixtureBackward(recorder, b, moe);
  else ffnBackward(recorder, b);
  attentionBlockBackward(recorder, b);
}

/** Adds the LoRA gradients of one group, if it has adapters, and computes the gradient of its input. */
function projectionBackward(
  recorder: Recorder,
  b: LayerBackward,
  kind: LoraKind,
  a: { x: DeviceBuffer; u: DeviceBuffer; dY: DeviceBuffer; dX: DeviceBuffer | undefined; add?: boolean },
): void {
  const group = b.lora[kind];
  const { dU, rowScale } = b.scratch;
  const use = group && loraUse(b.adapters, group, a.u);
  if (use) loraBackward(recorder, { lora: use, x: a.x, dY: a.dY, dU, grads: b.grads, T: b.T });
  if (!a.dX) return;
  const lora = use ? { use, dU } : undefined;
  matmulTransposed(recorder, { dY: a.dY, weight: b.weights[kind], dX: a.dX, T: b.T, lora, rowScale, add: a.add });
}

/** Returns the gradient of a block's output: the residual stream's, or that through the output norm, if any. */
function blockGradient(
  recorder: Recorder,
  b: LayerBackward,
  block: DeviceBuffer | undefined,
  weight: DeviceBuffer | undefined,
): DeviceBuffer {
  const { dX: dY, dH: dX } = b.scratch;
  if (!block || !weight) return dY;
  const rows = wholeRows(b.T, b.config.hidden_size);
  rmsnormBackward(recorder, { weight, x: block, dY, dX, add: false, rows, epsilon: residualEpsilon(b.config) });
  return dX;
}

/**
 * Adds the LoRA gradients of a block's first projection. If `isWanted`, also adds the gradient of the block's input to
 * the residual stream's gradient, through the input norm `weight`, if any.
 */
function blockInputBackward(
  recorder: Recorder,
  b: LayerBackward,
  kind: 'qkv' | 'gateUp',
  a: { x: DeviceBuffer; u: DeviceBuffer; dY: DeviceBuffer; weight: DeviceBuffer | undefined; isWanted: boolean },
): void {
  const { x, u, dY, weight, isWanted } = a;
  const { dX, dH } = b.scratch;
  if (!weight) {
    projectionBackward(recorder, b, kind, { x, u, dY, dX: isWanted ? dX : undefined, add: true });
    return;
  }
  const norm = { weight, x, rows: wholeRows(b.T, b.config.hidden_size), epsilon: residualEpsilon(b.config) };
  // Recomputing a norm is cheaper than storing it.
  rmsnorm(recorder, { ...norm, y: b.buffers.h });
  projectionBackward(recorder, b, kind, { x: b.buffers.h, u, dY, dX: isWanted ? dH : undefined });
  if (isWanted) rmsnormBackward(recorder, { ...norm, dY: dH, dX, add: true });
}

function ffnBackward(recorder: Recorder, b: LayerBackward): void {
  const { config, weights, buffers, scratch, T } = b;
  const { intermediate_size: F, hidden_activation: activation } = config;
  const { gateUp: g, act, midResidual, uDown, uGateUp } = buffers;
  const { dAct, dGateUp } = scratch;
  // Recomputing the activation is cheaper than storing it.
  swiglu(recorder, { g, y: act, T, F, activation });
  const dBlock = blockGradient(recorder, b, buffers.ffnOut, weights.ffnNorm);
  projectionBackward(recorder, b, 'down', { x: act, u: uDown, dY: dBlock, dX: dAct });
  swigluBackward(recorder, { g, dY: dAct, dG: dGateUp, T, F, activation });
  const { postNorm: weight } = weights;
  blockInputBackward(recorder, b, 'gateUp', { x: midResidual, u: uGateUp, dY: dGateUp, weight, isWanted: true });
}

/** Records the backward pass of the mixture-of-experts block. */
function mixtureBackward(recorder: Recorder, b: LayerBackward, moe: MoeBuffers): void {
  const { config, weights, buffers, scratch, T } = b;
  const { postNorm: weight } = weights;
  const { dX, dH } = scratch;
  if (!weight) throw new Error('a mixture of experts is supported only with a norm at the input of each block');
  const { gateUp, act, midResidual: x, h } = buffers;
  const norm = { weight, x, rows: wholeRows(T, config.hidden_size), epsilon: residualEpsilon(config) };
  const [down, up] = [expertLoraOf(b, 'down'), expertLoraOf(b, 'gateUp')];
  const lora = down && up && { down, gateUp: up, x: h, grads: b.grads };
  if (lora) rmsnorm(recorder, { ...norm, y: h });
  expertsBackward(recorder, { config, weights, T, moe, gateUp, act, dY: dX, dX: dH, scratch, lora });
  rmsnormBackward(recorder, { ...norm, dY: dH, dX, add: true });
}

function attentionBlockBackward(recorder: Recorder, b: LayerBackward): void {
  const { config, weights, buffers, scratch, T, lse, attendedKeys: visible } = b;
  const heads = headShape(config);
  const meta = b.adapters.rows;
  const { dO, delta, dqkv, byMatrices } = scratch;
  const dBlock = blockGradient(recorder, b, buffers.attentionOut, weights.attentionNorm);
  projectionBackward(recorder, b, 'o', { x: buffers.o, u: buffers.uO, dY: dBlock, dX: dO });
  attentionBackward(recorder, {
    qkv: buffers.qkv,
    rows: meta,
    o: buffers.o,
    lse,
    heads,
    T,
    attendedKeys: visible,
    ...scoringOf(config, b.index),
    dO,
    delta,
    dqkv,
    byMatrices,
  });
  rope(recorder, { rows: meta, table: b.ropeTable, qkv: dqkv, heads, T, inverse: true });
  if (weights.qNorm && weights.kNorm && buffers.qkvRaw) {
    const x = buffers.qkvRaw;
    const norm = { x, dX: dqkv, add: false, epsilon: config.rms_norm_eps };
    rmsnormBackward(recorder, { ...norm, weight: weights.qNorm, rows: headRows(config, T, 'q') });
    rmsnormBackward(recorder, { ...norm, weight: weights.kNorm, rows: headRows(config, T, 'k') });
  }
  const { inputNorm: weight } = weights;
  const { x, uQkv: u } = buffers;
  blockInputBackward(recorder, b, 'qkv', { x, u, dY: dqkv, weight, isWanted: b.wantsInputGradient });
}
