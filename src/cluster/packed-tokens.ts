import type { GeneratedToken } from '../inference/generate-request.ts';

/** Numbers of a token: of its call, of its place among the call's, its id, and its log-probability. */
const ROW = 4;

/** A token without alternatives, of a call that its replica gave a number. */
export interface PackedToken {
  number: number;
  place: number;
  token: GeneratedToken;
}

/**
 * Tokens as one array of numbers: a step brings one for each of dozens of calls, and objects of their own cost their
 * reader several times as much.
 */
export class PackedTokens {
  #rows: number[] = [];

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** `tokens` that `isPackable`. */
  add(number: number, from: number, tokens: readonly GeneratedToken[]): void {
    for (const [place, { id, logprob }] of tokens.entries()) this.#rows.push(number, from + place, id, logprob);
  }

  /** [tokens, 4] All that were added. */
  get packed(): Float64Array {
    return Float64Array.from(this.#rows);
  }
}

/** Whether none of them has alternatives. */
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
