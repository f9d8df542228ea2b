import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { LoraUse } from './lora.ts';
import { projectionBuffers, projectionSizes } from './projection.ts';
import { quantizeRows } from './quantize.ts';
import type { Activation } from './swiglu.ts';
import { type RowSpeeds, tileRows } from './tile-rows.ts';
import { columnGroups, productCost, type WeightMatrix, type WeightShard } from './weight.ts';

export interface MatmulInt8 {
  /** [T, K] in int8 blocks (ops/quantize.ts). */
  x: DeviceBuffer;
  /** Set if x holds weight * x and the squares of x: the product is then of RMSNorm(x) with this epsilon. */
  epsilon?: number;
  /** Weight of type q8 or q4. */
  weight: WeightMatrix;
  /** [T, N] */
  y: DeviceBuffer;
  T: number;
  /** Adds to y (the residual stream) instead of overwriting it. */
  add?: boolean;
  /** Adds U B^T of each row's adapter; `lora.u` must hold the low-rank activation already. */
  lora?: LoraUse;
  /** W has gate rows above up rows, in one shard, and y gets silu(gate) * up, [T, N / 2]. Not with `add`. */
  swiglu?: boolean;
  /** Activation of the gate, with `swiglu`; silu by default. */
  activation?: Activation;
  /**
   * Second output, the result in int8 blocks; its rows are a multiple of 32 wide. `norm` is the weight of the next
   * norm, if one follows.
   */
  next?: { q: DeviceBuffer; norm?: DeviceBuffer };
}

/**
 * Computes Y[T, N] = X[T, K] W[N, K]^T in int8, with norm, bias, residual, LoRA, SwiGLU and int8 blocks of Y if
 * requested.
 */
export function matmulInt8(recorder: Recorder, a: MatmulInt8): void {
  const { weight, y, T, next } = a;
  const whole = weight.shards.length === 1;
  const dispatchShard = recorder.device.class.staged ? shardStaged : shardInRegisters;
  for (const shard of weight.shards) dispatchShard(recorder, whole ? a : { ...a, next: undefined }, shard);
  // If several dispatches compute the result, no workgroup sees whole blocks of it.
  if (next && !whole) quantizeRows(recorder, { x: y, q: next.q, M: T, K: weight.rows, norm: next.norm });
}

/** Slots of a `matvec_int8` workgroup, and most rows of X. With 32 rows of W: 256 lanes, at least one per output. */
const SLOTS = 8;

/** Records the GPU kernels: W read once for a few rows, or factor tiles in workgroup memory. */
function shardStaged(recorder: Recorder, a: MatmulInt8, shard: WeightShard): void {
  const { T, swiglu = false } = a;
  columnGroups(4, swiglu, shard.rows);
  if (T <= SLOTS) {
    const call = callOf(a, shard, 0);
    recorder.dispatch('matvec_int8', {
      ...call,
      knobs: { ...call.knobs, CHAINED: 1, ROWS: 2 ** Math.ceil(Math.log2(T)), SLOTS, COLUMNS: 1 },
      grid: [Math.ceil(shard.rows / 32), 1, 1],
    });
    return;
  }
  const ROWS = T <= 32 ? 4 : 8;
  const call = callOf(a, shard, swiglu ? ROWS / 2 : ROWS);
  recorder.dispatch('matmul_int8_tiled', {
    ...call,
    knobs: { ...call.knobs, CHAINED: 1, ROWS },
    grid: [Math.ceil(shard.rows / 64), Math.ceil(T / (8 * ROWS)), 1],
    cut: 'y',
  });
}

/** Records the kernel of CPU adapters: each lane has a tile in registers, and reads its part of W alone. */
function shardInRegisters(recorder: Recorder, a: MatmulInt8, shard: WeightShard): void {
  const { T, swiglu = false } = a;
  const { lanes, subgroup } = recorder.device.class;
  const products = blockProducts(shard.type, subgroup);
  const rows = tileRows(T, SPEEDS[products]);
  const call = callOf(a, shard, rows * COLUMNS);
  recorder.dispatch('matmul_int8', {
    ...call,
    knobs: {
      ...call.knobs,
      LANES: lanes,
      SUBGROUP: subgroup ? 1 : 0,
      PRODUCTS: products,
      COLUMNS,
      ...columnGroups(COLUMNS, swiglu, shard.rows),
      MADE: COLUMNS / (swiglu ? 2 : 1),
      ROWS: rows,
      CHAINED: subgroup ? 0 : 1,
    },
    grid: [Math.ceil(shard.rows / COLUMNS / lanes), Math.ceil(T / rows), 1],
    cut: 'y',
  });
}

/**
 * Returns the parts of a dispatch that all int8 products share. `outputs`: iterations of the loop over a lane's
 * outputs.
 */
function callOf(a: MatmulInt8, shard: WeightShard, outputs: number) {
  const { x, epsilon, weight, y, T, add = false, lora, swiglu = false, activation = 'silu', next } = a;
  return {
    knobs: {
      WEIGHT: shard.type,
      BIAS: weight.bias ? 1 : 0,
      LORA: lora ? 1 : 0,
      WHOLE: 0,
      RANK: lora?.rank ?? 4,
      ADD: add ? 1 : 0,
      SWIGLU: swiglu ? 1 : 0,
      ACTIVATION: activation,
      NORM: epsilon === undefined ? 0 : 1,
      QUANT: next ? (next.norm ? 2 : 1) : 0,
    },
    buffers: {
      W: shard.buffer,
      X: x,
      Y: y,
      ...projectionBuffers(weight, lora),
      Q: next?.q,
      normWeight: next?.norm,
    },
    sizes: {
      ...projectionSizes({ shard, weight, lora, swiglu, T }),
      outputs,
      epsilon: epsilon ?? 0,
      pairs: 0,
    },
    cost: productCost(shard, weight.cols, T),
  };
}

/** Method of multiplying a block (kernels/include/int8_products_*.wgsl). */
type Products = 'bytes' | 'nibbles' | 'floats';

/** Returns the method for weights of type q8 or q4. `subgroup`: on CPU adapters whose lanes share loads. */
export function blockProducts(type: WeightShard['type'], subgroup: boolean): Products {
  if (!subgroup) return 'bytes';
  return type === 'q4' ? 'nibbles' : 'floats';
}

/** GOP/s per core on llvmpipe, by rows of a tile. More rows do not fit its registers. */
const SPEEDS: Record<Products, RowSpeeds> = {
  // Not measured.
  bytes: { 1: 1, 2: 2, 4: 4, 8: 8 },
  // 256 x 3072 x 576
  nibbles: { 1: 18, 2: 30, 4: 43, 6: 45 },
  // 16 x 49152 x 576
  floats: { 1: 6, 2: 10, 4: 15, 8: 20, 16: 23 },
};

/** Columns of the product per lane. 4 x 4 gave 39 GOP/s on lavapipe, 8 x 2 and 8 x 4 less, 4 x 1 16 (512^3). */
const COLUMNS = 4;
