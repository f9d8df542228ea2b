import type { ToolFormat } from '../../../model/text/template-formats.ts';
import { CompileContext, compileRegex } from '../../grammar/compile-context.ts';
import { Matcher } from '../../grammar/machine/matcher.ts';
import type { GrammarNode, NodeNumbers, Terminal } from '../../grammar/machine/node.ts';
import { Choice, Concatenation } from '../../grammar/machine/nonterminals.ts';
import { CALL_SPELLINGS, headMarks } from './call-spelling.ts';

/** Grammars of the parts of calls, for a set of tools. */
interface CallHeads {
  /** The first call in a text, up to its arguments' first character. */
  first: GrammarNode;
  /** The same right after another call, or the end of the list of calls. */
  next: GrammarNode;
  /** Text that follows a call's arguments. */
  close: GrammarNode;
}

/** Most sets of tools in the cache; the least recently used is evicted. */
const MAX_KEPT = 16;

const kept = new Map<string, CallHeads>();

/**
 * Returns the heads of calls for the tools with these names. Answers share them, because compiling them takes
 * milliseconds. So does computing their states, which they cache.
 */
export function callHeads(format: ToolFormat, names: ReadonlySet<string>): CallHeads {
  const key = JSON.stringify([format, ...names]);
  const heads = kept.get(key) ?? compiled(format, names);
  kept.delete(key);
  kept.set(key, heads);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT) kept.delete(oldest);
  return heads;
}

/** Compiles the heads. All names form one terminal: each character takes one lookup, and names have no size limit. */
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
  /** Names that still match the text. */
  left: readonly Buffer[];
  /** Number of bytes read. */
  at: number;
  next: Map<number, number>;
}

/**
 * A terminal that matches one of several names. Its states are created on demand: names of a mebibyte are allowed, but
 * hardly any of them is ever written.
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
      // If all names continue alike, the states share one list.
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

/** Whether a text is a proper prefix of a match, a match, or can no longer match. */
type HeadState = 'open' | 'found' | 'broken';

/** Matches one text by characters against a grammar, up to the shortest match. */
export class CallHead {
  readonly #root: GrammarNode;
  #matcher: Matcher;
  #text = '';
  /** Cache of characters that cannot begin a match, which most characters of a text are. */
  readonly #foreign = new Set<string>();

  constructor(root: GrammarNode) {
    this.#root = root;
    this.#matcher = new Matcher(root);
  }

  /** The text read so far, without a last character that did not match. */
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

  /** Resets for another text. Returns the text read so far. */
  restart(): string {
    const text = this.#text;
    if (text !== '') this.#matcher = new Matcher(this.#root);
    this.#text = '';
    return text;
  }
}
