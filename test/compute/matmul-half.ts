import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loraShrink } from '../../src/compute/ops/lora.ts';
import { matmul } from '../../src/compute/ops/matmul.ts';
import { matmulTransposed } from '../../src/compute/ops/matmul-transposed.ts';
import type { Activation } from '../../src/compute/ops/swiglu.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { lora, loraBackward } from '../reference/lora.ts';
import { matmulBackward, matmul as reference } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import type { Stored, StoredMatrix } from '../reference/stored-matrix.ts';
import { geglu, swiglu } from '../reference/swiglu.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { deviceAdapters, NO_ADAPTER, randomPairs } from './device-adapters.ts';
import { deviceMatrix, STORED_TYPES, storedParts } from './device-matrix.ts';
import { keptForMatrices } from './kept-for-matrices.ts';
import { matmulShapes, rowCounts } from './shapes.ts';
import { sameBits, TestDevice } from './test-device.ts';

// Products of factors rounded to f16, with f32 sums. They are nearly as close to float64 of the rounded factors as f32
// products are: a device may flush f16 subnormals to 0 (WebGPU Shading Language, 15.7.2). Products of unrounded factors
// are a hundred times as far off.
const CLOSE = 3e-5;

/** Types are unpacked as in f32 products. So `npm test` runs an unpacked type on matrices, and a packed one without. */
const TYPES: Stored[] = isLong ? STORED_TYPES : ['bf16', 'q4_0'];
/** Types that run with every shape. */
const THOROUGH: Stored[] = isLong ? STORED_TYPES : [];
/** Shapes with several rows a lane, and with rows of several chunks. */
const FURTHER = [
  { T: 5, N: 3, K: 32 },
  { T: 2, N: 40, K: 1184 },
];

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const rounded = (values: Float32Array<ArrayBuffer>) => values.map(Math.f16round);
/** The device unpacks weights to f32 before it rounds them. */
const roundedWeights = (values: Float64Array) => values.map((value) => Math.f16round(Math.fround(value)));

async function halfMatrix(parts: StoredMatrix[]) {
  return { ...(await deviceMatrix(test, ...parts)), half: true };
}

async function product(x: Float32Array<ArrayBuffer>, parts: StoredMatrix[], T: number) {
  const weight = await halfMatrix(parts);
  const y = await test.output(T * weight.rows);
  const a = { x: await test.input(x), weight, y, T };
  test.run((recorder) => matmul(recorder, a));
  return test.floats(y);
}

const isTried = (type: Stored) => isLong || (type === 'bf16') === (test.device.matrix !== undefined);

describe.each(TYPES)('matmul of f16 factors, %s', (type) => {
  beforeEach(({ skip }) => skip(!isTried(type), 'the other device class has this type'));
  const further = type === 'bf16' ? FURTHER.slice(isLong ? 1 : 0) : [];
  const shapes = [...matmulShapes(type, THOROUGH), ...further, { T: 65, N: 65, K: 320 }];
  it.each(shapes)('agrees with float64: T $T, N $N, K $K', async ({ T, N, K }) => {
    const { parts, values } = storedParts(K, { type, rows: N });
    const x = randomFloats(1, T * K);
    const y = await test.repeatable(() => product(x, parts, T));
    expectClose(y, reference(rounded(x), roundedWeights(values), { T, N, K }), CLOSE);
  });

  it.each(isLong || type === 'bf16' ? [160, 1184] : [160])(
    'gives a row of %i the same bits alone and in every batch',
    async (K) => {
      const N = 33;
      const { parts } = storedParts(K, { type, rows: N });
      const x = randomFloats(1, 65 * K);
      const all = await product(x, parts, 65);
      for (const T of [...rowCounts(type, THOROUGH), 32]) {
        expect(sameBits(await product(x.slice(0, T * K), parts, T), all.slice(0, T * N))).toBe(true);
      }
      const last = await product(x.slice(64 * K), parts, 1);
      expect(sameBits(last, all.slice(64 * N))).toBe(true);
      test.release();
    },
  );
});

it('matmul of f16 factors clamps factors to the range of f16', async () => {
  const K = 32;
  const { parts, values } = storedParts(K, { type: 'bf16', rows: 33 });
  const x = randomFloats(1, 9 * K).map((value) => value * 1e6);
  const held = x.map((value) => Math.max(-65504, Math.min(65504, Math.f16round(value))));
  const y = await product(x, parts, 9);
  expectClose(y, reference(held, values, { T: 9, N: 33, K }), CLOSE);
  test.release();
});

it('matmul of f16 factors gives non-finite outputs for rows with infinities or NaNs, and for no others', async () => {
  const K = 32;
  const { parts } = storedParts(K, { type: 'bf16', rows: 33 });
  for (const T of [2, 40, 70]) {
    const x = randomFloats(1, T * K);
    x[5] = Number.NaN;
    x[K + 7] = Number.POSITIVE_INFINITY;
    const y = await product(x, parts, T);
    y.forEach((value, i) => {
      expect(Number.isFinite(value), `element ${i}`).toBe(i >= 2 * 33);
    });
    test.release();
  }
});

