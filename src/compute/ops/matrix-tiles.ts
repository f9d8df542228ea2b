import type { DeviceBuffer } from '../buffer.ts';
import type { Cost } from '../kernel-times.ts';
import type { Recorder } from '../recorder.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import { isPacked, shardBytes, TILE_ROWS, type WeightShard } from './weight.ts';

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
  /** How many numbers in f16 stand for one (`summandsOf`). */
  summands?: 1 | 2;
}

/** Rows of x, rounded to f16, in the tiles that subgroup matrices are loaded from: scratch of the recorder. */
export function tiledRows(recorder: Recorder, a: TiledRows): DeviceBuffer {
  const { x, stride, row, rows, column, K, scale, summands = 1 } = a;
  const tiles = recorder.scratch('left', tileBytes(rows, K, summands));
  const fours = Math.ceil(K / 32) * 8;
  recorder.dispatch('tile_rows', {
    knobs: { LANES, SCALED: scale ? 1 : 0, SUMMANDS: summands },
    buffers: { X: x, tiles, scale },
    sizes: { K, stride, row, column },
    grid: [Math.ceil(fours / LANES), rows, 1],
    cut: 'y',
    cost: { flops: 0, bytes: (4 + 2 * summands) * rows * K },
  });
  return tiles;
}

interface TiledWeights {
  shard: WeightShard;
  K: number;
  first: number;
  rows: number;
  /** Rows of gates, and below them as many of ups. */
  swiglu: boolean;
}

/** Where tiles of W are: those of its rows begin at element `begin`, and their ups `ups` elements further. */
interface WeightTiles {
  tiles: DeviceBuffer;
  begin: number;
  ups: number;
}

/** Rows of a weight, likewise: where the shard has them, or in scratch of the recorder. */
export function tiledWeights(recorder: Recorder, { shard, K, first, rows, swiglu }: TiledWeights): WeightTiles {
  if (shard.forMatrices) return { tiles: shard.buffer, begin: first * K, ups: (shard.rows / 2) * K };
  const ups = Math.ceil(rows / 16);
  const tiles = recorder.scratch('right', tileBytes((swiglu ? 2 : 1) * ups * 16 + 16, K));
  // What the gates fill up is written again by the ups.
  tileRowsOfWeight(recorder, shard, { tiles, K, first, rows, begin: 0 });
  if (swiglu) tileRowsOfWeight(recorder, shard, { tiles, K, first: first + shard.rows / 2, rows, begin: ups });
  return { tiles, begin: 0, ups: ups * 16 * K };
}

function tileRowsOfWeight(
  recorder: Recorder,
  shard: WeightShard,
  a: { tiles: DeviceBuffer; K: number; first: number; rows: number; begin: number; summands?: 1 | 2 },
): void {
  const { tiles, K, first, rows, begin, summands = 1 } = a;
  const blocks = K / 32;
  recorder.dispatch('tile_weights', {
    knobs: { WEIGHT: shard.type, PACKED: isPacked(shard.type) ? 1 : 0, SUMMANDS: summands },
    buffers: { W: shard.buffer, tiles },
    sizes: { first, last: shard.rows - 1, blocks, begin },
    grid: [Math.ceil(blocks / 2), Math.ceil(rows / 32), 1],
    cut: 'y',
    cost: { flops: 0, bytes: (shardBytes(shard, K) * rows) / shard.rows + 2 * rows * K },
  });
}

/**
 * Bytes of a shard that is kept as f16 in the tiles of matrices; undefined for one that had better not be: blocks would
 * take two to four times as much, and ups are to begin with a tile. What a workgroup reads past the last tile is up to
 * the device's bounds checks: filled up as scratch is, a shard might be more than one binding holds.
 */
export function bytesForMatrices({ type, rows }: Pick<WeightShard, 'type' | 'rows'>, K: number): number | undefined {
  return isPacked(type) || rows % TILE_ROWS !== 0 ? undefined : 2 * rows * K;
}

/** The shard, copied to a buffer of `bytesForMatrices`, for products whose other factor has that many `summands`. */
export function copiedForMatrices(
  recorder: Recorder,
  shard: WeightShard,
  { K, buffer, summands }: { K: number; buffer: DeviceBuffer; summands: 1 | 2 },
): WeightShard {
  tileRowsOfWeight(recorder, shard, { tiles: buffer, K, first: 0, rows: shard.rows, begin: 0, summands });
  return { ...shard, buffer, type: 'f16', forMatrices: true };
}

/** Tiles of rows are filled up, as far as a workgroup reads. */
function tileBytes(rows: number, K: number, summands = 1): number {
  const width = Math.ceil(K / 32) * 32 * summands;
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
