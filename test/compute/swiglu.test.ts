import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertActivation, swiglu, swigluBackward } from '../../src/compute/ops/swiglu.ts';
import { randomFloats } from '../reference/random.ts';
import {
  geglu,
  gegluBackward,
  swiglu as reference,
  swigluBackward as referenceBackward,
  swigluoai,
  swigluoaiBackward,
} from '../reference/swiglu.ts';
import { expectClose } from './closeness.ts';
import { ROW_WIDTHS } from './shapes.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

async function forward(g: Float32Array, T: number, F: number, activation?: ExpertActivation) {
  const y = await test.output(T * F);
  const a = { g: await test.input(g), y, T, F, activation };
  test.run((recorder) => swiglu(recorder, a));
  return test.floats(y);
}

async function backward(g: Float32Array, dY: Float32Array, T: number, F: number, activation?: ExpertActivation) {
  const dG = await test.output(T * 2 * F);
  const a = { g: await test.input(g), dY: await test.input(dY), dG, T, F, activation };
  test.run((recorder) => swigluBackward(recorder, a));
  return test.floats(dG);
}

describe.each(ROW_WIDTHS)('swiglu of %i columns', (F) => {
  it.each([1, 3, 33])('agrees with float64 forward and backward, for %i rows', async (T) => {
    const g = randomFloats(1, T * 2 * F, 8);
    const dY = randomFloats(2, T * F);
    expectClose(await test.repeatable(() => forward(g, T, F)), reference(g, T, F), 1e-5);
    expectClose(await test.repeatable(() => backward(g, dY, T, F)), referenceBackward(dY, g, T, F), 1e-5);
    const activation = 'gelu_pytorch_tanh';
    expectClose(await forward(g, T, F, activation), geglu(g, T, F), 1e-5);
    expectClose(await backward(g, dY, T, F, activation), gegluBackward(dY, g, T, F), 1e-5);
    const wide = g.map((x) => 2 * x);
    expectClose(await forward(wide, T, F, 'swigluoai'), swigluoai(wide, T, F), 1e-5);
    expectClose(await backward(wide, dY, T, F, 'swigluoai'), swigluoaiBackward(dY, wide, T, F), 1e-5);
  });
});

it('swiglu saturates without a NaN if exp overflows', async () => {
  const g = Float32Array.from([-200, -90, 90, 200, 1, 1, 1, 1]);
  const dY = new Float32Array(4).fill(1);
  const close = (actual: Float32Array, expected: number[]) =>
    expected.forEach((value, i) => {
      expect(actual[i]).toBeCloseTo(value, 5);
    });
  close(await forward(g, 1, 4), [0, 0, 90, 200]);
  close(await backward(g, dY, 1, 4), [0, 0, 1, 1, 0, 0, 90, 200]);
  close(await forward(g, 1, 4, 'gelu_pytorch_tanh'), [0, 0, 90, 200]);
  close(await backward(g, dY, 1, 4, 'gelu_pytorch_tanh'), [0, 0, 1, 1, 0, 0, 90, 200]);
  expectClose(await forward(g, 1, 4, 'swigluoai'), swigluoai(g, 1, 4), 1e-5);
  expectClose(await backward(g, dY, 1, 4, 'swigluoai'), swigluoaiBackward(dY, g, 1, 4), 1e-5);
  test.release();
});
