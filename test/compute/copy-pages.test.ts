import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import { copyPages } from '../../src/compute/ops/copy_pages.ts';
import { randomFloats } from '../reference/random.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

it.each([4, 64, 192])('the beginnings of pages of %i words a token are copied, and nothing else changes', async (N) => {
  const pages = 7;
  const copies = [
    { from: 5, to: 0, tokens: 1 },
    { from: 5, to: 3, tokens: 15 },
    { from: 1, to: 6, tokens: 16 },
    { from: 2, to: 4, tokens: 7 },
  ];
  const size = PAGE_TOKENS * N;
  // Words that are no numbers as f32 may well be two as f16.
  const before = [1, 2].map((seed) => new Uint32Array(randomFloats(seed, pages * size).buffer));
  before[0].fill(0x7fc00001, size, size + 4);
  const [k, v] = [await test.input(before[0]), await test.input(before[1])];
  const words = Uint32Array.from(copies.flatMap(({ from, to, tokens }) => [from, to, tokens]));
  const listed = await test.input(words);
  test.run((recorder) => copyPages(recorder, { copies: listed, cache: { k, v }, M: copies.length, N }));
  for (const [i, buffer] of [k, v].entries()) {
    const expected = before[i].slice();
    for (const { from, to, tokens } of copies) {
      expected.set(before[i].subarray(from * size, from * size + tokens * N), to * size);
    }
    expect(Array.from(await test.words(buffer))).toEqual(Array.from(expected));
  }
  test.release();
});
