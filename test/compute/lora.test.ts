import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loraBackward, loraShrink } from '../../src/compute/ops/lora.ts';
import { type LoraShape, loraBackward as referenceBackward } from '../reference/lora.ts';
import { randomFloats } from '../reference/random.ts';
import { withMore } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { adapterElements, deviceAdapters, randomPairs } from './device-adapters.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const SCALE = 1.5;

/** `single`: the kernels are told that all rows have one adapter. */
async function gradients(shape: LoraShape, single: boolean) {
  const { T, K, R, widths } = shape;
  const N = widths.reduce((sum, width) => sum + width, 0);
  const [pair] = randomPairs(shape, 1);
  const x = randomFloats(1, T * K);
  const dY = randomFloats(2, T * N);
  const initial = randomFloats(3, adapterElements(shape));
  const expected = referenceBackward(dY, x, pair, SCALE, shape);
  const run = async () => {
    const slots = new Array<number>(T).fill(0);
    const use = { ...(await deviceAdapters(test, { shape, pairs: [pair], slots, scale: SCALE })), single };
    const grads = await test.input(initial);
    const dU = await test.output(T * widths.length * R);
    const a = { lora: use, x: await test.input(x), dY: await test.input(dY), dU, grads, T };
    test.run((recorder) => {
      loraShrink(recorder, a.x, use, T);
      loraBackward(recorder, a);
    });
    return Float32Array.from([...(await test.floats(dU)), ...(await test.floats(grads))]);
  };
  return { result: await test.repeatable(run), expected, initial };
}

describe('the gradients of LoRA', () => {
  type Shape = LoraShape & { single?: boolean };
  const everyday: Shape[] = [
    { T: 1, K: 32, R: 4, widths: [1] },
    { T: 33, K: 32, R: 4, widths: [20, 13] },
    { T: 9, K: 96, R: 16, widths: [33, 7, 25] },
    { T: 5, K: 32, R: 12, widths: [9, 30], single: true },
    // Widths that a subgroup's lanes can share loads for.
    { T: 1, K: 32, R: 4, widths: [4], single: true },
    { T: 8, K: 160, R: 12, widths: [100, 36], single: true },
    { T: 40, K: 64, R: 8, widths: [64, 32, 32], single: true },
    // Enough rows for a workgroup to share its loads among several.
    { T: 70, K: 352, R: 8, widths: [33, 7, 25], single: true },
  ];
  /** Further ranks and widths, each with its own kernels. */
  const more: Shape[] = [
    { T: 7, K: 64, R: 8, widths: [33] },
    { T: 5, K: 32, R: 12, widths: [9, 30] },
    { T: 6, K: 32, R: 64, widths: [17] },
    { T: 3, K: 32, R: 128, widths: [8, 5, 6] },
    { T: 7, K: 64, R: 8, widths: [36], single: true },
    { T: 33, K: 32, R: 4, widths: [20, 12], single: true },
    { T: 9, K: 96, R: 16, widths: [32, 8, 24] },
    { T: 6, K: 32, R: 64, widths: [16], single: true },
    { T: 17, K: 32, R: 128, widths: [8, 4, 8], single: true },
    { T: 65, K: 160, R: 12, widths: [100, 36] },
  ];
  it.each(withMore(everyday, more))('agree with float64: %j', async ({ single = false, ...shape }) => {
    const { result, expected, initial } = await gradients(shape, single);
    const { dU, dA, dB } = expected;
    expectClose(result.subarray(0, dU.length), dU, 1e-5);

    // The gradients are added to dA and dB. Everything else in the arena stays unchanged.
    const offsetA = 12;
    const offsetB = 24 + dA.length;
    const grads = Float64Array.from(initial);
    dA.forEach((value, i) => {
      grads[offsetA + i] += value;
    });
    dB.forEach((value, i) => {
      grads[offsetB + i] += value;
    });
    const actual = result.subarray(dU.length);
    expectClose(actual, grads, 1e-5);
    for (let gap = 0; gap < 12; gap++) {
      for (const at of [gap, offsetA + dA.length + gap, offsetB + dB.length + gap])
        expect(actual[at]).toBe(initial[at]);
    }
  });
});

it.each([4, 12])(
  'the low-rank activation of rank %i has the same bits for a row alone and in every batch',
  async (R) => {
    const shape = { T: 70, K: 352, R, widths: [33, 7] };
    const pairs = randomPairs(shape, 1);
    const x = randomFloats(1, shape.T * shape.K);
    const lowRank = async (first: number, count: number, single: boolean) => {
      const slots = new Array<number>(count).fill(0);
      const use = { ...(await deviceAdapters(test, { shape, pairs, slots, scale: SCALE })), single };
      const input = await test.input(x.slice(first * shape.K, (first + count) * shape.K));
      test.run((recorder) => loraShrink(recorder, input, use, count));
      return (await test.floats(use.u)).slice(0, count * 2 * R);
    };
    const all = await lowRank(0, 70, true);
    for (const [first, count] of [
      [0, 1],
      [69, 1],
      [3, 9],
      [5, 65],
    ]) {
      for (const single of [false, true]) {
        const part = all.slice(first * 2 * R, (first + count) * 2 * R);
        expect(sameBits(await lowRank(first, count, single), part)).toBe(true);
      }
    }
    test.release();
  },
);
