import { anchoredTerm } from './anchored-regex.ts';
import { assertingTerm } from './asserting-regex.ts';
import { needsContext } from './assertions.ts';
import { ANYTHING, type RegexNode } from './regex-node.ts';
import { parseRegex } from './regex-parser.ts';
import type { Term, Terms } from './terms.ts';

/** The texts that match `pattern` from end to end. Throws GrammarError. */
export function fullMatch(terms: Terms, pattern: string): Term {
  return matches(terms, parseRegex(pattern));
}

/** The texts in which `pattern` matches somewhere, as JSON Schema's `pattern` means it. Throws GrammarError. */
export function anyMatch(terms: Terms, pattern: string): Term {
  return matches(terms, { type: 'sequence', parts: [ANYTHING, parseRegex(pattern), ANYTHING] });
}

function matches(terms: Terms, node: RegexNode): Term {
  return needsContext(node) ? assertingTerm(terms, node) : anchoredTerm(terms, node);
}
