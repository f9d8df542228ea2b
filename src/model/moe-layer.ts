import type { DeviceBuffer } from '../compute/buffer.ts';
import {
  type ExpertLoraUse,
  expertLoraBackward,
  expertLoraExpand,
  expertLoraShrink,
} from '../compute/ops/expert-lora.ts';
import { type ExpertMatmul, expertMatmul, expertMatmulTransposed } from '../compute/ops/expert-matmul.ts';
import { expertMatmulInt8 } from '../compute/ops/expert-matmul-int8.ts';
import { matmul } from '../compute/ops/matmul.ts';
import { matmulTransposed } from '../compute/ops/matmul-transposed.ts';
import { moeCombine } from '../compute/ops/moe-combine.ts';
import { type ExpertTiles, type MoeShape, moeGroup } from '../compute/ops/moe-group.ts';
import { moeRoute, moeRouteBackward, type Routing } from '../compute/ops/moe-route.ts';
import { quantizeRows } from '../compute/ops/quantize.ts';
import { swiglu, swigluBackward } from '../compute/ops/swiglu.ts';
import type { Recorder } from '../compute/recorder.ts';
import { ffnWidth, type Mixture, type ModelConfig, mixtureOf } from './checkpoint/config.ts';
import type { LayerWeights } from './device-weights.ts';

/**
 * Additional buffers of a layer with a mixture of X experts, for T tokens with C experts each (Shazeer et al. 2017):
 * out = midResidual + sum over the C experts e of weight_e down_e(silu(gate_e(h)) * up_e(h)).
 * The projections may have biases, and the activation may differ (gpt-oss).
 */
export interface MoeBuffers {
  /** Routing results, kept for the backward pass. */
  routing: Routing;
  /** Scratch that all layers share: its content is recomputed for each matmul. */
  scratch: MoeScratch;
}

interface MoeScratch {
  grouped: ExpertTiles;
  /** [T, C, D] output of each expert, and in the backward pass the gradient of its input. */
  pairs: DeviceBuffer;
}

type Allocation = (count: number, label: string) => Promise<DeviceBuffer>;

/** Allocates buffers for T tokens; undefined for a dense model. */
export async function moeBuffers(config: ModelConfig, T: number, floats: Allocation): Promise<MoeBuffers | undefined> {
  if (!mixtureOf(config)) return undefined;
  return { routing: await routingBuffers(config, T, floats), scratch: await scratchBuffers(config, T, floats) };
}

/** Allocates the buffers that each layer keeps. The model must have experts. */
export async function routingBuffers(config: ModelConfig, T: number, floats: Allocation): Promise<Routing> {
  const { experts, choices } = mixture(config);
  return {
    logits: await floats(T * experts, 'logits of experts'),
    chosen: await floats(T * choices, 'chosen experts'),
    weights: await floats(T * choices, 'weights of experts'),
  };
}

export async function scratchBuffers(config: ModelConfig, T: number, floats: Allocation): Promise<MoeScratch> {
  const { choices } = mixture(config);
  const grouped = {
    order: await floats(T * choices, 'tokens by expert'),
    tiles: await floats(T * choices * 4, 'tiles of experts'),
  };
  return { grouped, pairs: await floats(T * choices * config.hidden_size, 'outputs of experts') };
}

/** Returns the 32-bit words per token of these buffers; 0 for a dense model. */
export function moeWords(config: ModelConfig): { routing: number; scratch: number } {
  const found = mixtureOf(config);
  if (!found) return { routing: 0, scratch: 0 };
  const { experts, choices } = found;
  return { routing: experts + 2 * choices, scratch: choices * (5 + config.hidden_size) };
}

function mixture(config: ModelConfig): Mixture {
  const found = mixtureOf(config);
  if (!found) throw new Error(`a model of type ${config.model_type} has no experts`);
  return found;
}

/** Returns the low-rank activations per token and projection of the FFN: R, or C R with experts. */
export function loraWidth(config: ModelConfig, rank: number): number {
  return (mixtureOf(config)?.choices ?? 1) * rank;
}

interface MoeLayer {
  config: ModelConfig;
  weights: LayerWeights;
  T: number;
  moe: MoeBuffers;
  /** Adapters on the experts' projections. */
  expertLora: ExpertLoraUse | undefined;
  /** Buffers for the experts' inputs in int8 blocks, [T, D] and [T, C F], if they are served in int8. */
  int8?: { residual: DeviceBuffer; act: DeviceBuffer };
}

function shapeOf({ config, T }: Pick<MoeLayer, 'config' | 'T'>): MoeShape {
  const { experts, choices } = mixture(config);
  return { T, experts, choices };
}

interface GateUpOfExperts extends MoeLayer {
  /** [T, D] normalised input; with precision f16 it is rounded after the router has read it, as is `act` later. */
  x: DeviceBuffer;
  gateUp: DeviceBuffer;
  buffers: { act: DeviceBuffer };
}

/** Records the router and the first projections of the chosen experts: x -> gateUp [T, 2 C F] and act [T, C F]. */
export function gateUpOfExperts(recorder: Recorder, f: GateUpOfExperts): void {
  const { config, weights, moe, x, gateUp, T, expertLora: lora } = f;
  const { routing, scratch } = moe;
  const { grouped } = scratch;
  const shape = shapeOf(f);
  matmul(recorder, { x, weight: weights.router!, y: routing.logits, T });
  moeRoute(recorder, { ...routing, shape, normalised: mixture(config).normalised });
  moeGroup(recorder, { ...grouped, chosen: routing.chosen, shape });
  const product = { weight: weights.gateUp, parts: 2, shape, grouped };
  const { chosen } = routing;
  if (lora) expertLoraShrink(recorder, { lora, shape, chosen, x, shared: true });
  expertProduct(recorder, { ...product, x, shared: true, y: gateUp }, f.int8?.residual);
  if (lora) expertLoraExpand(recorder, { lora, shape, chosen, y: gateUp });
  swiglu(recorder, { g: gateUp, y: f.buffers.act, T, F: ffnWidth(config), activation: mixture(config).activation });
}

