import { GrammarError } from '../grammar-error.ts';

/** Set of code points: sorted, disjoint, non-adjacent inclusive ranges, flat as [low, high, low, high, ...]. */
export type CharSet = readonly number[];

export const LAST_CODE_POINT = 0x10ffff;

/** Every code point that can occur in text: all but the surrogates. */
export const ANY_CHAR: CharSet = [0, 0xd7ff, 0xe000, LAST_CODE_POINT];

/** Builds a set from ranges in any order, which may overlap. */
export function charSet(ranges: readonly (readonly [number, number])[]): CharSet {
  const sorted = [...ranges].filter(([low, high]) => low <= high).sort((a, b) => a[0] - b[0]);
  const set: number[] = [];
  for (const [low, high] of sorted) {
    if (set.length > 0 && low <= set[set.length - 1] + 1) set[set.length - 1] = Math.max(set[set.length - 1], high);
    else set.push(low, high);
  }
  return set;
}

export function charsOf(text: string): CharSet {
  return charSet([...text].map((c) => [c.codePointAt(0) as number, c.codePointAt(0) as number]));
}

export function unionOf(...sets: readonly CharSet[]): CharSet {
  return charSet(sets.flatMap(rangesOf));
}

export function intersectionOf(a: CharSet, b: CharSet): CharSet {
  const set: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const low = Math.max(a[i], b[j]);
    const high = Math.min(a[i + 1], b[j + 1]);
    if (low <= high) set.push(low, high);
    if (a[i + 1] < b[j + 1]) i += 2;
    else j += 2;
  }
  return set;
}

/** Returns the characters of `ANY_CHAR` that are not in `set`. */
export function complementOf(set: CharSet): CharSet {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [low, high] of rangesOf(set)) {
    gaps.push([next, low - 1]);
    next = high + 1;
  }
  gaps.push([next, LAST_CODE_POINT]);
  return intersectionOf(charSet(gaps), ANY_CHAR);
}

export function hasChar(set: CharSet, code: number): boolean {
  for (let i = 0; i < set.length && set[i] <= code; i += 2) if (code <= set[i + 1]) return true;
  return false;
}

function rangesOf(set: CharSet): [number, number][] {
  return Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i], set[2 * i + 1]]);
}

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

/** Returns the set of a class escape such as `\d`; undefined for other letters. */
export function classEscape(letter: string): CharSet | undefined {
  return Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
}

const properties = new Map<string, CharSet>();

/** Returns the set of `\p{name}`. Throws GrammarError for an unknown Unicode property. */
export function propertyClass(name: string): CharSet {
  const known = properties.get(name);
  if (known) return known;
  if (!/^[A-Za-z_]+(=[A-Za-z_]+)?$/.test(name)) throw new GrammarError(`\\p{${name}} is not a Unicode property`);
  let test: RegExp;
  try {
    test = new RegExp(`^\\p{${name}}`, 'u');
  } catch {
    throw new GrammarError(`\\p{${name}} is not a Unicode property`);
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

/** Returns `set` with the upper and lower case variants of its letters. */
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
