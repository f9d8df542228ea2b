import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logSoftmax } from '../reference/cross-entropy.ts';
import { randomFloats } from '../reference/random.ts';
import { type Cuts, chiSquare, chiSquareLimit, samplingDistribution } from '../reference/sampling.ts';
import { withMore } from '../tier.ts';
import { executed } from './driver.ts';
import { type Sampling, sampleRowsWhole, sampleTokens } from './samplings.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const GREEDY: Sampling = { temperature: 0, topP: 1, topK: 0, position: 0, seed: 0n };
const ALL: Cuts = { temperature: 1, topK: 0, topP: 1 };

function repeated(z: Float32Array, times: number): Float32Array {
  const all = new Float32Array(z.length * times);
  for (let i = 0; i < times; i++) all.set(z, i * z.length);
  return all;
}

/** One token for each position 0 .. count - 1 of one seed, all from the same logits. */
async function drawMany(z: Float32Array, cuts: Cuts, count: number, seed: bigint): Promise<number[]> {
  const draws = Array.from({ length: count }, (_, position) => ({ ...cuts, position, seed }));
  return (await sampleTokens(test, draws, repeated(z, count), z.length)).tokens;
}

function countsOf(tokens: number[], outcomes: number): number[] {
  const counts = new Array<number>(outcomes).fill(0);
  for (const token of tokens) counts[token] += 1;
  return counts;
}

describe('greedy sampling', () => {
  it.each([1, 7, 33, 1000])('takes the likeliest of %i tokens, and reports its log-probability', async (V) => {
    const B = 5;
    const z = randomFloats(V, B * V, 5);
    const { tokens, logps, lse } = await sampleTokens(test, new Array<Sampling>(B).fill(GREEDY), z, V);
    for (let row = 0; row < B; row++) {
      const logits = z.subarray(row * V, (row + 1) * V);
      const best = logits.indexOf(Math.max(...logits));
      const logp = logSoftmax(logits)[best];
      expect(tokens[row]).toBe(best);
      expect(logps[row]).toBeCloseTo(logp, 5);
      expect(lse[row]).toBeCloseTo(logits[best] - logp, 5);
    }
  });

  it('breaks ties by the lowest id', async () => {
    const V = 65;
    const ties = [
      [64, 3],
      [0, 1],
      [63, 62, 61],
      [17, 9, 33, 41],
      [8, 16, 24],
    ];
    const z = new Float32Array(ties.length * V).fill(-1);
    ties.forEach((tied, row) => {
      for (const token of tied) z[row * V + token] = 2.5;
    });
    const { tokens } = await sampleTokens(test, new Array<Sampling>(ties.length).fill(GREEDY), z, V);
    expect(tokens).toEqual(ties.map((tied) => Math.min(...tied)));
  });

  it('never draws a token of probability zero, first or last', async () => {
    const z = Float32Array.from([Number.NEGATIVE_INFINITY, -1000, Number.NEGATIVE_INFINITY]);
    const { tokens, lse } = await sampleTokens(test, [GREEDY, { ...GREEDY, temperature: 1 }], repeated(z, 2), 3);
    expect(tokens).toEqual([1, 1]);
    expect(Array.from(lse)).toEqual([-1000, -1000]);
  });
});

