import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import { type LoraUse, type NextLowRank, nextKnob, nextSizes } from './lora.ts';
import { matrixTile, rowsInMatrixTiles, shareOf, spanOf, spans, tiledWeights } from './matrix-tiles.ts';
import { projectionBuffers, projectionSizes } from './projection.ts';
import type { RowNorm } from './rmsnorm.ts';
import { scaleRows } from './row-scale.ts';
import type { Activation } from './swiglu.ts';
import { type RowSpeeds, rowsPerLane, tileRows } from './tile-rows.ts';
import {
  columnGroups,
  f16TermsOf,
  isByMatrices,
  isPacked,
  PAIRS,
  productCost,
  type WeightMatrix,
  type WeightShard,
  type WeightType,
} from './weight.ts';

export interface Matmul {
  /** [T, K] */
  x: DeviceBuffer;
  weight: WeightMatrix;
  /** [T, N] */
  y: DeviceBuffer;
  T: number;
  /** Adds to y (the residual stream) instead of overwriting it. */
  add?: boolean;
  /** Adds U B^T of each row's adapter; `lora.u` must hold the low-rank activation, unless the product computes it. */
  lora?: LoraUse;
  /**
   * Each workgroup computes the low-rank activations itself, and `lora.u` stays. GPUs only: from A for a single row, or
   * from `parts` for up to FEW_ROWS rows (`NextLowRank`).
   */
  fusesLoraShrink?: boolean;
  parts?: DeviceBuffer;
  /**
   * Computes parts of the low-rank activations of the projection that reads y. GPUs only, for up to FEW_ROWS rows, with
   * `lora`.
   */
  next?: NextLowRank;
  /** W has gate rows above up rows, in one shard, and y gets silu(gate) * up, [T, N / 2]. Not with `add`. */
  swiglu?: boolean;
  /** Activation of the gate, with `swiglu`; silu by default. */
  activation?: Activation;
  /** Applies RMSNorm to X first; only if `fusesNorms`. */
  norm?: RowNorm;
  /**
   * Merges chunks of attention into X, in place of `x`. At most MAX_MERGED elements, and without `norm` and `lora`.
   */
  chunks?: KeyChunks;
}

/** Partial attention results of T rows, one for each chunk of keys, [T, H, count, E + 4], still to be merged. */
export interface KeyChunks {
  parts: DeviceBuffer;
  count: number;
  E: number;
  /** [T] x (position, ..) */
  rows: DeviceBuffer;
}

/** Largest T K of X that a product merges from chunks of keys, in 8 KiB of workgroup memory. */
export const MAX_MERGED = 2048;

/** Rows up to which products on GPUs read W once and include the preceding operation. */
export const FEW_ROWS = 16;
/**
 * Bytes of X that each workgroup may read once more for the norm. A GPU's caches deliver them to it, at 100 GB/s, in
 * the 1.9 us that a dispatch takes.
 */
const MAX_NORMED_BYTES = 192 * 2 ** 10;

/** Returns whether products of T rows use the GPU kernels for few rows (kernels/include/few_rows.wgsl). */
export function isOfFewRows({ device }: Recorder, T: number): boolean {
  return device.class.staged && T <= FEW_ROWS;
}

/**
 * Returns whether products of T rows of K, and the `loraShrink` before them, compute the norm of X themselves. Each
 * workgroup repeats the norm, in the time that a dispatch takes to begin.
 */
export function fusesNorms(recorder: Recorder, T: number, K: number): boolean {
  return isOfFewRows(recorder, T) && 4 * T * K <= MAX_NORMED_BYTES;
}

/** Computes Y[T, N] = X[T, K] W[N, K]^T, with bias, residual, LoRA and SwiGLU if requested. */
export function matmul(recorder: Recorder, a: Matmul): void {
  const { class: deviceClass, matrix } = recorder.device;
  const { shards, half } = a.weight;
  const own = matrix ? shards.filter((shard) => isByMatrices(a.weight, shard)) : [];
  const others = shards.filter((shard) => !own.includes(shard));
  if (matrix) matmulByMatrices(recorder, a, own, matrix);
  if (deviceClass.staged || half) matmulStaged(recorder, a, others);
  else matmulInRegisters(recorder, a, others);
}

/** Most lanes of a `matvec` workgroup. */
const MATVEC_LANES = 256;

