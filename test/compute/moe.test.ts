import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceBuffer } from '../../src/compute/buffer.ts';
import { expertMatmul, expertMatmulTransposed } from '../../src/compute/ops/expert-matmul.ts';
import { expertMatmulInt8 } from '../../src/compute/ops/expert-matmul-int8.ts';
import { moeCombine } from '../../src/compute/ops/moe-combine.ts';
import { type MoeShape, maxTiles, moeGroup, tileRowsOf } from '../../src/compute/ops/moe-group.ts';
import { moeRoute, moeRouteBackward } from '../../src/compute/ops/moe-route.ts';
import type { WeightMatrix } from '../../src/compute/ops/weight.ts';
import { randomInt8Rows } from '../reference/int8-blocks.ts';
import { matmul, matmulBackward } from '../reference/matmul.ts';
import { route, routeBackward } from '../reference/moe.ts';
import { randomFloats, uniform } from '../reference/random.ts';
import type { Stored } from '../reference/stored-matrix.ts';
import { withMore } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { deviceMatrix, storedParts } from './device-matrix.ts';
import { compiled } from './driver.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const ROUTED = [
  { T: 1, experts: 5, choices: 1 },
  { T: 3, experts: 8, choices: 2 },
  { T: 5, experts: 128, choices: 8 },
];

describe.each([true, false])('routing, normalised: %s', (normalised) => {
  it.each(ROUTED)('of $T tokens to $choices of $experts experts agrees with the reference', async (shape) => {
    const { T, experts } = shape;
    const sizes = { ...shape, normalised };
    // Whole numbers are often equal, which tests ties.
    for (const logits of [randomFloats(1, T * experts, 4), randomFloats(2, T * experts, 3).map(Math.round)]) {
      const { chosen, weights } = await routed(logits, shape, normalised);
      const expected = route(logits, sizes);
      expect([...(await test.words(chosen))]).toEqual(expected.chosen);
      expectClose(await test.floats(weights), expected.weights, 1e-6);
      test.release();
    }
  });

  it.each([...ROUTED.map((shape) => ({ ...shape, D: 0 })), { ...ROUTED[1], D: 20 }])(
    'has the gradient of the reference, $T tokens, $choices of $experts experts, with a bias [X, $D]',
    async ({ D, ...shape }) => {
      const { T, experts, choices } = shape;
      const F = 12;
      const [bias, dY] = [randomFloats(4, experts * D), randomFloats(5, T * D)];
      const logits = randomFloats(1, T * experts, 2);
      const act = randomFloats(2, T * choices * F);
      const dAct = randomFloats(3, T * choices * F);
      const { chosen, weights: expected } = route(logits, { ...shape, normalised });
      const dWeights = Float64Array.from({ length: T * choices }, (_, pair) => {
        const own = act.subarray(pair * F, (pair + 1) * F).reduce((sum, a, f) => sum + a * dAct[pair * F + f], 0);
        const t = Math.floor(pair / choices);
        return dY.subarray(t * D, (t + 1) * D).reduce((sum, d, i) => sum + d * bias[chosen[pair] * D + i], own);
      });
      const buffers = await routed(logits, shape, normalised);
      const gradient = await test.input(dAct);
      const dLogits = await test.output(T * experts);
      const added = D > 0 ? { values: await test.input(bias), dY: await test.input(dY), D } : undefined;
      const a = { ...buffers, act: await test.input(act), dAct: gradient, dLogits, shape, normalised, F, bias: added };
      test.run((recorder) => moeRouteBackward(recorder, a));
      expectClose(await test.floats(dLogits), routeBackward(dWeights, logits, { ...shape, normalised }), 1e-5);
      expectClose(
        await test.floats(gradient),
        dAct.map((d, i) => d * expected[Math.floor(i / F)]),
        1e-6,
      );
      test.release();
    },
  );
});

