import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLED_WORDS, topLogprobs } from '../../src/compute/ops/sample.ts';
import { logSoftmax } from '../reference/cross-entropy.ts';
import { randomFloats } from '../reference/random.ts';
import { topLogprobs as reference } from '../reference/sampling.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

async function alternatives(z: Float32Array, V: number, count: number): Promise<{ token: number; logp: number }[][]> {
  const B = z.length / V;
  const sampled = new Float32Array(B * SAMPLED_WORDS).fill(Number.NaN);
  for (let row = 0; row < B; row++)
    sampled[row * SAMPLED_WORDS + 2] = z[row * V] - logSoftmax(z.subarray(row * V, row * V + V))[0];
  const a = {
    logits: await test.input(z),
    sampled: await test.input(sampled),
    alternatives: await test.output(B * count * 2),
  };
  test.run((recorder) => topLogprobs(recorder, { ...a, B, V, count }));
  const words = await test.words(a.alternatives);
  const floats = new Float32Array(words.buffer);
  test.release();
  return Array.from({ length: B }, (_, row) =>
    Array.from({ length: count }, (_, i) => {
      const at = (row * count + i) * 2;
      return { token: words[at], logp: floats[at + 1] };
    }),
  );
}

function expectSorted(actual: { token: number; logp: number }[][], z: Float32Array, V: number, count: number): void {
  actual.forEach((row, b) => {
    const expected = reference(z.subarray(b * V, (b + 1) * V), count);
    expect(row.map(({ token }) => token)).toEqual(expected.map(({ token }) => token));
    expected.forEach(({ logp }, i) => {
      expect(row[i].logp).toBeCloseTo(logp, 4);
    });
  });
}

describe('top_logprobs', () => {
  it.each([
    { V: 1, count: 1 },
    { V: 7, count: 7 },
    { V: 33, count: 5 },
    { V: 1000, count: 20 },
  ])('are the likeliest tokens in descending order: %j', async ({ V, count }) => {
    const z = randomFloats(V, 3 * V, 6);
    expectSorted(await alternatives(z, V, count), z, V, count);
  });

  it('list tokens of equal probability by ascending id', async () => {
    const z = Float32Array.from([2, 1, 2, 0, 2, 1, 1, 2, 0, 2, 2, 1], Math.fround);
    expectSorted(await alternatives(z, 12, 12), z, 12, 12);
  });
});
