import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS, readCount } from '../limits.ts';
import {
  ANY_CHAR,
  type CharSet,
  charSet,
  classEscape,
  complementOf,
  NO_NEWLINE,
  propertyClass,
  unionOf,
  withOtherCases,
} from './char-set.ts';

/** Syntax tree of a regular expression. */
export type RegexNode =
  | { type: 'chars'; set: CharSet }
  | { type: 'sequence' | 'either'; parts: RegexNode[] }
  | { type: 'loop'; part: RegexNode; min: number; max: number }
  | RegexAssertion;

/** Zero-width assertion: `^`, `$`, `\b` or `\B`. */
export type RegexAssertion = { type: 'start' | 'end' | 'boundary' | 'non-boundary' };

const CONTROL: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0, a: 7, e: 27 };
/** Errors of look-around groups, by the characters after `(?`. */
const LOOK_AROUND: Record<string, string> = {
  '=': 'the look-ahead (?=...) is not supported; spell out the allowed text',
  '!': 'the negative look-ahead (?!...) is not supported; spell out the allowed text',
  '<=': 'the look-behind (?<=...) is not supported; spell out the allowed text before',
  '<!': 'the negative look-behind (?<!...) is not supported; spell out the allowed text before',
};
const POSIX_CLASS = /^\[:\^?[a-z]+:\]/;
const LONGEST_CLASS = '[:^xdigit:]'.length;

/**
 * Parses a regular expression in ECMAScript's syntax (Unicode mode). It also accepts Python's `(?P<name>`, `\A`, `\Z`,
 * `(?i)` and `(?s)`. Throws GrammarError, with the position, for invalid syntax and for non-regular constructs.
 */
export function parseRegex(source: string): RegexNode {
  return new RegexParser(source).parse();
}

class RegexParser {
  readonly #text: string[];
  #at = 0;
  #depth = 0;
  #ignoreCase = false;
  #dotAll = false;

  constructor(source: string) {
    this.#text = [...source];
  }

  parse(): RegexNode {
    const node = this.#either();
    if (this.#at < this.#text.length) throw this.#error("unmatched ')'");
    return node;
  }

  #either(): RegexNode {
    if (++this.#depth > GRAMMAR_LIMITS.depth) throw this.#error(`more than ${GRAMMAR_LIMITS.depth} nested groups`);
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    this.#depth -= 1;
    return parts.length === 1 ? parts[0] : { type: 'either', parts };
  }

  #sequence(): RegexNode {
    const parts: RegexNode[] = [];
    while (this.#at < this.#text.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const atom = this.#atom();
      if (atom !== null) parts.push(this.#quantified(atom));
    }
    return parts.length === 1 ? parts[0] : { type: 'sequence', parts };
  }

  #quantified(atom: RegexNode): RegexNode {
    let node = atom;
    for (let count = this.#quantifier(); count !== undefined; count = this.#quantifier()) {
      const [min, max] = count;
      if (min > max) throw this.#error(`the quantifier {${min},${max}} has numbers out of order`);
      if (node !== atom) throw this.#error('a quantifier follows a quantifier');
      if (this.#take('+')) throw this.#error('possessive quantifiers are not supported');
      // A lazy quantifier matches the same texts.
      this.#take('?');
      node = { type: 'loop', part: node, min, max };
    }
    return node;
  }

  #quantifier(): [number, number] | undefined {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    if (this.#peek() !== '{') return undefined;
    const match = /^\{(\d*)(,?)(\d*)\}/.exec(this.#text.slice(this.#at, this.#at + 24).join(''));
    if (!match || (match[1] === '' && match[3] === '')) return undefined;
    this.#at += match[0].length;
    const min = readCount(match[1] || '0');
    const max = match[2] === '' ? min : match[3] === '' ? Number.POSITIVE_INFINITY : readCount(match[3]);
    const { repeats } = GRAMMAR_LIMITS;
    if (min > repeats || (max > repeats && max !== Number.POSITIVE_INFINITY)) {
      throw this.#error(`a quantifier repeats more than ${repeats} times, which is the limit`);
    }
    return [min, max];
  }

  /** Reads one atom. Returns null for a part without content, such as `(?i)`. */
  #atom(): RegexNode | null {
    const char = this.#text[this.#at++];
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return this.#chars(this.#bracket());
      case '.':
        return { type: 'chars', set: this.#dotAll ? ANY_CHAR : NO_NEWLINE };
      case '^':
        return { type: 'start' };
      case '$':
        return { type: 'end' };
      case '*':
      case '+':
      case '?':
        throw this.#error(`'${char}' has nothing to repeat`, 1);
      case '\\':
        return this.#escape();
      default:
        return this.#chars(single(char));
    }
  }

  #group(): RegexNode | null {
    if (this.#take('?')) {
      const rest = this.#text.slice(this.#at, this.#at + 300).join('');
      const look = /^<?[=!]/.exec(rest);
      const named = /^(?:P?<[\p{L}\p{N}_$]+>|:)/u.exec(rest);
      const flags = /^([is]+)([:)])/.exec(rest);
      if (look) throw this.#error(LOOK_AROUND[look[0]], 2);
      const head = named ?? flags;
      if (!head) throw this.#error(`the group (?${rest.slice(0, 2)} is not supported`);
      this.#at += [...head[0]].length;
      if (flags) {
        const before = [this.#ignoreCase, this.#dotAll] as const;
        this.#ignoreCase ||= flags[1].includes('i');
        this.#dotAll ||= flags[1].includes('s');
        if (flags[2] === ')') return null;
        const part = this.#closed();
        [this.#ignoreCase, this.#dotAll] = before;
        return part;
      }
    }
    return this.#closed();
  }

