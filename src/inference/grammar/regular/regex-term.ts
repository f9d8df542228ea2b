import { GrammarError } from '../grammar-error.ts';
import { complementOf } from './char-set.ts';
import { WORD } from './character-classes.ts';
import type { RegexNode } from './regex-node.ts';
import { parseRegex } from './regex-parser.ts';
import type { Term, Terms } from './terms.ts';

/** What may follow: where nothing was read yet, and elsewhere. */
interface Rest {
  atStart: Term;
  later: Term;
}

/** The texts that match `pattern` from end to end. Throws GrammarError. */
export function fullMatch(terms: Terms, pattern: string): Term {
  return matches(terms, parseRegex(pattern));
}

/** The texts in which `pattern` matches somewhere, as JSON Schema's `pattern` means it. Throws GrammarError. */
export function anyMatch(terms: Terms, pattern: string): Term {
  const anything: RegexNode = {
    type: 'loop',
    part: { type: 'chars', set: complementOf([]) },
    min: 0,
    max: Number.POSITIVE_INFINITY,
  };
  return matches(terms, { type: 'sequence', parts: [anything, parseRegex(pattern), anything] });
}

function matches(terms: Terms, node: RegexNode): Term {
  const parts = flat(node);
  const at = parts.findIndex(looksBack);
  if (at < 0) return follow(terms, node, { atStart: terms.empty, later: terms.empty }).atStart;
  // What lies before and after an assertion about both is split there: A\bC is (A ending in a word)(C not beginning
  // with one), or the other way round.
  const before = matches(terms, { type: 'sequence', parts: parts.slice(0, at) });
  const after = matches(terms, { type: 'sequence', parts: parts.slice(at + 1) });
  const assertion = parts[at];
  if (assertion.type === 'look') {
    const part = follow(terms, assertion.part, { atStart: terms.empty, later: terms.empty });
    const behind = terms.or([part.atStart, terms.concat(terms.all, part.later)]);
    return terms.concat(terms.and([before, assertion.negated ? terms.not(behind) : behind]), after);
  }
  const word = terms.chars(WORD);
  const afterWord = terms.concat(terms.all, word);
  const beforeWord = terms.concat(word, terms.all);
  const sides = [true, false].flatMap((left) =>
    [true, false].flatMap((right) => {
      if ((left === right) !== (assertion.type === 'boundary' && assertion.inside)) return [];
      const first = terms.and([before, left ? afterWord : terms.not(afterWord)]);
      return [terms.concat(first, terms.and([after, right ? beforeWord : terms.not(beforeWord)]))];
    }),
  );
  return terms.or(sides);
}

function flat(node: RegexNode): RegexNode[] {
  return node.type === 'sequence' ? node.parts.flatMap(flat) : [node];
}

function looksBack(node: RegexNode): boolean {
  return node.type === 'boundary' || (node.type === 'look' && !node.ahead);
}

function asserts(node: RegexNode): boolean {
  switch (node.type) {
    case 'chars':
      return false;
    case 'sequence':
    case 'either':
      return node.parts.some(asserts);
    case 'loop':
      return asserts(node.part);
    default:
      return true;
  }
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
    case 'look': {
      if (!node.ahead) throw new GrammarError('look-behind inside a group is not supported');
      const ahead = follow(terms, node.part, both(terms.all));
      const held = (term: Term): Term => (node.negated ? terms.not(term) : term);
      return {
        atStart: terms.and([held(ahead.atStart), rest.atStart]),
        later: terms.and([held(ahead.later), rest.later]),
      };
    }
    case 'boundary':
      throw new GrammarError('\\b and \\B inside a group are not supported');
    case 'loop':
      return loop(terms, node, rest);
  }
}

function loop(terms: Terms, { part, min, max }: RegexNode & { type: 'loop' }, rest: Rest): Rest {
  if (asserts(part)) {
    if (max > 1) throw new GrammarError('anchors and look-around inside a repeated group are not supported');
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