/** Records the GPU kernels: factor tiles in workgroup memory, or W read once for a few rows. */
function matmulStaged(recorder: Recorder, a: Matmul, shards: readonly WeightShard[]): void {
  const { weight, T, swiglu = false } = a;
  const few = T <= FEW_ROWS;
  const { tuning } = recorder.device;
  for (const shard of shards) {
    const shape = { type: shard.type, T, N: shard.rows, K: weight.cols };
    const rows = few ? 2 ** Math.ceil(Math.log2(T)) : tuning.choice('matmul_tiled', shape);
    const HALF = weight.half ? 1 : 0;
    const call = callOf(a, shard, swiglu ? rows / 2 : rows);
    const knobs = { ...call.knobs, ROWS: rows, HALF };
    if (few) {
      const own = fewRowsKnobs(recorder, a, rows);
      const form = matvecForm(tuning.choice('matvec', shape), { ROWS: rows, HALF, LORA: knobs.LORA, ...own });
      const grid: [number, number, number] = [(Math.ceil(shard.rows / 32) * 32) / form.COLUMNS, 1, 1];
      recorder.dispatch('matvec', { ...call, knobs: { ...knobs, ...own, ...form }, grid });
    } else {
      const grid: [number, number, number] = [Math.ceil(shard.rows / 64), Math.ceil(T / (8 * rows)), 1];
      recorder.dispatch('matmul_tiled', { ...call, knobs, grid, cut: 'y' });
    }
  }
}

/** Number of vec4 of X in workgroup memory, 8 KiB. */
const STAGED_FOURS = 512;
/** Rows from which X is always staged, so that lanes need not hold it in registers. */
const STAGED_ROWS = 16;

/** Words of workgroup memory in which low-rank activations are summed. */
const ADDED_WORDS = 1024;

/** Returns the knobs of operations on X and Y that products of few rows include (kernels/include/few_rows.wgsl). */
function fewRowsKnobs({ device }: Recorder, { T, norm, next, lora, parts, chunks, weight }: Matmul, rows: number) {
  return {
    MERGED: chunks ? MAX_MERGED / 4 : 0,
    E: chunks?.E ?? 4,
    NORM: norm ? device.class.lanes : 0,
    IN_PARTS: parts ? 1 : 0,
    ADAPTED: parts ? Math.min(rows, T <= 8 ? 8 : FEW_ROWS) : 1,
    NEXT: nextKnob(next),
    NEXT_AT: 3 + (weight.bias ? 1 : 0) + (lora ? 3 : 0),
  };
}

/** Returns the knobs by which `matvec` workgroups divide a product and use workgroup memory. */
function matvecForm(
  slots: number,
  { ROWS, HALF, NORM, LORA, MERGED }: { ROWS: number; HALF: number; LORA: number } & ReturnType<typeof fewRowsKnobs>,
) {
  const STAGED = (HALF || NORM || ROWS >= STAGED_ROWS) && !MERGED ? 1 : 0;
  const SLOTS = STAGED ? Math.min(slots, STAGED_FOURS / 8 / ROWS) : slots;
  const COLUMNS = Math.min(32, MATVEC_LANES / SLOTS);
  // Lanes must cover whole rows of the staged blocks.
  const AHEAD = STAGED ? Math.min(4, COLUMNS / 8, STAGED_FOURS / 8 / ROWS / SLOTS) : 4;
  const SUMS = Math.max(ROWS * SLOTS * COLUMNS, ROWS * NORM, LORA === 2 ? ADDED_WORDS : 0);
  return { SLOTS, COLUMNS, STAGED, AHEAD, SUMS, TOTALS: Math.ceil(ROWS / SLOTS) };
}

/** Rows up to which products take 16 rows at a time. Caches serve enough of the repeated reads of W. */
const FEW_MATRIX_ROWS = 64;
/** Subgroups that divide the chunks of K for a few rows. Workgroup memory has no room for more. */
const SLOTS = 4;
/** Columns of the tile of few rows. */
const MATRIX_COLUMNS = 16;

/** Returns the blocks of K that lanes load before the first is multiplied. With f32, as many would spill on Turing. */
function blocksAhead(type: WeightType, { SIZE }: MatrixShape): number {
  return SIZE / (type === 'f32' ? 8 : 4);
}

/**
 * Records the subgroup-matrix kernels. If the weight is `half`, both factors are rounded to f16. Otherwise W is exact
 * in f16, and X is the sum of two f16 terms (`f16TermsOf`).
 */
function matmulByMatrices(recorder: Recorder, a: Matmul, shards: readonly WeightShard[], matrix: MatrixShape): void {
  for (const shard of shards) {
    if (a.T > FEW_MATRIX_ROWS) manyRowsByMatrices(recorder, a, shard, matrix);
    else if (shard.forMatrices) fewRowsByTiles(recorder, a, shard, matrix);
    else fewRowsByMatrices(recorder, a, shard, matrix);
  }
}

