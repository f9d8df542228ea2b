import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { packedLength, packSequences, shuffled } from '../../src/training/rl/sequence-packing.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import { randomNumbers } from './chat-texts.ts';
import { relatedSequences, tokensOnce, trainSequence } from './prefix-sequences.ts';

/** Returns a sequence that is trained from its start, so that it shares nothing. */
const sized = (length: number) => trainSequence(new Array(length).fill(0), () => true);

const tokens = (from: number, length: number) => Array.from({ length }, (_, t) => from + t);

/** Returns answers of 10 tokens to a prompt of `prompt` tokens from `first` on. */
function group(prompt: number, first: number, answers: number): TrainSequence[] {
  return Array.from({ length: answers }, (_, answer) =>
    trainSequence([...tokens(first, prompt), ...tokens(1000 * answer, 10)], (t) => t >= prompt),
  );
}

describe('packedLength', () => {
  it('rounds the longest sequence up to 2048, within the model', () => {
    expect([1, 2048, 2049].map((longest) => packedLength(longest, null, 32768))).toEqual([2048, 2048, 4096]);
    expect(packedLength(2049, null, 3000)).toBe(3000);
    expect(packedLength(2049, 1024, 32768)).toBe(1024);
  });
});

describe('packSequences', () => {
  it('puts a sequence into the fullest row that has room', () => {
    // In this order: 6 | 5 | then 4 beside 6, 3 beside 5.
    const groups = [[sized(6)], [sized(5)], [sized(4)], [sized(3)]];
    const rows = runAtOnce(packSequences(groups, 10)).map((row) => row.map(({ ids }) => ids.length));
    expect(rows.sort((one, other) => other[0] - one[0])).toEqual([
      [6, 4],
      [5, 3],
    ]);
  });

  it('packs the group with most tokens first', () => {
    const rows = runAtOnce(packSequences([[sized(3)], [sized(5), sized(5)]], 10)).map((row) =>
      row.map(({ ids }) => ids.length),
    );
    expect(rows.sort((one, other) => other[0] - one[0])).toEqual([[5, 5], [3]]);
  });

  it('packs every sequence once, within the length, deterministically', () => {
    const draw = randomNumbers(11);
    for (let round = 0; round < 100; round += 1) {
      const length = 20 + Math.floor(draw() * 30);
      const groups = Array.from({ length: Math.floor(draw() * 6) }, () =>
        Array.from({ length: Math.floor(draw() * 9) }, () => sized(1 + Math.floor(draw() * 20))),
      );
      const rows = runAtOnce(packSequences(groups, length));
      expect(new Set(rows.flat())).toEqual(new Set(groups.flat()));
      expect(rows.flat()).toHaveLength(groups.flat().length);
      const sums = rows.map((row) => row.reduce((sum, { ids }) => sum + ids.length, 0));
      expect(Math.max(0, ...sums)).toBeLessThanOrEqual(length);
      // Of two half-empty rows, one would have room for the other's sequences.
      expect(sums.filter((sum) => sum * 2 <= length).length).toBeLessThanOrEqual(1);
      expect(runAtOnce(packSequences(groups, length))).toEqual(rows);
    }
  });

  it('counts tokens that sequences of a row share once', () => {
    // 99 once and 11 for each of five.
    expect(runAtOnce(packSequences([group(100, 0, 5)], 154)).map((row) => row.length)).toEqual([5]);
    const rows = runAtOnce(packSequences([group(100, 0, 5)], 153));
    expect(rows.map((row) => row.length).sort()).toEqual([1, 4]);
  });

  it('prefers the row that has the prefix of a sequence over a fuller row', () => {
    const answer = (length: number) => trainSequence([...tokens(0, 30), ...tokens(1000, length)], (t) => t >= 30);
    const [long, short] = [answer(30), answer(10)];
    // The short one would fit beside the 150, but not the long one, which comes first in the order of the seed.
    const answers = shuffled([0, 1], 1)[0] === 0 ? [long, short] : [short, long];
    const rows = runAtOnce(packSequences([[sized(150)], answers], 200));
    expect(rows.map((row) => row.length).sort()).toEqual([1, 2]);
    expect(rows.find((row) => row.includes(long))).toContain(short);
  });

  it('packs sequences of random prefix trees once, within the length, deterministically', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const groups = [1, 2, 3].map((place) => relatedSequences(seed * 3 + place, (seed * place) % 14));
      const length = 150 + ((seed * 31) % 300);
      const rows = runAtOnce(packSequences(groups, length));
      expect(new Set(rows.flat())).toEqual(new Set(groups.flat()));
      expect(rows.flat()).toHaveLength(groups.flat().length);
      const sums = rows.map(tokensOnce);
      expect(Math.max(0, ...sums)).toBeLessThanOrEqual(length);
      expect(sums.filter((sum) => sum * 2 <= length).length).toBeLessThanOrEqual(1);
      expect(runAtOnce(packSequences(groups, length))).toEqual(rows);
    }
  });

  it('shuffles the rows after packing', () => {
    const groups = Array.from({ length: 30 }, (_, place) => [sized(30 - place)]);
    const first = runAtOnce(packSequences(groups, 30)).map((row) => row[0].ids.length);
    expect(first).not.toEqual([...first].sort((one, other) => other - one));
  });
});
