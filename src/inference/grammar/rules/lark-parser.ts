import { GrammarError } from '../grammar-error.ts';
import { readCount } from '../limits.ts';
import { charSet } from '../regular/char-set.ts';
import { type RuleNode, RuleReader } from './rule-reader.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPACE = /(?:[ \t]+|\/\/[^\n]*|#[^\n]*)+/y;
/** End of a line. A next line that begins with `|` continues the rule. */
const LINE_END = /(?:[ \t]*(?:(?:\/\/|#)[^\n]*)?\r?\n)+[ \t]*/y;
const STRING = /"((?:[^"\\\n]|\\.)*)"(i?)/y;
const REGEX = /\/((?:[^/\\\n]|\\.)+)\/([a-z]*)/y;
const COUNT = /~[ \t]*(\d+)(?:[ \t]*\.\.[ \t]*(\d+))?/y;
const IGNORED = '%ignore';

/** Name of the generated root rule. The `%` keeps it apart from the names of a grammar. */
export const LARK_START = '%start';

/**
 * Parses a grammar in Lark's notation (github.com/lark-parser/lark/docs/grammar.md): `rule: ...`, `TERMINAL: ...`,
 * "text", /regex/, `| ? * + ~n..m ( ) [ ]`, `%ignore`, `%import common.X`. Ignored text may stand before and after
 * every terminal of a rule, not inside terminals. Priorities and aliases have no effect, since they do not change the
 * language. Throws GrammarError with line and column.
 */
export function parseLark(text: string): Map<string, RuleNode> {
  return new LarkParser(text).parse();
}

class LarkParser {
  readonly #reader: RuleReader;
  readonly #rules = new Map<string, RuleNode>();
  readonly #ignored: RuleNode[] = [];

  constructor(text: string) {
    this.#reader = new RuleReader(text);
  }

  parse(): Map<string, RuleNode> {
    for (this.#lines(); !this.#reader.isAtEnd; this.#lines()) {
      if (this.#reader.take('%')) this.#directive();
      else this.#definition();
      this.#skip();
      if (!this.#reader.isAtEnd && !this.#reader.match(LINE_END)) throw this.#unexpected();
    }
    return this.#withIgnored();
  }

  #directive(): void {
    const name = this.#reader.match(NAME)?.[0];
    this.#skip();
    if (name === 'ignore') this.#ignored.push(this.#either());
    else if (name === 'import') this.#import();
    else throw this.#reader.error(`%${name ?? ''} is not supported`);
  }

  /** Reads `%import common.NAME`, `%import common.NAME -> OTHER` or `%import common (NAME, NAME)`. */
  #import(): void {
    if (!this.#reader.take('common')) throw this.#reader.error('imports are allowed only from `common`');
    this.#skip();
    if (this.#reader.take('(')) {
      do {
        this.#skip();
        const { name, node } = this.#common();
        this.#define(name, node);
        this.#skip();
      } while (this.#reader.take(','));
      if (!this.#reader.take(')')) throw this.#unexpected();
    } else {
      if (!this.#reader.take('.')) throw this.#unexpected();
      const { name, node } = this.#common();
      this.#skip();
      this.#define(this.#reader.take('->') ? this.#name() : name, node);
    }
  }

  #common(): { name: string; node: RuleNode } {
    const name = this.#name();
    if (!Object.hasOwn(LARK_COMMON, name)) {
      throw this.#reader.error(`common has no ${name}; it has ${Object.keys(LARK_COMMON).join(', ')}`);
    }
    return { name, node: { type: 'regex', source: LARK_COMMON[name] } };
  }

  #name(): string {
    this.#skip();
    const name = this.#reader.match(NAME)?.[0];
    if (name === undefined) throw this.#unexpected();
    return name;
  }

  #definition(): void {
    this.#reader.take('?') || this.#reader.take('!');
    const name = this.#reader.match(NAME)?.[0];
    if (name === undefined) throw this.#reader.error('a rule must begin with its name');
    this.#reader.match(/\.-?\d+/y);
    if (this.#reader.take('{')) throw this.#reader.error('templates are not supported');
    this.#skip();
    if (!this.#reader.take(':'))
      throw this.#reader.error(`':' is missing after ${name} (this is a Lark rule; EBNF rules have '::=')`);
    this.#define(name, this.#either());
  }

  #define(name: string, node: RuleNode): void {
    if (this.#rules.has(name)) throw this.#reader.error(`${name} is defined twice`);
    this.#rules.set(name, node);
  }

  #either(): RuleNode {
    return this.#reader.either(
      () => this.#sequence(),
      () => this.#takeBar(),
    );
  }

  #takeBar(): boolean {
    const start = this.#reader.at;
    this.#reader.match(LINE_END);
    this.#skip();
    if (this.#reader.take('|')) return true;
    this.#reader.at = start;
    return false;
  }

  #sequence(): RuleNode {
    const parts: RuleNode[] = [];
    for (let atom = this.#atom(); atom !== null; atom = this.#atom()) parts.push(this.#repeated(atom));
    this.#skip();
    if (this.#reader.take('->')) {
      this.#skip();
      this.#reader.match(NAME);
    }
    return parts.length === 1 ? parts[0] : { type: 'sequence', parts };
  }

  #repeated(part: RuleNode): RuleNode {
    this.#skip();
    return this.#reader.repeated(part, () => {
      const count = this.#reader.match(COUNT);
      return count && [readCount(count[1]), readCount(count[2] ?? count[1])];
    });
  }

  #atom(): RuleNode | null {
    this.#skip();
    if (this.#reader.take('(')) return this.#bracketed(')');
    if (this.#reader.take('[')) return { type: 'loop', part: this.#bracketed(']'), min: 0, max: 1 };
    const text = this.#reader.match(STRING);
    if (text) return this.#literal(text);
    const regex = this.#reader.match(REGEX);
    if (regex) return this.#regex(regex);
    const name = this.#reader.match(NAME)?.[0];
    if (name !== undefined && this.#reader.text[this.#reader.at] === '{')
      throw this.#reader.error('templates are not supported');
    return name === undefined ? null : { type: 'rule', name };
  }

  #bracketed(end: string): RuleNode {
    const part = this.#either();
    this.#skip();
    if (!this.#reader.take(end)) throw this.#unexpected();
    return part;
  }

  #literal([, body, flag]: RegExpExecArray): RuleNode {
    const low = this.#unescaped(body);
    const end = this.#reader.match(/[ \t]*\.\.[ \t]*"((?:[^"\\\n]|\\.)*)"/y);
    if (end) {
      const [from, to] = [[...low], [...this.#unescaped(end[1])]];
      if (from.length !== 1 || to.length !== 1) throw this.#reader.error('both ends of a range must be one character');
      const ends: [number, number] = [from[0].codePointAt(0) as number, to[0].codePointAt(0) as number];
      if (ends[0] > ends[1]) throw this.#reader.error('the range is out of order');
      return { type: 'chars', set: charSet([ends]) };
    }
    if (flag === '') return { type: 'text', text: low };
    return { type: 'regex', source: `(?i)${low.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}` };
  }

  #unescaped(body: string): string {
    return body.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/gs, (_, what: string) => {
      if (what.length > 1) return String.fromCodePoint(Number.parseInt(what.slice(1), 16));
      const control = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', b: '\b', 0: '\0' }[what];
      if (control === undefined && /[A-Za-z0-9]/.test(what))
        throw this.#reader.error(`the escape \\${what} is not supported`);
      return control ?? what;
    });
  }

  #regex([, source, flags]: RegExpExecArray): RuleNode {
    const unknown = /[^isu]/.exec(flags)?.[0];
    if (unknown !== undefined) throw this.#reader.error(`the flag ${unknown} of a regular expression is not supported`);
    const inline = [...flags].filter((flag) => flag !== 'u').map((flag) => `(?${flag})`);
    return { type: 'regex', source: inline.join('') + source.replace(/\\\//g, '/') };
  }

  /** Returns the rules with ignored text allowed before the first terminal and after each. */
  #withIgnored(): Map<string, RuleNode> {
    if (!this.#rules.has('start')) throw new GrammarError("the grammar has no rule 'start'");
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
    while (this.#reader.match(LINE_END)) this.#skip();
  }

  #skip(): void {
    this.#reader.match(SPACE);
  }

  #unexpected(): GrammarError {
    const char = this.#reader.text[this.#reader.at];
    return this.#reader.error(
      char === undefined ? 'the grammar ends unexpectedly' : `${JSON.stringify(char)} is not expected here`,
    );
  }
}

