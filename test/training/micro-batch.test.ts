import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { shuffled } from '../../src/training/rl/sequence-packing.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import { type MicroBatch, microBatches, packedTokens } from '../../src/training/trainer/micro-batch.ts';
import { relatedSequences, tokensOnce, trainSequence } from './prefix-sequences.ts';

/** Returns `count` answers of `completion` tokens to one prompt. */
function group(count: number, prompt: number, completion: number): TrainSequence[] {
  return Array.from({ length: count }, (_, answer) => {
    const ids = Array.from({ length: prompt + completion }, (_, t) => (t < prompt ? t : 1000 + answer * 100 + t));
    return trainSequence(ids, (t) => t >= prompt);
  });
}

/** Returns the rows that row t attends to, one per position, found as kernels find keys: segment by segment. */
function pathOf({ rows }: MicroBatch, t: number): number[] {
  const path = [t];
  for (let row = t; rows[row * 4] > 0; path.unshift(row)) {
    const parent = rows[row * 4 + 1];
    const start = parent === 0 ? 0 : rows[(parent - 1) * 4] + 1;
    row = rows[row * 4] === start ? parent - 1 : row - 1;
  }
  return path;
}

/** Returns the rows up to t whose subtree contains t, as the kernel of keys and values reads them. */
function seenBy({ rows }: MicroBatch, t: number): number[] {
  return Array.from({ length: t + 1 }, (_, row) => row).filter((row) => rows[row * 4 + 2] > t);
}

function expectWhole(batches: MicroBatch[], sequences: TrainSequence[]): void {
  const places = batches.flatMap((batch) => {
    return batch.places.map(({ sequence, token }, m) => {
      const { ids } = sequences[sequence];
      const path = pathOf(batch, batch.logitRows[m]);
      expect(path.map((row) => batch.tokens[row])).toEqual([...ids.subarray(0, token)]);
      return `${sequence}:${token}`;
    });
  });
  const expected = sequences.flatMap(({ mask }, sequence) =>
    [...mask.keys()].filter((t) => t > 0 && mask[t]).map((t) => `${sequence}:${t}`),
  );
  expect(places.sort()).toEqual(expected.sort());
}

function expectTree(batch: MicroBatch): void {
  let visible = 0;
  for (let t = 0; t < batch.T; t++) {
    const path = pathOf(batch, t);
    expect(path.map((row) => batch.rows[row * 4])).toEqual([...path.keys()]);
    expect(seenBy(batch, t)).toEqual(path);
    visible += path.length;
  }
  expect(batch.attendedKeys).toBe(visible);
  expect(new Set(batch.logitRows).size).toBe(batch.logitRows.length);
}

function members(batch: MicroBatch, sequences: TrainSequence[]): TrainSequence[] {
  return [...new Set(batch.places.map(({ sequence }) => sequence))].map((index) => sequences[index]);
}

describe('microBatches', () => {
  it('lays out a prompt once, except its last token, which predicts a different token in each answer', () => {
    const [batch, ...rest] = microBatches(group(8, 256, 64), 4096);
    expect(rest).toEqual([]);
    expect(batch.T).toBe(255 + 8 * 65);
    expectTree(batch);
    expectWhole([batch], group(8, 256, 64));
  });

  it('repeats the prompt in each micro-batch that a group needs', () => {
    const batches = microBatches(group(5, 40, 10), 39 + 2 * 11);
    expect(batches.map(({ T }) => T)).toEqual([61, 61, 50]);
    expectWhole(batches, group(5, 40, 10));
  });

  it('gives a sequence longer than the capacity its own micro-batch', () => {
    const sequences = [...group(1, 30, 3), ...group(1, 5, 60), ...group(1, 2, 4)];
    expect(microBatches(sequences, 40).map(({ T }) => T)).toEqual([6, 65, 33]);
  });

  it('shares no prefix of 15 tokens or fewer', () => {
    expect(microBatches(group(2, 16, 1), 99)[0].T).toBe(2 * 17);
    expect(microBatches(group(2, 17, 1), 99)[0].T).toBe(16 + 2 * 2);
  });

  it('leaves out sequences without supervised tokens', () => {
    const idle = trainSequence([1, 2, 3], () => false);
    expect(microBatches([idle], 10)).toEqual([]);
    const [batch] = microBatches([idle, ...group(1, 3, 2)], 10);
    expect(batch.T).toBe(5);
    expect(batch.places.map(({ sequence }) => sequence)).toEqual([1, 1]);
  });

  it('has each supervised token of random trees once, after its prefix, in as few rows as sharing allows', () => {
    for (let seed = 0; seed < 150; seed++) {
      const sequences = relatedSequences(seed, 1 + (seed % 12));
      const capacity = 20 + ((seed * 37) % 500);
      const batches = microBatches(sequences, capacity);
      expectWhole(batches, sequences);
      const [told] = runAtOnce(packedTokens(sequences, [capacity]));
      expect(told).toBe(batches.reduce((sum, { T }) => sum + T, 0));
      for (const batch of batches) {
        expectTree(batch);
        const own = members(batch, sequences);
        expect(batch.T).toBe(tokensOnce(own));
        if (own.length > 1) expect(batch.T).toBeLessThanOrEqual(capacity);
      }
    }
  });

  it('shares the same number of rows in whatever order the sequences come', () => {
    const families = [1, 2, 3].flatMap((seed) => relatedSequences(seed, 8));
    const [batch] = microBatches(shuffled(families, 1), 1e6);
    const [again] = microBatches(shuffled(families, 2), 1e6);
    expect(batch.T).toBe(again.T);
    expect(batch.T).toBeLessThan(families.reduce((sum, { ids }) => sum + ids.length, 0));
    // Sequences that are equal up to their trained tokens may come in either order.
    expect(again.rows).toHaveLength(batch.rows.length);
  });
});
