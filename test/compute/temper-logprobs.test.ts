import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  SAMPLED_WORDS,
  SAMPLING_WORDS,
  sample,
  samplePartsWords,
  temperLogprobs,
} from '../../src/compute/ops/sample.ts';
import { logSoftmax } from '../reference/cross-entropy.ts';
import { randomFloats } from '../reference/random.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const TEMPERATURES = [0.3, 0.7, 1, 1.6, 0];

it.each([1, 7, 33, 1000, 5001])('reports log-probabilities at the temperature of each row, V = %i', async (V) => {
  const B = TEMPERATURES.length;
  const logits = randomFloats(V, B * V, 6);
  // A masked token has probability 0 at any temperature.
  if (V > 7) logits[V - 1] = Number.NEGATIVE_INFINITY;
  const words = new Float32Array(B * SAMPLING_WORDS);
  TEMPERATURES.forEach((temperature, b) => {
    words.set([temperature, 1, 0, 0, 0, 0, 0, 0], b * SAMPLING_WORDS);
    new Uint32Array(words.buffer)[b * SAMPLING_WORDS + 7] = b;
  });
  const sampled = await test.output(B * SAMPLED_WORDS);
  const parts = await test.output(Math.max(1, samplePartsWords(test.device, { B, V })));
  const buffers = { samplingParams: await test.input(words), logits: await test.input(logits), sampled };
  test.run((recorder) => {
    sample(recorder, { ...buffers, parts, B, V });
    temperLogprobs(recorder, { ...buffers, B, V });
  });
  const told = await test.words(sampled);
  const floats = new Float32Array(told.buffer);
  TEMPERATURES.forEach((t, b) => {
    const at = b * SAMPLED_WORDS;
    const row = Float64Array.from(logits.subarray(b * V, (b + 1) * V));
    const [token, logp, temper] = [told[at], floats[at + 1], floats[at + 3]];
    expect(logp).toBeCloseTo(logSoftmax(row)[token], 4);
    if (t === 0) expect(temper).toBe(0);
    else expect(logp / t - temper).toBeCloseTo(logSoftmax(row.map((value) => value / t))[token], 4);
  });
  test.release();
});
