import { BLOCK_BYTES, TILE_ROWS, tiledBytes, type WeightType } from '../compute/ops/weight.ts';
import type { StoredType } from './checkpoint/checkpoint.ts';

/**
 * Rows as stored, in words: q8_0 blocks of 34 bytes get two bytes of padding after the scale, q4_0 blocks of 18 become
 * q4_1 blocks of 20 with the minimum -8 d written out. Other types pass unchanged.
 */
export function packBlocks(type: StoredType, stored: Uint8Array): Uint8Array {
  if (type === 'q8_0') return padScales(stored);
  if (type === 'q4_0') return addMinimums(stored);
  return stored;
}

function padScales(stored: Uint8Array): Uint8Array {
  const blocks = stored.length / 34;
  const packed = new Uint8Array(blocks * 36);
  for (let block = 0; block < blocks; block++) {
    const from = block * 34;
    packed.set(stored.subarray(from, from + 2), block * 36);
    packed.set(stored.subarray(from + 2, from + 34), block * 36 + 4);
  }
  return packed;
}

function addMinimums(stored: Uint8Array): Uint8Array {
  const blocks = stored.length / 18;
  const packed = new Uint8Array(blocks * 20);
  const view = new DataView(packed.buffer);
  const source = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  for (let block = 0; block < blocks; block++) {
    const scale = source.getFloat16(block * 18, true);
    view.setFloat16(block * 20, scale, true);
    view.setFloat16(block * 20 + 2, -8 * scale, true);
    packed.set(stored.subarray(block * 18 + 2, block * 18 + 18), block * 20 + 4);
  }
  return packed;
}

/**
 * Blocks of 32 int8 weights with an f16 scale, d = max |w| / 127 and q = round(w / d), as `packBlocks` lays out q8_0.
 * The rounded scale is the one that is divided by, so that no error is added twice. A block too small for an f16 scale
 * becomes zeros.
 *
 * @param values a multiple of 32 of them
 */
export function quantiseWeights(values: Float32Array): Uint8Array {
  const blocks = values.length / 32;
  const packed = new Uint8Array(blocks * BLOCK_BYTES.q8);
  const view = new DataView(packed.buffer);
  const quants = new Int8Array(packed.buffer);
  for (let block = 0; block < blocks; block++) {
    const at = block * BLOCK_BYTES.q8;
    let largest = 0;
    for (let i = block * 32; i < block * 32 + 32; i++) largest = Math.max(largest, Math.abs(values[i]));
    view.setFloat16(at, largest / 127, true);
    const scale = view.getFloat16(at, true);
    if (scale === 0) continue;
    for (let i = 0; i < 32; i++) {
      quants[at + 4 + i] = Math.max(-127, Math.min(127, Math.round(values[block * 32 + i] / scale)));
    }
  }
  return packed;
}

/**
 * The words of a block (packed, as above) in the order in which a tile has them, but for the word of scales: those of
 * pair i are words 4i..4i+3 and 16+4i.. of f32, 2i, 2i+1, 8+2i and 9+2i of 16 bits (kernels/include/weight.wgsl).
 */
const WORD_ORDER: Record<WeightType, readonly number[]> = {
  f32: [0, 1, 2, 3].flatMap((i) => [0, 16].flatMap((half) => [0, 1, 2, 3].map((word) => half + 4 * i + word))),
  f16: [0, 1, 2, 3].flatMap((i) => [2 * i, 2 * i + 1, 8 + 2 * i, 9 + 2 * i]),
  bf16: [0, 1, 2, 3].flatMap((i) => [2 * i, 2 * i + 1, 8 + 2 * i, 9 + 2 * i]),
  q8: [1, 2, 3, 4, 5, 6, 7, 8],
  q4: [1, 2, 3, 4],
};

/**
 * Rows of packed weights (`packBlocks`), one after the other, in the tiles that the kernels read: 32 rows x 32 columns,
 * in which four rows lie together and eight such fours side by side (kernels/include/weight.wgsl). The last tiles are
 * filled up with rows of zeros.
 *
 * @param cols a multiple of 32
 */
export function tiledRows(type: WeightType, rows: Uint8Array, cols: number): Uint8Array {
  const source = wordsOf(rows);
  const order = WORD_ORDER[type];
  const blocks = cols / 32;
  const blockWords = BLOCK_BYTES[type] / 4;
  const count = source.length / (blocks * blockWords);
  const tiles = new Uint32Array(tiledBytes(type, count, cols) / 4);
  for (let row = 0; row < count; row++) {
    const four = Math.floor((row % TILE_ROWS) / 4);
    const inFour = row % 4;
    for (let block = 0; block < blocks; block++) {
      const from = (row * blocks + block) * blockWords;
      const tile = (Math.floor(row / TILE_ROWS) * blocks + block) * TILE_ROWS * blockWords;
      for (let word = 0; word < order.length; word++) {
        const vector = inFour * (order.length / 4) + Math.floor(word / 4);
        tiles[tile + (vector * 8 + four) * 4 + (word % 4)] = source[from + order[word]];
      }
      // The scales of the four rows are a vec4 of their own.
      if (order.length < blockWords) tiles[tile + (order.length * 8 + four) * 4 + inFour] = source[from];
    }
  }
  return new Uint8Array(tiles.buffer);
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
