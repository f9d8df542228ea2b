import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { charSet } from '../regular/char-set.ts';
import { LARK_COMMON } from './lark-common.ts';
import type { RuleNode } from './rule-node.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPACE = /(?:[ \t]+|\/\/[^\n]*|#[^\n]*)+/y;
/** A line's end; the next line goes on where it begins with a `|`. */
const LINE_END = /(?:[ \t]*(?:(?:\/\/|#)[^\n]*)?\r?\n)+[ \t]*/y;
const STRING = /"((?:[^"\\\n]|\\.)*)"(i?)/y;
const REGEX = /\/((?:[^/\\\n]|\\.)+)\/([a-z]*)/y;
const MOST_REPEATS = 100_000;
const IGNORED = '%ignore';

/** The rule that stands for the whole text; no rule of a grammar can be named so. */
export const LARK_START = '%start';

/**
 * Reads a grammar in Lark's notation (github.com/lark-parser/lark/docs/grammar.md): `rule: ...`, `TERMINAL: ...`,
 * "text", /regex/, `| ? * + ~n..m ( ) [ ]`, `%ignore`, `%import common.X`. What is ignored may stand before and after
 * every terminal of a rule, not inside terminals. Priorities and names of alternatives say how to parse, not what, and
 * have no effect. Throws GrammarError with line and column.
 */
export function parseLark(text: string): Map<string, RuleNode> {
  return new LarkParser(text).parse();
}

class LarkParser {
  readonly #text: string;
  readonly #rules = new Map<string, RuleNode>();
  readonly #ignored: RuleNode[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Map<string, RuleNode> {
    for (this.#lines(); this.#at < this.#text.length; this.#lines()) {
      if (this.#take('%')) this.#directive();
      else this.#definition();
      this.#skip();
      if (this.#at < this.#text.length && !this.#match(LINE_END)) throw this.#unexpected();
    }
    return this.#withIgnored();
  }

  #directive(): void {
    const name = this.#match(NAME)?.[0];
    this.#skip();
    if (name === 'ignore') this.#ignored.push(this.#either());
    else if (name === 'import') this.#import();
    else throw this.#error(`%${name ?? ''} is not supported`);
  }

