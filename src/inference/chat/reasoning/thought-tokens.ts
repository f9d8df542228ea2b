import type { Tokenizer } from '../../../model/text/tokenizer.ts';
import { THOUGHTS_CLOSE, THOUGHTS_OPEN, type ThoughtStart, type Thoughts } from '../../grammar/thoughts.ts';

const spaces = new WeakMap<Tokenizer, readonly number[]>();

/**
 * The tokens that tell the thoughts of an answer; null where there are no thoughts to tell, or where the tokenizer
 * lacks these tokens: a model then spells the marks, and the text tells.
 */
export function thoughtTokens(start: ThoughtStart | null, tokenizer: Tokenizer): Thoughts | null {
  if (start === null || start === 'closed') return null;
  const begun = start === 'open';
  const [openId, closeId] = [tokenizer.tokenId(THOUGHTS_OPEN), tokenizer.tokenId(THOUGHTS_CLOSE)];
  if (closeId === null || (openId === null && !begun)) return null;
  return { begun, openId, closeId, spaceIds: spacesOf(tokenizer) };
}

function spacesOf(tokenizer: Tokenizer): readonly number[] {
  const known = spaces.get(tokenizer);
  if (known) return known;
  const found = Array.from({ length: tokenizer.vocabSize }, (_, id) => id).filter(
    (id) => !tokenizer.specialIds.has(id) && isSpace(tokenizer.tokenBytes(id)),
  );
  spaces.set(tokenizer, found);
  return found;
}

function isSpace(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
