import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { ANY_CHAR, type CharSet, charSet, complementOf, intersectionOf, unionOf } from './char-set.ts';
import { derivatives } from './derivative.ts';
import { type Context, NEED, type Needs } from './place.ts';
import type { Term, Terms } from './terms.ts';

/** One way in which reading changes a context: by which texts, and into what, as far as it is needed there. */
export interface Outcome {
  texts: Term;
  context: Context;
}

/** What reading does to the contexts of one pattern. */
export class Reading {
  readonly #terms: Terms;
  readonly #moves = new Map<Term, [Term, CharSet][]>();
  readonly #reachable = new Map<string, Context[]>();

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  /** How reading a text of `part` can change `context`. */
  outcomes(part: Term, context: Context, needs: Needs): Outcome[] {
    const needed = context.map((_, i) => needs[i] ?? NEED.nothing);
    if (part.kind === 'chars') return this.#ofOneChar(part.set, context, needed);
    const terms = this.#terms;
    const followed = needed.flatMap((need, i) => (need === NEED.furtherOn ? [i] : []));
    let found = this.#reached(context, followed).map((to) => ({
      texts: terms.and([part, ...followed.map((i) => terms.path(context[i], to[i]))]),
      // What is reached is kept for all contexts that agree in what is followed, so the rest of this one is put back.
      context: context.map((term, i) => (needed[i] === NEED.furtherOn ? to[i] : term)),
    }));
    needed.forEach((need, i) => {
      if (need !== NEED.here) return;
      found = found.flatMap((way) => [
        { texts: terms.and([way.texts, context[i]]), context: way.context.with(i, terms.empty) },
        { texts: terms.and([way.texts, terms.not(context[i])]), context: way.context.with(i, terms.none) },
      ]);
      check(found.length);
    });
    return found.filter(({ texts }) => texts !== terms.none);
  }

  #ofOneChar(set: CharSet, context: Context, needed: Needs): Outcome[] {
    const terms = this.#terms;
    const used = needed.flatMap((need, i) => (need === NEED.nothing ? [] : [i]));
    const sets = new Map<string, { set: CharSet; context: Context }>();
    for (const move of this.#together(context, used, set)) {
      const to = move.context.map((term, i) =>
        needed[i] !== NEED.here ? term : term.nullable ? terms.empty : terms.none,
      );
      const key = used.map((i) => to[i].id).join();
      sets.set(key, { set: unionOf(sets.get(key)?.set ?? [], move.set), context: to });
    }
    return [...sets.values()].map((way) => ({ texts: terms.chars(way.set), context: way.context }));
  }

  /** All that the look-behinds `used` can become together. */
  #reached(context: Context, used: readonly number[]): readonly Context[] {
    const name = (each: Context) => used.map((i) => `${i}:${each[i].id}`).join();
    const key = name(context);
    const known = this.#reachable.get(key);
    if (known) return known;
    const found = new Map([[key, context]]);
    // A map is walked in the order in which it grows.
    for (const from of found.values()) {
      for (const { context: to } of this.#together(from, used, ANY_CHAR)) found.set(name(to), to);
      check(found.size);
    }
    const all = [...found.values()];
    this.#reachable.set(key, all);
    return all;
  }

  /** What a character of `set` makes of the look-behinds `used`. */
  #together(context: Context, used: readonly number[], set: CharSet): { set: CharSet; context: Context }[] {
    let moves = [{ set, context }];
    for (const i of used) {
      moves = moves.flatMap((move) =>
        this.#alone(context[i]).flatMap(([to, chars]) => {
          const both = intersectionOf(move.set, chars);
          return both.length === 0 ? [] : [{ set: both, context: move.context.with(i, to) }];
        }),
      );
    }
    return moves;
  }

  /** Where each character leads, `none` too. */
  #alone(from: Term): [Term, CharSet][] {
    const known = this.#moves.get(from);
    if (known) return known;
    const ranges = new Map<Term, [number, number][]>();
    for (const { low, high, term } of derivatives(this.#terms, from)) {
      const list = ranges.get(term);
      if (list) list.push([low, high]);
      else ranges.set(term, [[low, high]]);
    }
    const moves = [...ranges].map(([term, list]): [Term, CharSet] => [term, charSet(list)]);
    const nowhere = complementOf(unionOf(...moves.map(([, set]) => set)));
    if (nowhere.length > 0) moves.push([this.#terms.none, nowhere]);
    this.#moves.set(from, moves);
    return moves;
  }
}

function check(count: number): void {
  if (count <= GRAMMAR_LIMITS.alternatives) return;
  throw new GrammarError(`look-behinds combine in more than ${GRAMMAR_LIMITS.alternatives} ways, which is the limit`);
}