  #closed(): RegexNode {
    const flags = [this.#ignoreCase, this.#dotAll] as const;
    const part = this.#either();
    [this.#ignoreCase, this.#dotAll] = flags;
    if (!this.#take(')')) throw this.#error("a '(' is never closed");
    return part;
  }

  #escape(): RegexNode {
    const letter = this.#peek();
    if (letter === 'b' || letter === 'B') {
      this.#at += 1;
      return { type: letter === 'b' ? 'boundary' : 'non-boundary' };
    }
    if (letter === 'A' || letter === 'Z' || letter === 'z') {
      this.#at += 1;
      return { type: letter === 'A' ? 'start' : 'end' };
    }
    if (letter === 'k' || /[1-9]/.test(letter)) throw this.#error('back-references are not supported');
    return this.#chars(this.#classOrChar());
  }

  /** Reads the rest of an escape after its backslash, inside or outside brackets. */
  #classOrChar(): CharSet {
    const letter = this.#text[this.#at++];
    if (letter === undefined) throw this.#error('the expression ends with a backslash');
    const known = classEscape(letter);
    if (known) return known;
    if (letter === 'p' || letter === 'P') {
      const match = /^\{([^}]*)\}/.exec(this.#text.slice(this.#at, this.#at + 80).join(''));
      if (!match) throw this.#error(`\\${letter} must be followed by a property in braces`);
      this.#at += match[0].length;
      const set = propertyClass(match[1]);
      return letter === 'p' ? set : complementOf(set);
    }
    if (letter === 'x') return single(this.#hex(/^[0-9a-fA-F]{2}/));
    if (letter === 'u') return single(this.#unicode());
    if (letter === 'c' && /[A-Za-z]/.test(this.#peek())) {
      return single(String.fromCharCode((this.#text[this.#at++].codePointAt(0) as number) % 32));
    }
    if (Object.hasOwn(CONTROL, letter)) return single(String.fromCharCode(CONTROL[letter]));
    if (/[A-Za-z]/.test(letter)) throw this.#error(`the escape \\${letter} is not supported`);
    return single(letter);
  }

  #unicode(): string {
    const braces = /^\{([0-9a-fA-F]{1,6})\}/.exec(this.#text.slice(this.#at, this.#at + 10).join(''));
    if (braces) {
      this.#at += braces[0].length;
      const code = Number.parseInt(braces[1], 16);
      if (code > 0x10ffff) throw this.#error(`\\u{${braces[1]}} is not a character`);
      return String.fromCodePoint(code);
    }
    const first = this.#hex(/^[0-9a-fA-F]{4}/);
    if (!/[\ud800-\udbff]/.test(first) || this.#peek() !== '\\' || this.#text[this.#at + 1] !== 'u') return first;
    this.#at += 2;
    return first + this.#hex(/^[0-9a-fA-F]{4}/);
  }

  #hex(form: RegExp): string {
    const match = form.exec(this.#text.slice(this.#at, this.#at + 4).join(''));
    if (!match) throw this.#error('an escape lacks its hexadecimal digits');
    this.#at += match[0].length;
    return String.fromCharCode(Number.parseInt(match[0], 16));
  }

  #bracket(): CharSet {
    const negated = this.#take('^');
    const sets: CharSet[] = [];
    while (!this.#take(']')) {
      if (this.#at >= this.#text.length) throw this.#error("a '[' is never closed");
      if (POSIX_CLASS.test(this.#text.slice(this.#at, this.#at + LONGEST_CLASS).join(''))) {
        throw this.#error('classes such as [:alpha:] are not supported');
      }
      const low = this.#member();
      if (this.#peek() !== '-' || this.#text[this.#at + 1] === ']' || this.#text[this.#at + 1] === undefined) {
        sets.push(low);
        continue;
      }
      this.#at += 1;
      const high = this.#member();
      if (low.length !== 2 || low[0] !== low[1] || high.length !== 2 || high[0] !== high[1]) {
        // As in ECMAScript without Unicode mode, `[\w-.]` has three members.
        sets.push(low, single('-'), high);
      } else if (low[0] > high[0]) throw this.#error('the range in brackets is out of order');
      else sets.push(charSet([[low[0], high[0]]]));
    }
    const set = unionOf(...sets);
    const all = this.#ignoreCase ? withOtherCases(set) : set;
    return negated ? complementOf(all) : all;
  }

  #member(): CharSet {
    const char = this.#text[this.#at++];
    if (char !== '\\') return single(char ?? '');
    if (this.#take('b')) return single('\b');
    return this.#classOrChar();
  }

  #chars(set: CharSet): RegexNode {
    return { type: 'chars', set: this.#ignoreCase ? withOtherCases(set) : set };
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #error(what: string, back = 0): GrammarError {
    return new GrammarError(`in the regular expression, at position ${this.#at - back}: ${what}`);
  }
}

function single(char: string): CharSet {
  const code = char.codePointAt(0);
  // A lone surrogate cannot occur in text.
  return code === undefined || (code >= 0xd800 && code <= 0xdfff) ? [] : [code, code];
}
