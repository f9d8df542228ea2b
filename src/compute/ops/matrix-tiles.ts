import type { DeviceBuffer } from '../buffer.ts';
import type { Cost } from '../kernel-times.ts';
import type { Recorder } from '../recorder.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import { isPacked, shardBytes, type WeightShard } from './weight.ts';

/** Rows of the largest tile of a workgroup, which tiles of factors are filled up to. */
const LARGEST = 128;
/** Bytes that a workgroup may read past the last tile. */
const OVERRUN = 2 * LARGEST * 16;
/** Workgroups below which smaller tiles keep more of a GPU busy. */
const FEW_WORKGROUPS = 128;
const LANES = 64;

/** Rows of K numbers whose tiles have room in scratch: what has more is multiplied in parts. */
export function spanOf({ scratchBytes }: Pick<Recorder, 'scratchBytes'>, K: number): number {
  return Math.max(LARGEST, Math.floor((scratchBytes - OVERRUN) / (2 * K * LARGEST)) * LARGEST);
}

/** The beginnings and lengths of parts of at most `span`. */
export function spans(count: number, span: number): [first: number, count: number][] {
  return Array.from({ length: Math.ceil(count / span) }, (_, i) => [i * span, Math.min(span, count - i * span)]);
}

interface TiledRows {
  /** [.., stride] */
  x: DeviceBuffer;
  stride: number;
  /** The rows and the columns that are tiled. */
  row: number;
  rows: number;
  column: number;
  K: number;
  /** [..], by which rows are divided. */
  scale?: DeviceBuffer;
}

/** Rows of x, rounded to f16, in the tiles that subgroup matrices are loaded from: scratch of the recorder. */
export function tiledRows(recorder: Recorder, { x, stride, row, rows, column, K, scale }: TiledRows): DeviceBuffer {
  const tiles = recorder.scratch('left', tileBytes(rows, K));
  const fours = Math.ceil(K / 32) * 8;
  recorder.dispatch('tile_rows', {
    knobs: { LANES, SCALED: scale ? 1 : 0 },
    buffers: { X: x, tiles, scale },
    sizes: { K, stride, row, column },
    grid: [Math.ceil(fours / LANES), rows, 1],
    cut: 'y',
    cost: { flops: 0, bytes: 6 * rows * K },
  });
  return tiles;
}

interface TiledWeights {
  shard: WeightShard;
  K: number;
  first: number;
  rows: number;
  /** Rows of gates, and below them as many of ups: their tiles take turns. */
  swiglu: boolean;
}

/** Rows of a weight, likewise. */
export function tiledWeights(recorder: Recorder, { shard, K, first, rows, swiglu }: TiledWeights): DeviceBuffer {
  const factors = swiglu ? 2 : 1;
  const tiles = recorder.scratch('right', tileBytes(factors * (Math.ceil(rows / 16) * 16), K));
  const blocks = K / 32;
  for (let offset = 0; offset < factors; offset++) {
    recorder.dispatch('tile_weights', {
      knobs: { WEIGHT: shard.type, PACKED: isPacked(shard.type) ? 1 : 0 },
      buffers: { W: shard.buffer, tiles },
      sizes: {
        first: first + (offset * shard.rows) / factors,
        last: shard.rows - 1,
        blocks,
        step: factors,
        offset,
      },
      grid: [Math.ceil(blocks / 2), Math.ceil(rows / 32), 1],
      cut: 'y',
      cost: { flops: 0, bytes: (shardBytes(shard, K) * rows) / shard.rows + 2 * rows * K },
    });
  }
  return tiles;
}

/** Tiles of rows are filled up, as far as a workgroup reads. */
function tileBytes(rows: number, K: number): number {
  const width = Math.ceil(K / 32) * 32;
  return 2 * Math.ceil(rows / LARGEST) * LARGEST * width + OVERRUN;
}

/** How workgroups make [rows, columns]: the knobs, what a strip has for a lane, and a workgroup's rows and columns. */
export function matrixTile(matrix: MatrixShape, rows: number, columns: number) {
  const { M, N, K, SIZE, SIZED } = matrix;
  const large = Math.ceil(rows / LARGEST) * Math.ceil(columns / LARGEST) >= FEW_WORKGROUPS;
  // Lanes of few have more of a tile each, as registers.
  const TALL = (SIZE < 32 ? 16 : large ? 64 : 32) / M;
  const [DOWN, ALONG] = [2, large ? 4 : 2];
  return {
    knobs: { M, N, K, SIZE, SIZED, DOWN, ALONG, TALL, BROAD: 32 / N, EACH: (16 * M) / SIZE },
    outputs: (32 * M) / SIZE,
    height: DOWN * TALL * M,
    width: ALONG * 32,
  };
}

export function shareOf({ flops, bytes }: Cost, share: number): Cost {
  return { flops: flops * share, bytes: bytes * share };
}
