import { BLOCK_BYTES } from '../compute/ops/weight.ts';
import type { StoredType } from './checkpoint/checkpoint.ts';

/**
 * Rows as stored, in the word-aligned form the kernels read (kernels/include/weight.wgsl): q8_0 blocks of 34 bytes get
 * two bytes of padding after the scale, q4_0 blocks of 18 become q4_1 blocks of 20 with the minimum -8 d written out.
 * Other types pass unchanged.
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
 * Blocks of packed weights (`packBlocks`: a word of scales, then the quants) as they lie on the device: of every four
 * blocks the quants, then the four words of scales (kernels/include/weight.wgsl). The last four are filled up with
 * zeros.
 *
 * @param blockBytes of one block, scales included
 */
export function blockQuads(blocks: Uint8Array, blockBytes: number): Uint8Array {
  const count = blocks.length / blockBytes;
  const quantBytes = blockBytes - 4;
  const quads = new Uint8Array(quadBytes(count, blockBytes));
  for (let block = 0; block < count; block++) {
    const quad = Math.floor(block / 4) * 4 * blockBytes;
    const from = block * blockBytes;
    quads.set(blocks.subarray(from + 4, from + blockBytes), quad + (block % 4) * quantBytes);
    quads.set(blocks.subarray(from, from + 4), quad + 4 * quantBytes + (block % 4) * 4);
  }
  return quads;
}

/** Bytes of so many blocks in fours. */
export function quadBytes(count: number, blockBytes: number): number {
  return Math.ceil(count / 4) * 4 * blockBytes;
}
