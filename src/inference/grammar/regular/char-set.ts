/** A set of code points: sorted, disjoint, non-adjacent inclusive ranges, flat as [low, high, low, high, ...]. */
export type CharSet = readonly number[];

export const LAST_CODE_POINT = 0x10ffff;

/** All that text can hold: every code point but the surrogates. */
export const ANY_CHAR: CharSet = [0, 0xd7ff, 0xe000, LAST_CODE_POINT];
export const NO_CHAR: CharSet = [];

/** Any list of ranges, made sorted and disjoint. */
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

/** The characters of text that are not in `set`. */
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

export function rangesOf(set: CharSet): [number, number][] {
  return Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i], set[2 * i + 1]]);
}