function fewRowsByTiles(recorder: Recorder, a: Matmul, shard: WeightShard, matrix: MatrixShape): void {
  const { knobs, buffers, sizes, cost } = callOf(a, shard, 0);
  const { WEIGHT: _, PACKED: __, ...added } = knobs;
  const { SWIGLU } = added;
  const { W: right, ...others } = buffers;
  const ROWS = a.T <= 4 ? 4 : 16;
  const FACTORS = SWIGLU ? 2 : 1;
  const SUMMANDS = f16TermsOf(a.weight);
  // Keeps the amount of W loaded at once constant. With 16 rows, workgroup memory would not hold more of X.
  const STAGED = matrix.K === 16 ? (ROWS === 4 ? 8 : 4) / FACTORS / SUMMANDS : 1;
  recorder.dispatch('matvec_matrix_tiles', {
    knobs: {
      ...matrix,
      ...added,
      ...fewRowsKnobs(recorder, a, ROWS),
      FACTORS,
      SUMMANDS,
      SLOTS,
      ROWS,
      STAGED,
      TOTALS: (256 * FACTORS) / (SLOTS * matrix.SIZE),
      TALL: 16 / matrix.M,
      BROAD: 16 / matrix.N,
    },
    buffers: { right, ...others },
    sizes,
    grid: [shard.rows / (16 * FACTORS), Math.ceil(a.T / 16), 1],
    cut: 'y',
    cost,
  });
}

function fewRowsByMatrices(recorder: Recorder, a: Matmul, shard: WeightShard, matrix: MatrixShape): void {
  const call = callOf(a, shard, 0);
  const ROWS = a.T <= 4 ? 4 : 16;
  const AHEAD = blocksAhead(shard.type, matrix);
  const STAGED = Math.min(AHEAD, 2);
  recorder.dispatch('matvec_matrix', {
    ...call,
    knobs: {
      ...call.knobs,
      ...fewRowsKnobs(recorder, a, ROWS),
      ...matrix,
      SLOTS,
      ROWS,
      AHEAD,
      STAGED,
      UNROLLED: matrix.K === 16 ? 2 * STAGED : 1,
      TOTALS: (16 * MATRIX_COLUMNS) / (SLOTS * matrix.SIZE),
      TALL: 16 / matrix.M,
      BROAD: MATRIX_COLUMNS / matrix.N,
    },
    grid: [Math.ceil(shard.rows / 32) * (32 / MATRIX_COLUMNS), Math.ceil(a.T / 16), 1],
    cut: 'y',
  });
}

function manyRowsByMatrices(recorder: Recorder, a: Matmul, shard: WeightShard, matrix: MatrixShape): void {
  const { x, y, weight, T, lora, swiglu = false } = a;
  const { cols: K } = weight;
  const { knobs: asked, cost } = callOf(a, shard, 0);
  const { WEIGHT: _, PACKED: __, ...added } = asked;
  const factors = swiglu ? 2 : 1;
  const summands = f16TermsOf(weight);
  const scale = summands === 2 ? recorder.scratch('scale', 4 * T) : undefined;
  if (scale) scaleRows(recorder, { x, scale, T, N: K });
  const columnSpan = shard.forMatrices ? shard.rows : spanOf(recorder, K) / factors;
  for (const [first, columns] of spans(shard.rows / factors, columnSpan)) {
    const { tiles: right, begin, ups } = tiledWeights(recorder, { shard, K, first, rows: columns, swiglu });
    for (const [row, rows] of spans(T, spanOf(recorder, K * summands))) {
      const left = rowsInMatrixTiles(recorder, { x, stride: K, row, rows, column: 0, K, scale, summands });
      const { knobs, outputs, height, width } = matrixTile(matrix, rows, columns * factors);
      const sizes = projectionSizes({ shard, weight, lora, swiglu, T: row + rows });
      recorder.dispatch('matmul_matrix', {
        knobs: { ...knobs, ...added, SUMMANDS: summands, TRANSPOSED: 0 },
        buffers: { left, right, Y: y, scale, ...projectionBuffers(weight, lora) },
        sizes: { ...sizes, row, first, begin, ups, outputs: outputs / factors },
        grid: [Math.ceil((columns * factors) / width), Math.ceil(rows / height), 1],
        cut: 'y',
        cost: shareOf(cost, (rows / T) * ((columns * factors) / shard.rows)),
      });
    }
  }
}

/**
 * Returns the parts of a dispatch that all GPU products share. `outputs`: iterations of the loop over a lane's outputs.
 */
