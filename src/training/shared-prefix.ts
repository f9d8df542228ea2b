import type { Cooperative } from './cooperative.ts';
import type { MaskedTokens } from './train-step.ts';

/**
 * Length in tokens of the shortest prefix that is shared. Prompts are worth sharing. The first few tokens of a chat
 * template are in every sequence; sharing them would tie unrelated sequences together for little gain.
 */
export const MIN_PREFIX_TOKENS = 16;

/** A sequence in an order that puts sequences with a shared prefix next to each other. */
export interface PrefixOrdered {
  /** Index among the given sequences. */
  index: number;
  /** Tokens shared with the previous sequence of the order; 0 or at least `MIN_PREFIX_TOKENS`. */
  shared: number;
}

/**
 * Sorts sequences as the leaves of their prefix tree, from left to right. Two sequences share the minimum of `shared`
 * over the entries after the first, up to and including the second. So sequences packed in this order need the sum of
 * `ids.length - shared` tokens. The result depends on the sequences' contents; only equal prefixes keep their input
 * order.
 *
 * A trained token is never shared. Nor is the token before it: it predicts the trained token, so each sequence needs
 * a row for it.
 */
export function* prefixOrder(sequences: readonly MaskedTokens[]): Cooperative<PrefixOrdered[]> {
  const prefixes = sequences.map(shareable);
  const order: number[] = [];
  for (const index of prefixes.keys()) {
    order.splice(placeOf(prefixes, order, index), 0, index);
    yield;
  }
  const sorted: PrefixOrdered[] = [];
  for (const [place, index] of order.entries()) {
    sorted.push({ index, shared: place === 0 ? 0 : shared(prefixes[order[place - 1]], prefixes[index]) });
    yield;
  }
  return sorted;
}

/** Returns whether a sequence has trained tokens; without them it gives no gradient. */
export function isTrained({ mask }: MaskedTokens): boolean {
  return mask.indexOf(1, 1) !== -1;
}

function shareable({ ids, mask }: MaskedTokens): Uint32Array {
  const firstTrained = mask.indexOf(1, 1);
  return firstTrained === -1 ? ids : ids.subarray(0, firstTrained - 1);
}

/** Returns the insertion index after all prefixes that are not greater, by binary search. */
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

/** Views ids as bytes. Byte order differs from numeric order, but is faster; both put shared prefixes together. */
function asBytes({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function shared(one: Uint32Array, other: Uint32Array): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count++;
  return count >= MIN_PREFIX_TOKENS ? count : 0;
}