async function routed(logits: Float32Array, shape: MoeShape, normalised: boolean) {
  const buffers = {
    logits: await test.input(logits),
    chosen: await test.output(shape.T * shape.choices),
    weights: await test.output(shape.T * shape.choices),
  };
  test.run((recorder) => moeRoute(recorder, { ...buffers, shape, normalised }));
  return buffers;
}

it('routing chooses existing experts if logits are NaN', async () => {
  const shape = { T: 2, experts: 8, choices: 2 };
  const { chosen } = await routed(new Float32Array(16).fill(Number.NaN), shape, true);
  expect(Math.max(...(await test.words(chosen)))).toBeLessThan(8);
  test.release();
});

/** Returns the experts of each token: some are chosen often, others by no token, and none twice by one token. */
function chosenBy({ T, experts, choices }: MoeShape): number[] {
  const random = uniform(7);
  return Array.from({ length: T }, () => {
    const taken = new Set<number>();
    while (taken.size < choices) taken.add(Math.floor(experts * random() ** 2));
    return [...taken];
  }).flat();
}

const GROUPED: MoeShape[] = [
  { T: 1, experts: 8, choices: 2 },
  { T: 3, experts: 8, choices: 2 },
  { T: 9, experts: 4, choices: 3 },
  { T: 40, experts: 70, choices: 8 },
];

it.each(GROUPED)('groups the pairs of $T tokens and $choices of $experts experts by expert', async (shape) => {
  const chosen = chosenBy(shape);
  const { order, tiles } = await grouped(shape, chosen);
  const pairs = chosen.map((_, pair) => pair).sort((a, b) => chosen[a] - chosen[b] || a - b);
  expect([...(await test.words(order))]).toEqual(pairs);
  const rows = tileRowsOf(shape);
  const expected: number[] = [];
  for (let start = 0; start < pairs.length; ) {
    const expert = chosen[pairs[start]];
    const left = pairs.slice(start).findIndex((pair) => chosen[pair] !== expert);
    const count = Math.min(rows, left < 0 ? pairs.length - start : left);
    expected.push(expert, start, count, 0);
    start += count;
  }
  const most = maxTiles(shape, rows);
  expect(expected.length / 4).toBeLessThanOrEqual(most);
  const padded = [...expected, ...new Array(4 * most - expected.length).fill(0)];
  expect([...(await test.words(tiles)).subarray(0, 4 * most)]).toEqual(padded);
  test.release();
});

async function grouped(shape: MoeShape, chosen: readonly number[]) {
  const pairs = shape.T * shape.choices;
  const groups = { order: await test.output(pairs), tiles: await test.output(4 * pairs) };
  const numbers = await test.input(Uint32Array.from(chosen));
  test.run((recorder) => moeGroup(recorder, { ...groups, chosen: numbers, shape }));
  return groups;
}

interface Case {
  T: number;
  K: number;
  N: number;
  /** Types of the shards, and the number of expert matrices in each. */
  shards: { type: Stored; matrices: number }[];
  parts: number;
  half?: boolean;
  /** Whether the input is in int8 blocks. */
  int8?: boolean;
  /** Whether experts add a bias to their output. */
  biased?: boolean;
}

const EXPERTS = 4;
const CHOICES = 2;
const CASES: Case[] = [
  { T: 9, K: 160, N: 32, parts: 2, shards: [{ type: 'q4_0', matrices: 8 }] },
  { T: 1, K: 32, N: 64, parts: 1, shards: [{ type: 'f32', matrices: 4 }] },
  {
    T: 3,
    K: 64,
    N: 32,
    parts: 2,
    shards: [
      { type: 'q8_0', matrices: 3 },
      { type: 'f16', matrices: 5 },
    ],
    biased: true,
  },
  { T: 40, K: 64, N: 32, parts: 1, shards: [{ type: 'bf16', matrices: 4 }], biased: true },
  { T: 3, K: 64, N: 64, parts: 2, shards: [{ type: 'mxfp4', matrices: 8 }], biased: true },
  { T: 9, K: 64, N: 32, parts: 2, shards: [{ type: 'f32', matrices: 8 }], half: true },
];
const INT8_CASES: Case[] = withMore<Case>(
  [
    {
      T: 9,
      K: 64,
      N: 32,
      parts: 2,
      shards: [
        { type: 'q8_0', matrices: 3 },
        { type: 'q4_0', matrices: 5 },
      ],
      biased: true,
    },
    { T: 40, K: 1184, N: 32, parts: 1, shards: [{ type: 'q4_1', matrices: 4 }], biased: true },
  ],
  [
    { T: 3, K: 160, N: 32, parts: 2, shards: [{ type: 'q4_1', matrices: 8 }] },
    { T: 1, K: 32, N: 64, parts: 1, shards: [{ type: 'q8_0', matrices: 4 }] },
  ],
).map((a) => ({ ...a, int8: true }));

