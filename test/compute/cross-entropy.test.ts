import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADVANTAGE_ALONE, BY_THIS_POLICY, crossEntropy, targetLogprobs } from '../../src/compute/ops/cross_entropy.ts';
import { crossEntropyBackward, entropy, logSoftmax, type Supervised, tokenWeight } from '../reference/cross-entropy.ts';
import { randomFloats } from '../reference/random.ts';
import { expectClose } from './closeness.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const PER_TOKEN = 1 / 16;

/** Each row as f32 target words: token, old log-probability, advantage, share. */
function targetWords(targets: Supervised[]): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(targets.length * 4);
  const floats = new Float32Array(words.buffer);
  targets.forEach(({ token, old, advantage }, i) => {
    words[4 * i] = token;
    floats[4 * i + 1] = old ?? BY_THIS_POLICY;
    floats[4 * i + 2] = advantage;
    floats[4 * i + 3] = PER_TOKEN;
  });
  return words;
}

/** Scores of earlier micro-batches that lie before this one's. */
const SCORED_BEFORE = 3;

interface Chunk {
  logits: Float32Array;
  /** Supervised tokens of the whole step; those of the chunk begin at `first`. */
  targets: Supervised[];
  first: number;
  V: number;
  epsilon?: number;
  epsilonHigh?: number;
}

/** Gradients of the chunk, then the scores of the whole step. */
async function score({ logits, targets, first, V, epsilon = 0.2, epsilonHigh = 0.3 }: Chunk) {
  const M = logits.length / V;
  return test.repeatable(async () => {
    const a = {
      targets: await test.input(targetWords(targets)),
      logits: await test.input(logits),
      statistics: await test.output((SCORED_BEFORE + targets.length) * 2),
    };
    const rows = { ...a, first, firstToken: first + SCORED_BEFORE, M, V };
    const slope = { ...ADVANTAGE_ALONE, low: 1 - epsilon, high: 1 + epsilonHigh };
    test.run((recorder) => crossEntropy(recorder, rows, slope));
    const scores = await test.floats(a.statistics);
    return Float32Array.from([...(await test.floats(a.logits)), ...scores.subarray(2 * SCORED_BEFORE)]);
  });
}

/** Gradients are compared on the scale of the token's weight, because softmax - 1 cancels for a sure token. */
function expected({ logits, targets, first, V, epsilon = 0.2, epsilonHigh = 0.3 }: Chunk) {
  const limits = { low: 1 - epsilon, high: 1 + epsilonHigh, perToken: PER_TOKEN };
  return Array.from({ length: logits.length / V }, (_, m) => {
    const z = logits.subarray(m * V, (m + 1) * V);
    const target = targets[first + m];
    const logp = logSoftmax(z)[target.token];
    const weight = tokenWeight(logp, target, limits);
    return { logp, entropy: entropy(z), weight, gradient: crossEntropyBackward(z, target.token, weight) };
  });
}

describe('cross-entropy', () => {
  it('scores alone leave the logits unchanged, and equal the scores computed with the gradient', async () => {
    const V = 41;
    const logits = randomFloats(4, 3 * V, 5);
    const targets = [7, 0, 40].map((token) => ({ token, old: undefined, advantage: 1 }));
    const withGradient = await score({ logits, targets, first: 0, V });
    const alone = await test.repeatable(async () => {
      const a = {
        targets: await test.input(targetWords(targets)),
        logits: await test.input(logits),
        statistics: await test.output(6),
      };
      test.run((recorder) => targetLogprobs(recorder, { ...a, first: 0, firstToken: 0, M: 3, V }));
      return Float32Array.from([...(await test.floats(a.logits)), ...(await test.floats(a.statistics))]);
    });
    expect(alone.subarray(0, 3 * V)).toEqual(logits);
    expect(alone.subarray(3 * V)).toEqual(withGradient.subarray(3 * V));
  });

  it.each([
    { V: 2, M: 1, first: 0 },
    { V: 7, M: 3, first: 2 },
    { V: 33, M: 7, first: 0 },
    { V: 1000, M: 2, first: 5 },
  ])('log-probability, entropy and gradient agree with float64: %j', async ({ V, M, first }) => {
    const logits = randomFloats(V, M * V, 6);
    const targets = Array.from({ length: first + M + 1 }, (_, i) => ({
      token: (i * 31 + V - 1) % V,
      old: undefined,
      advantage: 1 - 0.4 * i,
    }));
    const chunk = { logits, targets, first, V };
    const result = await score(chunk);
    expected(chunk).forEach((row, m) => {
      expectClose(result.subarray(m * V, (m + 1) * V), row.gradient, 1e-6, Math.abs(row.weight));
      const at = M * V + 2 * (first + m);
      expectClose(result.subarray(at, at + 2), [row.logp, row.entropy], 1e-5);
    });
    // The scores of other chunks are left alone.
    for (let i = 0; i < targets.length; i++) {
      if (i < first || i >= first + M) expect(result[M * V + 2 * i]).toBeNaN();
    }
  });

  it('clips the ratio to the band, below and above, for advantages of either sign', async () => {
    const V = 33;
    const z = randomFloats(9, V, 2);
    const logp = logSoftmax(z)[5];
    const ratios = [0.01, 0.79, 0.81, 1, 1.29, 1.31, 50, 1e12];
    const targets = ratios.flatMap((ratio) =>
      [1.5, -0.5].map((advantage) => ({ token: 5, old: Math.min(0, logp - Math.log(ratio)), advantage })),
    );
    const logits = Float32Array.from(targets.flatMap(() => [...z]));
    const chunk = { logits, targets, first: 0, V };
    const rows = expected(chunk);
    expect(rows.map(({ weight }) => weight / PER_TOKEN).at(-1)).toBeCloseTo(-0.65, 6);
    expect(rows[0].weight / PER_TOKEN).toBeCloseTo(1.2, 6);
    const result = await score(chunk);
    rows.forEach((row, m) => {
      expectClose(result.subarray(m * V, (m + 1) * V), row.gradient, 1e-6, Math.abs(row.weight));
    });
  });

  it('reads an old log-probability of 0 as a value, not as the marker of the current policy', async () => {
    const V = 8;
    const z = randomFloats(9, V, 2);
    const targets: Supervised[] = [
      { token: 3, old: 0, advantage: 1 },
      { token: 3, old: undefined, advantage: 1 },
    ];
    const chunk = { logits: Float32Array.from([...z, ...z]), targets, first: 0, V, epsilon: 0.9, epsilonHigh: 9 };
    const rows = expected(chunk);
    expect(rows[0].weight).toBeLessThan(0.95 * rows[1].weight);
    const result = await score(chunk);
    rows.forEach((row, m) => {
      expectClose(result.subarray(m * V, (m + 1) * V), row.gradient, 1e-6, Math.abs(row.weight));
    });
  });

  it('stays finite and accurate for logits far from zero and far apart', async () => {
    const V = 9;
    const logits = Float32Array.from([...randomFloats(1, V, 500), ...randomFloats(2, V, 1).map((z) => z + 30_000)]);
    const targets = [1, 2].map((token) => ({ token, old: undefined, advantage: 1 }));
    const chunk = { logits, targets, first: 0, V };
    const result = await score(chunk);
    expected(chunk).forEach((row, m) => {
      expectClose(result.subarray(m * V, (m + 1) * V), row.gradient, 1e-6, Math.abs(row.weight));
      const at = 2 * V + 2 * m;
      expect(result[at]).toBeCloseTo(row.logp, 2);
      expect(result[at + 1]).toBeCloseTo(row.entropy, 5);
    });
  });
});
