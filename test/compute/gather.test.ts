import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherRows, scatterRows } from '../../src/compute/ops/gather.ts';
import { randomFloats, shuffled } from '../reference/random.ts';
import { ROW_WIDTHS } from './shapes.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const ROWS = 9;

describe.each(ROW_WIDTHS)('rows of %i elements', (N) => {
  it.each([
    { M: 1, first: 0 },
    { M: 7, first: 0 },
    { M: 3, first: 5 },
  ])('are gathered and scattered: %j', async ({ M, first }) => {
    const x = randomFloats(1, ROWS * N);
    const order = shuffled(2, ROWS);
    const index = await test.input(Uint32Array.from(order));
    const all = await test.input(x);
    const picked = await test.output(M * N);
    const spread = await test.output(ROWS * N);
    test.run((recorder) => {
      gatherRows(recorder, { index, first, x: all, y: picked, M, N });
      scatterRows(recorder, { index, first, x: picked, y: spread, M, N });
    });
    const wanted = order.slice(first, first + M);
    const row = (values: Float32Array, at: number) => Array.from(values.subarray(at * N, (at + 1) * N));
    const [gathered, scattered] = [await test.floats(picked), await test.floats(spread)];
    wanted.forEach((from, m) => {
      expect(row(gathered, m)).toEqual(row(x, from));
    });
    for (let at = 0; at < ROWS; at++) {
      const expected = wanted.includes(at) ? row(x, at) : new Array<number>(N).fill(Number.NaN);
      expect(row(scattered, at)).toEqual(expected);
    }
    test.release();
  });
});
