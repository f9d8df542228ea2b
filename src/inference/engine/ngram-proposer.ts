/** Longest n-gram by which two positions are compared. A longer match predicts no better. */
export const MAX_NGRAM = 8;
/**
 * Most earlier positions to compare, the latest first. In repetitive text, more would cost more time than they save.
 */
const MAX_PLACES = 32;
/** Tokens at the end of a prompt that are indexed. Indexing more would delay a step. */
const MAX_READ = 16_384;
/** Above all token ids, so that two ids combine into one number. */
const IDS = 2 ** 26;

/** Tokens that followed the same n-gram earlier in the text. */
export interface Proposal {
  /** Length of the n-gram in tokens. */
  n: number;
  /** Returns the first `count` proposed tokens. */
  tokens(count: number): number[];
}

/**
 * Proposes the next tokens of a sequence by prompt lookup: the tokens that followed an earlier position in its prompt
 * or answer. It takes the position that matches the end in the most tokens, and the latest among equals.
 */
export class NgramProposer {
  /** For each token, the position after its last occurrence whose next token is known. */
  readonly #behindOne = new Map<number, number>();
  /** The same for each two consecutive tokens. */
  readonly #behindTwo = new Map<number, number>();
  /**
   * For each position from `#start` on, the last position before it that follows the same two tokens; 0 if there is
   * none.
   */
  readonly #earlier: number[] = [];
  #start = 1;

  /** Returns a proposal, or undefined if the last token is new. `tokens` only ever grow. */
  propose(tokens: readonly number[]): Proposal | undefined {
    this.#read(tokens);
    const { place, n } = this.#find(tokens);
    if (place === 0) return undefined;
    // A proposal that reaches the end of the known tokens repeats itself.
    const period = tokens.length - place;
    return { n, tokens: (count) => Array.from({ length: count }, (_, i) => tokens[place + (i % period)]) };
  }

  #read(tokens: readonly number[]): void {
    if (this.#earlier.length === 0) this.#start = Math.max(1, tokens.length - MAX_READ);
    for (let place = this.#start + this.#earlier.length; place < tokens.length; place++) {
      const two = twoBefore(tokens, place);
      this.#earlier.push(this.#behindTwo.get(two) ?? 0);
      this.#behindTwo.set(two, place);
      this.#behindOne.set(tokens[place - 1], place);
    }
  }

  #find(tokens: readonly number[]): { place: number; n: number } {
    const end = tokens.length;
    let best = { place: this.#behindOne.get(tokens[end - 1]) ?? 0, n: 1 };
    let place = this.#behindTwo.get(twoBefore(tokens, end)) ?? 0;
    for (let left = MAX_PLACES; place > 0 && left > 0 && best.n < MAX_NGRAM; left--) {
      const n = commonLength(tokens, place, end);
      if (n > best.n) best = { place, n };
      place = this.#earlier[place - this.#start];
    }
    return best;
  }
}

/** Returns the two tokens before a position as one number; -1, which no two tokens have, at the first position. */
function twoBefore(tokens: readonly number[], place: number): number {
  return place < 2 ? -1 : tokens[place - 2] * IDS + tokens[place - 1];
}

/** Returns how many tokens before both positions agree. The caller knows that two do. */
function commonLength(tokens: readonly number[], place: number, end: number): number {
  let n = 2;
  while (n < MAX_NGRAM && n < place && tokens[place - 1 - n] === tokens[end - 1 - n]) n += 1;
  return n;
}
