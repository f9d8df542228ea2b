import type { Charsmap } from './charsmap.ts';

/** Bytes of a character of UTF-8 that begins with this one. */
function characterLength(first: number): number {
  return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** A longer grapheme is looked up character by character. */
const LONGEST_GRAPHEME = 6;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Maps characters as the Rust library's `Precompiled` does: a grapheme of few bytes becomes what the shortest text of
 * the map that it begins with becomes, and else each of its characters.
 */
export function mapGraphemes(charsmap: Charsmap, text: string): string {
  const mapped = (part: string): string | undefined => {
    const [first] = charsmap.prefixes(Buffer.from(part), 0);
    return first?.text;
  };
  return Array.from(graphemes.segment(text), ({ segment }) => {
    const whole = Buffer.byteLength(segment) < LONGEST_GRAPHEME ? mapped(segment) : undefined;
    return whole ?? Array.from(segment, (character) => mapped(character) ?? character).join('');
  }).join('');
}

export interface SentencePieceNormalizing {
  /** Null maps nothing. */
  charsmap: Charsmap | null;
  /** Whether spaces at both ends are dropped, and of several only one is kept. */
  removesSpaces: boolean;
  /** Whether a space is put in front. */
  addsPrefix: boolean;
  /** What stands for a space. */
  space: string;
}

/** Normalises a text as SentencePiece does (`Normalizer::Normalize`): the longest text of the map is what counts. */
export function normalizeSentencePiece(
  text: string,
  { charsmap, removesSpaces, addsPrefix, space }: SentencePieceNormalizing,
): string {
  const parts = Array.from(mappedParts(charsmap, Buffer.from(text)));
  const begun = removesSpaces ? parts.findIndex((part) => part !== ' ') : 0;
  if (begun < 0 || parts.length === 0) return '';
  let normalized = addsPrefix ? ' ' : '';
  let wasSpace = removesSpaces;
  for (const part of begun === 0 ? parts : parts.slice(begun)) {
    const kept = wasSpace ? part.replace(/^ +/, '') : part;
    normalized += kept;
    if (kept !== '') wasSpace = removesSpaces && kept.endsWith(' ');
  }
  normalized = normalized.replaceAll(' ', space);
  let end = normalized.length;
  while (removesSpaces && end > 0 && normalized.startsWith(space, end - space.length)) end -= space.length;
  return normalized.slice(0, end);
}

function* mappedParts(charsmap: Charsmap | null, bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    let longest = { length: 0, text: '' };
    for (const found of charsmap?.prefixes(bytes, at) ?? []) longest = found;
    if (longest.length === 0) {
      const length = characterLength(bytes[at]);
      longest = { length, text: bytes.toString('utf8', at, at + length) };
    }
    yield longest.text;
    at += longest.length;
  }
}
