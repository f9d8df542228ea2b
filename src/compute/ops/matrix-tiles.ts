import type { DeviceBuffer } from '../buffer.ts';
import type { Cost } from '../kernel-times.ts';
import type { Recorder } from '../recorder.ts';
import type { MatrixShape } from '../subgroup-matrix.ts';
import { isPacked, shardBytes, TILE_ROWS, type WeightShard } from './weight.ts';

/** Rows of the largest workgroup tile. Tiles of factors are padded to a multiple of it. */
const LARGEST = 128;
/** Bytes that a workgroup may read past the last tile. */
const OVERRUN = 2 * LARGEST * 16;
/** Number of workgroups below which smaller tiles keep more of a GPU busy. */
const FEW_WORKGROUPS = 128;
const LANES = 64;

/** Returns how many rows of K elements fit in scratch as tiles. Larger matrices are multiplied in parts. */
export function spanOf({ scratchBytes }: Pick<Recorder, 'scratchBytes'>, K: number): number {
  return Math.max(LARGEST, Math.floor((scratchBytes - OVERRUN) / (2 * K * LARGEST)) * LARGEST);
}

/** Splits `count` into parts of at most `span`. Returns the start and length of each. */
export function spans(count: number, span: number): [first: number, count: number][] {
  return Array.from({ length: Math.ceil(count / span) }, (_, i) => [i * span, Math.min(span, count - i * span)]);
}

interface TiledRows {
  /** [.., stride] */
  x: DeviceBuffer;
  stride: number;
  /** Range to tile: `rows` rows from `row` on, K columns from `column` on. */
  row: number;
  rows: number;
  column: number;
  K: number;
  /** [..] divisor of each row. */
  scale?: DeviceBuffer;
  /** Number of f16 terms that represent each element (`f16TermsOf`). */
  summands?: 1 | 2;
}

/** Copies rows of x, rounded to f16, into the tiles that subgroup matrices load. Returns scratch of the recorder. */
export function rowsInMatrixTiles(recorder: Recorder, a: TiledRows): DeviceBuffer {
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
  /** Whether W has gate rows and, below them, as many up rows. */
  swiglu: boolean;
}

/** Location of the tiles of W: rows begin at element `begin`, their up rows `ups` elements later. */
interface WeightTiles {
  tiles: DeviceBuffer;
  begin: number;
  ups: number;
}

/** Returns rows of a weight as tiles. They are in the shard if it is stored in tiles, else in recorder scratch. */
export function tiledWeights(recorder: Recorder, { shard, K, first, rows, swiglu }: TiledWeights): WeightTiles {
  if (shard.forMatrices) return { tiles: shard.buffer, begin: first * K, ups: (shard.rows / 2) * K };
  const ups = Math.ceil(rows / 16);
  const tiles = recorder.scratch('right', tileBytes((swiglu ? 2 : 1) * ups * 16 + 16, K));
  // The tiles of up rows overwrite the padding of the gate rows.
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
 * Returns the bytes of a shard stored as f16 in matrix tiles, or undefined if it should not be: quantized blocks would
 * grow two to four times, and up rows must begin with a tile. The device's bounds checks handle reads past the last
 * tile, because with padding a shard might exceed the binding limit.
 */
export function bytesForMatrices({ type, rows }: Pick<WeightShard, 'type' | 'rows'>, K: number): number | undefined {
  return isPacked(type) || rows % TILE_ROWS !== 0 ? undefined : 2 * rows * K;
}

/** Copies the shard to a buffer of `bytesForMatrices`, for products whose other factor has `summands` f16 terms. */
export function copiedForMatrices(
  recorder: Recorder,
  shard: WeightShard,
  { K, buffer, summands }: { K: number; buffer: DeviceBuffer; summands: 1 | 2 },
): WeightShard {
  tileRowsOfWeight(recorder, shard, { tiles: buffer, K, first: 0, rows: shard.rows, begin: 0, summands });
  return { ...shard, buffer, type: 'f16', forMatrices: true };
}

/** Returns the bytes of the tiles of `rows` rows, padded as far as a workgroup reads. */
function tileBytes(rows: number, K: number, summands = 1): number {
  const width = Math.ceil(K / 32) * 32 * summands;
  return 2 * Math.ceil(rows / LARGEST) * LARGEST * width + OVERRUN;
}

/**
 * Chooses the tiling of a [rows, columns] product: knobs, outputs of a strip per lane, rows and columns per workgroup.
 */
export function matrixTile(matrix: MatrixShape, rows: number, columns: number) {
  const { M, N, K, SIZE, SIZED } = matrix;
  const large = Math.ceil(rows / LARGEST) * Math.ceil(columns / LARGEST) >= FEW_WORKGROUPS;
  // In small subgroups each lane holds more of a tile, in registers.
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
