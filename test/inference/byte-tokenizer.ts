import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { BYTE_CHARACTERS } from '../../src/model/text/byte-characters.ts';
import { Tokenizer } from '../../src/model/text/tokenizer.ts';

/** Returns a byte-level tokenizer: token i has the bytes of entry i, and the special tokens come last. */
export function byteTokenizer(entries: readonly (string | number[])[], specials: readonly string[]): Tokenizer {
  const spelled = entries.map((entry) => {
    const bytes = typeof entry === 'string' ? Buffer.from(entry) : Buffer.from(entry);
    return Array.from(bytes, (byte) => BYTE_CHARACTERS[byte]).join('');
  });
  const vocab = Object.fromEntries(spelled.map((token, id) => [token, id]));
  const added = specials.map((content, place) => ({
    id: entries.length + place,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  const json = {
    version: '1.0',
    added_tokens: added,
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: { type: 'BPE', vocab, merges: [] },
  };
  return new Tokenizer(json, 'test');
}

/** A sampled token without alternatives, or with the given [id, logprob] pairs, best first. */
export function sampled(id: number, logprob = -0.5, top: readonly [number, number][] = []): GeneratedToken {
  return { id, logprob, topIds: top.map(([other]) => other), topLogprobs: top.map(([, value]) => value) };
}
