import type { Cooperative } from './cooperative.ts';
import type { MaskedTokens } from './train-step.ts';

/**
 * Fewer tokens in common are not shared. The prefixes worth sharing are prompts; a beginning of a few tokens is what
 * every chat template writes, and sharing it would hang unrelated sequences under one another for next to nothing.
 */
export const SHORTEST_SHARED = 16;

/** A sequence in the order that puts those with a common prefix side by side. */
export interface Sorted {
  /** Which of the given sequences it is. */
  index: number;
  /** Tokens that it shares with the one before it in the order; 0 or at least `SHORTEST_SHARED`. */
  shared: number;
}

/**
 * Sequences as the leaves of their prefix tree, from left to right. Any two share the least of the `shared` of all
 * after the first up to and including the second; so sequences packed in this order need the sum of `ids.length -
 * shared` tokens. The order depends on the sequences alone (equal beginnings: on their places), whatever their order
 * is.
 *
 * A trained token is never shared, nor the one before it: that one predicts it, so each sequence needs its own.
 */
export function* prefixOrder(sequences: readonly MaskedTokens[]): Cooperative<Sorted[]> {
  const prefixes = sequences.map(shareable);
  const order: number[] = [];
  for (const index of prefixes.keys()) {
    order.splice(placeOf(prefixes, order, index), 0, index);
    yield;
  }
  const sorted: Sorted[] = [];
  for (const [place, index] of order.entries()) {
    sorted.push({ index, shared: place === 0 ? 0 : shared(prefixes[order[place - 1]], prefixes[index]) });
    yield;
  }
  return sorted;
}

/** Whether anything is trained on; without, a sequence gives no gradient. */
export function isTrained({ mask }: MaskedTokens): boolean {
  return mask.indexOf(1, 1) !== -1;
}

function shareable({ ids, mask }: MaskedTokens): Uint32Array {
  const firstTrained = mask.indexOf(1, 1);
  return firstTrained === -1 ? ids : ids.subarray(0, firstTrained - 1);
}

/** After all that are not greater: a binary search. */
function placeOf(prefixes: readonly Uint32Array[], order: readonly number[], index: number): number {
  const own = asBytes(prefixes[index]);
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Buffer.compare(asBytes(prefixes[order[middle]]), own) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The order of bytes is another than that of numbers, and much faster; equal beginnings stand together in either. */
function asBytes({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function shared(one: Uint32Array, other: Uint32Array): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count++;
  return count >= SHORTEST_SHARED ? count : 0;
}
