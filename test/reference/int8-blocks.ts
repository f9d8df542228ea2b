import { uniform } from './random.ts';

/** Activations in blocks of 32 int8 (kernels/include/int8_block.wgsl), and their dequantized values. */
export interface Int8Rows {
  /** Blocks of 16 words. */
  words: Uint32Array<ArrayBuffer>;
  /** [M, K] */
  values: Float64Array;
  /** Scale of each half block; `sums` and `squares` have the stored sum of its values and of the original squares. */
  scales: number[];
  sums: number[];
  squares: number[];
}

/** Reads blocks of 32 int8, two scales, two sums, two sums of squares and two unused words. */
export function readInt8Rows(words: Uint32Array<ArrayBuffer>): Int8Rows {
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const halves = words.length / 8;
  const ofHalves = (at: number) =>
    Array.from({ length: halves }, (_, half) => view.getFloat32(Math.floor(half / 2) * 64 + at + (half % 2) * 4, true));
  const scales = ofHalves(32);
  const values = Float64Array.from({ length: halves * 16 }, (_, index) => {
    return scales[Math.floor(index / 16)] * view.getInt8(Math.floor(index / 32) * 64 + (index % 32));
  });
  return { words, values, scales, sums: ofHalves(40), squares: ofHalves(48) };
}

/** Returns random blocks of int8 from -127 to 127. */
export function randomInt8Rows(seed: number, M: number, K: number): Int8Rows {
  const next = uniform(seed);
  const words = new Uint32Array(((M * K) / 32) * 16).fill(0xffffffff);
  const view = new DataView(words.buffer);
  for (let at = 0; at < words.byteLength; at += 64) {
    for (let half = 0; half < 2; half++) {
      const scale = Math.fround((next() + 0.1) / 127);
      view.setFloat32(at + 32 + 4 * half, scale, true);
      let sum = 0;
      for (let i = 0; i < 16; i++) {
        const q = Math.floor(next() * 255) - 127;
        view.setInt8(at + 16 * half + i, q);
        sum += scale * q;
      }
      view.setFloat32(at + 40 + 4 * half, sum, true);
      view.setFloat32(at + 48 + 4 * half, 16 * next(), true);
    }
  }
  return readInt8Rows(words);
}
