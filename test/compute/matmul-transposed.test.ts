import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matmulTransposed } from '../../src/compute/ops/matmul-transposed.ts';
import { loraBackward } from '../reference/lora.ts';
import { matmulBackward } from '../reference/matmul.ts';
import { randomFloats } from '../reference/random.ts';
import type { Stored } from '../reference/stored-matrix.ts';
import { expectClose } from './closeness.ts';
import { deviceAdapters, randomPairs } from './device-adapters.ts';
import { deviceMatrix, STORED_TYPES, storedParts } from './device-matrix.ts';
import { compiled } from './driver.ts';
import { matmulShapes } from './shapes.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

interface Case {
  T: number;
  K: number;
  shards: { type: Stored; rows: number }[];
  add?: boolean;
  /** Widths of the projections that share the input, with LoRA. */
  widths?: number[];
  /** Sections of N that GPUs sum separately. */
  sections?: number;
}

async function gradient({ T, K, shards, add = false, widths, sections }: Case) {
  const { parts, values } = storedParts(K, ...shards);
  const N = shards.reduce((sum, { rows }) => sum + rows, 0);
  const dY = randomFloats(1, T * N);
  const initial = randomFloats(2, T * K, 4);
  const shape = { T, K, R: 4, widths: widths ?? [N] };
  const [pair] = randomPairs(shape, 1);
  const { dU, dX: share } = loraBackward(dY, new Float64Array(T * K), pair, 0.75, shape);
  const run = async () => {
    const weight = await deviceMatrix(test, ...parts);
    const dX = add ? await test.input(initial) : await test.output(T * K);
    const slots = new Array<number>(T).fill(0);
    const lora = widths && {
      use: await deviceAdapters(test, { shape, pairs: [pair], slots, scale: 0.75 }),
      dU: await test.input(Float32Array.from(dU)),
    };
    const split = sections ? { sections, parts: await test.output(sections * T * K) } : undefined;
    const a = { dY: await test.input(dY), weight, dX, T, add, lora, rowScale: await test.output(T), split };
    test.run((recorder) => matmulTransposed(recorder, a));
    return test.floats(dX);
  };
  const expected = matmulBackward(dY, values, { T, N, K }).map(
    (sum, i) => sum + (add ? initial[i] : 0) + (widths ? share[i] : 0),
  );
  return { dX: await test.repeatable(run), expected };
}

describe.each(compiled(STORED_TYPES, 4))('transposed matmul of %s', (type) => {
  it.each(matmulShapes(type, compiled(['q4_0'], 0)))('agrees with float64: T $T, N $N, K $K', async ({ T, N, K }) => {
    const { dX, expected } = await gradient({ T, K, shards: [{ type, rows: N }] });
    expectClose(dX, expected, 1e-5);
  });
});

describe('transposed matmul with residual, shards and LoRA', () => {
  const three: Case['shards'] = [
    { type: 'q4_0', rows: 33 },
    { type: 'q8_0', rows: 1 },
    { type: 'q8_0', rows: 31 },
  ];
  const cases: Case[] = [
    { T: 3, K: 32, shards: [{ type: 'f16', rows: 33 }], widths: [20, 13] },
    { T: 9, K: 96, shards: [{ type: 'q8_0', rows: 700 }], sections: 3 },
    { T: 9, K: 96, shards: three, add: true, widths: [33, 1, 31] },
    { T: 9, K: 64, shards: [{ type: 'f32', rows: 7 }], add: true },
    { T: 9, K: 64, shards: three },
    { T: 1, K: 96, shards: three, add: true },
    {
      T: 2,
      K: 32,
      shards: [
        { type: 'f16', rows: 513 },
        { type: 'q4_0', rows: 40 },
      ],
      sections: 2,
      add: true,
    },
  ];
  it.each(compiled(cases, 2))('agrees with float64: %j', async (a) => {
    const { dX, expected } = await gradient(a);
    expectClose(dX, expected, 1e-5);
  });

  it('gives a row the same bits alone and in a batch', async () => {
    const shards: Case['shards'] = [{ type: 'q8_0', rows: 65 }];
    const { dX: all } = await gradient({ T: 9, K: 32, shards });
    for (const T of [1, 2, 3]) {
      const { dX } = await gradient({ T, K: 32, shards });
      expect(sameBits(dX, all.slice(0, T * 32))).toBe(true);
    }
  });

  it('gives a row the same bits alone and in a batch if N is summed in sections', async () => {
    const shards: Case['shards'] = [{ type: 'q8_0', rows: 530 }];
    const { dX: all } = await gradient({ T: 9, K: 32, shards, sections: 3 });
    const { dX } = await gradient({ T: 1, K: 32, shards, sections: 3 });
    expect(sameBits(dX, all.slice(0, 32))).toBe(true);
  });
});
