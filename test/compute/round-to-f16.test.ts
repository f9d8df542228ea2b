import { afterAll, beforeAll, expect, it } from 'vitest';
import { roundToF16 } from '../../src/compute/ops/round-to-f16.ts';
import { randomFloats } from '../reference/random.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

it.each([4, 260, 1028])('rounds rows of %i to f16, and clamps finite numbers to its range', async (K) => {
  const T = 5;
  // From f16 subnormals, which a device may flush to 0, to numbers beyond the range of f16.
  const values = randomFloats(1, T * K).map((value, i) => value * 10 ** ((i % 12) - 4));
  values.set([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 65519], K - 4);
  const x = await test.input(values);
  test.run((recorder) => roundToF16(recorder, x, T, K));
  const rounded = await test.floats(x);
  for (const [i, value] of values.entries()) {
    const isBeyond = Number.isFinite(value) && Math.abs(value) > 65504;
    const expected = isBeyond ? Math.sign(value) * 65504 : Math.f16round(value);
    if (Math.abs(value) < 2 ** -14) expect(Math.abs(rounded[i] - value)).toBeLessThan(2 ** -14);
    else expect(rounded[i], `element ${i}, of ${value}`).toBe(expected);
  }
  test.release();
});
