/** Python's functions over the characters of texts, where JavaScript's own differ. */
const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const STARTING_SPACE = new RegExp(`^${SPACE}+`);
const ALL_SPACE = new RegExp(`^${SPACE}+$`);
const WORDS = new RegExp(`(?:(?!${SPACE})[\\s\\S])+`, 'g');
const IS_SPACE = new RegExp(SPACE);

export function isSpace(text: string): boolean {
  return ALL_SPACE.test(text);
}

/** Without the blanks, or without any of `characters`, at its ends. */
export function stripped(text: string, characters: string | null, side: 'both' | 'left' | 'right'): string {
  const units = Array.from(text);
  const among = new Set(characters ?? '');
  const goes = (unit: string) => (characters === null ? IS_SPACE.test(unit) : among.has(unit));
  if (characters === null && side === 'left') return text.replace(STARTING_SPACE, '');
  let start = 0;
  let end = units.length;
  if (side !== 'right') while (start < end && goes(units[start])) start += 1;
  if (side !== 'left') while (end > start && goes(units[end - 1])) end -= 1;
  return units.slice(start, end).join('');
}

export function capitalised(text: string): string {
  const [first = '', ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join('').toLowerCase();
}

/** `str.split` without a separator. */
export function splitAtSpace(text: string, most: number): string[] {
  const parts: string[] = [];
  for (const match of text.matchAll(WORDS)) {
    if (most >= 0 && parts.length === most) {
      parts.push(text.slice(match.index));
      break;
    }
    parts.push(match[0]);
  }
  return parts;
}

/** `str.rsplit` without a separator. */
export function splitAtSpaceFromEnd(text: string, most: number): string[] {
  const words = [...text.matchAll(WORDS)];
  if (most < 0 || words.length <= most) return words.map(([word]) => word);
  const kept = words.length - most;
  const { index, 0: last } = words[kept - 1];
  return [text.slice(words[0].index, index + last.length), ...words.slice(kept).map(([word]) => word)];
}

/** `str.split` and `str.rsplit` at `separator`. */
export function splitAt(text: string, separator: string, most: number, fromEnd: boolean): string[] {
  if (separator === '') throw new Error('empty separator');
  const parts = fromEnd ? partsFromEnd(text, separator) : text.split(separator);
  const extra = most < 0 ? 0 : parts.length - 1 - most;
  if (extra <= 0) return parts;
  if (fromEnd) return [parts.slice(0, extra + 1).join(separator), ...parts.slice(extra + 1)];
  return [...parts.slice(0, most), parts.slice(most).join(separator)];
}

/** As `split` cuts, but where separators overlap by the last of them. */
function partsFromEnd(text: string, separator: string): string[] {
  const parts: string[] = [];
  let end = text.length;
  for (;;) {
    const at = end < separator.length ? -1 : text.lastIndexOf(separator, end - separator.length);
    parts.push(text.slice(at < 0 ? 0 : at + separator.length, end));
    if (at < 0) return parts.reverse();
    end = at;
  }
}

const LINE_ENDS = '(\\r\\n|[\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029])';
const LINE_END = new RegExp(LINE_ENDS);

export function splitLines(text: string, keepEnds: boolean): string[] {
  const parts = text.split(LINE_END);
  const lines: string[] = [];
  for (let i = 0; i < parts.length; i += 2) lines.push(parts[i] + (keepEnds ? (parts[i + 1] ?? '') : ''));
  if (parts.at(-1) === '') lines.pop();
  return lines;
}
