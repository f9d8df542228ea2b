import { stringLiteral } from './string-literal.ts';
import type { Token } from './token.ts';

const TAG_BEGIN = /\{%([-+]?)\s*raw\s*(?:-%\}\s*|%\})|(\{%|\{\{|\{#)([-+]?)/g;
const RAW_END = /\{%([-+]?)\s*endraw\s*(?:\+%\}|-%\}\s*|%\}\n?)/g;
const COMMENT_END = /\+#\}|-#\}\s*|#\}\n?/g;
const BLOCK_END = /\+%\}|-%\}\s*|%\}\n?/y;
const VARIABLE_END = /-\}\}\s*|\}\}/y;
const INSIDE: readonly [Token['kind'] | 'space', RegExp][] = [
  ['space', /\s+/y],
  ['float', /(?<!\.)(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy],
  ['integer', /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy],
  ['name', /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}]*/uy],
  ['string', /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y],
  ['operator', /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}<>=.:|,;]/y],
];
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** A template's tokens as Jinja2's own lexer cuts them with `trim_blocks` and `lstrip_blocks`. Throws `SyntaxError`. */
export function tokenize(template: string): Token[] {
  return new Lexer(template.replace(/\r\n?/g, '\n').replace(/\n$/, '')).tokens();
}

class Lexer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  tokens(): Token[] {
    while (this.#at < this.#source.length) {
      TAG_BEGIN.lastIndex = this.#at;
      const begin = TAG_BEGIN.exec(this.#source);
      if (begin === null) {
        this.#data(this.#source.slice(this.#at));
        break;
      }
      this.#data(this.#stripped(begin.index, begin[1] ?? begin[3], begin[2] !== '{{'));
      this.#at = begin.index + begin[0].length;
      if (begin[2] === undefined) this.#raw();
      else if (begin[2] === '{#') this.#at = this.#find(COMMENT_END, 'comment').end;
      else this.#tag(begin[2]);
    }
    return this.#tokens;
  }

  #data(text: string): void {
    if (text !== '') this.#tokens.push({ kind: 'data', text });
  }

  /** The text from here to a tag. Blanks before it go where its sign says so, and where they alone begin its line. */
  #stripped(end: number, sign: string, isBlock: boolean): string {
    const text = this.#source.slice(this.#at, end);
    if (sign === '-') return text.trimEnd();
    if (sign === '+' || !isBlock) return text;
    const line = text.lastIndexOf('\n') + 1;
    const beginsLine = line > 0 || this.#at === 0 || this.#source[this.#at - 1] === '\n';
    return beginsLine && /^\s*$/.test(text.slice(line)) ? text.slice(0, line) : text;
  }

  #find(pattern: RegExp, what: string): { start: number; end: number; sign: string } {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) throw new SyntaxError(`Missing end of ${what} tag`);
    return { start: match.index, end: pattern.lastIndex, sign: match[1] ?? '' };
  }

  #raw(): void {
    const { start, end, sign } = this.#find(RAW_END, 'raw');
    this.#data(this.#stripped(start, sign, true));
    this.#at = end;
  }

  #tag(opening: string): void {
    const [name, ending] = opening === '{{' ? ['variable', VARIABLE_END] : (['block', BLOCK_END] as const);
    const open: string[] = [];
    this.#tokens.push({ kind: 'begin', text: name });
    for (;;) {
      ending.lastIndex = this.#at;
      const end = open.length === 0 ? ending.exec(this.#source) : null;
      if (end !== null) {
        this.#tokens.push({ kind: 'end', text: name });
        this.#at = ending.lastIndex;
        return;
      }
      const token = this.#inside();
      if (token === null) continue;
      if (token.kind === 'operator') balance(open, token.text);
      this.#tokens.push(token);
    }
  }

  #inside(): Token | null {
    if (this.#at >= this.#source.length) throw new SyntaxError('unexpected end of template');
    for (const [kind, pattern] of INSIDE) {
      pattern.lastIndex = this.#at;
      const match = pattern.exec(this.#source);
      if (match === null) continue;
      this.#at = pattern.lastIndex;
      if (kind === 'space') return null;
      return { kind, text: kind === 'string' ? stringLiteral(match[0].slice(1, -1)) : match[0] };
    }
    throw new SyntaxError(`unexpected char '${this.#source[this.#at]}' at ${this.#at}`);
  }
}

function balance(open: string[], operator: string): void {
  if (operator in CLOSING) open.push(CLOSING[operator]);
  if (!')]}'.includes(operator)) return;
  const expected = open.pop();
  if (expected === undefined) throw new SyntaxError(`unexpected '${operator}'`);
  if (expected !== operator) throw new SyntaxError(`unexpected '${operator}', expected '${expected}'`);
}
