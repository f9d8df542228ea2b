import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionBackward, attentionTrain } from '../../src/compute/ops/attention.ts';
import { attention, attentionBackward as referenceBackward } from '../reference/attention.ts';
import { randomFloats } from '../reference/random.ts';
import type { Heads } from '../reference/rope.ts';
import { expectClose } from './closeness.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

/** Among them one that is longer than a chunk of keys (16 a lane). */
const LENGTHS = [1, 7, 3, 22, 131];

/** Rows of packed sequences: (position, first row of the sequence, row past its end, slot). */
function packedRows(lengths: number[]): Uint32Array<ArrayBuffer> {
  const rows: number[] = [];
  let first = 0;
  for (const length of lengths) {
    for (let position = 0; position < length; position++) rows.push(position, first, first + length, 0);
    first += length;
  }
  return Uint32Array.from(rows);
}

interface Results {
  o: Float32Array<ArrayBuffer>;
  lse: Float32Array<ArrayBuffer>;
  dqkv: Float32Array<ArrayBuffer>;
}

async function train(qkv: Float32Array, dO: Float32Array, lengths: number[], heads: Heads): Promise<Results> {
  const { H, E } = heads;
  const T = lengths.reduce((sum, length) => sum + length, 0);
  const a = {
    qkv: await test.input(qkv),
    rows: await test.input(packedRows(lengths)),
    o: await test.output(T * H * E),
    lse: await test.output(T * H),
    dO: await test.input(dO),
    delta: await test.output(T * H),
    dqkv: await test.output(qkv.length),
    heads,
    T,
    visible: T,
  };
  test.run((recorder) => {
    attentionTrain(recorder, a);
    attentionBackward(recorder, a);
  });
  return { o: await test.floats(a.o), lse: await test.floats(a.lse), dqkv: await test.floats(a.dqkv) };
}

describe.each<Heads>([
  { H: 3, K: 3, E: 16 },
  { H: 6, K: 2, E: 32 },
  { H: 4, K: 2, E: 64 },
  { H: 2, K: 1, E: 128 },
])('attention over packed sequences with %j', (heads) => {
  const { H, K, E } = heads;
  const T = LENGTHS.reduce((sum, length) => sum + length, 0);
  const width = (H + 2 * K) * E;
  // Scores of a few units, so that the softmax is neither flat nor a single one.
  const qkv = randomFloats(1, T * width, 1.5);
  const dO = randomFloats(2, T * H * E);

  it('forward, log-sum-exp and gradients', async () => {
    const result = await train(qkv, dO, LENGTHS, heads);
    const again = await train(qkv, dO, LENGTHS, heads);
    const expected = attention(qkv, LENGTHS, heads);
    expectClose(result.o, expected.o, 1e-5);
    expectClose(result.lse, expected.lse, 1e-5);
    expectClose(result.dqkv, referenceBackward(dO, qkv, LENGTHS, heads), 2e-5);
    for (const name of ['o', 'lse', 'dqkv'] as const) expect(sameBits(result[name], again[name])).toBe(true);
    test.release();
  });

  it('a sequence alone has the bits that it has among others', async () => {
    const all = await train(qkv, dO, LENGTHS, heads);
    const part = (values: Float32Array<ArrayBuffer>, row: number) => values.slice(8 * row, 11 * row);
    const alone = await train(part(qkv, width), part(dO, H * E), [3], heads);
    expect(sameBits(alone.o, part(all.o, H * E))).toBe(true);
    expect(sameBits(alone.lse, part(all.lse, H))).toBe(true);
    expect(sameBits(alone.dqkv, part(all.dqkv, width))).toBe(true);
    test.release();
  });
});

it('attention of scores whose exponentials overflow f32', async () => {
  const heads = { H: 1, K: 1, E: 16 };
  const qkv = randomFloats(3, 9 * 48, 20);
  const dO = randomFloats(4, 9 * 16);
  const result = await train(qkv, dO, [9], heads);
  const expected = attention(qkv, [9], heads);
  expect(Math.max(...expected.lse)).toBeGreaterThan(100);
  // A score of 200 is rounded by 1e-5 in f32, which the softmax passes on as it is.
  expectClose(result.o, expected.o, 1e-4);
  expectClose(result.lse, expected.lse, 1e-5);
  test.release();
});
