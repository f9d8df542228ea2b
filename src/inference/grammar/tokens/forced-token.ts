import { tokenOf, type Vocabulary } from './tokenizer-info.ts';

/** Maximum number of allowed tokens to compare. If more are allowed, the text is hardly forced. */
const MOST = 64;

/**
 * Returns the longest token of the forced text: every other allowed token is a prefix of it or has it as a prefix.
 * Undefined if the grammar allows different texts (in XGrammar `find_jump_forward_string`).
 */
export function forcedToken(mask: Uint32Array, vocabulary: Vocabulary): number | undefined {
  const ids = allowedIds(mask);
  if (ids === undefined) return undefined;
  const tokens = ids
    .map((id) => ({ id, bytes: tokenOf(vocabulary, id) }))
    .sort((a, b) => b.bytes.length - a.bytes.length);
  // A special token, such as a stop token, has no bytes and so belongs to no forced text.
  if (tokens.some(({ bytes }) => bytes.length === 0)) return undefined;
  return tokens.find(({ bytes }) => tokens.every((other) => agree(bytes, other.bytes)))?.id;
}

/** Returns the token ids in a mask; undefined if there are none or more than `MOST`. */
function allowedIds(mask: Uint32Array): number[] | undefined {
  const ids: number[] = [];
  for (const [word, bits] of mask.entries()) {
    for (let left = bits; left !== 0; left &= left - 1) {
      if (ids.length === MOST) return undefined;
      ids.push(32 * word + 31 - Math.clz32(left & -left));
    }
  }
  return ids.length === 0 ? undefined : ids;
}

/** Returns whether one of them is a prefix of the other. */
function agree(one: Uint8Array, other: Uint8Array): boolean {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return false;
  return true;
}
