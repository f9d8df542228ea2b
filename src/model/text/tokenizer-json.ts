import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';

/** GPT-2's split into words, which `ByteLevel` has built in. */
const GPT2_WORDS = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/**
 * A `tokenizer.json` with the parts that @huggingface/tokenizers needs present, and with the pre-tokenizers replaced
 * whose JavaScript character classes differ from Rust's. `Digits` there means every Unicode number, here only ASCII;
 * the space of `ByteLevel` there has U+0085 and not U+FEFF. The library gets both right in a `Split`.
 */
export function libraryTokenizerJson(json: JsonObject): JsonObject {
  return {
    normalizer: null,
    post_processor: null,
    ...json,
    added_tokens: json.added_tokens ?? [],
    pre_tokenizer: preTokenizer(json.pre_tokenizer ?? null),
  };
}

function preTokenizer(part: unknown): unknown {
  if (!isJsonObject(part)) return part;
  if (Array.isArray(part.pretokenizers)) return { ...part, pretokenizers: part.pretokenizers.map(preTokenizer) };
  if (part.type === 'Digits') return isolated(part.individual_digits === true ? '\\p{N}' : '\\p{N}+');
  const splits = part.type === 'ByteLevel' && part.use_regex !== false && part.add_prefix_space !== true;
  if (!splits) return part;
  return { type: 'Sequence', pretokenizers: [isolated(GPT2_WORDS), { ...part, use_regex: false }] };
}

function isolated(regex: string): JsonObject {
  return { type: 'Split', pattern: { Regex: regex }, behavior: 'Isolated', invert: false };
}
