import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceBuffer } from '../../src/compute/buffer.ts';
import { attentionPaged, PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import type { CacheType } from '../../src/compute/ops/layer-cache.ts';
import { type MatmulInt8, matmulInt8 } from '../../src/compute/ops/matmul_int8.ts';
import { quantizeRows } from '../../src/compute/ops/quantize.ts';
import { type Activation, swiglu } from '../../src/compute/ops/swiglu.ts';
import type { Recorder } from '../../src/compute/recorder.ts';
import { cached, int8Heads } from '../reference/cached-heads.ts';
import { randomInt8Rows, readInt8Rows } from '../reference/int8-blocks.ts';
import { randomFloats } from '../reference/random.ts';
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

type Operation = (recorder: Recorder, y: DeviceBuffer, q?: DeviceBuffer) => void;

/** Asserts that int8 blocks written beside y [M, K] are those of y, and that y has the same bits without them. */
async function expectBlocksOf(operation: Operation, [M, K]: [number, number], norm?: DeviceBuffer): Promise<void> {
  const initial = randomFloats(9, M * K);
  const [plain, y] = [await test.input(initial), await test.input(initial)];
  const [own, separate] = [await test.output((M * K * 16) / 32), await test.output((M * K * 16) / 32)];
  test.run((recorder) => operation(recorder, plain));
  test.run((recorder) => operation(recorder, y, own));
  test.run((recorder) => quantizeRows(recorder, { x: y, q: separate, M, K, norm }));
  expect(sameBits((await test.floats(y)).slice(0, M * K), (await test.floats(plain)).slice(0, M * K))).toBe(true);
  const [ownRows, rows] = [readInt8Rows(await test.words(own)), readInt8Rows(await test.words(separate))];
  expect([...ownRows.values]).toEqual([...rows.values]);
  expect(ownRows.scales).toEqual(rows.scales);
  expect(ownRows.sums).toEqual(rows.sums);
  if (norm) expectClose(ownRows.squares, rows.squares, 1e-6);
  expect(new Set(ownRows.values).size).toBeGreaterThan(M * 4);
  test.release();
}

describe('int8 blocks that an operation writes beside its output', () => {
  /** A product of [T, 64] int8 rows with stored weights of these heights. */
  async function productOf(T: number, types: Stored[], rows: number): Promise<Omit<MatmulInt8, 'y'>> {
    const { parts } = storedParts(64, ...types.map((type) => ({ type, rows })));
    return { x: await test.input(randomInt8Rows(3, T, 64).words), weight: await deviceMatrix(test, ...parts), T };
  }

  it.each(
    withMore<{ T: number; types: Stored[]; norm: boolean }>(
      [
        { T: 2, types: ['q8_0'], norm: true },
        { T: 5, types: ['q4_1', 'q8_0'], norm: true },
      ],
      [
        { T: 1, types: ['q4_1'], norm: false },
        { T: 5, types: ['q4_0'], norm: true },
        { T: 9, types: ['q8_0'], norm: false },
        { T: 40, types: ['q4_1'], norm: true },
      ],
    ),
  )('equal the quantised output of a product of $types, $T rows', async ({ T, types, norm }) => {
    const a = await productOf(T, types, 96);
    const N = 96 * types.length;
    const weight = norm ? await test.input(randomFloats(6, N)) : undefined;
    await expectBlocksOf(
      (recorder, y, q) => matmulInt8(recorder, { ...a, y, add: true, next: q && { q, norm: weight } }),
      [T, N],
      weight,
    );
  });

  it.each(
    compiled<[T: number, activation: Activation]>(
      [
        [2, 'silu'],
        [2, 'gelu_pytorch_tanh'],
        [1, 'silu'],
        [7, 'silu'],
        ...withMore<[number, Activation]>([], [[40, 'silu']]),
      ],
      2,
    ),
  )('equal the quantised output of gate and up, %i rows with %s', async (T, activation) => {
    const F = 96;
    const a = await productOf(T, ['q4_1'], 2 * F);
    const fused: Operation = (recorder, y, q) =>
      matmulInt8(recorder, { ...a, y, swiglu: true, activation, next: q && { q } });
    const [g, apart, y] = [await test.output(T * 2 * F), await test.output(T * F), await test.output(T * F)];
    test.run((recorder) => matmulInt8(recorder, { ...a, y: g }));
    test.run((recorder) => swiglu(recorder, { g, y: apart, T, F, activation }));
    test.run((recorder) => fused(recorder, y));
    expect(sameBits(await test.floats(y), await test.floats(apart))).toBe(true);
    await expectBlocksOf(fused, [T, F]);
  });

  it.each([{ swiglu: true }, { add: true }])(
    'have the same bits for a row alone and among others, %j',
    async ({ swiglu, add }) => {
      const [K, N, most] = [1184, 96, 40];
      const { parts } = storedParts(K, { type: swiglu ? 'q4_1' : 'q8_0', rows: swiglu ? 2 * N : N });
      const weight = await deviceMatrix(test, ...parts);
      const { words } = randomInt8Rows(3, most, K);
      const before = randomFloats(9, most * N);
      const norm = add && (await test.input(randomFloats(6, N)));
      const made = async (T: number) => {
        const [x, y] = [await test.input(words.slice(0, (T * K) / 2)), await test.input(before.slice(0, T * N))];
        const q = await test.output((T * N) / 2);
        test.run((recorder) =>
          matmulInt8(recorder, { x, epsilon: 0.5, weight, y, T, add, swiglu, next: { q, norm: norm || undefined } }),
        );
        return [await test.words(y), await test.words(q)].map((all) => [...all]);
      };
      const all = await made(most);
      for (const T of compiled([1, 8, 9], 1)) {
        expect(await made(T)).toEqual([all[0].slice(0, T * N), all[1].slice(0, (T * N) / 2)]);
      }
      test.release();
    },
  );

  it.each(
    compiled<[cacheType: CacheType, E: number]>(
      withMore<[CacheType, number]>(
        [
          ['f32', 32],
          ['f16', 64],
          ['int8', 128],
        ],
        [
          ['int8', 32],
          ['f32', 16],
          ['f32', 64],
          ['f32', 128],
        ],
      ),
      1,
    ),
  )('equal the quantised output of attention over the paged cache of %s, heads of %i', async (cacheType, E) => {
    const [T, H, K] = [5, 4, 2];
    const qkv = await test.input(randomFloats(4, T * (H + 2 * K) * E));
    const cache = {
      k: await test.input(cached(int8Heads(5, 2 * PAGE_TOKENS * K, E), cacheType, E)),
      v: await test.input(cached(int8Heads(6, 2 * PAGE_TOKENS * K, E), cacheType, E)),
      tokens: 2 * PAGE_TOKENS,
    };
    const rows = await test.input(Uint32Array.from([0, 3, 15, 16, 30].flatMap((position) => [position, 0, 0, 0])));
    const tables = await test.input(Uint32Array.of(1, 0));
    const a = {
      qkv,
      cache,
      cacheType,
      rows,
      tables,
      heads: { H, K, E },
      T,
      continuous: true,
      attendedKeys: 69,
      longest: 31,
    };
    await expectBlocksOf((recorder, o, q) => attentionPaged(recorder, { ...a, o, q }), [T, H * E]);
  });
});
