import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adamw, globalNorm, NORM_SCRATCH_WORDS } from '../../src/compute/ops/adamw.ts';
import { type AdamWSettings, type AdamWState, adamwStep, clipFactor, squaredNorm } from '../reference/adamw.ts';
import { randomFloats } from '../reference/random.ts';
import { expectClose } from './closeness.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

describe('squared global norm', () => {
  it.each([1, 7, 255, 257, 2049, 10_000])('of %i gradients agrees with float64', async (count) => {
    const grads = randomFloats(count, count, 3);
    const norm2 = await test.repeatable(async () => {
      const a = {
        grads: await test.input(grads),
        partial: await test.output(NORM_SCRATCH_WORDS),
        norm2: await test.output(1),
      };
      test.run((recorder) => globalNorm(recorder, { ...a, count }));
      return test.floats(a.norm2);
    });
    expectClose(norm2, [squaredNorm(grads)], 1e-6);
  });
});

const SETTINGS: AdamWSettings = {
  learningRate: 5e-3,
  weightDecay: 0,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  maxGradNorm: 1e9,
};

/** Returns the parameters after each of `steps` steps, on the device and by the reference. */
async function train(count: number, steps: number, settings: AdamWSettings) {
  const start = randomFloats(1, count);
  let state: AdamWState = {
    params: Float64Array.from(start),
    m: new Float64Array(count),
    v: new Float64Array(count),
    step: 0,
  };
  const buffers = {
    params: await test.input(start),
    m: await test.input(new Float32Array(count)),
    v: await test.input(new Float32Array(count)),
    partial: await test.output(NORM_SCRATCH_WORDS),
    norm2: await test.output(1),
  };
  const history: { actual: Float32Array<ArrayBuffer>; expected: Float64Array; factor: number }[] = [];
  for (let step = 1; step <= steps; step++) {
    // From step to step the gradients shrink, so that the two moments disagree.
    const values = randomFloats(10 + step, count, 2 / step);
    const grads = await test.input(values);
    test.run((recorder) => {
      globalNorm(recorder, { ...buffers, grads, count });
      adamw(recorder, { ...buffers, grads, count, step, ...settings });
    });
    state = adamwStep(state, values, settings);
    const factor = clipFactor(values, settings.maxGradNorm);
    history.push({ actual: await test.floats(buffers.params), expected: state.params, factor });
  }
  return { start, history, final: state, m: await test.floats(buffers.m), v: await test.floats(buffers.v) };
}

describe('AdamW', () => {
  it.each<{ count: number } & Partial<AdamWSettings>>([
    { count: 1 },
    { count: 33, weightDecay: 0.1 },
    { count: 65, maxGradNorm: 0.1 },
    { count: 300, weightDecay: 0.5, maxGradNorm: 5, beta1: 0.8, beta2: 0.95, epsilon: 1e-3 },
    { count: 7, learningRate: 0, weightDecay: 0.5 },
  ])('five steps agree with float64: %j', async ({ count, ...changed }) => {
    const { start, history, final, m, v } = await train(count, 5, { ...SETTINGS, ...changed });
    for (const { actual, expected } of history) {
      expectClose(actual, expected, 1e-6);
      // How far the parameters have moved; they lie near 1 and are f32, so 1e-7 of each is rounding.
      expected.forEach((value, i) => {
        const moved = value - start[i];
        expect(Math.abs(actual[i] - value)).toBeLessThan(1e-5 * Math.abs(moved) + 4e-7);
      });
    }
    expectClose(m, final.m, 1e-6);
    expectClose(v, final.v, 1e-6);
    test.release();
  });

  it('clips only gradients whose norm is above the limit', async () => {
    const { history } = await train(65, 5, { ...SETTINGS, maxGradNorm: 5 });
    const factors = history.map(({ factor }) => factor);
    expect(Math.min(...factors)).toBeLessThan(0.7);
    expect(Math.max(...factors)).toBe(1);
    for (const { actual, expected } of history) expectClose(actual, expected, 1e-6);
    test.release();
  });

  it('the first step moves every parameter by the learning rate against its gradient', async () => {
    const { start, history } = await train(9, 1, SETTINGS);
    const gradients = randomFloats(11, 9, 2);
    history[0].actual.forEach((value, i) => {
      expect(value - start[i]).toBeCloseTo(-5e-3 * Math.sign(gradients[i]), 6);
    });
    test.release();
  });
});