describe('the distribution of draws', () => {
  const z = randomFloats(77, 33, 2.5);
  /** Each cut alone, at its ends, and all together. */
  const everyday: Cuts[] = [
    ALL,
    { temperature: 1.5, topK: 6, topP: 0.9, minP: 0.25 },
    { ...ALL, temperature: 0.6 },
    { ...ALL, topK: 1 },
    { ...ALL, topK: 8 },
    { ...ALL, topK: 1000 },
    { ...ALL, topP: 0.5 },
    { ...ALL, topP: 0 },
    { temperature: 0.8, topK: 12, topP: 0.8 },
    { ...ALL, minP: 0.2 },
    { ...ALL, minP: 1 },
  ];
  const more: Cuts[] = [
    { ...ALL, temperature: 2 },
    { ...ALL, topK: 33 },
    { ...ALL, topP: 0.95 },
    { ...ALL, topP: 1e-6 },
    { temperature: 1.5, topK: 5, topP: 0.99 },
    { temperature: 0.5, topK: 30, topP: 0.6 },
    { ...ALL, temperature: 2, minP: 0.3 },
    { temperature: 0.7, topK: 0, topP: 0.8, minP: 0.05 },
    { temperature: 1.2, topK: 3, topP: 1, minP: 0.02 },
    { temperature: 1, topK: 20, topP: 1, minP: 0.3 },
    { temperature: 1.3, topK: 25, topP: 0.9, minP: 0.2 },
  ];
  it.each(withMore(executed(everyday, 2), more))('matches the reference with %j', async (cuts) => {
    const expected = samplingDistribution(z, cuts);
    const outcomes = expected.filter((p) => p > 0).length;
    const counts = countsOf(await drawMany(z, cuts, 4000, 12345n), 33);
    if (outcomes === 1) expect(counts).toEqual(Array.from(expected, (p) => 4000 * p));
    else expect(chiSquare(counts, expected)).toBeLessThan(chiSquareLimit(outcomes - 1));
  });

  it('matches the reference over seeds at one position, in either half of the seed', async () => {
    const expected = samplingDistribution(z, ALL);
    for (const shift of [0n, 32n]) {
      const draws = Array.from({ length: 4000 }, (_, i) => ({ ...ALL, position: 7, seed: BigInt(i) << shift }));
      const { tokens } = await sampleTokens(test, draws, repeated(z, 4000), 33);
      expect(chiSquare(countsOf(tokens, 33), expected)).toBeLessThan(chiSquareLimit(32));
    }
  });

  it('draws at neighbouring positions and seeds are independent', async () => {
    const small = Float32Array.from([0.5, 0, -0.3, 0.2]);
    const p = samplingDistribution(small, ALL);
    const pairs = p.length ** 2;
    const joint = Float64Array.from({ length: pairs }, (_, i) => p[Math.floor(i / 4)] * p[i % 4]);
    const here = await drawMany(small, ALL, 4001, 5n);
    const nextSeed = await drawMany(small, ALL, 4000, 6n);
    for (const other of [here.slice(1), nextSeed]) {
      const counts = countsOf(
        other.map((token, i) => here[i] * 4 + token),
        pairs,
      );
      expect(chiSquare(counts, joint)).toBeLessThan(chiSquareLimit(pairs - 1));
    }
  });

  it('draws one token as often as many rare tokens of the same total mass', async () => {
    const z = new Float32Array(129);
    z[60] = Math.log(128);
    const tokens = await drawMany(z, ALL, 4000, 2n);
    const one = tokens.filter((token) => token === 60).length;
    expect(chiSquare([one, 4000 - one], [0.5, 0.5])).toBeLessThan(chiSquareLimit(1));
  });

  it('draws rare tokens as rarely as their probabilities say', async () => {
    const V = 1000;
    const flat = new Float32Array(V);
    flat[3] = Math.log(1000 * 99);
    const tokens = await drawMany(flat, ALL, 4000, 1n);
    const others = tokens.filter((token) => token !== 3);
    const p = 999 / (999 + 99_000);
    expect(Math.abs(others.length - 4000 * p)).toBeLessThan(4 * Math.sqrt(4000 * p * (1 - p)));
    expect(new Set(others).size).toBeGreaterThan(others.length * 0.8);
  });
});

