import type { ToolFormat } from '../../../model/text/template-formats.ts';
import { CompileContext, compileRegex } from '../../grammar/compile-context.ts';
import { Matcher } from '../../grammar/machine/matcher.ts';
import type { GrammarNode, NodeNumbers, Terminal } from '../../grammar/machine/node.ts';
import { Choice, Concatenation } from '../../grammar/machine/nonterminals.ts';
import { CALL_SPELLINGS, headMarks } from './call-spelling.ts';

/** The parts of calls that are recognised in answers that may call some tools. */
interface CallHeads {
  /** A call up to its arguments' first character, as the first one in a text. */
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
  const name = new NameTerminal(numbers, [...names].map(spelling.name.spelled));
  const head = (open: string) =>
    new Concatenation(numbers, [compileRegex(compileContext, open), name, compileRegex(compileContext, behind)]);
  return {
    first: head(first),
    next: list === null ? head(next) : new Choice(numbers, [head(next), compileRegex(compileContext, list.close)]),
    close: compileRegex(compileContext, close),
  };
}

interface NameState {
  /** The names that the text may still be. */
  left: readonly Buffer[];
  /** Bytes that have been read. */
  at: number;
  next: Map<number, number>;
}

/**
 * One of some names, its states made as they are met: names of a mebibyte are let in, and hardly one of them is
 * written.
 */
class NameTerminal implements Terminal {
  readonly id: number;
  readonly start = 0;
  readonly #states: NameState[];

  constructor(numbers: NodeNumbers, names: readonly string[]) {
    this.id = numbers.next();
    this.#states = [{ left: names.map((name) => Buffer.from(name)), at: 0, next: new Map() }];
  }

  step(state: number, byte: number): number {
    const { left, at, next } = this.#states[state];
    let after = next.get(byte);
    if (after === undefined) {
      const fitting = left.filter((name) => name[at] === byte);
      after = fitting.length === 0 ? -1 : this.#states.length;
      // Where all go on alike, their list is one.
      const rest = fitting.length === left.length ? left : fitting;
      if (after >= 0) this.#states.push({ left: rest, at: at + 1, next: new Map() });
      next.set(byte, after);
    }
    return after;
  }

  final(state: number): boolean {
    const { left, at } = this.#states[state];
    return left.some(({ length }) => length === at);
  }
}

/** Whether a text may become what the grammar describes, is it now, or cannot become it any more. */
type HeadState = 'open' | 'found' | 'broken';

/** Reads one text character by character as a grammar that ends where it first can. */
export class CallHead {
  readonly #root: GrammarNode;
  #matcher: Matcher;
  #text = '';
  /** Characters that it cannot begin with: most of a text. */
  readonly #foreign = new Set<string>();

  constructor(root: GrammarNode) {
    this.#root = root;
    this.#matcher = new Matcher(root);
  }

  /** What has been read, unless the last character broke it. */
  get text(): string {
    return this.#text;
  }

  push(character: string): HeadState {
    const begins = this.#text === '';
    if (begins && this.#foreign.has(character)) return 'broken';
    if (!this.#matcher.accept(Buffer.from(character))) {
      if (begins) this.#foreign.add(character);
      return 'broken';
    }
    this.#text += character;
    return this.#matcher.canEnd ? 'found' : 'open';
  }

  /** Begins again with another text; what was read of this one. */
  restart(): string {
    const text = this.#text;
    if (text !== '') this.#matcher = new Matcher(this.#root);
    this.#text = '';
    return text;
  }
}
