import type { Tokenizer } from '../../model/text/tokenizer.ts';
import { RequestError } from './request-error.ts';

/** Tokens of all words together; more would cost each request the time of many. */
const MAX_TOKENS = 16_384;
/** Characters of all words together: they are encoded at once, and nobody else is served meanwhile. */
const MAX_CHARACTERS = 2 ** 16;

/**
 * The token sequences that may not be completed: each word as it is at the start of a text, and as it is behind a space
 * where that has as many tokens and another first one. Throws a `RequestError` for a word of spaces only, and for far too
 * much text.
 */
export function badWordSequences(words: readonly string[], tokenizer: Tokenizer): number[][] {
  const bare = [...new Set(words)].map((word) => word.replace(/^\p{White_Space}+/u, ''));
  const least = bare.reduce((sum, word) => sum + tokenizer.leastTokens(word), 0);
  if (least > MAX_TOKENS) {
    throw new RequestError('bad_words', `bad_words: together they have more than ${MAX_TOKENS} tokens; send fewer`);
  }
  const characters = bare.reduce((sum, { length }) => sum + length, 0);
  if (characters > MAX_CHARACTERS) {
    throw new RequestError(
      'bad_words',
      `bad_words: together they have ${characters} characters; allowed are ${MAX_CHARACTERS}`,
    );
  }
  return bare.flatMap((word) => {
    const alone = tokenizer.encode(word);
    if (alone.length === 0) {
      throw new RequestError('bad_words', 'bad_words: a word of spaces only is not allowed; it has no token');
    }
    const inside = tokenizer.encode(` ${word}`);
    return inside.length === alone.length && inside[0] !== alone[0] ? [alone, inside] : [alone];
  });
}
