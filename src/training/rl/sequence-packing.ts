import type { Cooperative } from '../cooperative.ts';
import { type PrefixOrdered, prefixOrder } from '../shared-prefix.ts';
import type { MaskedTokens } from '../train-step.ts';

const LENGTH_STEP = 2048;

/**
 * Returns the length of a packed batch: the requested one, else the longest sequence rounded up, within the model's
 * maximum.
 */
export function packedLength(longest: number, asked: number | null, modelMaximum: number): number {
  return asked ?? Math.min(Math.ceil(longest / LENGTH_STEP) * LENGTH_STEP, modelMaximum);
}

/**
 * Packs whole sequences into batches of at most `length` tokens. A prefix that sequences of a batch share counts once
 * (`prefixOrder`). Each sequence goes to the batch in which it adds the fewest tokens; ties go to the fullest batch.
 * The group with most tokens comes first. A group's index seeds the shuffle of its sequences, and the number of batches
 * seeds the shuffle of the batches, so a job always gives the same batches. No sequence may exceed `length`.
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
  const batches: PackedBatch<Sequence>[] = [];
  /** Batches by position in `order`. */
  const batchAt: (PackedBatch<Sequence> | undefined)[] = [];
  for (const [index, sequence] of sequences.entries()) {
    const shared = sharedWithBatches(order, places[index], batchAt);
    const { batch, added } = bestBatch(batches, sequence.ids.length, shared, length);
    batch.sequences.push(sequence);
    batch.room -= added;
    batchAt[places[index]] = batch;
    yield;
  }
  return shuffled(
    batches.map((batch) => batch.sequences),
    batches.length,
  );
}

interface PackedBatch<Sequence> {
  sequences: Sequence[];
  room: number;
}

/** Returns the batch for a sequence of `size` tokens, a new one if none has room, and the tokens that it adds. */
function bestBatch<Sequence>(
  batches: PackedBatch<Sequence>[],
  size: number,
  shared: ReadonlyMap<PackedBatch<Sequence>, number>,
  length: number,
): { batch: PackedBatch<Sequence>; added: number } {
  let best: { batch: PackedBatch<Sequence>; added: number } | null = null;
  for (const batch of batches) {
    const added = size - (shared.get(batch) ?? 0);
    if (batch.room < added) continue;
    if (best === null || added < best.added || (added === best.added && batch.room < best.batch.room))
      best = { batch, added };
  }
  if (best !== null) return best;
  const batch = { sequences: [], room: length };
  batches.push(batch);
  return { batch, added: size };
}

/** Returns for each batch the longest prefix, in tokens, that it shares with the sequence at `place` of the order. */
function sharedWithBatches<Sequence>(
  order: readonly PrefixOrdered[],
  place: number,
  batchAt: readonly (PackedBatch<Sequence> | undefined)[],
): Map<PackedBatch<Sequence>, number> {
  const most = new Map<PackedBatch<Sequence>, number>();
  const note = (batch: PackedBatch<Sequence> | undefined, shared: number) => {
    if (batch && shared > (most.get(batch) ?? 0)) most.set(batch, shared);
  };
  let shared = Number.POSITIVE_INFINITY;
  for (let before = place - 1; before >= 0; before--) {
    shared = Math.min(shared, order[before + 1].shared);
    if (shared === 0) break;
    note(batchAt[before], shared);
  }
  shared = Number.POSITIVE_INFINITY;
  for (let after = place + 1; after < order.length; after++) {
    shared = Math.min(shared, order[after].shared);
    if (shared === 0) break;
    note(batchAt[after], shared);
  }
  return most;
}

function placesOf(order: readonly PrefixOrdered[]): number[] {
  const places = new Array<number>(order.length);
  order.forEach(({ index }, place) => {
    places[index] = place;
  });
  return places;
}

function tokensOf(group: readonly MaskedTokens[]): number {
  return group.reduce((sum, sequence) => sum + sequence.ids.length, 0);
}

/** Returns a copy of `items` in an order that depends only on their number and `seed` (Fisher-Yates). */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const result = [...items];
  const random = generator(seed);
  for (let place = result.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    [result[place], result[other]] = [result[other], result[place]];
  }
  return result;
}

/** Returns a generator of numbers in [0, 1): a 32-bit counter and a mixing function (Steele et al. 2014, SplitMix). */
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