describe('sampling among thousands of tokens', () => {
  const V = 3000;
  const draws = 6000;

  const everyday: Cuts[] = [
    { ...ALL, topP: 0.97 },
    { ...ALL, temperature: 5, topK: 600 },
  ];
  const more: Cuts[] = [
    { ...ALL, temperature: 5, topK: 40 },
    { ...ALL, temperature: 2, topP: 0.8 },
    { temperature: 5, topK: 500, topP: 0.8, minP: 0.3 },
    { temperature: 0.02, topK: 100, topP: 1 },
  ];
  it.each(withMore(executed(everyday, 1), more))('matches the reference distribution with %j', async (cuts) => {
    const z = randomFloats(91, V, 3);
    const expected = samplingDistribution(z, cuts);
    // Tokens expected less than five times are one outcome of the statistic.
    const rare = (p: number) => p * draws < 5;
    const counts = countsOf(await drawMany(z, cuts, draws, 8n), V);
    for (let v = 0; v < V; v++) if (expected[v] === 0) expect(counts[v]).toBe(0);
    const together = (values: ArrayLike<number>) => {
      const often = Array.from(values).filter((_, v) => expected[v] > 0 && !rare(expected[v]));
      const seldom = Array.from(values).filter((_, v) => expected[v] > 0 && rare(expected[v]));
      return seldom.length > 0 ? [...often, seldom.reduce((sum, value) => sum + value, 0)] : often;
    };
    const outcomes = together(expected).length;
    expect(chiSquare(together(counts), together(expected))).toBeLessThan(chiSquareLimit(outcomes - 1));
  });

  type Kept = [string, (v: number) => number, Partial<Cuts>, (v: number) => boolean];
  /** Cuts by rank and by mass, at logits that are hardest to tell apart. */
  const everydayKept: Kept[] = [
    ['neighbours among floats', (v) => (v < 500 ? 1 + v * 2 ** -23 : 0), { topK: 100 }, (v) => v >= 400 && v < 500],
    ['many that tie for the last place', (v) => Math.floor(v / 100), { topK: 150 }, (v) => v >= 2800],
    ['none but the likeliest', (v) => (v === 77 ? 20 : 19), { topP: 0 }, (v) => v === 77],
  ];
  const moreKept: Kept[] = [
    ['all that tie', () => 2.5, { topK: 3, topP: 0.1 }, () => true],
    [
      'neighbours among floats, by mass',
      (v) => (v < 500 ? 1 + v * 2 ** -23 : -90),
      { topP: 0.2, temperature: 1 },
      (v) => v >= 400 && v < 500,
    ],
    ['numbers around zero', (v) => (v - 1500) * 1e-30, { topK: 1600 }, (v) => v >= 1400],
    ['large numbers', (v) => (v - 1500) * 1e25, { topK: 1600 }, (v) => v >= 1400],
    ['fewer than are asked for', (v) => (v % 1000 === 7 ? 1 : -1e30), { topK: 10 }, (v) => v % 1000 === 7],
  ];
  it.each(withMore(executed(everydayKept, 1), moreKept))('keeps exactly %s', async (_, logit, cuts, kept) => {
    const z = Float32Array.from({ length: V }, (_, v) => logit(v));
    const range = Math.max(...z.filter((value) => value > -1e29)) - Math.min(...z.filter((value) => value > -1e29));
    // Draws almost evenly among the kept tokens.
    const tokens = await drawMany(z, { ...ALL, temperature: Math.max(1, 4 * range), ...cuts }, draws, 4n);
    const wanted = Array.from({ length: V }, (_, v) => v).filter(kept);
    expect(tokens.filter((v) => !kept(v))).toEqual([]);
    expect(new Set(tokens).size).toBeGreaterThan(0.8 * wanted.length);
  });
});

describe('cuts at ties', () => {
  const z = Float32Array.from([1, 3, 2, 2, 2, 0, 3, -1]);

  it('top_k keeps all tokens that tie for its last place', async () => {
    const tokens = await drawMany(z, { ...ALL, topK: 3 }, 400, 3n);
    expect([...new Set(tokens)].sort()).toEqual([1, 2, 3, 4, 6]);
  });

  it('top_p keeps all tokens that tie for its last place', async () => {
    const tokens = await drawMany(z, { ...ALL, topP: 0.6 }, 400, 3n);
    expect([...new Set(tokens)].sort()).toEqual([1, 6]);
  });
});

describe('a draw', () => {
  const V = 129;
  const draws: Sampling[] = [
    { temperature: 1, topP: 1, topK: 0, position: 4, seed: 9n },
    { temperature: 0.7, topP: 0.9, topK: 40, position: 17, seed: 0xffff_ffff_0000_0001n },
    GREEDY,
    { temperature: 1.3, topP: 0.8, topK: 0, position: 0xffff_fffe, seed: 2n ** 53n },
  ];
  const z = randomFloats(5, draws.length * V, 3);

  it('depends on nothing else in the batch, and is repeatable', async () => {
    const all = await sampleTokens(test, draws, z, V);
    expect(sameBits((await sampleTokens(test, draws, z, V)).words.slice(0, 3), all.words.slice(0, 3))).toBe(true);
    for (let row = 0; row < draws.length; row++) {
      const alone = await sampleTokens(test, [draws[row]], z.slice(row * V, (row + 1) * V), V);
      expect(sameBits(alone.words, all.words.slice(4 * row, 4 * row + 4))).toBe(true);
    }
  });

  it('reports the raw log-probability of its token, before temperature and cuts', async () => {
    const { tokens, logps, lse } = await sampleTokens(test, draws, z, V);
    for (let row = 0; row < draws.length; row++) {
      const raw = logSoftmax(z.subarray(row * V, (row + 1) * V));
      expect(logps[row]).toBeCloseTo(raw[tokens[row]], 5);
      expect(lse[row]).toBeCloseTo(z[row * V] - raw[0], 5);
    }
  });

  it('changes with the position and with either half of the seed', async () => {
    const flat = new Float32Array(1000);
    const base: Sampling = { temperature: 1, topP: 1, topK: 0, position: 1, seed: 1n };
    const changed = [base, { ...base, position: 2 }, { ...base, seed: 2n }, { ...base, seed: 1n + 2n ** 32n }];
    const { tokens } = await sampleTokens(test, changed, repeated(flat, 4), 1000);
    expect(new Set(tokens).size).toBe(4);
  });
});

