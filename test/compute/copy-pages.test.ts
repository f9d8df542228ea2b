import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import { copyPages } from '../../src/compute/ops/copy_pages.ts';
import { type CacheType, cachedHeadBytes } from '../../src/compute/ops/layer-cache.ts';
import { randomFloats } from '../reference/random.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const pages = 7;
const copies = [
  { from: 5, to: 0, tokens: 1 },
  { from: 5, to: 3, tokens: 15 },
  { from: 1, to: 6, tokens: 16 },
  { from: 2, to: 4, tokens: 7 },
];

it.each<{ cacheType: CacheType; K: number; E: number }>([
  { cacheType: 'f32', K: 1, E: 4 },
  { cacheType: 'f16', K: 2, E: 64 },
  { cacheType: 'f32', K: 3, E: 64 },
])('copies the beginnings of pages of $cacheType, $K heads of $E, and changes nothing else', async (form) => {
  const { cacheType, ...heads } = form;
  const N = (heads.K * cachedHeadBytes(cacheType, heads.E)) / 4;
  const size = PAGE_TOKENS * N;
  // A word that is NaN as f32 can hold two f16 numbers.
  const before = [1, 2].map((seed) => new Uint32Array(randomFloats(seed, pages * size).buffer));
  before[0].fill(0x7fc00001, size, size + 4);
  const [k, v] = [await test.input(before[0]), await test.input(before[1])];
  const words = Uint32Array.from(copies.flatMap(({ from, to, tokens }) => [from, to, tokens]));
  const listed = await test.input(words);
  const cache = { k, v, tokens: pages * PAGE_TOKENS };
  test.run((recorder) => copyPages(recorder, { copies: listed, cache, cacheType, heads, M: copies.length }));
  for (const [i, buffer] of [k, v].entries()) {
    const expected = before[i].slice();
    for (const { from, to, tokens } of copies) {
      expected.set(before[i].subarray(from * size, from * size + tokens * N), to * size);
    }
    expect(Array.from(await test.words(buffer))).toEqual(Array.from(expected));
  }
  test.release();
});

it.each([
  { K: 8, E: 64 },
  { K: 1, E: 8 },
  { K: 3, E: 24 },
])('copies the beginnings of int8 pages with their scales, %j', async (heads) => {
  const { K, E } = heads;
  const values = (pages * PAGE_TOKENS * K * E) / 4;
  const before = [3, 4].map((seed) => new Uint32Array(randomFloats(seed, values + pages * PAGE_TOKENS * K).buffer));
  const [k, v] = [await test.input(before[0]), await test.input(before[1])];
  const listed = await test.input(Uint32Array.from(copies.flatMap(({ from, to, tokens }) => [from, to, tokens])));
  const cache = { k, v, tokens: pages * PAGE_TOKENS };
  test.run((recorder) => copyPages(recorder, { copies: listed, cache, cacheType: 'int8', heads, M: copies.length }));
  for (const [i, buffer] of [k, v].entries()) {
    const after = await test.words(buffer);
    for (const [first, perToken] of [
      [0, (K * E) / 4],
      [values, K],
    ]) {
      const page = PAGE_TOKENS * perToken;
      for (let to = 0; to < pages; to++) {
        const copy = copies.find((one) => one.to === to);
        const copied = copy ? copy.tokens * perToken : 0;
        const part = (of: Uint32Array, from: number, begin: number, end: number) =>
          Array.from(of.subarray(first + from * page + begin, first + from * page + end));
        expect(part(after, to, 0, copied)).toEqual(part(before[i], copy?.from ?? to, 0, copied));
        // Up to three words of the next token may be copied with the last one.
        const rest = Math.ceil(copied / 4) * 4;
        expect(part(after, to, rest, page)).toEqual(part(before[i], to, rest, page));
      }
    }
  }
  test.release();
});