/** Records the down projections of the experts, whose weighted sum is added to out. Runs after `gateUpOfExperts`. */
export function expertsForward(
  recorder: Recorder,
  f: MoeLayer & { buffers: { act: DeviceBuffer; out: DeviceBuffer } },
) {
  const { config, weights, moe, buffers, T, expertLora: lora } = f;
  const { routing, scratch } = moe;
  const shape = shapeOf(f);
  const product = { weight: weights.down, parts: 1, shape, grouped: scratch.grouped };
  shrinkDown(recorder, f);
  expertProduct(recorder, { ...product, x: buffers.act, shared: false, y: scratch.pairs }, f.int8?.act);
  if (lora) expertLoraExpand(recorder, { lora, shape, chosen: routing.chosen, y: scratch.pairs });
  const { hidden_size: D } = config;
  moeCombine(recorder, {
    z: scratch.pairs,
    y: buffers.out,
    weights: routing.weights,
    T,
    choices: shape.choices,
    D,
    add: true,
  });
}

/** Records the experts' matmul; in int8 if `q` is given, which receives the int8 blocks of x. */
function expertProduct(recorder: Recorder, a: ExpertMatmul, q: DeviceBuffer | undefined): void {
  if (!q) {
    expertMatmul(recorder, a);
    return;
  }
  const { x, shared, shape, weight } = a;
  quantizeRows(recorder, { x, q, M: shape.T * (shared ? 1 : shape.choices), K: weight.cols });
  expertMatmulInt8(recorder, { ...a, x: q });
}

/** Records act -> the low-rank activations of the down projections' adapters, if any. */
export function shrinkDown(recorder: Recorder, f: MoeLayer & { buffers: { act: DeviceBuffer } }): void {
  const { moe, buffers, expertLora: lora } = f;
  if (!lora) return;
  expertLoraShrink(recorder, { lora, shape: shapeOf(f), chosen: moe.routing.chosen, x: buffers.act, shared: false });
}

interface ExpertsBackward extends Omit<MoeLayer, 'expertLora'> {
  /** Content from the forward pass. */
  gateUp: DeviceBuffer;
  act: DeviceBuffer;
  /** [T, D] gradient of the layer's output. */
  dY: DeviceBuffer;
  /** [T, D] gradient of the normalised input. */
  dX: DeviceBuffer;
  scratch: { dAct: DeviceBuffer; dGateUp: DeviceBuffer; dU: DeviceBuffer; dLogits: DeviceBuffer | undefined };
  /** Adapters on the experts, the normalised input `x` of gate and up, and the gradient arena. */
  lora: { gateUp: ExpertLoraUse; down: ExpertLoraUse; x: DeviceBuffer; grads: DeviceBuffer } | undefined;
}

/**
 * Records dX of the experts and of the router, whose weights are frozen, and the gradients of adapters. An expert's
 * output without its bias is linear in `act`. So the gradient of its routing weight is the dot product of `act` and its
 * gradient, and the output need not be kept.
 */
export function expertsBackward(recorder: Recorder, b: ExpertsBackward): void {
  const { config, weights, moe, gateUp, act, dY, dX, T, lora } = b;
  const { dAct, dGateUp, dU, dLogits } = b.scratch;
  const { routing, scratch } = moe;
  const { width: F, normalised, activation } = mixture(config);
  const shape = shapeOf(b);
  const { grouped } = scratch;
  if (!dLogits) throw new Error('no buffer was allocated for the gradient of the router logits');
  moeGroup(recorder, { ...grouped, chosen: routing.chosen, shape });
  swiglu(recorder, { g: gateUp, y: act, T, F: ffnWidth(config), activation });
  expertMatmulTransposed(recorder, { weight: weights.down, parts: 1, shape, grouped, dY, shared: true, dX: dAct });
  const adapted = lora && { shape, chosen: routing.chosen, grouped, dU, grads: lora.grads };
  if (adapted) {
    const rows = { x: act, sharedX: false, dY, sharedY: true, weights: routing.weights, dX: dAct };
    expertLoraBackward(recorder, { ...adapted, ...rows, lora: lora.down });
  }
  const bias = weights.down.bias && { values: weights.down.bias, dY, D: config.hidden_size };
  moeRouteBackward(recorder, { ...routing, act, dAct, dLogits, shape, normalised, F, bias });
  swigluBackward(recorder, { g: gateUp, dY: dAct, dG: dGateUp, T, F: ffnWidth(config), activation });
  const product = { weight: weights.gateUp, parts: 2, shape, grouped };
  expertMatmulTransposed(recorder, { ...product, dY: dGateUp, shared: false, dX: scratch.pairs });
  if (adapted) {
    const rows = { x: lora.x, sharedX: true, dY: dGateUp, sharedY: false, dX: scratch.pairs };
    expertLoraBackward(recorder, { ...adapted, ...rows, lora: lora.gateUp });
  }
  moeCombine(recorder, { z: scratch.pairs, y: dX, T, choices: shape.choices, D: config.hidden_size });
  matmulTransposed(recorder, { dY: dLogits, weight: weights.router!, dX, T, add: true });
}
