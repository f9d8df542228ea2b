import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { ANY_CHAR, type CharSet, charSet, complementOf, LAST_CODE_POINT } from '../regular/char-set.ts';
import type { RuleNode } from './rule-node.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_.-]*/y;
const RULE_START = /[A-Za-z_][A-Za-z0-9_.-]*\s*::=/y;
const SPACE = /(?:\s+|#[^\n]*)+/y;
const COUNT = /\{\s*(\d*)\s*(,?)\s*(\d*)\s*\}/y;
const MOST_REPEATS = 100_000;
const HALF = 'half of a character is no text';

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/**
 * Reads EBNF as XGrammar and llama.cpp write it: `name ::= ...`, "literals", [classes], `| * + ? {m,n} ( )`, #
 * comments. Throws GrammarError with line and column.
 */
export function parseEbnf(text: string): Map<string, RuleNode> {
  return new EbnfParser(text).parse();
}

class EbnfParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Map<string, RuleNode> {
    const rules = new Map<string, RuleNode>();
    for (this.#skip(); this.#at < this.#text.length; this.#skip()) {
      const name = this.#match(NAME)?.[0];
      if (name === undefined) throw this.#error('a rule begins with its name');
      this.#skip();
      if (!this.#take('::=')) throw this.#error(`'::=' is missing after ${name}`);
      if (rules.has(name)) throw this.#error(`the rule ${name} is there twice`);
      rules.set(name, this.#either());
    }
    return rules;
  }

  #either(): RuleNode {
    if (++this.#depth > GRAMMAR_LIMITS.depth) throw this.#error(`more than ${GRAMMAR_LIMITS.depth} nested brackets`);
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    this.#depth -= 1;
    return parts.length === 1 ? parts[0] : { type: 'either', parts };
  }

  #sequence(): RuleNode {
    const parts: RuleNode[] = [];
    for (let atom = this.#atom(); atom !== null; atom = this.#atom()) parts.push(this.#repeated(atom));
    return parts.length === 1 ? parts[0] : { type: 'sequence', parts };
  }

  #repeated(part: RuleNode): RuleNode {
    this.#skip();
    if (this.#take('*')) return { type: 'loop', part, min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { type: 'loop', part, min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { type: 'loop', part, min: 0, max: 1 };
    const count = this.#match(COUNT);
    if (!count) return part;
    const min = Number(count[1] || 0);
    const max = count[2] === '' ? min : count[3] === '' ? Number.POSITIVE_INFINITY : Number(count[3]);
    if (min > max) throw this.#error('a count has its numbers out of order');
    if (min > MOST_REPEATS || (max > MOST_REPEATS && max !== Number.POSITIVE_INFINITY)) {
      throw this.#error(`a count is above ${MOST_REPEATS}, the limit`);
    }
    return { type: 'loop', part, min, max };
  }

  #atom(): RuleNode | null {
    this.#skip();
    const char = this.#text[this.#at];
    if (char === undefined || char === '|' || char === ')') return null;
    if (this.#take('(')) {
      if (this.#take('=')) throw this.#error('look-ahead (=...) is not supported');
      const part = this.#either();
      if (!this.#take(')')) throw this.#error("a '(' is never closed");
      return part;
    }
    if (this.#take('"')) return this.#literal();
    if (this.#take('[')) return { type: 'chars', set: this.#chars() };
    if (this.#take('.')) return { type: 'chars', set: ANY_CHAR };
    RULE_START.lastIndex = this.#at;
    if (RULE_START.test(this.#text)) return null;
    const name = this.#match(NAME)?.[0];
    if (name === undefined) throw this.#error(`${JSON.stringify(char)} is not expected here`);
    return { type: 'rule', name };
  }

  #literal(): RuleNode {
    let text = '';
    while (!this.#take('"')) text += String.fromCodePoint(this.#character());
    return { type: 'text', text };
  }

  #chars(): CharSet {
    const negated = this.#take('^');
    const ranges: [number, number][] = [];
    while (!this.#take(']')) {
      const low = this.#character();
      const isRange = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']';
      if (isRange) this.#at += 1;
      const high = isRange ? this.#character() : low;
      if (low > high) throw this.#error('a range in brackets has its ends out of order');
      ranges.push([low, high]);
    }
    return negated ? complementOf(charSet(ranges)) : charSet(ranges);
  }

  /** One character of a literal or a class, escapes resolved. */
  #character(): number {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined || code === 10) throw this.#error('a literal or class is not closed on its line');
    this.#at += code > 0xffff ? 2 : 1;
    if (isHalf(code)) throw this.#error(HALF);
    if (code !== 0x5c) return code;
    const letter = this.#text[this.#at++];
    const digits = { x: 2, u: 4, U: 8 }[letter];
    if (digits !== undefined) {
      const hex = this.#text.slice(this.#at, this.#at + digits);
      const value = Number.parseInt(hex, 16);
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < digits || value > LAST_CODE_POINT) {
        throw this.#error(`\\${letter} needs ${digits} hexadecimal digits of a character`);
      }
      this.#at += digits;
      if (isHalf(value)) throw this.#error(HALF);
      return value;
    }
    const control = { n: 10, r: 13, t: 9, b: 8, f: 12, v: 11, a: 7, 0: 0 }[letter];
    if (control !== undefined) return control;
    if (letter === undefined || /[A-Za-z0-9]/.test(letter))
      throw this.#error(`the escape \\${letter ?? ''} is not known`);
    return letter.charCodeAt(0);
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

  #error(what: string): GrammarError {
    const lines = this.#text.slice(0, this.#at).split('\n');
    return new GrammarError(
      `in the grammar, line ${lines.length}, column ${lines[lines.length - 1].length + 1}: ${what}`,
    );
  }
}
