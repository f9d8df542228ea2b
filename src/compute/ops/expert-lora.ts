import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { ACROSS_LANES } from './lora.ts';
import { type ExpertTiles, type MoeShape, maxTiles, tileRowsOf } from './moe-group.ts';

/**
 * Location of the A and B of a layer's X experts in an adapter, in f32 elements from its start. One group is for gate
 * and up (2 parts, which share their input), one for down. A [X, parts R, K], then B [X, parts N, R].
 */
export interface ExpertLoraGroup {
  offsetA: number;
  offsetB: number;
  /** K */
  inputs: number;
  /** N of one part. */
  outputs: number;
  parts: number;
}

/** LoRA operands of experts: adapters in slots of an arena, and the low-rank activation U [T, C, parts R]. */
export interface ExpertLoraUse {
  group: ExpertLoraGroup;
  /** Adapters of `stride` f32 elements each; row t uses slot rows[t].w. */
  arena: DeviceBuffer;
  stride: number;
  rank: number;
  scale: number;
  /** [T] x 4 words (position, .., .., slot); see kernels. */
  rows: DeviceBuffer;
  u: DeviceBuffer;
}

/** The tokens of a step and their experts. */
interface Routed {
  lora: ExpertLoraUse;
  shape: MoeShape;
  /** [T, C] */
  chosen: DeviceBuffer;
}

function acrossLanes({ device }: Recorder): number {
  return device.class.staged ? ACROSS_LANES : device.class.lanes;
}

/** Computes U = scale X A^T for the pairs whose token has an adapter. `x` is [T, K] if `shared`, else [T, C, K]. */
export function expertLoraShrink(recorder: Recorder, a: Routed & { x: DeviceBuffer; shared: boolean }): void {
  const { lora, shape, chosen, x, shared } = a;
  const { group, rank } = lora;
  const { T, choices } = shape;
  const ranks = group.parts * rank;
  recorder.dispatch('expert_lora_shrink', {
    knobs: { LANES: acrossLanes(recorder), ROWS: 1 },
    buffers: { X: x, rows: lora.rows, chosen, arena: lora.arena, U: lora.u },
    sizes: {
      K4: group.inputs / 4,
      ranks,
      choices,
      share: shared ? choices : 1,
      loraA: group.offsetA / 4,
      loraStride: lora.stride / 4,
      scale: lora.scale,
    },
    grid: [Math.ceil(ranks / 8), T, choices],
    cut: 'y',
    cost: costOf(shape, ranks * group.inputs),
  });
}

/** Adds U B^T to Y [T, parts, C, N] for the pairs whose token has an adapter. */
export function expertLoraExpand(recorder: Recorder, { lora, shape, chosen, y }: Routed & { y: DeviceBuffer }): void {
  const { lanes: LANES } = recorder.device.class;
  const { group, rank: RANK } = lora;
  const { parts, outputs: N } = group;
  recorder.dispatch('expert_lora_expand', {
    knobs: { LANES, RANK },
    buffers: { U: lora.u, rows: lora.rows, chosen, arena: lora.arena, Y: y },
    sizes: { N, parts, choices: shape.choices, loraB: group.offsetB / 4, loraStride: lora.stride / 4 },
    grid: [Math.ceil((parts * N) / LANES), shape.T, shape.choices],
    cut: 'y',
    cost: costOf(shape, parts * N * RANK),
  });
}

interface ExpertLoraBackward extends Routed {
  grouped: ExpertTiles;
  /** [T, K] if `sharedX`, else [T, C, K]. */
  x: DeviceBuffer;
  sharedX: boolean;
  /** [T, N] if `sharedY`, else [T, parts, C, N]. */
  dY: DeviceBuffer;
  sharedY: boolean;
  /** [T, C] routing weights of the pairs; 1 by default. dX and dU do not include them. */
  weights?: DeviceBuffer;
  /** [T, C, parts R] scratch. */
  dU: DeviceBuffer;
  /** [T, C, K]; the gradient is added to it. */
  dX: DeviceBuffer;
  /** Gradient arena, laid out as one adapter; gradients are added to it. */
  grads: DeviceBuffer;
}

/** Adds dA and dB of a layer's experts to the gradient arena, and LoRA's share of each pair's input gradient to dX. */
export function expertLoraBackward(recorder: Recorder, b: ExpertLoraBackward): void {
  const { lora, shape, chosen, grouped, x, dY, dU, dX, grads, weights } = b;
  const { lanes: LANES } = recorder.device.class;
  const { group, rank: RANK } = lora;
  const { parts, inputs: K, outputs: N } = group;
  const { T, choices, experts } = shape;
  const ranks = parts * RANK;
  const SHARED = b.sharedY ? 1 : 0;
  const most = maxTiles(shape, tileRowsOf(shape));
  const ofExperts = { most, halvings: Math.ceil(Math.log2(most + 1)), pairs: T * choices };
  const [loraA, loraB] = [group.offsetA / 4, group.offsetB / 4];
  recorder.dispatch('expert_lora_backward_u', {
    knobs: { LANES: acrossLanes(recorder), ROWS: 1, RANK, SHARED },
    buffers: { dY, chosen, adapter: lora.arena, dU },
    sizes: { N, parts, choices, loraB, scale: lora.scale },
    grid: [parts * Math.ceil(RANK / 8), T, choices],
    cut: 'y',
    cost: costOf(shape, parts * N * RANK),
  });
  recorder.dispatch('expert_lora_backward_x', {
    knobs: { LANES },
    buffers: { dU, chosen, adapter: lora.arena, dX },
    sizes: { K4: K / 4, ranks, choices, loraA },
    grid: [Math.ceil(K / 4 / LANES), T, choices],
    cut: 'y',
    cost: costOf(shape, ranks * K),
  });
  recorder.dispatch('expert_lora_backward_b', {
    knobs: { LANES, RANK, SHARED, WEIGHTED: weights ? 1 : 0 },
    buffers: { dY, U: lora.u, ...grouped, grads, weights },
    sizes: { N, parts, choices, loraB, ...ofExperts },
    grid: [Math.ceil((parts * N) / LANES), Math.ceil(RANK / 8), experts],
    cut: 'x',
    cost: costOf(shape, parts * N * RANK),
  });
  recorder.dispatch('expert_lora_backward_a', {
    knobs: { LANES, WEIGHTED: weights ? 1 : 0 },
    buffers: { input: x, dU, ...grouped, grads, weights },
    sizes: { K4: K / 4, ranks, share: b.sharedX ? choices : 1, loraA, ...ofExperts },
    grid: [Math.ceil(K / 4 / LANES), Math.ceil(ranks / 8), experts],
    cut: 'y',
    cost: costOf(shape, ranks * K),
  });
}

/**
 * Returns the cost if each pair multiplies by `elements` weights of its expert, which are read once per chosen expert.
 */
function costOf({ T, choices, experts }: MoeShape, elements: number): { flops: number; bytes: number } {
  const pairs = T * choices;
  return { flops: 2 * pairs * elements, bytes: 4 * Math.min(pairs, experts) * elements };
}