  /** `%import common.NAME`, `%import common.NAME -> OTHER`, `%import common (NAME, NAME)`. */
  #import(): void {
    if (!this.#take('common')) throw this.#error('only `common` can be imported from');
    this.#skip();
    if (this.#take('(')) {
      do {
        this.#skip();
        const { name, node } = this.#common();
        this.#define(name, node);
        this.#skip();
      } while (this.#take(','));
      if (!this.#take(')')) throw this.#unexpected();
    } else {
      if (!this.#take('.')) throw this.#unexpected();
      const { name, node } = this.#common();
      this.#skip();
      this.#define(this.#take('->') ? this.#name() : name, node);
    }
  }

  #common(): { name: string; node: RuleNode } {
    const name = this.#name();
    if (!Object.hasOwn(LARK_COMMON, name)) {
      throw this.#error(`common has no ${name}; it has ${Object.keys(LARK_COMMON).join(', ')}`);
    }
    return { name, node: { type: 'regex', source: LARK_COMMON[name] } };
  }

  #name(): string {
    this.#skip();
    const name = this.#match(NAME)?.[0];
    if (name === undefined) throw this.#unexpected();
    return name;
  }

  #definition(): void {
    this.#take('?') || this.#take('!');
    const name = this.#match(NAME)?.[0];
    if (name === undefined) throw this.#error('a rule begins with its name');
    this.#match(/\.-?\d+/y);
    if (this.#take('{')) throw this.#error('templates are not supported');
    this.#skip();
    if (!this.#take(':')) throw this.#error(`':' is missing after ${name} (rules of Lark; those of EBNF have '::=')`);
    this.#define(name, this.#either());
  }

  #define(name: string, node: RuleNode): void {
    if (this.#rules.has(name)) throw this.#error(`${name} is there twice`);
    this.#rules.set(name, node);
  }

  #either(): RuleNode {
    if (++this.#depth > GRAMMAR_LIMITS.depth) throw this.#error(`more than ${GRAMMAR_LIMITS.depth} nested brackets`);
    const parts = [this.#sequence()];
    while (this.#takeBar()) parts.push(this.#sequence());
    this.#depth -= 1;
    return parts.length === 1 ? parts[0] : { type: 'either', parts };
  }

  #takeBar(): boolean {
    const start = this.#at;
    this.#match(LINE_END);
    this.#skip();
    if (this.#take('|')) return true;
    this.#at = start;
    return false;
  }

  #sequence(): RuleNode {
    const parts: RuleNode[] = [];
    for (let atom = this.#atom(); atom !== null; atom = this.#atom()) parts.push(this.#repeated(atom));
    this.#skip();
    if (this.#take('->')) {
      this.#skip();
      this.#match(NAME);
    }
    return parts.length === 1 ? parts[0] : { type: 'sequence', parts };
  }

  #repeated(part: RuleNode): RuleNode {
    this.#skip();
    if (this.#take('*')) return { type: 'loop', part, min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { type: 'loop', part, min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { type: 'loop', part, min: 0, max: 1 };
    const count = this.#match(/~[ \t]*(\d+)(?:[ \t]*\.\.[ \t]*(\d+))?/y);
    if (!count) return part;
    const [min, max] = [Number(count[1]), Number(count[2] ?? count[1])];
    if (min > max) throw this.#error('a count has its numbers out of order');
    if (max > MOST_REPEATS) throw this.#error(`a count is above ${MOST_REPEATS}, the limit`);
    return { type: 'loop', part, min, max };
  }

  #atom(): RuleNode | null {
    this.#skip();
    if (this.#take('(')) return this.#bracketed(')');
    if (this.#take('[')) return { type: 'loop', part: this.#bracketed(']'), min: 0, max: 1 };
    const text = this.#match(STRING);
    if (text) return this.#literal(text);
    const regex = this.#match(REGEX);
    if (regex) return this.#regex(regex);
    const name = this.#match(NAME)?.[0];
    if (name !== undefined && this.#text[this.#at] === '{') throw this.#error('templates are not supported');
    return name === undefined ? null : { type: 'rule', name };
  }

  #bracketed(end: string): RuleNode {
    const part = this.#either();
    this.#skip();
    if (!this.#take(end)) throw this.#unexpected();
    return part;
  }

  #literal([, body, flag]: RegExpExecArray): RuleNode {
    const low = this.#unescaped(body);
    const end = this.#match(/[ \t]*\.\.[ \t]*"((?:[^"\\\n]|\\.)*)"/y);
    if (end) {
      const [from, to] = [[...low], [...this.#unescaped(end[1])]];
      if (from.length !== 1 || to.length !== 1) throw this.#error('a range is from one character to another');
      const ends: [number, number] = [from[0].codePointAt(0) as number, to[0].codePointAt(0) as number];
      if (ends[0] > ends[1]) throw this.#error('a range has its ends out of order');
      return { type: 'chars', set: charSet([ends]) };
    }
    if (flag === '') return { type: 'text', text: low };
    return { type: 'regex', source: `(?i)${low.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}` };
  }

  #unescaped(body: string): string {
    return body.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/gs, (_, what: string) => {
      if (what.length > 1) return String.fromCodePoint(Number.parseInt(what.slice(1), 16));
      const control = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', b: '\b', 0: '\0' }[what];
      if (control === undefined && /[A-Za-z0-9]/.test(what)) throw this.#error(`the escape \\${what} is not known`);
      return control ?? what;
    });
  }

  #regex([, source, flags]: RegExpExecArray): RuleNode {
    const unknown = /[^isu]/.exec(flags)?.[0];
    if (unknown !== undefined) throw this.#error(`the flag ${unknown} of a regular expression is not supported`);
    const inline = [...flags].filter((flag) => flag !== 'u').map((flag) => `(?${flag})`);
    return { type: 'regex', source: inline.join('') + source.replace(/\\\//g, '/') };
  }

  /** The rules, with what is ignored after each terminal in them and before the first. */
  #withIgnored(): Map<string, RuleNode> {
    if (!this.#rules.has('start')) throw new GrammarError('the grammar has no rule start');
    const start: RuleNode = { type: 'rule', name: 'start' };
    if (this.#ignored.length === 0) return this.#rules.set(LARK_START, start);
    const rules = new Map<string, RuleNode>();
    for (const [name, node] of this.#rules) rules.set(name, isTerminal(name) ? node : followed(node));
    const part: RuleNode = { type: 'either', parts: this.#ignored };
    rules.set(IGNORED, { type: 'loop', part, min: 0, max: Number.POSITIVE_INFINITY });
    return rules.set(LARK_START, { type: 'sequence', parts: [skipped, start] });
  }

  #lines(): void {
    this.#skip();
    while (this.#match(LINE_END)) this.#skip();
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #match(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const match = form.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #unexpected(): GrammarError {
    const char = this.#text[this.#at];
    return this.#error(char === undefined ? 'it ends too early' : `${JSON.stringify(char)} is not expected here`);
  }

  #error(what: string): GrammarError {
    const lines = this.#text.slice(0, this.#at).split('\n');
    const column = lines[lines.length - 1].length + 1;
    return new GrammarError(`in the grammar, line ${lines.length}, column ${column}: ${what}`);
  }
}

const skipped: RuleNode = { type: 'rule', name: IGNORED };

function isTerminal(name: string): boolean {
  return /^_?[A-Z]/.test(name);
}

/** The same with what is ignored behind every terminal. */
function followed(node: RuleNode): RuleNode {
  switch (node.type) {
    case 'sequence':
    case 'either':
      return { ...node, parts: node.parts.map(followed) };
    case 'loop':
      return { ...node, part: followed(node.part) };
    case 'rule':
      return isTerminal(node.name) ? { type: 'sequence', parts: [node, skipped] } : node;
    default:
      return { type: 'sequence', parts: [node, skipped] };
  }
}
