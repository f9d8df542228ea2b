import type { GeneratedToken } from '../inference/generate-request.ts';

/** Numbers of a token: call number, index in the call, token id, log-probability. */
const ROW = 4;

/** A token without top log-probabilities, of a call with a number. */
export interface PackedToken {
  number: number;
  place: number;
  token: GeneratedToken;
}

/**
 * Tokens packed into one array of numbers. A step yields one token for each of dozens of calls; decoding one object for
 * each would cost the receiver several times as much.
 */
export class PackedTokens {
  #rows: number[] = [];

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Adds tokens for which `isPackable` holds. */
  add(number: number, from: number, tokens: readonly GeneratedToken[]): void {
    for (const [place, { id, logprob }] of tokens.entries()) this.#rows.push(number, from + place, id, logprob);
  }

  /** [tokens, 4] All tokens added. */
  get packed(): Float64Array {
    return Float64Array.from(this.#rows);
  }
}

/** Returns whether no token has top log-probabilities. */
export function isPackable(tokens: readonly GeneratedToken[]): boolean {
  return tokens.every(({ topIds }) => topIds.length === 0);
}

/** Calls `take` with each token of `packed`, in order. */
export function eachPacked(packed: Float64Array, take: (packed: PackedToken) => void): void {
  for (let at = 0; at + ROW <= packed.length; at += ROW) {
    const token = { id: packed[at + 2], logprob: packed[at + 3], topIds: [], topLogprobs: [] };
    take({ number: packed[at], place: packed[at + 1], token });
  }
}
