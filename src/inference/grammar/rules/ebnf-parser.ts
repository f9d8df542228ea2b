import { readCount } from '../limits.ts';
import { ANY_CHAR, type CharSet, charSet, complementOf, LAST_CODE_POINT } from '../regular/char-set.ts';
import { type RuleNode, RuleReader } from './rule-reader.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_.-]*/y;
const RULE_START = /[A-Za-z_][A-Za-z0-9_.-]*\s*::=/y;
const SPACE = /(?:\s+|#[^\n]*)+/y;
const COUNT = /\{\s*(\d*)\s*(,?)\s*(\d*)\s*\}/y;
const HALF = 'a lone surrogate is not allowed';

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/**
 * Parses EBNF in the notation of XGrammar and llama.cpp: `name ::= ...`, "literals", [classes], `| * + ? {m,n} ( )`, #
 * comments. Throws GrammarError with line and column.
 */
export function parseEbnf(text: string): Map<string, RuleNode> {
  return new EbnfParser(text).parse();
}

class EbnfParser {
  readonly #reader: RuleReader;

  constructor(text: string) {
    this.#reader = new RuleReader(text);
  }

  parse(): Map<string, RuleNode> {
    const rules = new Map<string, RuleNode>();
    for (this.#skip(); !this.#reader.isAtEnd; this.#skip()) {
      const name = this.#reader.match(NAME)?.[0];
      if (name === undefined) throw this.#reader.error('a rule must begin with its name');
      this.#skip();
      if (!this.#reader.take('::=')) throw this.#reader.error(`'::=' is missing after ${name}`);
      if (rules.has(name)) throw this.#reader.error(`the rule ${name} is defined twice`);
      rules.set(name, this.#either());
    }
    return rules;
  }

  #either(): RuleNode {
    return this.#reader.either(
      () => this.#sequence(),
      () => this.#reader.take('|'),
    );
  }

  #sequence(): RuleNode {
    const parts: RuleNode[] = [];
    for (let atom = this.#atom(); atom !== null; atom = this.#atom()) parts.push(this.#repeated(atom));
    return parts.length === 1 ? parts[0] : { type: 'sequence', parts };
  }

  #repeated(part: RuleNode): RuleNode {
    this.#skip();
    return this.#reader.repeated(part, () => {
      const count = this.#reader.match(COUNT);
      if (!count) return null;
      const min = readCount(count[1] || '0');
      return [min, count[2] === '' ? min : count[3] === '' ? Number.POSITIVE_INFINITY : readCount(count[3])];
    });
  }

  #atom(): RuleNode | null {
    this.#skip();
    const char = this.#reader.text[this.#reader.at];
    if (char === undefined || char === '|' || char === ')') return null;
    if (this.#reader.take('(')) {
      if (this.#reader.take('=')) throw this.#reader.error('look-ahead (=...) is not supported');
      const part = this.#either();
      if (!this.#reader.take(')')) throw this.#reader.error("a '(' is never closed");
      return part;
    }
    if (this.#reader.take('"')) return this.#literal();
    if (this.#reader.take('[')) return { type: 'chars', set: this.#chars() };
    if (this.#reader.take('.')) return { type: 'chars', set: ANY_CHAR };
    RULE_START.lastIndex = this.#reader.at;
    if (RULE_START.test(this.#reader.text)) return null;
    const name = this.#reader.match(NAME)?.[0];
    if (name === undefined) throw this.#reader.error(`${JSON.stringify(char)} is not expected here`);
    return { type: 'rule', name };
  }

  #literal(): RuleNode {
    let text = '';
    while (!this.#reader.take('"')) text += String.fromCodePoint(this.#character());
    return { type: 'text', text };
  }

  #chars(): CharSet {
    const negated = this.#reader.take('^');
    const ranges: [number, number][] = [];
    while (!this.#reader.take(']')) {
      const low = this.#character();
      const isRange = this.#reader.text[this.#reader.at] === '-' && this.#reader.text[this.#reader.at + 1] !== ']';
      if (isRange) this.#reader.at += 1;
      const high = isRange ? this.#character() : low;
      if (low > high) throw this.#reader.error('the range in brackets is out of order');
      ranges.push([low, high]);
    }
    return negated ? complementOf(charSet(ranges)) : charSet(ranges);
  }

  /** Reads one character of a literal or a class and resolves escapes. */
  #character(): number {
    const code = this.#reader.text.codePointAt(this.#reader.at);
    if (code === undefined || code === 10) throw this.#reader.error('a literal or class is not closed on its line');
    this.#reader.at += code > 0xffff ? 2 : 1;
    if (isHalf(code)) throw this.#reader.error(HALF);
    if (code !== 0x5c) return code;
    const letter = this.#reader.text[this.#reader.at++];
    const digits = { x: 2, u: 4, U: 8 }[letter];
    if (digits !== undefined) {
      const hex = this.#reader.text.slice(this.#reader.at, this.#reader.at + digits);
      const value = Number.parseInt(hex, 16);
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < digits || value > LAST_CODE_POINT) {
        throw this.#reader.error(`\\${letter} must be followed by ${digits} hexadecimal digits of a character`);
      }
      this.#reader.at += digits;
      if (isHalf(value)) throw this.#reader.error(HALF);
      return value;
    }
    const control = { n: 10, r: 13, t: 9, b: 8, f: 12, v: 11, a: 7, 0: 0 }[letter];
    if (control !== undefined) return control;
    if (letter === undefined || /[A-Za-z0-9]/.test(letter))
      throw this.#reader.error(`the escape \\${letter ?? ''} is not supported`);
    return letter.charCodeAt(0);
  }

  #skip(): void {
    this.#reader.match(SPACE);
  }
}