function callOf(a: Matmul, shard: WeightShard, outputs: number) {
  const { x, weight, y, T, add = false, lora, fusesLoraShrink, parts, next, swiglu = false } = a;
  const { activation = 'silu', norm, chunks } = a;
  if (swiglu) columnGroups(4, swiglu, shard.rows);
  return {
    knobs: {
      WEIGHT: shard.type,
      PACKED: isPacked(shard.type) ? 1 : 0,
      BIAS: weight.bias ? 1 : 0,
      LORA: lora ? (fusesLoraShrink ? 2 : 1) : 0,
      RANK: lora?.rank ?? 4,
      ADD: add ? 1 : 0,
      SWIGLU: swiglu ? 1 : 0,
      ACTIVATION: activation,
      WHOLE: 0,
      CHAINED: 1,
    },
    buffers: {
      W: shard.buffer,
      X: chunks?.parts ?? x,
      Y: y,
      norm: norm?.weight,
      ...projectionBuffers(weight, lora && parts ? { ...lora, u: parts } : lora),
      rows: (chunks ?? lora)?.rows,
      nextParts: next?.parts,
      nextNorm: next?.norm,
    },
    sizes: {
      ...projectionSizes({ shard, weight, lora, swiglu, T }),
      outputs,
      epsilon: norm?.epsilon ?? 0,
      pairs: PAIRS,
      ...nextSizes(next),
      chunks: chunks?.count ?? 0,
    },
    cost: productCost(shard, weight.cols, T),
  };
}

/** Rows that a lane stores per iteration. The code for each takes a tenth of the compile time of the product. */
const STORED_ROWS = 2;

/** Records the kernels of CPU adapters: each lane has a tile in registers, and reads its part of W alone. */
function matmulInRegisters(recorder: Recorder, a: Matmul, shards: readonly WeightShard[]): void {
  const { x, weight, y, T, add = false, lora, swiglu = false, activation = 'silu' } = a;
  for (const shard of shards) {
    const { lanes, subgroup } = recorder.device.class;
    const { rows, columns } = tile(shard.type, T, subgroup);
    const whole = subgroup && isWhole(a, shard);
    const knobs = {
      LANES: lanes,
      COLUMNS: columns,
      ...columnGroups(columns, swiglu, shard.rows),
      ROWS: rows,
      STORED: Math.min(STORED_ROWS, rows),
      WEIGHT: shard.type,
      BIAS: weight.bias ? 1 : 0,
      LORA: lora ? 1 : 0,
      ONE_ADAPTER: whole && lora ? 1 : 0,
      RANK: lora?.rank ?? 4,
      // Kernels that store vec4 read `adds` at run time, which saves compiling another variant of each tile.
      ADD: add && !whole ? 1 : 0,
      SWIGLU: swiglu ? 1 : 0,
      ACTIVATION: activation,
      SUBGROUP: subgroup ? 1 : 0,
      WIDE: subgroup && isPacked(shard.type) ? 1 : 0,
      WHOLE: whole ? 1 : 0,
      CHAINED: 0,
    };
    recorder.dispatch('matmul', {
      knobs,
      buffers: { W: shard.buffer, X: x, Y: y, ...projectionBuffers(weight, lora) },
      sizes: {
        ...projectionSizes({ shard, weight, lora, swiglu, T }),
        outputs: rows * columns,
        adds: add ? 1 : 0,
        pairs: PAIRS,
      },
      grid: [Math.ceil(shard.rows / columns / lanes), Math.ceil(T / rows), 1],
      cut: 'y',
      cost: productCost(shard, weight.cols, T),
    });
  }
}

/**
 * GFLOP/s per core on llvmpipe, by rows of a tile: q4, 1024 x 3072 x 576. Six rows are as fast as four, twelve as
 * eight.
 */
const PACKED_SPEEDS: RowSpeeds = { 4: 20, 8: 25, 16: 29 };

/**
 * Returns the outputs of a lane: a vector for decode, a tile for prefill and training. Unpacking a block is expensive,
 * so packed weights share a row of X among 8 columns, other weights among 4.
 */
function tile(type: WeightType, T: number, subgroup: boolean): { rows: number; columns: number } {
  const packed = isPacked(type);
  if (packed && subgroup && T >= 3) return { rows: tileRows(T, PACKED_SPEEDS), columns: 8 };
  if (packed && T >= 3) return { rows: 4, columns: 8 };
  if (subgroup && T >= 16) return { rows: 16, columns: 4 };
  return { rows: rowsPerLane(T), columns: 4 };
}

/**
 * Returns whether rows of Y can be stored as vec4: without SwiGLU, with at most one adapter, and with all column bounds
 * multiples of 4.
 */
function isWhole({ weight, lora, swiglu = false }: Matmul, { rows, rowStart }: WeightShard): boolean {
  const bounds = lora?.single ? lora.group.bounds : [0, 0];
  return (
    !swiglu && (!lora || lora.single === true) && [weight.rows, rows, rowStart, ...bounds].every((n) => n % 4 === 0)
  );
}
