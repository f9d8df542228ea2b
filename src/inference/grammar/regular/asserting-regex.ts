import { GrammarError } from '../grammar-error.ts';
import { anchoredTerm } from './anchored-regex.ts';
import { asserts } from './assertions.ts';
import { WORD } from './character-classes.ts';
import { LookBehinds, START, STILL } from './look-behinds.ts';
import { mostOf, NEED, type Needs, type Place, Places } from './place.ts';
import { Reading } from './reading.ts';
import type { RegexNode } from './regex-node.ts';
import type { Term, Terms } from './terms.ts';

/** The texts that match `node` from end to end, whatever it asserts. Throws GrammarError for what it cannot hold to. */
export function assertingTerm(terms: Terms, node: RegexNode): Term {
  return new AssertingRegex(terms).term(node);
}

/**
 * A pattern as continuations: each place in it knows the texts that match from there on, given what the look-behinds
 * of the pattern have seen so far. `\b` is a look-behind and a look-ahead, `^` a look-behind that reading ends.
 */
class AssertingRegex {
  readonly #terms: Terms;
  readonly #places: Places;
  readonly #reading: Reading;
  readonly #behinds: LookBehinds;
  readonly #beforeWord: Term;

  constructor(terms: Terms) {
    this.#terms = terms;
    this.#places = new Places(terms);
    this.#reading = new Reading(terms);
    this.#beforeWord = terms.concat(terms.chars(WORD), terms.all);
    this.#behinds = new LookBehinds(terms, (node) => this.term(node));
  }

  term(node: RegexNode): Term {
    const end = this.#places.place([], () => this.#terms.empty);
    return this.#before(node, end).rest(this.#behinds.context());
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
        return this.#behind(START, false, next);
      case 'end':
        if (this.#behinds.inside) throw new GrammarError('$ inside a look-behind is not supported');
        return this.#places.place(next.needs, (context) => (next.rest(context).nullable ? terms.empty : terms.none));
      case 'boundary':
        return this.#boundary(node.inside, next);
      case 'look':
        return node.ahead ? this.#ahead(node, next) : this.#behind(this.#behinds.number(node), node.negated, next);
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
    const needs = next.needs.map((need) => (need === NEED.nothing ? need : NEED.furtherOn));
    return this.#places.place(needs, (context) =>
      terms.or(
        this.#reading
          .outcomes(part, context, next.needs)
          .map((way) => terms.concat(way.texts, next.later(way.context))),
      ),
    );
  }

  #either(ways: readonly Place[]): Place {
    const needs = ways.reduce<Needs>((all, way) => mostOf(all, way.needs), []);
    return this.#places.place(needs, (context) => this.#terms.or(ways.map((way) => way.rest(context))));
  }

  #behind(number: number, negated: boolean, next: Place): Place {
    return this.#places.place(mostOf(next.needs, here(number)), (context) =>
      context[number].nullable === negated ? this.#terms.none : next.rest(context),
    );
  }

  #ahead(node: RegexNode & { type: 'look' }, next: Place): Place {
    const terms = this.#terms;
    if (this.#behinds.inside) throw new GrammarError('look-ahead inside a look-behind is not supported');
    const anything = this.#places.place([], () => terms.all);
    const part = this.#before(node.part, anything);
    return this.#places.place(mostOf(part.needs, next.needs), (context) => {
      const ahead = part.rest(context);
      return terms.and([node.negated ? terms.not(ahead) : ahead, next.rest(context)]);
    });
  }

  #boundary(inside: boolean, next: Place): Place {
    const terms = this.#terms;
    const word = this.#behinds.word();
    const insideBehind = this.#behinds.inside;
    return this.#places.place(mostOf(next.needs, here(word)), (context) => {
      const rest = next.rest(context);
      if (insideBehind && rest.nullable) {
        throw new GrammarError('\\b and \\B at the end of a look-behind are not supported');
      }
      const wordAhead = context[word].nullable === inside;
      return terms.and([wordAhead ? this.#beforeWord : terms.not(this.#beforeWord), rest]);
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
    const used = this.#behinds.of(part).reduce<Needs>((needs, number) => mostOf(needs, here(number)), next.needs);
    const needs = used.map((need, i) => (i === STILL || need === NEED.nothing ? need : NEED.furtherOn));
    needs[STILL] = next.needs[STILL] ?? NEED.nothing;
    const unrolled = this.#places.place(needs, (context) =>
      terms.or([next.rest(context), round.rest(context.with(STILL, terms.empty))]),
    );
    const loop = this.#places.place(needs, (context) =>
      terms.reference(
        () => next.rest(context).nullable,
        () => unrolled.rest(context),
      ),
    );
    const again = this.#places.place(mostOf(needs, here(STILL)).with(STILL, NEED.here), (context) =>
      context[STILL].nullable ? terms.none : loop.rest(context.with(STILL, terms.none)),
    );
    const round = this.#before(part, again);
    return loop;
  }
}

function flat(node: RegexNode): RegexNode[] {
  return node.type === 'sequence' ? node.parts.flatMap(flat) : [node];
}

function here(number: number): Needs {
  return Array.from({ length: number + 1 }, (_, i) => (i === number ? NEED.here : NEED.nothing));
}
