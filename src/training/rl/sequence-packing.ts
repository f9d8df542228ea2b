import type { Cooperative } from '../cooperative.ts';
import { type MaskedTokens, prefixOrder, type Sorted } from '../shared-prefix.ts';

const ROW_STEP = 2048;

/** The length of a packed row: what was asked for, else the longest sequence rounded up, within the model's maximum. */
export function packedLength(longest: number, asked: number | null, modelMaximum: number): number {
  return asked ?? Math.min(Math.ceil(longest / ROW_STEP) * ROW_STEP, modelMaximum);
}

/**
 * Packs whole sequences into rows of at most `length` tokens, where a beginning that sequences of a row share counts
 * once (`byPrefix`). Each goes to where it adds the fewest tokens, of such rows to the fullest. The group with most
 * tokens comes first, its sequences in the order of the group's seed; rows are shuffled by their number. So the same
 * job always gives the same rows. No sequence may be longer than `length`.
 */
export function* packSequences<Sequence extends MaskedTokens>(
  groups: readonly (readonly Sequence[])[],
  length: number,
): Cooperative<Sequence[][]> {
  const sequences = groups
    .map((group, seed) => ({ sequences: shuffled(group, seed), tokens: tokensOf(group) }))
    .sort((one, other) => other.tokens - one.tokens)
    .flatMap((group) => group.sequences);
  const order = yield* prefixOrder(sequences);
  const places = placesOf(order);
  const rows: PackedBatch<Sequence>[] = [];
  /** By place in `order`. */
  const rowAt: (PackedBatch<Sequence> | undefined)[] = [];
  for (const [index, sequence] of sequences.entries()) {
    const shared = sharedWithRows(order, places[index], rowAt);
    const { row, added } = bestBatch(rows, sequence.ids.length, shared, length);
    row.sequences.push(sequence);
    row.room -= added;
    rowAt[places[index]] = row;
    yield;
  }
  return shuffled(
    rows.map((row) => row.sequences),
    rows.length,
  );
}

interface PackedBatch<Sequence> {
  sequences: Sequence[];
  room: number;
}

/** The row that a sequence of `size` tokens goes to, opened if there is none, and the tokens that it adds there. */
function bestBatch<Sequence>(
  rows: PackedBatch<Sequence>[],
  size: number,
  shared: ReadonlyMap<PackedBatch<Sequence>, number>,
  length: number,
): { row: PackedBatch<Sequence>; added: number } {
  let best: { row: PackedBatch<Sequence>; added: number } | null = null;
  for (const row of rows) {
    const added = size - (shared.get(row) ?? 0);
    if (row.room < added) continue;
    if (best === null || added < best.added || (added === best.added && row.room < best.row.room))
      best = { row, added };
  }
  if (best !== null) return best;
  const row = { sequences: [], room: length };
  rows.push(row);
  return { row, added: size };
}

/** The most tokens that the sequence at `place` of the order shares with any that lies in a row, for each row. */
function sharedWithRows<Sequence>(
  order: readonly Sorted[],
  place: number,
  rowAt: readonly (PackedBatch<Sequence> | undefined)[],
): Map<PackedBatch<Sequence>, number> {
  const most = new Map<PackedBatch<Sequence>, number>();
  const note = (row: PackedBatch<Sequence> | undefined, shared: number) => {
    if (row && shared > (most.get(row) ?? 0)) most.set(row, shared);
  };
  let shared = Number.POSITIVE_INFINITY;
  for (let before = place - 1; before >= 0; before--) {
    shared = Math.min(shared, order[before + 1].shared);
    if (shared === 0) break;
    note(rowAt[before], shared);
  }
  shared = Number.POSITIVE_INFINITY;
  for (let after = place + 1; after < order.length; after++) {
    shared = Math.min(shared, order[after].shared);
    if (shared === 0) break;
    note(rowAt[after], shared);
  }
  return most;
}

function placesOf(order: readonly Sorted[]): number[] {
  const places = new Array<number>(order.length);
  order.forEach(({ index }, place) => {
    places[index] = place;
  });
  return places;
}

function tokensOf(group: readonly MaskedTokens[]): number {
  return group.reduce((sum, sequence) => sum + sequence.ids.length, 0);
}

/** A copy of `items` in an order that depends only on their number and `seed` (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const result = [...items];
  const draw = generator(seed);
  for (let place = result.length - 1; place > 0; place -= 1) {
    const other = Math.floor(draw() * (place + 1));
    [result[place], result[other]] = [result[other], result[place]];
  }
  return result;
}

/** Numbers in [0, 1) from a 32-bit counter through a mixing function (Steele et al. 2014, SplitMix). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
