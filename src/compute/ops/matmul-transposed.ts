import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import type { LoraUse } from './lora.ts';
import { matrixTile, rowsInMatrixTiles, shareOf, spanOf, spans, tiledWeights } from './matrix-tiles.ts';
import { scaleRows } from './row-scale.ts';
import { sumSections } from './sum-sections.ts';
import { type RowSpeeds, rowsPerLane, tileRows } from './tile-rows.ts';
import {
  f16TermsOf,
  isByMatrices,
  isPacked,
  PAIRS,
  productCost,
  type WeightMatrix,
  type WeightShard,
} from './weight.ts';

interface MatmulTransposed {
  /** [T, N] */
  dY: DeviceBuffer;
  weight: WeightMatrix;
  /** [T, K] */
  dX: DeviceBuffer;
  T: number;
  add?: boolean;
  /** Adds dU A of the adapter in slot 0. */
  lora?: { use: LoraUse; dU: DeviceBuffer };
  /** [T] scratch for the scales by which rows of dY become f16, if the weight is `half` or stored for matrices. */
  rowScale?: DeviceBuffer;
  /**
   * Sections of N that GPUs sum separately, except with subgroup matrices, and scratch for their sums, [sections, T,
   * K]. Not with `lora`.
   */
  split?: { sections: number; parts: DeviceBuffer };
}

/** Computes dX[T, K] = dY[T, N] W[N, K], with LoRA's share if requested. */
export function matmulTransposed(recorder: Recorder, a: MatmulTransposed): void {
  const { dY, weight, dX, T, add = false, lora, rowScale, split } = a;
  if (split && lora) throw new Error('each section of a split would add the LoRA term');
  const { class: deviceClass, matrix } = recorder.device;
  const byMatrices = weight.shards.map((shard) => matrix !== undefined && isByMatrices(weight, shard));
  if (byMatrices.includes(true)) scaleRows(recorder, { x: dY, scale: rowScale!, T, N: weight.rows });
  weight.shards.forEach((shard, index) => {
    const isSplit = deviceClass.staged && !byMatrices[index];
    const section = sectionRows(shard.rows, isSplit ? (split?.sections ?? 1) : 1);
    const sections = Math.ceil(shard.rows / section);
    const parts = sections > 1 ? split?.parts : undefined;
    const ADD = add || index > 0 ? 1 : 0;
    // The low-rank share belongs to the whole product, so only the first shard adds it.
    const part = { ...a, shard, section, sections, lora: index === 0 ? lora : undefined };
    const call = transposedCallOf(parts ? { ...part, dX: parts, ADD: 0 } : { ...part, ADD });
    if (matrix && byMatrices[index]) transposedByMatrices(recorder, call, { part, matrix });
    else if (deviceClass.staged || weight.half) transposedStaged(recorder, call, part);
    else transposedInRegisters(recorder, call, part);
    if (parts) sumSections(recorder, { parts, sum: dX, count: T * weight.cols, sections, ADD });
  });
}

/** The product with one shard. */
interface TransposedPart extends MatmulTransposed {
  shard: WeightShard;
  /** Rows of the shard per section. */
  section: number;
  sections: number;
}

/** Returns the parts of a dispatch that the transposed products of all device classes share. */
function transposedCallOf({ dY, dX, T, weight, shard, lora, ADD }: TransposedPart & { ADD: number }) {
  const { group, rank } = lora?.use ?? { group: { offsetA: 0, segments: 0 }, rank: 0 };
  return {
    knobs: { WEIGHT: shard.type, LORA: lora ? 1 : 0, ADD },
    buffers: { W: shard.buffer, dY, dX, adapter: lora?.use.arena, dU: lora?.dU },
    sizes: {
      T,
      N: shard.rows,
      blocks: weight.cols / 32,
      strideY: weight.rows,
      offsetY: shard.rowStart,
      loraA: group.offsetA / 4,
      ranks: group.segments * rank,
    },
    cut: 'y' as const,
    cost: productCost(shard, weight.cols, T),
  };
}

