import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { RowNorm } from './rmsnorm.ts';

/**
 * Location of a group of LoRA projections that share their input, in f32 elements from the adapter's start: A [S R, K]
 * of all S projections, then B [N, R] of all their outputs side by side (q, k, v; gate, up; o; down).
 */
export interface LoraGroup {
  offsetA: number;
  offsetB: number;
  /** K */
  inputs: number;
  /** N */
  outputs: number;
  /** S */
  segments: number;
  /** Columns of N at which the second and third projection begin; N if there is none. */
  bounds: [number, number];
}

/** LoRA operands of a group: adapters in slots of an arena, and the low-rank activation U [T, S R] of this step. */
export interface LoraUse {
  group: LoraGroup;
  /** Adapters of `stride` f32 elements each; row t uses slot rows[t].w. */
  arena: DeviceBuffer;
  stride: number;
  rank: number;
  scale: number;
  /** [T] x 4 words (position, .., .., slot); see kernels. */
  rows: DeviceBuffer;
  /** Whether all rows use slot 0, as in training. */
  single?: boolean;
  u: DeviceBuffer;
}

/** Output for parts of the low-rank activations of the next projection (kernels/include/low_rank_parts.wgsl). */
export interface NextLowRank {
  lora: LoraUse;
  /** [T, K / 16, 2, S R] */
  parts: DeviceBuffer;
  /** Weight of the norm before that projection, if there is one. */
  norm?: DeviceBuffer;
}

/**
 * Returns the knob NEXT of kernels that compute parts: 2 if a norm precedes the next projection, else 1; 0 without
 * parts.
 */
export function nextKnob(next: NextLowRank | undefined): number {
  return next ? (next.norm ? 2 : 1) : 0;
}

/** Returns the offset of the next projection's A in its adapter, and the number of A's rows. */
export function nextSizes(next: NextLowRank | undefined): { nextA: number; nextRanks: number } {
  if (!next) return { nextA: 0, nextRanks: 0 };
  const { group, rank } = next.lora;
  return { nextA: group.offsetA / 4, nextRanks: group.segments * rank };
}

/** Lanes of a workgroup on GPUs: 64 partial sums for each four of its eight ranks. */
export const ACROSS_LANES = 128;

/**
 * Computes U[T, S R] = scale X[T, K] A^T for the rows that have an adapter. `norm` is applied to X first, on GPUs only.
 */
export function loraShrink(recorder: Recorder, x: DeviceBuffer, lora: LoraUse, T: number, norm?: RowNorm): void {
  const { lanes, subgroup, staged } = recorder.device.class;
  const { group, rank } = lora;
  const ranks = group.segments * rank;
  const FORM = staged ? 'across' : subgroup && lora.single ? 'shared' : 'down';
  const ROWS = { across: lora.single ? sharedRows(T) : 1, shared: 8, down: 1 }[FORM];
  recorder.dispatch('lora_shrink', {
    knobs: { LANES: FORM === 'across' ? ACROSS_LANES : lanes, FORM, ROWS, NORM: norm ? lanes : 0 },
    buffers: { X: x, rows: lora.rows, arena: lora.arena, U: lora.u, norm: norm?.weight },
    sizes: {
      T,
      K4: group.inputs / 4,
      ranks,
      loraA: group.offsetA / 4,
      loraStride: lora.stride / 4,
      scale: lora.scale,
      epsilon: norm?.epsilon ?? 0,
    },
    grid: [Math.ceil(ranks / (FORM === 'down' ? lanes : 8)), Math.ceil(T / ROWS), 1],
    cut: 'y',
    cost: { flops: 2 * T * ranks * group.inputs, bytes: 4 * (ranks * group.inputs + T * group.inputs) },
  });
}

/** Returns the rows that share a workgroup's loads of A or B, if it has lanes for all of them. */
function sharedRows(T: number): number {
  return T >= 64 ? 4 : 1;
}

/**
 * Returns the lanes that divide the tokens of a sum over T, if there are lanes to spare: enough that a sum with few
 * outputs keeps a GPU busy, but so few that the lanes of a token still read 32 adjacent bytes.
 */
function tokenSlots(lanes: number): number {
  return lanes >= 256 ? 32 : 1;
}

interface LoraBackward {
  lora: LoraUse;
  /** [T, K] the projection's input. */
  x: DeviceBuffer;
  /** [T, N] */
  dY: DeviceBuffer;
  /** [T, S R] scratch; holds dU afterwards, for the input gradient. */
  dU: DeviceBuffer;
  /** Gradient arena, laid out as one adapter; gradients are added to it. */
  grads: DeviceBuffer;
  T: number;
}

/** Adds dA and dB of one group to the gradient arena and writes dU. All rows use slot 0. */
export function loraBackward(recorder: Recorder, { lora, x, dY, dU, grads, T }: LoraBackward): void {
  const { lanes, rowLanes } = recorder.device.class;
  const { group, rank, scale } = lora;
  const { segments, bounds, inputs: K, outputs: N } = group;
  const ranks = segments * rank;
  const SUBGROUP = recorder.device.class.subgroup && [N, ...bounds].every((n) => n % 4 === 0) ? 1 : 0;
  const columns = { T, N, segments, bound1: bounds[0], bound2: bounds[1] };
  const eights = Math.ceil(rank / 8);
  const ROWS = SUBGROUP ? 8 : sharedRows(T);
  const [LANES, SLOTS] = SUBGROUP ? [lanes, 1] : [rowLanes, tokenSlots(rowLanes)];
  recorder.dispatch('lora_backward_u', {
    knobs: { LANES: lanes, RANK: rank, SUBGROUP, ROWS },
    buffers: { dY, adapter: lora.arena, dU },
    sizes: { ...columns, loraB: group.offsetB, scale },
    grid: [segments * eights, Math.ceil(T / ROWS), 1],
    cut: 'y',
    cost: { flops: 2 * T * N * rank, bytes: 4 * (T * N + N * rank) },
  });
  recorder.dispatch('lora_backward_b', {
    knobs: { LANES, RANK: rank, SUBGROUP, SLOTS },
    buffers: { dY, U: lora.u, grads },
    sizes: { ...columns, loraB: group.offsetB / 4 },
    grid: [SUBGROUP ? segmentTiles(group) : Math.ceil((N * SLOTS) / LANES), eights, 1],
    cut: 'x',
    cost: { flops: 2 * T * N * rank, bytes: 4 * T * N },
  });
  recorder.dispatch('lora_backward_a', {
    knobs: { LANES, SUBGROUP, SLOTS },
    buffers: { X: x, dU, grads },
    sizes: { T, K4: K / 4, ranks, loraA: group.offsetA / 4 },
    grid: [Math.ceil((K / 4) * (SLOTS / LANES)), Math.ceil(ranks / 8), 1],
    cut: 'y',
    cost: { flops: 2 * T * K * ranks, bytes: 4 * T * K },
  });
}

/** Returns the number of 32-column tiles, none of which spans two segments. */
function segmentTiles({ bounds: [first, second], outputs: N }: LoraGroup): number {
  return [first, second - first, N - second].reduce((sum, columns) => sum + Math.ceil(columns / 32), 0);
}
