import { expect, test } from 'vitest';
import { quantiseWeights } from '../../src/model/weight-blocks.ts';
import { randomFloats } from '../reference/random.ts';

/** Decodes q8 as the kernels read it: an f16 scale, two unused bytes, 32 signed bytes. */
function decode(packed: Uint8Array): { values: number[]; scales: number[] } {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const blocks = packed.length / 36;
  const scales = Array.from({ length: blocks }, (_, block) => view.getFloat16(block * 36, true));
  const values = Array.from({ length: blocks * 32 }, (_, i) => {
    const block = Math.floor(i / 32);
    return scales[block] * view.getInt8(block * 36 + 4 + (i % 32));
  });
  return { values, scales };
}

test('every quantised weight is within half a step of its value', () => {
  const weights = randomFloats(1, 32 * 50, 3);
  const { values, scales } = decode(quantiseWeights(weights));
  expect(values).toHaveLength(weights.length);
  weights.forEach((weight, i) => {
    // The rounded scale may put the largest weight up to 127 x 2^-11 of a step beyond +-127.
    expect(Math.abs(values[i] - weight)).toBeLessThanOrEqual(scales[Math.floor(i / 32)] * 0.57);
  });
});

test('quantised weights that are exact in int8 keep their values, with signs and zeros', () => {
  const exact = Float32Array.from({ length: 32 }, (_, i) => (i === 0 ? -127 : i * 4) / 8);
  expect(decode(quantiseWeights(exact)).values).toEqual([...exact]);
  expect(decode(quantiseWeights(new Float32Array(32))).values).toEqual(Array(32).fill(0));
  const tiny = new Float32Array(64).fill(1e-9, 0, 32).fill(1, 32);
  expect(decode(quantiseWeights(tiny)).values).toEqual([...Array(32).fill(0), ...Array(32).fill(expect.closeTo(1, 3))]);
});
