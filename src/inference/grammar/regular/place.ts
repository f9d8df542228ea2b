import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import type { Term, Terms } from './terms.ts';

/** For each look-behind of a pattern, the texts after which it holds, counted from here: it holds where that is nullable. */
export type Context = readonly Term[];

/** What a place in a pattern goes by, of each look-behind. */
export const NEED = { nothing: 0, here: 1, furtherOn: 2 } as const;
export type Needs = readonly number[];

/** A place in a pattern. */
export interface Place {
  readonly needs: Needs;
  /** The texts that match from this place on. */
  rest(context: Context): Term;
  /** The same, perhaps found when it is asked about: behind a character, so that long patterns make no deep calls. */
  later(context: Context): Term;
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

  /** `find` may go by what `needs` names of a context, and by nothing else: what it finds is kept under that. */
  place(needs: Needs, find: (context: Context) => Term): Place {
    // Repeated groups that assert something are written out.
    if (++this.#made > GRAMMAR_LIMITS.states) {
      throw new GrammarError(
        `a regular expression with assertions has more than ${GRAMMAR_LIMITS.states} parts, the limit`,
      );
    }
    const found = new Map<string, Term>();
    const waiting = new Map<string, Term>();
    const rest = (context: Context): Term =>
      once(found, keyOf(needs, context), () => this.#deeper(() => find(context)));
    const later = (context: Context): Term => {
      const key = keyOf(needs, context);
      const known = found.get(key);
      if (known || this.#depth < EAGER_DEPTH) return known ?? rest(context);
      const wait = () =>
        this.#terms.reference(
          () => rest(context).nullable,
          () => rest(context),
        );
      return once(waiting, key, wait);
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

/** What either of two places goes by. */
export function mostOf(a: Needs, b: Needs): Needs {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => Math.max(a[i] ?? 0, b[i] ?? 0));
}

function keyOf(needs: Needs, context: Context): string {
  return needs
    .map((need, i) => (need === NEED.nothing ? '' : need === NEED.here ? context[i].nullable : context[i].id))
    .join();
}

function once(known: Map<string, Term>, key: string, find: () => Term): Term {
  let term = known.get(key);
  if (term === undefined) {
    term = find();
    known.set(key, term);
  }
  return term;
}
