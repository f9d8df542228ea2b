import { ANY_CHAR } from './char-set.ts';
import { parseRegex, type RegexNode } from './regex-parser.ts';
import type { Term, Terms } from './terms.ts';

/** Any text, including line ends. */
const ANYTHING: RegexNode = {
  type: 'loop',
  part: { type: 'chars', set: ANY_CHAR },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

/** Returns the term of a pattern that the whole text must match. Throws GrammarError. */
export function fullMatch(terms: Terms, pattern: string): Term {
  return matches(terms, parseRegex(pattern));
}

/** Returns the term of the texts that contain a match, as JSON Schema's `pattern` demands. Throws GrammarError. */
export function anyMatch(terms: Terms, pattern: string): Term {
  return matches(terms, { type: 'sequence', parts: [ANYTHING, parseRegex(pattern), ANYTHING] });
}

function matches(terms: Terms, node: RegexNode): Term {
  if (needsPosition(node)) return terms.anchored(positionalTerm(terms, node), 'nothing');
  return follow(terms, node, { atStart: terms.empty, later: terms.empty }).atStart;
}

/** Returns whether a pattern contains assertions. */
function asserts(node: RegexNode): boolean {
  if (node.type === 'sequence' || node.type === 'either') return node.parts.some(asserts);
  return node.type === 'loop' ? asserts(node.part) : node.type !== 'chars';
}

/** Returns whether a pattern has word boundaries or repeats assertions, so that it needs an `anchored` term. */
function needsPosition(node: RegexNode): boolean {
  if (node.type === 'sequence' || node.type === 'either') return node.parts.some(needsPosition);
  if (node.type === 'loop') return node.max > 1 ? asserts(node.part) : needsPosition(node.part);
  return node.type === 'boundary' || node.type === 'non-boundary';
}

/** Returns the term of `node` with its assertions as terms, for `Terms.anchored`. */
function positionalTerm(terms: Terms, node: RegexNode): Term {
  switch (node.type) {
    case 'chars':
      return terms.chars(node.set);
    case 'sequence':
      return terms.sequence(node.parts.map((part) => positionalTerm(terms, part)));
    case 'either':
      return terms.or(node.parts.map((part) => positionalTerm(terms, part)));
    case 'loop':
      return terms.loop(positionalTerm(terms, node.part), node.min, node.max);
    default:
      return terms.assertion(node.type);
  }
}

/** Term of the rest of a pattern: at the start of the text, and after at least one character. */
interface Rest {
  atStart: Term;
  later: Term;
}

/**
 * Returns the term of `node`, then `rest`, for a `node` without `needsPosition`. It resolves `^` and `$`, so that most
 * results are `exact` and need no exploration of their states.
 */
function follow(terms: Terms, node: RegexNode, rest: Rest): Rest {
  switch (node.type) {
    case 'chars': {
      const term = terms.concat(terms.chars(node.set), rest.later);
      return { atStart: term, later: term };
    }
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
    case 'loop':
      return asserts(node.part) ? followOnce(terms, node, rest) : followLoop(terms, node, rest);
    default:
      throw new Error('a boundary needs its position');
  }
}

/** Returns the term of an optional part with assertions, which is repeated at most once. */
function followOnce(terms: Terms, { part, min, max }: RegexNode & { type: 'loop' }, rest: Rest): Rest {
  if (max === 0) return rest;
  const once = follow(terms, part, rest);
  if (min === 1) return once;
  return { atStart: terms.or([once.atStart, rest.atStart]), later: terms.or([once.later, rest.later]) };
}

function followLoop(terms: Terms, { part, min, max }: RegexNode & { type: 'loop' }, rest: Rest): Rest {
  const term = positionalTerm(terms, part);
  const later = terms.concat(terms.loop(term, min, max), rest.later);
  if (rest.atStart === rest.later) return { atStart: later, later };
  const some = terms.concat(terms.loop(term, Math.max(1, min), max), rest.later);
  return { atStart: min === 0 || term.nullable ? terms.or([some, rest.atStart]) : some, later };
}