const skipped: RuleNode = { type: 'rule', name: IGNORED };

function isTerminal(name: string): boolean {
  return /^_?[A-Z]/.test(name);
}

/** Returns `node` with ignored text allowed after every terminal. */
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

/** Terminals of `%import common.X`: Lark's grammars/common.lark as regular expressions. */
const LARK_COMMON: Readonly<Record<string, string>> = {
  DIGIT: '[0-9]',
  HEXDIGIT: '[a-fA-F0-9]',
  INT: '[0-9]+',
  SIGNED_INT: '[+-]?[0-9]+',
  DECIMAL: '[0-9]+\\.[0-9]*|\\.[0-9]+',
  FLOAT: '[0-9]+[eE][+-]?[0-9]+|([0-9]+\\.[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?',
  SIGNED_FLOAT: '[+-]?([0-9]+[eE][+-]?[0-9]+|([0-9]+\\.[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?)',
  NUMBER: '([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?',
  SIGNED_NUMBER: '[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?',
  ESCAPED_STRING: '"([^"\\\\\\n]|\\\\[^\\n])*"',
  LCASE_LETTER: '[a-z]',
  UCASE_LETTER: '[A-Z]',
  LETTER: '[a-zA-Z]',
  WORD: '[a-zA-Z]+',
  CNAME: '[_a-zA-Z][_a-zA-Z0-9]*',
  WS_INLINE: '[ \\t]+',
  WS: '[ \\t\\f\\r\\n]+',
  CR: '\\r',
  LF: '\\n',
  NEWLINE: '(\\r?\\n)+',
  SH_COMMENT: '#[^\\n]*',
  CPP_COMMENT: '//[^\\n]*',
  C_COMMENT: '/\\*([^*]|\\*+[^*/])*\\*+/',
  SQL_COMMENT: '--[^\\n]*',
};
