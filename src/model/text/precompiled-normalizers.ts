import type { Charsmap } from './charsmap.ts';

/** Returns the bytes of a UTF-8 character, given its first byte. */
function characterLength(first: number): number {
  return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/** Bytes from which a grapheme is looked up character by character. */
const LONGEST_GRAPHEME = 6;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Maps characters as the Rust library's `Precompiled` does. A grapheme of less than 6 bytes is replaced by the
 * replacement of its shortest prefix in the map; without one, each of its characters is mapped.
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
  /** Null for no mapping. */
  charsmap: Charsmap | null;
  /** Whether to drop spaces at both ends and collapse runs of spaces. */
  removesSpaces: boolean;
  /** Whether to add a space in front. */
  addsPrefix: boolean;
  /** Text that replaces a space. */
  space: string;
}

/** Normalises a text as SentencePiece does (`Normalizer::Normalize`): the longest match in the map applies. */
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
