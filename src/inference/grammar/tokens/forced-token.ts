import { tokenOf, type Vocabulary } from './tokenizer-info.ts';

/** Tokens that are compared at most: where more may come, the text is hardly forced. */
const MOST = 64;

/**
 * The longest token of the text that has to come next, whichever tokens spell it: it begins all other allowed tokens,
 * or begins with them. Undefined where there is a choice of texts (in XGrammar `find_jump_forward_string`).
 */
export function forcedToken(mask: Uint32Array, vocabulary: Vocabulary): number | undefined {
  const ids = allowedIds(mask);
  if (ids === undefined) return undefined;
  const tokens = ids
    .map((id) => ({ id, bytes: tokenOf(vocabulary, id) }))
    .sort((a, b) => b.bytes.length - a.bytes.length);
  // A special token, such as an end, has no bytes: it is no part of a text.
  if (tokens.some(({ bytes }) => bytes.length === 0)) return undefined;
  return tokens.find(({ bytes }) => tokens.every((other) => agree(bytes, other.bytes)))?.id;
}

/** Undefined where there are none, or more than `MOST`. */
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

/** Whether one of them begins the other. */
function agree(one: Uint8Array, other: Uint8Array): boolean {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return false;
  return true;
}
