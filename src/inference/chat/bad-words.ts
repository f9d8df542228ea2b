import type { Tokenizer } from '../../model/text/tokenizer.ts';
import { RequestError } from './request-error.ts';

/** Characters of all words together: they are encoded at once, on the event loop. */
const MAX_CHARACTERS = 2 ** 13;

/**
 * The token sequences that may not be completed: each word as it is at the start of a text, and as it is behind a space
 * where that has as many tokens and another first one. Throws a `RequestError` for a word of spaces only, and for far
 * too much text.
 */
export function badWordSequences(words: readonly string[], tokenizer: Tokenizer): number[][] {
  const bare = [...new Set(words)].map((word) => word.replace(/^\p{White_Space}+/u, ''));
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
