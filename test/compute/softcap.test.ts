import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADVANTAGE_ALONE, BY_THIS_POLICY, crossEntropy } from '../../src/compute/ops/cross_entropy.ts';
import { softcap } from '../../src/compute/ops/softcap.ts';
import { crossEntropyBackward, entropy, logSoftmax } from '../reference/cross-entropy.ts';
import { randomFloats } from '../reference/random.ts';
import { softcapBackward, softcapped } from '../reference/softcap.ts';
import { expectClose } from './closeness.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

async function capped(values: Float32Array<ArrayBuffer>, V: number, cap: number): Promise<Float32Array> {
  return test.repeatable(async () => {
    const z = await test.input(values);
    test.run((recorder) => softcap(recorder, { z, M: values.length / V, V, cap }));
    return test.floats(z);
  });
}

it.each([
  { M: 1, V: 1 },
  { M: 3, V: 301 },
  { M: 2, V: 1024 },
])('softcap agrees with float64, $M rows of $V', async ({ M, V }) => {
  for (const [spread, cap] of [
    [60, 30],
    [2, 30],
    [0.1, 50],
  ]) {
    const values = randomFloats(V, M * V, spread);
    const expected = Array.from(values, (value) => softcapped(value, cap));
    expectClose(await capped(values, V, cap), expected, 1e-6);
  }
});

it('softcap returns the cap if exp overflows, and small numbers unchanged', async () => {
  const values = Float32Array.from([-1e6, -3000, 3000, 1e30, 0, 1e-20, -1e-4]);
  const found = await capped(values, values.length, 30);
  expect([...found]).toEqual([-30, -30, 30, 30, 0, values[5], values[6]]);
});

it('cross-entropy of capped logits computes the gradient of the uncapped logits', async () => {
  const [V, cap] = [77, 4];
  const before = randomFloats(5, V, 6);
  const z = Float32Array.from(before, (value) => softcapped(value, cap));
  const words = new Uint32Array(4);
  words[0] = 13;
  new Float32Array(words.buffer).set([BY_THIS_POLICY, 1, 0.5], 1);
  const a = {
    targets: await test.input(words),
    logits: await test.input(z),
    statistics: await test.output(2),
  };
  const rows = { ...a, first: 0, firstToken: 0, M: 1, V, softcap: cap };
  test.run((recorder) => crossEntropy(recorder, rows, ADVANTAGE_ALONE));
  const dZ = crossEntropyBackward(z, 13, 0.5);
  const expected = Array.from(before, (value, v) => softcapBackward(dZ[v], value, cap));
  expectClose(await test.floats(a.logits), expected, 1e-6);
  expectClose(await test.floats(a.statistics), [logSoftmax(z)[13], entropy(z)], 1e-5);
  test.release();
});
