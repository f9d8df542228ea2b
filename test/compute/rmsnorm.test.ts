import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NormRows, rmsnorm, rmsnormBackward, wholeRows } from '../../src/compute/ops/rmsnorm.ts';
import { randomFloats } from '../reference/random.ts';
import { rmsnorm as reference, rmsnormBackward as referenceBackward } from '../reference/rmsnorm.ts';
import { expectClose } from './closeness.ts';
import { ROW_WIDTHS } from './shapes.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const EPSILON = 1e-2;

interface Layout {
  rows: NormRows;
  /** Elements of the whole buffer. */
  size: number;
}

const LAYOUTS: Layout[] = [
  ...ROW_WIDTHS.flatMap((N) => [1, 3, 7].map((M) => ({ rows: wholeRows(M, N), size: M * N }))),
  // The 2 key heads after 4 query heads of 5 tokens, each row with 2 value heads at its end.
  { rows: { M: 10, N: 16, inner: 2, outerStride: 128, first: 64 }, size: 5 * 128 },
  { rows: { M: 12, N: 32, inner: 4, outerStride: 192, first: 0 }, size: 3 * 192 },
];

/** The index in the buffer of each element of the rows, row after row. */
function indices({ M, N, inner, outerStride, first }: NormRows): number[] {
  return Array.from({ length: M * N }, (_, i) => {
    const row = Math.floor(i / N);
    return first + Math.floor(row / inner) * outerStride + (row % inner) * N + (i % N);
  });
}

/** Asserts that the rows hold `expected` and everything between them is as before. */
function expectRows(actual: Float32Array, before: Float32Array, at: number[], expected: Float64Array): void {
  expectClose(
    at.map((i) => actual[i]),
    expected,
    1e-5,
  );
  const rows = new Set(at);
  for (let i = 0; i < actual.length; i++) if (!rows.has(i)) expect(actual[i]).toBe(before[i]);
}

describe.each(LAYOUTS)('backward pass of rmsnorm of %j', ({ rows, size }) => {
  const x = randomFloats(1, size, 2);
  const weight = randomFloats(2, rows.N);
  const dY = randomFloats(3, size);
  const before = randomFloats(4, size);
  const at = indices(rows);
  const picked = (all: Float32Array) => at.map((i) => all[i]);

  it.each([
    { inPlace: false, add: false },
    { inPlace: false, add: true },
    { inPlace: true, add: false },
  ])('agrees with float64: %j', async ({ inPlace, add }) => {
    const held = inPlace ? dY : before;
    const dX = await test.repeatable(async () => {
      const out = await test.input(held);
      const a = { weight: await test.input(weight), x: await test.input(x), dX: out, rows, add, epsilon: EPSILON };
      const gradient = inPlace ? undefined : await test.input(dY);
      test.run((recorder) => rmsnormBackward(recorder, { ...a, dY: gradient }));
      return test.floats(out);
    });
    const gradient = referenceBackward(picked(dY), picked(x), weight, EPSILON);
    expectRows(dX, held, at, add ? gradient.map((value, i) => value + before[at[i]]) : gradient);
  });
});

describe('rmsnorm', () => {
  it.each(ROW_WIDTHS.flatMap((N) => [1, 3, 7].map((M) => ({ M, N }))))(
    'agrees with float64 for %j',
    async ({ M, N }) => {
      const x = randomFloats(1, M * N, 2);
      const weight = randomFloats(2, N);
      const y = await test.repeatable(async () => {
        const out = await test.output(M * N);
        const a = { weight: await test.input(weight), x: await test.input(x), y: out };
        test.run((recorder) => rmsnorm(recorder, { ...a, rows: wholeRows(M, N), epsilon: EPSILON }));
        return test.floats(out);
      });
      expectClose(y, reference(x, weight, EPSILON), 1e-5);
    },
  );

  it.each([false, true])('writes only its rows inside a wider buffer, adding to them: %j', async (add) => {
    const [M, N, outerStride, first] = [3, 48, 80, 16];
    const x = randomFloats(1, M * outerStride, 2);
    const before = randomFloats(2, M * outerStride);
    const weight = randomFloats(3, N);
    const y = await test.repeatable(async () => {
      const out = await test.input(before);
      const a = { weight: await test.input(weight), x: await test.input(x), y: out, add, epsilon: EPSILON };
      test.run((recorder) => rmsnorm(recorder, { ...a, rows: { M, N, inner: 1, outerStride, first } }));
      return test.floats(out);
    });
    const at = Array.from({ length: M * N }, (_, i) => Math.floor(i / N) * outerStride + first + (i % N));
    const normed = reference(
      Float32Array.from(at, (i) => x[i]),
      weight,
      EPSILON,
    );
    expectRows(y, before, at, add ? normed.map((value, i) => value + before[at[i]]) : normed);
  });

  it('accepts 65,540 rows, more than one dimension of a grid holds', async () => {
    const M = 65_540;
    const x = randomFloats(1, M * 4);
    const weight = randomFloats(2, 4);
    const y = await test.output(M * 4);
    const a = { weight: await test.input(weight), x: await test.input(x), y, epsilon: EPSILON };
    test.run((recorder) => rmsnorm(recorder, { ...a, rows: wholeRows(M, 4) }));
    expectClose(await test.floats(y), reference(x, weight, EPSILON), 1e-5);
    test.release();
  });

  it('stays finite for a row of zeros', async () => {
    const y = await test.output(8);
    const a = { weight: await test.input(randomFloats(1, 8)), x: await test.input(new Float32Array(8)), y };
    test.run((recorder) => rmsnorm(recorder, { ...a, rows: wholeRows(1, 8), epsilon: 1e-6 }));
    expect(Array.from(await test.floats(y), Math.abs)).toEqual(new Array(8).fill(0));
    test.release();
  });
});