const K = 64;
const WIDTHS = [33, 7, 25];
const SHARDS = [58, 7];
/** Heights of shards that can be stored in matrix tiles. */
const SHARDED = [64, 32];
const SLOTS = [1, NO_ADAPTER, 0, 2, 2, NO_ADAPTER, 1, 0, 1];

it.each(isLong ? [1, 9, 40, 70] : [1, 70])(
  'matmul of f16 factors agrees with float64 for %i rows with bias, residual, LoRA and shards',
  async (T) => {
    const N = SHARDS[0] + SHARDS[1];
    const { parts, values } = storedParts(K, ...SHARDS.map((rows) => ({ type: 'q8_0' as Stored, rows })));
    const [x, initial] = [randomFloats(1, T * K), randomFloats(2, T * N, 4)];
    const bias = randomFloats(3, N, 4);
    const shape = { T, K, R: 8, widths: WIDTHS };
    const pairs = randomPairs(shape, 3);
    const slots = Array.from({ length: T }, (_, t) => SLOTS[t % SLOTS.length]);
    const weight = await halfMatrix(parts);
    weight.bias = await test.input(bias);
    const use = await deviceAdapters(test, { shape, pairs, slots, scale: 0.75 });
    const [input, y] = [await test.input(x), await test.input(initial)];
    test.run((recorder) => {
      loraShrink(recorder, input, use, T);
      matmul(recorder, { x: input, weight, y, T, add: true, lora: use });
    });
    const used = slots.map((slot) => pairs[slot]);
    const share = lora(x, used, 0.75, shape);
    const sums = reference(rounded(x), roundedWeights(values), { T, N, K });
    const expected = sums.map((sum, i) => sum + bias[i % N] + initial[i] + share[i]);
    expectClose(await test.floats(y), expected, CLOSE);
    test.release();
  },
);

it.each<[T: number, activation: Activation]>([
  [70, 'silu'],
  [70, 'gelu_pytorch_tanh'],
  ...(isLong ? [1, 9, 40].map((T): [number, Activation] => [T, 'silu']) : []),
])(
  'matmul of f16 factors of %i rows with a fused gate of %s equals the product followed by the gate',
  async (T, activation) => {
    const F = 36;
    const { parts } = storedParts(K, { type: 'bf16', rows: 2 * F });
    const weight = await halfMatrix(parts);
    const x = await test.input(randomFloats(1, T * K));
    const [gateUp, together] = [await test.output(T * 2 * F), await test.output(T * F)];
    test.run((recorder) => {
      matmul(recorder, { x, weight, y: together, T, swiglu: true, activation });
      matmul(recorder, { x, weight, y: gateUp, T });
    });
    const both = await test.floats(gateUp);
    const expected = (activation === 'silu' ? swiglu : geglu)(both, T, F);
    expectClose(await test.floats(together), expected, 1e-6);
    test.release();
  },
);

/** Returns rows as subgroup matrices read them: divided by a power of two, then rounded to f16. */
function scaledRounded(rows: Float32Array<ArrayBuffer>, N: number): Float32Array<ArrayBuffer> {
  return rows.map((value, i) => {
    const row = rows.subarray(i - (i % N), i - (i % N) + N);
    const most = row.reduce((largest, other) => Math.max(largest, Math.abs(other)), 0);
    const scale = 2 ** (Math.floor(Math.log2(most)) - 14);
    return scale * Math.f16round(value / scale);
  });
}

describe.each(TYPES)('the gradient through weights rounded to f16, %s', (type) => {
  beforeEach(({ skip }) => skip(!isTried(type), 'the other device class has this type'));
  it.each([
    { T: 1, shards: [65], K: 32, adapted: false, add: false, sections: 1 },
    { T: 9, shards: [65], K: 96, adapted: true, add: true, sections: 1 },
    { T: 40, shards: [300, 33], K: 96, adapted: false, add: false, sections: 1 },
    { T: 70, shards: [64, 7], K: 160, adapted: true, add: false, sections: 1 },
    { T: 33, shards: [600, 300], K: 96, adapted: false, add: true, sections: 3 },
  ])('agrees with float64: %j', async ({ T, shards, K: width, adapted, add, sections }) => {
    const { parts, values } = storedParts(width, ...shards.map((rows) => ({ type, rows })));
    const N = shards.reduce((sum, rows) => sum + rows, 0);
    // Gradients outside the range of f16.
    const dY = randomFloats(1, T * N).map((value, i) => value * 10 ** (-6 - (Math.floor(i / N) % 5)));
    const initial = randomFloats(2, T * width, 4).map((value) => value * 1e-6);
    const shape = { T, K: width, R: 4, widths: [N] };
    const [pair] = randomPairs(shape, 1);
    const { dU, dX: share } = loraBackward(dY, new Float64Array(T * width), pair, 0.75, shape);
    const adapters = { shape, pairs: [pair], slots: new Array<number>(T).fill(0), scale: 0.75 };
    const run = async () => {
      const use = adapted ? await deviceAdapters(test, adapters) : undefined;
      const lora = use && { use, dU: await test.input(Float32Array.from(dU)) };
      const weight = await halfMatrix(parts);
      const [input, rowScale] = [await test.input(dY), await test.output(T)];
      const dX = add ? await test.input(initial) : await test.output(T * width);
      const split = sections > 1 ? { sections, parts: await test.output(sections * T * width) } : undefined;
      test.run((recorder) => matmulTransposed(recorder, { dY: input, weight, dX, T, add, lora, rowScale, split }));
      return test.floats(dX);
    };
    const rows = test.device.matrix ? scaledRounded(dY, N) : dY;
    const sums = matmulBackward(rows, roundedWeights(values), { T, N, K: width });
    const expected = sums.map((sum, i) => sum + (add ? initial[i] : 0) + (adapted ? share[i] : 0));
    const dX = await test.repeatable(run);
    for (let t = 0; t < T; t++) {
      const row = <A extends Float32Array | Float64Array>(all: A) => all.subarray(t * width, (t + 1) * width);
      expectClose(row(dX), row(expected), CLOSE);
    }
  });
});

