import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import type { Term, Terms } from './terms.ts';

/**
 * What a pattern may ask of the text before a place, as bits: there is none, it ends in a character of a word, nothing
 * of it was read in this round of a loop.
 */
export const BEFORE = { start: 1, word: 2, still: 4 } as const;

/** A place in a pattern. */
export interface Place {
  /** The bits of what stands before it that matter from here on. */
  readonly needs: number;
  /** The texts that match from this place on. */
  rest(before: number): Term;
  /** The same, perhaps found when it is asked about: behind a character, so that long patterns make no deep calls. */
  later(before: number): Term;
}

/** How deep calls may nest until a place behind a character waits; past the second the pattern is refused. */
const EAGER_DEPTH = 100;
const DEEPEST = 600;

/** Makes the places of one pattern. */
export class Places {
  readonly #terms: Terms;
  #made = 0;
  #depth = 0;

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  /** `find` is given those bits that are in `needs`. */
  place(needs: number, find: (before: number) => Term): Place {
    // Repeated groups that assert something are written out.
    if (++this.#made > GRAMMAR_LIMITS.states) {
      throw new GrammarError(
        `a regular expression with assertions has more than ${GRAMMAR_LIMITS.states} parts, the limit`,
      );
    }
    const found = new Map<number, Term>();
    const waiting = new Map<number, Term>();
    const rest = (before: number): Term => once(found, before & needs, (bits) => this.#deeper(() => find(bits)));
    const later = (before: number): Term => {
      const known = found.get(before & needs);
      if (known || this.#depth < EAGER_DEPTH) return known ?? rest(before);
      const isNullable = () => rest(before).nullable;
      return once(waiting, before & needs, () => this.#terms.reference(isNullable, () => rest(before)));
    };
    return { needs, rest, later };
  }

  #deeper(find: () => Term): Term {
    if (this.#depth >= DEEPEST) {
      throw new GrammarError(`the regular expression has more than ${DEEPEST} assertions or repetitions in a row`);
    }
    this.#depth += 1;
    try {
      return find();
    } finally {
      this.#depth -= 1;
    }
  }
}

function once(known: Map<number, Term>, key: number, find: (key: number) => Term): Term {
  let term = known.get(key);
  if (term === undefined) {
    term = find(key);
    known.set(key, term);
  }
  return term;
}
