import type { InSlices } from '../in-slices.ts';
import { shuffled } from './random-order.ts';

interface Sized {
  ids: { length: number };
}

const ROW_STEP = 2048;

/** The length of a packed row: what was asked for, else the longest sequence rounded up, within the model's maximum. */
export function rowLength(longest: number, asked: number | null, modelMaximum: number): number {
  return asked ?? Math.min(Math.ceil(longest / ROW_STEP) * ROW_STEP, modelMaximum);
}

/**
 * Packs whole sequences into rows of at most `length` tokens, each into the fullest row that still takes it. The
 * group with most tokens comes first, its sequences in the order of the group's seed; rows are shuffled by their number.
 * So the same job always gives the same rows. No sequence may be longer than `length`.
 */
export function* packRows<Sequence extends Sized>(
  groups: readonly (readonly Sequence[])[],
  length: number,
): InSlices<Sequence[][]> {
  const ordered = groups
    .map((group, seed) => ({ sequences: shuffled(group, seed), tokens: tokensOf(group) }))
    .sort((one, other) => other.tokens - one.tokens)
    .flatMap(({ sequences }) => sequences);
  const rows: { sequences: Sequence[]; room: number }[] = [];
  for (const sequence of ordered) {
    const size = sequence.ids.length;
    let best: (typeof rows)[number] | null = null;
    for (const row of rows) {
      if (row.room >= size && (best === null || row.room < best.room)) best = row;
    }
    if (best === null) {
      best = { sequences: [], room: length };
      rows.push(best);
    }
    best.sequences.push(sequence);
    best.room -= size;
    yield;
  }
  return shuffled(
    rows.map((row) => row.sequences),
    rows.length,
  );
}

function tokensOf(group: readonly Sized[]): number {
  return group.reduce((sum, sequence) => sum + sequence.ids.length, 0);
}
