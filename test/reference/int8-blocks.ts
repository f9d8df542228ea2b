import { uniform } from './random.ts';

/** Activations in blocks of 32 int8 (kernels/quantize_rows.wgsl), and the numbers that they stand for. */
export interface Int8Rows {
  /** 12 words a block. */
  words: Uint32Array<ArrayBuffer>;
  /** [M, K] */
  values: Float64Array;
}

/** Reads blocks as they lie in memory: 32 int8, d, d times their sum, two unused words. */
export function readInt8Rows(words: Uint32Array<ArrayBuffer>): Int8Rows & { scales: number[]; sums: number[] } {
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const blocks = words.length / 12;
  const scales = Array.from({ length: blocks }, (_, block) => view.getFloat32(block * 48 + 32, true));
  const sums = Array.from({ length: blocks }, (_, block) => view.getFloat32(block * 48 + 36, true));
  const values = Float64Array.from({ length: blocks * 32 }, (_, index) => {
    const block = Math.floor(index / 32);
    return scales[block] * view.getInt8(block * 48 + (index % 32));
  });
  return { words, values, scales, sums };
}

/** Random blocks in which every int8 from -127 to 127 may occur. */
export function randomInt8Rows(seed: number, M: number, K: number): Int8Rows {
  const next = uniform(seed);
  const words = new Uint32Array(((M * K) / 32) * 12);
  const view = new DataView(words.buffer);
  for (let at = 0; at < words.byteLength; at += 48) {
    const scale = Math.fround((next() + 0.1) / 127);
    let sum = 0;
    for (let i = 0; i < 32; i++) {
      const q = Math.floor(next() * 255) - 127;
      view.setInt8(at + i, q);
      sum += q;
    }
    view.setFloat32(at + 32, scale, true);
    view.setFloat32(at + 36, scale * sum, true);
    view.setUint32(at + 40, 0xffffffff);
    view.setUint32(at + 44, 0xffffffff);
  }
  return readInt8Rows(words);
}
