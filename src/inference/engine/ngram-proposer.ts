/** Longest n-gram that two places are compared by: beyond it a longer one says no more. */
export const LONGEST_NGRAM = 8;
/** Earlier places that are compared, the latest first: more would take longer than they help where a text repeats. */
const MOST_PLACES = 32;
/** Tokens of a prompt that are looked through, its last ones: reading more would hold up a step. */
const MOST_READ = 16_384;
/** Above all token ids, so that two of them are one number. */
const IDS = 2 ** 26;

/** Tokens that came after the same n-gram before. */
export interface Proposal {
  /** Tokens of the n-gram. */
  n: number;
  /** The first `count` of them. */
  tokens(count: number): number[];
}

/**
 * Proposes the next tokens of a sequence by prompt lookup: those that came after the same n-gram in its prompt or
 * answer, at the place that agrees with the end in the most tokens; of equal ones the latest.
 */
export class NgramProposer {
  /** By a token, the last place behind it, with the next token known. */
  readonly #behindOne = new Map<number, number>();
  /** By two tokens, the same. */
  readonly #behindTwo = new Map<number, number>();
  /** For each place from `#start` on the one before it that has the same two tokens; 0 is none. */
  readonly #earlier: number[] = [];
  #start = 1;

  /** Undefined where the last token is new. `tokens` only ever grow. */
  propose(tokens: readonly number[]): Proposal | undefined {
    this.#read(tokens);
    const { place, n } = this.#find(tokens);
    if (place === 0) return undefined;
    // Where the proposal comes to the end of what is known, it goes on with itself.
    const period = tokens.length - place;
    return { n, tokens: (count) => Array.from({ length: count }, (_, i) => tokens[place + (i % period)]) };
  }

  #read(tokens: readonly number[]): void {
    if (this.#earlier.length === 0) this.#start = Math.max(1, tokens.length - MOST_READ);
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
    for (let left = MOST_PLACES; place > 0 && left > 0 && best.n < LONGEST_NGRAM; left--) {
      const n = commonLength(tokens, place, end);
      if (n > best.n) best = { place, n };
      place = this.#earlier[place - this.#start];
    }
    return best;
  }
}

/** -1 at the first place, which no two tokens are. */
function twoBefore(tokens: readonly number[], place: number): number {
  return place < 2 ? -1 : tokens[place - 2] * IDS + tokens[place - 1];
}

/** How many tokens before both places are the same; two are. */
function commonLength(tokens: readonly number[], place: number, end: number): number {
  let n = 2;
  while (n < LONGEST_NGRAM && n < place && tokens[place - 1 - n] === tokens[end - 1 - n]) n += 1;
  return n;
}
