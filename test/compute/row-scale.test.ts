import { afterAll, beforeAll, expect, it } from 'vitest';
import { scaleRows } from '../../src/compute/ops/row-scale.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

it.each([1, 33, 700])(
  'scales of rows of %i are powers of two that bring the largest number near the top of the f16 range',
  async (N) => {
    const rows = [0, 1, -3.99, 2 ** -100, 6e-39, 65504, 1e30].map((most) => {
      return Float32Array.from({ length: N }, (_, n) => (n === N >> 1 ? most : most / (n + 2)));
    });
    const [x, scale] = [await test.input(Float32Array.from(rows.flatMap((row) => [...row]))), await test.output(7)];
    test.run((recorder) => scaleRows(recorder, { x, scale, T: 7, N }));
    expect([...(await test.floats(scale))]).toEqual([-126, -14, -13, -114, -126, 1, 85].map((power) => 2 ** power));
    test.release();
  },
);
