import { asserts } from './assertions.ts';
import type { RegexNode } from './regex-node.ts';
import type { Term, Terms } from './terms.ts';

/** What may follow: where nothing was read yet, and elsewhere. */
interface Rest {
  atStart: Term;
  later: Term;
}

/**
 * The texts that match `node` from end to end, where it looks back no further than `^` does and repeats nothing that
 * asserts (`needsContext` says so). Its terms are small, and most of them `exact`.
 */
export function anchoredTerm(terms: Terms, node: RegexNode): Term {
  return follow(terms, node, { atStart: terms.empty, later: terms.empty }).atStart;
}

/** The texts that match `node` and then `rest`. */
function follow(terms: Terms, node: RegexNode, rest: Rest): Rest {
  const both = (term: Term): Rest => ({ atStart: term, later: term });
  switch (node.type) {
    case 'chars':
      return both(terms.concat(terms.chars(node.set), rest.later));
    case 'sequence':
      return node.parts.reduceRight((after, part) => follow(terms, part, after), rest);
    case 'either': {
      const ways = node.parts.map((part) => follow(terms, part, rest));
      return { atStart: terms.or(ways.map((way) => way.atStart)), later: terms.or(ways.map((way) => way.later)) };
    }
    case 'start':
      return { atStart: rest.atStart, later: terms.none };
    case 'end':
      return {
        atStart: rest.atStart.nullable ? terms.empty : terms.none,
        later: rest.later.nullable ? terms.empty : terms.none,
      };
    case 'boundary':
      throw new Error('a boundary needs a context');
    case 'loop':
      return loop(terms, node, rest);
  }
}

function loop(terms: Terms, { part, min, max }: RegexNode & { type: 'loop' }, rest: Rest): Rest {
  if (asserts(part)) {
    if (max === 0) return rest;
    const once = follow(terms, part, rest);
    if (min === 1) return once;
    return { atStart: terms.or([once.atStart, rest.atStart]), later: terms.or([once.later, rest.later]) };
  }
  const { later: term } = follow(terms, part, { atStart: terms.empty, later: terms.empty });
  const later = terms.concat(terms.loop(term, min, max), rest.later);
  if (rest.atStart === rest.later) return { atStart: later, later };
  const some = terms.concat(terms.loop(term, Math.max(1, min), max), rest.later);
  return { atStart: min === 0 || term.nullable ? terms.or([some, rest.atStart]) : some, later };
}
