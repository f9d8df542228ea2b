import { BLOCK_BYTES } from '../compute/ops/weight.ts';

/**
 * Blocks of 32 int8 weights with an f16 scale, d = max |w| / 127 and q = round(w / d), as `packRows` lays out q8_0.
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
