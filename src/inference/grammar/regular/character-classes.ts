import { GrammarError } from '../grammar-error.ts';
import {
  type CharSet,
  charSet,
  charsOf,
  complementOf,
  hasChar,
  LAST_CODE_POINT,
  rangesOf,
  unionOf,
} from './char-set.ts';

const DIGIT = charSet([[0x30, 0x39]]);
export const WORD = unionOf(
  charSet([
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
  ]),
  charsOf('_'),
);
/** ECMAScript's WhiteSpace and LineTerminator. */
const SPACE = unionOf(
  charsOf('\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'),
  charSet([[0x2000, 0x200a]]),
);
export const NO_NEWLINE = complementOf(charsOf('\n\r\u2028\u2029'));

const ESCAPES: Record<string, CharSet> = {
  d: DIGIT,
  D: complementOf(DIGIT),
  w: WORD,
  W: complementOf(WORD),
  s: SPACE,
  S: complementOf(SPACE),
};

/** What `\d` and its like stand for; undefined for other letters. */
export function classEscape(letter: string): CharSet | undefined {
  return Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
}

const properties = new Map<string, CharSet>();

/** What `\p{name}` stands for. Throws GrammarError for a name that Unicode does not know. */
export function propertyClass(name: string): CharSet {
  const known = properties.get(name);
  if (known) return known;
  if (!/^[A-Za-z_]+(=[A-Za-z_]+)?$/.test(name)) throw new GrammarError(`\\p{${name}} is no Unicode property`);
  let test: RegExp;
  try {
    test = new RegExp(`^\\p{${name}}`, 'u');
  } catch {
    throw new GrammarError(`\\p{${name}} is no Unicode property`);
  }
  const set: number[] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code++) {
    if ((code >= 0xd800 && code <= 0xdfff) || !test.test(String.fromCodePoint(code))) continue;
    if (set.length > 0 && set[set.length - 1] === code - 1) set[set.length - 1] = code;
    else set.push(code, code);
  }
  properties.set(name, set);
  return set;
}

/** `set` and the other cases of its letters. */
export function withOtherCases(set: CharSet): CharSet {
  const more: [number, number][] = [];
  for (const [low, high] of rangesOf(set)) {
    for (let code = low; code <= Math.min(high, 0x1e943); code++) {
      const char = String.fromCodePoint(code);
      for (const other of [char.toLowerCase(), char.toUpperCase()]) {
        const otherCode = other.codePointAt(0) as number;
        if (otherCode !== code && [...other].length === 1 && !hasChar(set, otherCode))
          more.push([otherCode, otherCode]);
      }
    }
  }
  return unionOf(set, charSet(more));
}