async function weightsOf(a: Case): Promise<{ weight: WeightMatrix }> {
  const { K, N, shards, half, biased } = a;
  const { parts } = storedParts(K, ...shards.map(({ type, matrices }) => ({ type, rows: matrices * N })));
  const bias = biased ? await test.input(biasOf(a)) : undefined;
  return { weight: { ...(await deviceMatrix(test, ...parts)), half, bias } };
}

/** [parts, X, N] */
function biasOf({ parts, N, biased }: Case): Float32Array {
  const values = randomFloats(9, parts * EXPERTS * N, 3);
  return biased ? values : values.fill(0);
}

/** Returns, for each pair and part in that order, a product with the expert's own matrix. */
function byExpert<R>(
  a: Case,
  chosen: number[],
  values: Float64Array,
  product: (pair: number, part: number, w: Float64Array) => R,
): R[] {
  return chosen.flatMap((expert, pair) =>
    Array.from({ length: a.parts }, (_, part) => {
      const at = (part * EXPERTS + expert) * a.N * a.K;
      return product(pair, part, values.subarray(at, at + a.N * a.K));
    }),
  );
}

/** Returns the offset of a part of a pair in [T, parts, C, N]. */
function placeOf({ parts, N }: Case, pair: number, part: number): number {
  return ((Math.floor(pair / CHOICES) * parts + part) * CHOICES + (pair % CHOICES)) * N;
}

describe.each([true, false])('products with expert weights, one input row per token: %s', (shared) => {
  it.each([...compiled(CASES, 2), ...compiled(INT8_CASES, 1)])('agree with float64: %j', async (a) => {
    const shape = { T: a.T, experts: EXPERTS, choices: CHOICES };
    const chosen = chosenBy(shape);
    const { x, values: inputs } = inputOf(a, (shared ? 1 : CHOICES) * a.T);
    const y = await test.repeatable(() => forward(a, x, chosen, shared));
    const expected = new Float64Array(y.length);
    const { values } = storedValues(a);
    byExpert(a, chosen, values, (pair, part, w) => {
      const row = (shared ? Math.floor(pair / CHOICES) : pair) * a.K;
      const product = matmul(inputs.subarray(row, row + a.K), w, { T: 1, N: a.N, K: a.K });
      const bias = biasOf(a).subarray((part * EXPERTS + chosen[pair]) * a.N);
      expected.set(
        product.map((value, n) => value + bias[n]),
        placeOf(a, pair, part),
      );
    });
    expectClose(y, expected, 1e-5);
  });
});

function storedValues({ K, N, shards, half }: Case): { values: Float64Array } {
  const { values } = storedParts(K, ...shards.map(({ type, matrices }) => ({ type, rows: matrices * N })));
  return { values: half ? values.map(Math.f16round) : values };
}

/** Returns rows of K numbers, and their values after rounding. */
function inputOf({ K, half, int8 }: Case, rows: number) {
  if (int8) {
    const { words: x, values } = randomInt8Rows(1, rows, K);
    return { x, values };
  }
  const x = randomFloats(1, rows * K);
  return { x, values: half ? x.map(Math.f16round) : x };
}

