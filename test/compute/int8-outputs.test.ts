import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceBuffer } from '../../src/compute/buffer.ts';
import { attentionPaged, PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import { quantizeRows } from '../../src/compute/ops/quantize.ts';
import { rmsnorm, wholeRows } from '../../src/compute/ops/rmsnorm.ts';
import { swiglu } from '../../src/compute/ops/swiglu.ts';
import type { Recorder } from '../../src/compute/recorder.ts';
import { randomFloats } from '../reference/random.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

type Operation = (recorder: Recorder, y: DeviceBuffer, q?: DeviceBuffer) => void;

/** The blocks an operation writes beside y must be those of its y, which must be what it writes without them. */
async function expectBlocksOf(operation: Operation, M: number, K: number): Promise<void> {
  const [plain, y] = [await test.output(M * K), await test.output(M * K)];
  const [own, separate] = [await test.output((M * K * 12) / 32), await test.output((M * K * 12) / 32)];
  test.run((recorder) => operation(recorder, plain));
  test.run((recorder) => operation(recorder, y, own));
  test.run((recorder) => quantizeRows(recorder, { x: y, q: separate, M, K }));
  expect(sameBits(await test.floats(y), await test.floats(plain))).toBe(true);
  expect(await test.words(own)).toEqual(await test.words(separate));
  expect(new Set(await test.words(own)).size).toBeGreaterThan(M * 4);
  test.release();
}

describe('an operation that writes int8 blocks beside its output writes those of its output', () => {
  it.each([
    [1, 32],
    [5, 96],
    [3, 576],
  ])('rmsnorm, %i rows of %i', async (M, N) => {
    const weight = await test.input(randomFloats(1, N));
    const x = await test.input(randomFloats(2, M * N, 3));
    const epsilon = 1e-5;
    await expectBlocksOf(
      (recorder, y, q) => rmsnorm(recorder, { weight, x, y, q, rows: wholeRows(M, N), epsilon }),
      M,
      N,
    );
  });

  it.each([
    [1, 32],
    [7, 96],
    [2, 1536],
  ])('swiglu, %i rows of %i', async (T, F) => {
    const g = await test.input(randomFloats(3, T * 2 * F, 2));
    await expectBlocksOf((recorder, y, q) => swiglu(recorder, { g, y, q, T, F }), T, F);
  });

  it.each([32, 64, 128])('attention over the paged cache, heads of %i', async (E) => {
    const [T, H, K] = [5, 4, 2];
    const qkv = await test.input(randomFloats(4, T * (H + 2 * K) * E));
    const cache = {
      k: await test.input(randomFloats(5, 2 * PAGE_TOKENS * K * E)),
      v: await test.input(randomFloats(6, 2 * PAGE_TOKENS * K * E)),
    };
    const rows = await test.input(Uint32Array.from([0, 3, 15, 16, 30].flatMap((position) => [position, 0, 0, 0])));
    const tables = await test.input(Uint32Array.of(1, 0));
    const a = { qkv, cache, rows, tables, heads: { H, K, E }, T, visible: 69 };
    await expectBlocksOf((recorder, o, q) => attentionPaged(recorder, { ...a, o, q }), T, H * E);
  });
});
