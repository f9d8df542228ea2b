import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { NodeNumbers, Terminal } from '../machine/node.ts';
import { TextTerminal } from '../machine/text-terminal.ts';
import { TermAutomaton } from '../regular/automaton.ts';
import { charsOf } from '../regular/char-set.ts';
import { fullMatch } from '../regular/regex-term.ts';
import type { Term, Terms } from '../regular/terms.ts';

/** Maximum number of consecutive spaces and tabs between two JSON tokens. */
const MAX_BLANKS = 32;

/** Terminals of JSON's punctuation, with the allowed whitespace around it. */
export class Punctuation {
  readonly openObject: Terminal;
  readonly closeObject: Terminal;
  readonly openArray: Terminal;
  readonly closeArray: Terminal;
  /** Close of an empty object, right after `openObject`. */
  readonly closeEmptyObject: Terminal;
  readonly closeEmptyArray: Terminal;
  readonly comma: Terminal;
  readonly colon: Terminal;

  /** Throws GrammarError if the whitespace pattern matches no JSON whitespace. */
  constructor(numbers: NodeNumbers, terms: Terms, whitespace: JsonOptions['whitespace']) {
    const space = spaceTerm(terms, whitespace);
    const mark = (before: Term, text: string, after: Term): Terminal =>
      new TextTerminal(numbers, new TermAutomaton(terms, terms.sequence([before, terms.text(text), after])));
    this.openObject = mark(terms.empty, '{', space);
    this.openArray = mark(terms.empty, '[', space);
    this.closeObject = mark(space, '}', terms.empty);
    this.closeArray = mark(space, ']', terms.empty);
    this.closeEmptyObject = new LiteralTerminal(numbers, ['}']);
    this.closeEmptyArray = new LiteralTerminal(numbers, [']']);
    this.comma = mark(space, ',', space);
    this.colon = mark(space, ':', space);
  }
}

/** Returns the term of whitespace between JSON tokens. Throws GrammarError if its pattern matches none. */
export function spaceTerm(terms: Terms, whitespace: JsonOptions['whitespace']): Term {
  if (whitespace === 'none') return terms.empty;
  const space = terms.chars(charsOf(' \t\n\r'));
  if (whitespace === 'any') return usualSpace(terms);
  const asked = terms.and([fullMatch(terms, whitespace.pattern), terms.loop(space, 0, Number.POSITIVE_INFINITY)]);
  if (new TermAutomaton(terms, asked).start === undefined) {
    throw new GrammarError('whitespace_pattern matches nothing that JSON allows between its tokens');
  }
  return asked;
}

/** Returns one optional line end, then blanks. Given more freedom, small models write whitespace without end. */
function usualSpace(terms: Terms): Term {
  const lineEnd = terms.or([terms.text('\n'), terms.text('\r\n')]);
  return terms.concat(terms.loop(lineEnd, 0, 1), terms.loop(terms.chars(charsOf(' \t')), 0, MAX_BLANKS));
}