/** GPUs split these rows into parts of 512 logits. */
describe('a row sampled in many parts', () => {
  const V = 137 * 512 - 143;
  const LAST = V - 1;
  const random = randomFloats(4, V, 3);
  const likely = (tokens: number[], logit = 20) => {
    const z = random.slice();
    for (const token of tokens) z[token] = logit;
    return z;
  };
  const allowing = (isAllowed: (v: number) => boolean, forbidden: number) =>
    random.map((x, v) => (isAllowed(v) ? x : forbidden));
  const rows: Record<string, Float32Array> = {
    random,
    'high and narrow': random.map((x) => 1000 + x / 100),
    flat: new Float32Array(V).fill(-2),
    'a best token that is the last': likely([LAST]),
    'ties across parts': likely([511, 512, 513, 1024, 40_000, LAST]),
    'the best in one part': random.map((x, v) => (v >> 9 === 77 ? x + 12 : x)),
    'all but a few forbidden': allowing((v) => v % 9001 === 8, -1e30),
    'parts without probability': allowing((v) => (v >> 9) % 4 === 1, Number.NEGATIVE_INFINITY),
    'all forbidden': new Float32Array(V).fill(-1e30),
    'neighbours among floats': random.map((_, v) => 1 + (v % 300) * 2 ** -23),
  };
  const cuts: Partial<Cuts>[] = [
    { temperature: 0 },
    {},
    { temperature: 1e-4 },
    { temperature: 50 },
    ...[1, 20, 33, 400, 5000].map((topK) => ({ topK })),
    ...[0, 0.3, 0.9, 0.999].map((topP) => ({ topP })),
    ...[1e-4, 0.1, 1].map((minP) => ({ minP })),
    { temperature: 0.6, topK: 20, topP: 0.95 },
    { temperature: 0.7, topP: 0.8, minP: 0.02 },
    { topK: 50, topP: 0.9, minP: 0.01 },
    { temperature: 5, topP: 0.5 },
  ];

  it('draws the tokens that it draws in one part, with more parts than lanes, or larger parts', async () => {
    for (const V of [297 * 512 - 128, 641 * 512 + 3]) {
      const draws = [{}, { topK: 20 }, { topP: 0.9 }, { topK: 5000, topP: 0.99 }, { minP: 0.1 }].map(
        (cut, i): Sampling => ({ ...ALL, ...cut, position: i, seed: 7n }),
      );
      const z = repeated(randomFloats(6, V, 3), draws.length);
      const expected = await sampleRowsWhole(test, draws, z, V);
      const actual = await sampleTokens(test, draws, z, V);
      expect(actual.tokens).toEqual(expected.tokens);
    }
  });

  it.each(Object.keys(rows))('draws the tokens that it draws in one part: %s', async (name) => {
    const draws = cuts.map((cut, i): Sampling => ({ ...ALL, ...cut, position: i, seed: 7n }));
    const z = repeated(rows[name], draws.length);
    const expected = await sampleRowsWhole(test, draws, z, V);
    const actual = await sampleTokens(test, draws, z, V);
    expect(actual.tokens).toEqual(expected.tokens);
    for (const [i, lse] of actual.lse.entries()) {
      expect(Math.abs(lse - expected.lse[i])).toBeLessThanOrEqual(1e-6 * Math.abs(lse) + 1e-5);
      expect(actual.logps[i]).toBe(Math.fround(z[i * V + actual.tokens[i]] - lse));
    }
  });

  it('draws the same alone and among others', async () => {
    const draws = cuts.map((cut, i): Sampling => ({ ...ALL, ...cut, position: i, seed: 9n }));
    const z = Float32Array.from({ length: V * draws.length }, (_, i) => random[(i * 7) % V]);
    const all = await sampleTokens(test, draws, z, V);
    for (const row of [0, 1, 5, 11]) {
      const alone = await sampleTokens(test, [draws[row]], z.slice(row * V, (row + 1) * V), V);
      expect(sameBits(alone.words.slice(0, 3), all.words.slice(4 * row, 4 * row + 3))).toBe(true);
    }
  });
});
