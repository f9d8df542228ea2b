import { uniform } from './random.ts';

/** Activations in blocks of 32 int8 (kernels/quantize_rows.wgsl), and the numbers that they stand for. */
export interface Int8Rows {
  /** 12 words a block. */
  words: Uint32Array<ArrayBuffer>;
  /** [M, K] */
  values: Float64Array;
}

/** Reads blocks as they lie in memory: 32 int8, a scale for each 16, the sum, an unused word. */
export function readInt8Rows(words: Uint32Array<ArrayBuffer>): Int8Rows & { scales: number[]; sums: number[] } {
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const blocks = words.length / 12;
  const scale = (half: number) => view.getFloat32(Math.floor(half / 2) * 48 + 32 + (half % 2) * 4, true);
  const scales = Array.from({ length: 2 * blocks }, (_, half) => scale(half));
  const sums = Array.from({ length: blocks }, (_, block) => view.getFloat32(block * 48 + 40, true));
  const values = Float64Array.from({ length: blocks * 32 }, (_, index) => {
    return scales[Math.floor(index / 16)] * view.getInt8(Math.floor(index / 32) * 48 + (index % 32));
  });
  return { words, values, scales, sums };
}

/** Random blocks in which every int8 from -127 to 127 may occur. */
export function randomInt8Rows(seed: number, M: number, K: number): Int8Rows {
  const next = uniform(seed);
  const words = new Uint32Array(((M * K) / 32) * 12);
  const view = new DataView(words.buffer);
  for (let at = 0; at < words.byteLength; at += 48) {
    let sum = 0;
    for (let half = 0; half < 2; half++) {
      const scale = Math.fround((next() + 0.1) / 127);
      view.setFloat32(at + 32 + 4 * half, scale, true);
      for (let i = 0; i < 16; i++) {
        const q = Math.floor(next() * 255) - 127;
        view.setInt8(at + 16 * half + i, q);
        sum += scale * q;
      }
    }
    view.setFloat32(at + 40, sum, true);
    view.setUint32(at + 44, 0xffffffff);
  }
  return readInt8Rows(words);
}
