import { describe, expect, it } from 'vitest';
import { tiledBytes, type WeightType } from '../../src/compute/ops/weight.ts';
import { tiledRows } from '../../src/model/weight-blocks.ts';

const COLS = 64;
/** All types but MXFP4, whose blocks are no whole words. */
type WordType = Exclude<WeightType, 'mxfp4'>;
const BLOCK_WORDS: Record<WordType, number> = { f32: 32, f16: 16, bf16: 16, q8: 9, q4: 5 };

/** Returns rows with numbered words, so that each word of the tiles shows its origin. */
function numbered(type: WordType, rows: number): Uint8Array {
  const words = Uint32Array.from({ length: (rows * COLS * BLOCK_WORDS[type]) / 32 }, (_, word) => word + 1);
  return new Uint8Array(words.buffer);
}

function wordsOf(type: WordType, rows: number): Uint32Array {
  return new Uint32Array(tiledRows(type, numbered(type, rows), COLS).buffer);
}

describe.each(Object.keys(BLOCK_WORDS) as WordType[])('tiles of %s', (type) => {
  it('hold every word once, and zeros for missing rows', () => {
    const words = wordsOf(type, 41);
    const given = (41 * COLS * BLOCK_WORDS[type]) / 32;
    expect(words).toHaveLength(tiledBytes(type, 41, COLS) / 4);
    const rest = new Array<number>(words.length - given).fill(0);
    expect([...words].sort((a, b) => a - b)).toEqual([...rest, ...Array.from({ length: given }, (_, i) => i + 1)]);
  });

  it('keep a tile of 32 x 32 together', () => {
    const words = wordsOf(type, 64);
    const tileWords = 32 * BLOCK_WORDS[type];
    const second = words.subarray(tileWords, 2 * tileWords);
    // The second block of each of rows 0 .. 31.
    const rowAndBlock = (word: number) => Math.floor((word - 1) / BLOCK_WORDS[type]);
    expect(new Set(Array.from(second, rowAndBlock))).toEqual(new Set(Array.from({ length: 32 }, (_, n) => 2 * n + 1)));
  });
});

it('tiles of q4 have the scales of four rows as a vec4, eight of these side by side, after all quants', () => {
  const words = wordsOf('q4', 32);
  // Row 4 l + c: word 0 of its first block, which is block 2 n of all.
  const scales = Array.from({ length: 32 }, (_, n) => 2 * n * BLOCK_WORDS.q4 + 1);
  expect([...words.subarray(4 * 32, 5 * 32)]).toEqual(scales);
});

it('tiles of MXFP4 have nibbles as in q4, and after them the scales of 32 rows as bytes', () => {
  const rows = Uint8Array.from({ length: 33 * 2 * 17 }, (_, i) => (i % 17 === 0 ? Math.floor(i / 17) + 1 : i % 251));
  const tiles = tiledRows('mxfp4', rows, COLS);
  expect(tiles).toHaveLength(tiledBytes('mxfp4', 33, COLS));
  const second = tiles.subarray(544, 2 * 544);
  expect([...second.subarray(512)]).toEqual(Array.from({ length: 32 }, (_, n) => 2 * n + 2));
  const row = 4 * 3 + 2;
  const from = (2 * row + 1) * 17 + 1;
  expect([...second.subarray((2 * 8 + 3) * 16).subarray(0, 16)]).toEqual([...rows.subarray(from, from + 16)]);
  // The last band has a single row.
  expect([...tiles.subarray(2 * 544 + 512, 3 * 544)]).toEqual([65, ...new Array(31).fill(0)]);
});

it('tiles of bf16 pair four elements of the low half of a block with four of the high half', () => {
  const words = wordsOf('bf16', 32);
  const vec4 = (c: number, i: number, lane: number) => {
    const at = ((c * 4 + i) * 8 + lane) * 4;
    return [...words.subarray(at, at + 4)];
  };
  const row = 4 * 3 + 2;
  const first = row * 2 * BLOCK_WORDS.bf16 + 1;
  expect(vec4(2, 1, 3)).toEqual([first + 2, first + 3, first + 10, first + 11]);
});

it('tiles are built from rows at any offset of their buffer', () => {
  const rows = numbered('q8', 32);
  const moved = new Uint8Array(rows.length + 1);
  moved.set(rows, 1);
  expect(tiledRows('q8', moved.subarray(1), COLS)).toEqual(tiledRows('q8', rows, COLS));
  expect(tiledRows('q8', Buffer.from(moved.buffer, 1), COLS)).toEqual(tiledRows('q8', rows, COLS));
});