async function forward(a: Case, x: Float32Array | Uint32Array<ArrayBuffer>, chosen: number[], shared: boolean) {
  const shape = { T: a.T, experts: EXPERTS, choices: CHOICES };
  const { weight } = await weightsOf(a);
  const y = await test.output(a.T * a.parts * CHOICES * a.N);
  const input = await test.input(x);
  const product = { weight, parts: a.parts, shape, grouped: await grouped(shape, chosen), x: input, shared, y };
  test.run((recorder) => (a.int8 ? expertMatmulInt8 : expertMatmul)(recorder, product));
  return test.floats(y);
}

describe.each([true, false])('gradients through expert weights, one gradient row per token: %s', (shared) => {
  it.each(compiled(CASES, 2))('agree with float64: %j', async (a) => {
    const shape = { T: a.T, experts: EXPERTS, choices: CHOICES };
    const chosen = chosenBy(shape);
    const dY = randomFloats(1, (shared ? 1 : CHOICES) * a.T * a.parts * a.N);
    const run = async () => {
      const { weight } = await weightsOf(a);
      const dX = await test.output(a.T * CHOICES * a.K);
      const gradient = await test.input(dY);
      const product = {
        weight,
        parts: a.parts,
        shape,
        grouped: await grouped(shape, chosen),
        dY: gradient,
        shared,
        dX,
      };
      test.run((recorder) => expertMatmulTransposed(recorder, product));
      return test.floats(dX);
    };
    const expected = new Float64Array(a.T * CHOICES * a.K);
    const { values } = storedValues(a);
    byExpert(a, chosen, values, (pair, part, w) => {
      const at = shared ? Math.floor(pair / CHOICES) * a.N : placeOf(a, pair, part);
      const dX = matmulBackward(dY.subarray(at, at + a.N), w, { T: 1, N: a.N, K: a.K });
      for (const [k, d] of dX.entries()) expected[pair * a.K + k] += d;
    });
    expectClose(await test.repeatable(run), expected, 1e-5);
  });
});

it.each([false, true])(
  'products with expert weights give a token the same bits alone and in a batch, in int8: %s',
  async (int8) => {
    const a: Case = { T: 40, K: int8 ? 1184 : 288, N: 32, parts: 2, shards: [{ type: 'q8_0', matrices: 8 }], int8 };
    const chosen = chosenBy({ T: a.T, experts: EXPERTS, choices: CHOICES });
    const { x } = inputOf(a, a.T);
    const all = await forward(a, x, chosen, true);
    const width = a.parts * CHOICES * a.N;
    for (const T of compiled([1, 3, 9], 1)) {
      const few = await forward({ ...a, T }, x.slice(0, (T * x.length) / a.T), chosen.slice(0, T * CHOICES), true);
      expect(sameBits(few, all.slice(0, T * width))).toBe(true);
    }
    test.release();
  },
);

it.each([
  { D: 4, add: true, weighted: true },
  { D: 132, add: false, weighted: false },
  { D: 36, add: true, weighted: false },
])('sums the outputs of the experts of a token, %j', async ({ D, add, weighted }) => {
  const [T, choices] = [3, 5];
  const z = randomFloats(1, T * choices * D);
  const counts = randomFloats(2, T * choices);
  const before = randomFloats(3, T * D);
  const y: DeviceBuffer = add ? await test.input(before) : await test.output(T * D);
  const weights = weighted ? await test.input(counts) : undefined;
  const a = { z: await test.input(z), y, weights, T, choices, D, add };
  test.run((recorder) => moeCombine(recorder, a));
  const expected = Float64Array.from(before, (value, i) => {
    const [t, d] = [Math.floor(i / D), i % D];
    let sum = add ? value : 0;
    for (let c = 0; c < choices; c++) {
      sum += (weighted ? counts[t * choices + c] : 1) * z[(t * choices + c) * D + d];
    }
    return sum;
  });
  expectClose(await test.floats(y), expected, 1e-6);
  test.release();
});