// 296 rows of W and 200 of X in parts of 128. A gradient sums the parts of W separately.
it.each(['product', 'SwiGLU', 'gradient'])(
  'a %s of f16 factors gives the same result in parts and at once',
  async (what) => {
    const [T, rows, cols] = [200, 296, 96];
    const { parts } = storedParts(cols, { type: 'bf16', rows });
    const weight = await halfMatrix(parts);
    const [x, dY] = [await test.input(randomFloats(1, T * cols)), await test.input(randomFloats(2, T * rows))];
    const rowScale = await test.output(T);
    const made: Float32Array<ArrayBuffer>[] = [];
    for (const scratchBytes of [2 ** 26, 2 ** 12]) {
      const width = { product: rows, SwiGLU: rows / 2, gradient: cols }[what]!;
      const y = await test.input(new Float32Array(T * width));
      const recorder = new Recorder(test.device, scratchBytes);
      if (what === 'gradient') matmulTransposed(recorder, { dY, weight, dX: y, T, rowScale });
      else matmul(recorder, { x, weight, y, T, swiglu: what === 'SwiGLU' });
      recorder.submit();
      made.push(await test.floats(y));
      recorder.reset();
    }
    if (what === 'gradient') expectClose(made[1], Float64Array.from(made[0]), 1e-6);
    else expect(sameBits(made[0], made[1])).toBe(true);
    test.release();
  },
);

describe.each(isLong ? [320, 2080] : [320])('weights of %i columns stored in matrix tiles', (cols) => {
  const [N, R, F] = [SHARDED[0] + SHARDED[1], 8, 48];

  it.for(isLong ? [1, 2, 4, 5, 16, 17, 64, 65, 140] : [16, 70])(
    'give %i rows the same bits as weights that are unpacked, and many rows the same gradients',
    async (T, { skip }) => {
      skip(!test.device.matrix, 'the device has no subgroup matrices');
      const { parts } = storedParts(cols, ...SHARDED.map((rows) => ({ type: 'bf16' as Stored, rows })));
      const weight = { ...(await halfMatrix(parts)), bias: await test.input(randomFloats(3, N, 4)) };
      const shape = { T, K: cols, R, widths: [N - 20, 20] };
      const use = await deviceAdapters(test, {
        shape,
        pairs: randomPairs(shape, 1),
        slots: Array(T).fill(0),
        scale: 1,
      });
      const x = await test.input(randomFloats(1, T * cols));
      const [dY, rowScale] = [await test.input(randomFloats(2, T * N)), await test.output(T)];
      const results: Float32Array<ArrayBuffer>[][] = [];
      for (const one of [weight, await keptForMatrices(test, weight)]) {
        const [y, dX] = [await test.input(randomFloats(4, T * N)), await test.input(randomFloats(5, T * cols))];
        test.run((recorder) => {
          loraShrink(recorder, x, use, T);
          matmul(recorder, { x, weight: one, y, T, add: true, lora: use });
          if (isLong || T === 70) matmulTransposed(recorder, { dY, weight: one, dX, T, rowScale });
        });
        results.push([await test.floats(y), await test.floats(dX)]);
      }
      expect(results[1].map((values, i) => sameBits(values, results[0][i]))).toEqual([true, true]);
      expect(results[0][0].every(Number.isFinite)).toBe(true);
      test.release();
    },
  );

  it.for(isLong ? [1, 5, 65] : [70])(
    'give %i rows of SwiGLU the same bits as weights that are unpacked',
    async (T, { skip }) => {
      skip(!test.device.matrix, 'the device has no subgroup matrices');
      const { parts } = storedParts(cols, { type: 'f16', rows: 2 * F });
      const weight = await halfMatrix(parts);
      const x = await test.input(randomFloats(1, T * cols));
      const results: Float32Array<ArrayBuffer>[] = [];
      for (const one of [weight, await keptForMatrices(test, weight)]) {
        const y = await test.output(T * F);
        test.run((recorder) => matmul(recorder, { x, weight: one, y, T, swiglu: true }));
        results.push(await test.floats(y));
      }
      expect(sameBits(results[0], results[1])).toBe(true);
      test.release();
    },
  );
});
