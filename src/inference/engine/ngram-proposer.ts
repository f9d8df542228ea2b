/** Longest run of tokens that two places are compared by: beyond it a longer one says no more. */
const LONGEST = 8;
/** Earlier places that are compared, the latest first: more would take longer than they help where a text repeats. */
const MOST_PLACES = 32;
/** Above all token ids, so that two of them are one number. */
const IDS = 2 ** 26;

/**
 * Proposes the tokens that came after the same n-gram earlier in a sequence (prompt lookup): that of the place which
 * agrees with the end in the most tokens, at least two; of equal ones the latest.
 */
export class NgramProposer {
  /** By the two tokens before it, the last place that they were at the end of, with the next token known. */
  readonly #last = new Map<number, number>();
  /** For each place the one before it that has the same two tokens; 0 is none. */
  readonly #earlier: number[] = [0, 0];

  /** The next `count` tokens as proposed; none where the last two were never seen before. `tokens` only ever grow. */
  propose(tokens: readonly number[], count: number): number[] {
    this.#read(tokens);
    const place = this.#find(tokens);
    if (place === 0) return [];
    // Where the proposal comes to the end of what is known, it goes on with itself.
    const period = tokens.length - place;
    return Array.from({ length: count }, (_, i) => tokens[place + (i % period)]);
  }

  #read(tokens: readonly number[]): void {
    for (let place = this.#earlier.length; place < tokens.length; place++) {
      const key = keyAt(tokens, place);
      this.#earlier.push(this.#last.get(key) ?? 0);
      this.#last.set(key, place);
    }
  }

  #find(tokens: readonly number[]): number {
    const end = tokens.length;
    let best = 0;
    let longest = 0;
    let place = end < 2 ? 0 : (this.#last.get(keyAt(tokens, end)) ?? 0);
    for (let left = MOST_PLACES; place > 0 && left > 0 && longest < LONGEST; left--) {
      const length = commonLength(tokens, place, end);
      if (length > longest) [best, longest] = [place, length];
      place = this.#earlier[place];
    }
    return best;
  }
}

function keyAt(tokens: readonly number[], place: number): number {
  return tokens[place - 2] * IDS + tokens[place - 1];
}

/** How many tokens before both places are the same. */
function commonLength(tokens: readonly number[], place: number, end: number): number {
  let length = 2;
  while (length < LONGEST && length < place && tokens[place - 1 - length] === tokens[end - 1 - length]) length += 1;
  return length;
}
