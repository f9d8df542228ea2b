import { anchoredTerm } from './anchored-regex.ts';
import { asserts } from './assertions.ts';
import { ANY_CHAR, complementOf, intersectionOf } from './char-set.ts';
import { WORD } from './character-classes.ts';
import { BEFORE, type Place, Places } from './place.ts';
import type { RegexNode } from './regex-node.ts';
import type { Term, Terms } from './terms.ts';

/** The texts that match `node` from end to end, whatever it asserts. Throws GrammarError for what it cannot hold to. */
export function assertingTerm(terms: Terms, node: RegexNode): Term {
  return new AssertingRegex(terms).term(node);
}

/**
 * A pattern as continuations: each place in it knows the texts that match from there on, given what stands before it,
 * which `^` and `\b` ask about. What `$` and `\b` ask of the text behind them is a conjunction.
 */
class AssertingRegex {
  readonly #terms: Terms;
  readonly #places: Places;
  readonly #beginsWord: Term;
  readonly #endsWord: Term;
  readonly #some: Term;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.#places = new Places(terms);
    this.#beginsWord = terms.concat(terms.chars(WORD), terms.all);
    this.#endsWord = terms.concat(terms.all, terms.chars(WORD));
    this.#some = terms.concat(terms.chars(ANY_CHAR), terms.all);
  }

  term(node: RegexNode): Term {
    const end = this.#places.place(0, () => this.#terms.empty);
    return this.#before(node, end).rest(BEFORE.start);
  }

  /** The place before `node`, where `next` is the one after it. */
  #before(node: RegexNode, next: Place): Place {
    const terms = this.#terms;
    if (!asserts(node)) return this.#plain(anchoredTerm(terms, node), next);
    switch (node.type) {
      case 'sequence':
        return this.#sequence(flat(node), next);
      case 'either':
        return this.#either(node.parts.map((part) => this.#before(part, next)));
      case 'loop':
        return this.#loop(node, next);
      case 'start':
        return this.#places.place(next.needs | BEFORE.start, (before) =>
          (before & BEFORE.start) === 0 ? terms.none : next.rest(before),
        );
      case 'end':
        return this.#places.place(next.needs, (before) => (next.rest(before).nullable ? terms.empty : terms.none));
      case 'boundary':
        return this.#boundary(node.inside, next);
      case 'chars':
        throw new Error('a character asserts nothing');
    }
  }

  /** Parts that assert nothing go together, so that counted loops stay counted. */
  #sequence(parts: readonly RegexNode[], next: Place): Place {
    let place = next;
    for (let end = parts.length; end > 0; ) {
      let begin = end - 1;
      if (!asserts(parts[begin])) while (begin > 0 && !asserts(parts[begin - 1])) begin -= 1;
      place = this.#before(
        end - begin === 1 ? parts[begin] : { type: 'sequence', parts: parts.slice(begin, end) },
        place,
      );
      end = begin;
    }
    return place;
  }

  #plain(part: Term, next: Place): Place {
    const terms = this.#terms;
    // Behind a character nothing matters of what stood before it.
    return this.#places.place(part.nullable ? next.needs : 0, (before) =>
      terms.or(
        this.#readings(part, before, next.needs).map(([texts, after]) => terms.concat(texts, next.later(after))),
      ),
    );
  }

  /** The texts of `part`, by what of `needs` stands before the next place once they are read. */
  #readings(part: Term, before: number, needs: number): [texts: Term, after: number][] {
    const terms = this.#terms;
    const isSplit = (needs & BEFORE.word) !== 0;
    if (isSplit && part.kind === 'chars') {
      const others = terms.chars(intersectionOf(part.set, complementOf(WORD)));
      return this.#possible([
        [terms.chars(intersectionOf(part.set, WORD)), BEFORE.word],
        [others, 0],
      ]);
    }
    // A reading of nothing leaves things as they are.
    const isApart = part.nullable && before !== 0 && !(isSplit && before === BEFORE.word);
    const readings: [Term, number][] = isApart ? [[terms.empty, before]] : [];
    const some = isApart ? terms.and([part, this.#some]) : part;
    if (!isSplit) return [...readings, [some, 0]];
    const endsWord = before === BEFORE.word ? terms.or([this.#endsWord, terms.empty]) : this.#endsWord;
    readings.push([terms.and([some, endsWord]), BEFORE.word], [terms.and([some, terms.not(endsWord)]), 0]);
    return this.#possible(readings);
  }

  #possible(readings: [texts: Term, after: number][]): [texts: Term, after: number][] {
    return readings.filter(([texts]) => texts !== this.#terms.none);
  }

  #either(ways: readonly Place[]): Place {
    const needs = ways.reduce((all, way) => all | way.needs, 0);
    return this.#places.place(needs, (before) => this.#terms.or(ways.map((way) => way.rest(before))));
  }

  #boundary(inside: boolean, next: Place): Place {
    const terms = this.#terms;
    return this.#places.place(next.needs | BEFORE.word, (before) => {
      const wordAhead = ((before & BEFORE.word) !== 0) === inside;
      return terms.and([wordAhead ? this.#beginsWord : terms.not(this.#beginsWord), next.rest(before)]);
    });
  }

  #loop({ part, min, max }: RegexNode & { type: 'loop' }, next: Place): Place {
    let place = next;
    if (max === Number.POSITIVE_INFINITY) place = this.#star(part, next);
    else for (let i = min; i < max; i++) place = this.#either([next, this.#before(part, place)]);
    for (let i = 0; i < min; i++) place = this.#before(part, place);
    return place;
  }

  /** Rounds that read nothing are left out: they change nothing, and the definition would lead to itself. */
  #star(part: RegexNode, next: Place): Place {
    const terms = this.#terms;
    const needs = next.needs | BEFORE.start | BEFORE.word;
    const unrolled = this.#places.place(needs, (before) =>
      terms.or([next.rest(before), round.rest(before | BEFORE.still)]),
    );
    const loop = this.#places.place(needs, (before) =>
      terms.reference(
        () => next.rest(before).nullable,
        () => unrolled.rest(before),
      ),
    );
    const again = this.#places.place(needs | BEFORE.still, (before) =>
      (before & BEFORE.still) === 0 ? loop.rest(before) : terms.none,
    );
    const round = this.#before(part, again);
    return loop;
  }
}

function flat(node: RegexNode): RegexNode[] {
  return node.type === 'sequence' ? node.parts.flatMap(flat) : [node];
}
