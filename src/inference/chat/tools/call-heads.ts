import type { ToolFormat } from '../../../model/text/tool-format.ts';
import { CompileContext, compileRegex } from '../../grammar/compile-context.ts';
import type { GrammarNode } from '../../grammar/machine/node.ts';
import { Choice, Sequence } from '../../grammar/machine/nonterminals.ts';
import { CALL_SPELLINGS, headMarks, spelledName } from './call-spelling.ts';
import { NameTerminal } from './name-terminal.ts';

/** What is looked for in answers that may call some tools. */
export interface CallHeads {
  /** A call up to its arguments' `{`, as the first one in a text. */
  first: GrammarNode;
  /** The same right after another call; or the end of their list. */
  next: GrammarNode;
  /** What follows a call's arguments. */
  close: GrammarNode;
}

/** Sets of tools whose heads are kept, the least recently asked for go first. */
const MOST_KEPT = 16;

const kept = new Map<string, CallHeads>();

/**
 * The heads of calls of the tools with these names, shared by all answers that may have them: compiling them takes
 * milliseconds, and so does finding their states, which they keep.
 */
export function callHeads(format: ToolFormat, names: ReadonlySet<string>): CallHeads {
  const key = JSON.stringify([format, ...names]);
  const heads = kept.get(key) ?? compiled(format, names);
  kept.delete(key);
  kept.set(key, heads);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest);
  return heads;
}

/** All names are one terminal: however many there are, each character is looked up once, and no names are too long. */
function compiled(format: ToolFormat, names: ReadonlySet<string>): CallHeads {
  const spelling = CALL_SPELLINGS[format];
  const { close, list } = spelling.any;
  const { first, next, behind } = headMarks(spelling);
  const compileContext = new CompileContext();
  const { numbers } = compileContext;
  const name = new NameTerminal(numbers, [...names].map(spelledName));
  const head = (open: string) =>
    new Sequence(numbers, [compileRegex(compileContext, open), name, compileRegex(compileContext, behind)]);
  return {
    first: head(first),
    next: list === null ? head(next) : new Choice(numbers, [head(next), compileRegex(compileContext, list.close)]),
    close: compileRegex(compileContext, close),
  };
}
