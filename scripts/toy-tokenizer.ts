import { BYTE_CHARACTERS } from '../src/model/text/byte-characters.ts';

/** Words that are one token each, both alone and after a space. */
export const TOY_WORDS = (
  'yes no maybe good bad big small red green blue black white one two three four five six seven eight nine ten zero ' +
  'cat dog bird fish tree sun moon star sea river king queen city day night hot cold up down left right true false ' +
  'say is are was the and or not what who why how when where your my name answer word color number please hello bye ' +
  'Paris London Rome France Italy Daybreak user assistant system tool always never first last new old fast slow open ' +
  'you can do it of to in we they this that with for from by as be so if then time year week'
).split(' ');

const SPECIAL = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];
const MERGES = ['e r', 'a t', 'o n', 'e n', 'i t', 'Ġ a', 's t', 'Ġ b', 'l l', 'r e', 'n g'];
const SIZE = 496;

/** ChatML without a default system prompt. */
export const TOY_CHAT_TEMPLATE =
  "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/**
 * Returns a byte-level BPE `tokenizer.json` of 496 tokens: 3 special tokens, 256 bytes, a few merges, whole words, and
 * spare tokens.
 */
export function toyTokenizer(): { json: Record<string, unknown>; ids: ReadonlyMap<string, number> } {
  const merges = MERGES.map((pair) => pair.split(' '));
  const tokens = new Set([...SPECIAL, ...BYTE_CHARACTERS, ...merges.map((pair) => pair.join(''))]);
  for (const word of TOY_WORDS) tokens.add(word).add(`Ġ${word}`);
  for (let spare = 0; tokens.size < SIZE; spare++) tokens.add(`<|spare_${spare}|>`);
  if (tokens.size !== SIZE) throw new Error(`the toy's vocabulary has ${tokens.size} tokens, not ${SIZE}`);
  const ids = new Map([...tokens].map((token, id) => [token, id]));
  const special = [...tokens].filter((token) => token.startsWith('<|'));
  const json = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content) => ({
      id: ids.get(content),
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      // A pre-token that is in the vocabulary is one token, so whole words need no chain of merges.
      ignore_merges: true,
      vocab: Object.fromEntries(ids),
      merges,
    },
  };
  return { json, ids };
}
