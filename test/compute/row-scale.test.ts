import { afterAll, beforeAll, expect, it } from 'vitest';
import { scaleRows } from '../../src/compute/ops/matmul.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

it.each([1, 33, 700])('scales of rows of %i are the powers of two at or below their largest number', async (N) => {
  const rows = [0, 1, -3.99, 2 ** -100, 6e-39, 65504, 1e30].map((most) => {
    return Float32Array.from({ length: N }, (_, n) => (n === N >> 1 ? most : most / (n + 2)));
  });
  const [x, scale] = [await test.input(Float32Array.from(rows.flatMap((row) => [...row]))), await test.output(7)];
  test.run((recorder) => scaleRows(recorder, { x, scale, T: 7, N }));
  // What is below the smallest normal number of f32 is left as it is.
  expect([...(await test.floats(scale))]).toEqual([1, 1, 2, 2 ** -100, 1, 32768, 2 ** 99]);
  test.release();
});
