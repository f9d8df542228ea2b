import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLED_WORDS, scoreTokens } from '../../src/compute/ops/sample.ts';
import { logSoftmax } from '../reference/cross-entropy.ts';
import { randomFloats } from '../reference/random.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

it.each([1, 7, 33, 1000])(
  'reports the log-probability and rank of given tokens, for rows from the third on, V = %i',
  async (V) => {
    const first = 2;
    const M = 3;
    const z = randomFloats(V, (first + M) * V, 6);
    const targets = Uint32Array.from([0, V >> 1, V - 1]);
    // A tie counts for the rank.
    if (V > 7) z[first * V + 3] = z[first * V];
    const sampled = await test.output((first + M) * SAMPLED_WORDS);
    const buffers = { targets: await test.input(targets), logits: await test.input(z), sampled };
    test.run((recorder) => scoreTokens(recorder, { ...buffers, first, M, V }));
    const words = await test.words(sampled);
    const floats = new Float32Array(words.buffer);
    targets.forEach((token, m) => {
      const at = (first + m) * SAMPLED_WORDS;
      const row = z.subarray((first + m) * V, (first + m + 1) * V);
      expect(words[at]).toBe(token);
      expect(floats[at + 1]).toBeCloseTo(logSoftmax(row)[token], 4);
      expect(words[at + 3]).toBe(row.filter((value) => value >= row[token]).length);
    });
    test.release();
  },
);