type TransposedCall = ReturnType<typeof transposedCallOf>;

function transposedByMatrices(
  recorder: Recorder,
  call: TransposedCall,
  { part, matrix }: { part: TransposedPart; matrix: MatrixShape },
): void {
  const { dY, dX, T, weight, shard, rowScale: scale } = part;
  const { adapter, dU } = call.buffers;
  const { loraA, ranks } = call.sizes;
  const { cols: K } = weight;
  const summands = f16TermsOf(weight);
  for (const [first, terms] of spans(shard.rows, spanOf(recorder, K))) {
    const { tiles: right, begin } = tiledWeights(recorder, { shard, K, first, rows: terms, swiglu: false });
    const across = Math.ceil(terms / 32) * 2;
    for (const [row, rows] of spans(T, spanOf(recorder, terms * summands))) {
      const column = shard.rowStart + first;
      const left = rowsInMatrixTiles(recorder, {
        x: dY,
        stride: weight.rows,
        row,
        rows,
        column,
        K: terms,
        scale,
        summands,
      });
      const { knobs, outputs, height, width } = matrixTile(matrix, rows, K);
      const { LORA, ADD } = first === 0 ? call.knobs : { LORA: 0, ADD: 1 };
      recorder.dispatch('matmul_transposed_matrix', {
        knobs: { ...knobs, SUMMANDS: summands, TRANSPOSED: 1, SWIGLU: 0, LORA, ADD },
        buffers: { left, right, dX, scale: scale!, ...(LORA ? { adapter, dU } : {}) },
        sizes: { T: row + rows, across, width: K / 16, loraA, ranks, outputs: Math.ceil(outputs / 4), row, begin },
        grid: [Math.ceil(K / width), Math.ceil(rows / height), 1],
        cut: 'y',
        cost: shareOf(call.cost, (rows / T) * (terms / shard.rows)),
      });
    }
  }
}

function transposedStaged(recorder: Recorder, call: TransposedCall, part: TransposedPart): void {
  const { T, weight, shard, section, sections } = part;
  const shape = { type: shard.type, T, N: shard.rows, K: weight.cols };
  const ROWS = recorder.device.tuning.choice('matmul_transposed_tiled', shape);
  recorder.dispatch('matmul_transposed_tiled', {
    ...call,
    knobs: { ...call.knobs, ROWS, PACKED: isPacked(shard.type) ? 1 : 0, HALF: weight.half ? 1 : 0 },
    sizes: { ...call.sizes, section, pairs: PAIRS },
    grid: [Math.ceil(weight.cols / 64), Math.ceil(T / (8 * ROWS)), sections],
  });
}

function transposedInRegisters(recorder: Recorder, call: TransposedCall, { T, weight }: TransposedPart): void {
  const { lanes, subgroup } = recorder.device.class;
  const ROWS = transposedRows(T, subgroup);
  recorder.dispatch('matmul_transposed', {
    ...call,
    knobs: { ...call.knobs, ROWS, LANES: lanes, SUBGROUP: subgroup ? 1 : 0 },
    sizes: { ...call.sizes, quads: QUADS },
    grid: [Math.ceil(weight.cols / 8 / lanes), Math.ceil(T / ROWS), 1],
  });
}

/** Returns the rows per section: whole chunks of the kernels' sums. */
function sectionRows(N: number, sections: number): number {
  return Math.ceil(N / sections / 256) * 256;
}

/** Quads of columns that a subgroup loads at once: the bound of a loop that must not be unrolled. */
const QUADS = 2;

/** GFLOP/s per core on llvmpipe, by rows of a tile: q4, 1024 x 3072 x 576. */
const TRANSPOSED_SPEEDS: RowSpeeds = { 1: 6, 2: 11, 4: 20, 8: 28, 16: 36 };

/** Returns the rows of dY per lane of the transposed product. */
function transposedRows(T: number, subgroup: boolean): number {
  return subgroup ? tileRows(T, TRANSPOSED_SPEEDS) : rowsPerLane(T);
}
