import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';

/** GPT-2's word pattern, which `ByteLevel` has built in. */
const GPT2_WORDS = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/**
 * Fills in the parts of a `tokenizer.json` that @huggingface/tokenizers requires, and replaces the pre-tokenizers whose
 * character classes differ between JavaScript and Rust. Rust's `Digits` matches every Unicode number, JavaScript's only
 * ASCII. Rust's `ByteLevel` counts U+0085 as white space, but not U+FEFF. The library gets both right in a `Split`.
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

/**
 * Removes the space that SentencePiece adds in front of a text; `json` is undefined if it adds none. `cutsSegments` is
 * true if it also adds a space after each added token within a text.
 */
export function withoutPrefix(json: JsonObject): { json?: JsonObject; cutsSegments: boolean } {
  const { normalizer, pre_tokenizer } = json;
  if (isJsonObject(pre_tokenizer) && pre_tokenizer.type === 'Metaspace') {
    const scheme = pre_tokenizer.prepend_scheme ?? (pre_tokenizer.add_prefix_space === false ? 'never' : 'always');
    if (scheme === 'never') return { cutsSegments: false };
    const never = { ...pre_tokenizer, add_prefix_space: false, prepend_scheme: 'never' };
    return { json: { ...json, pre_tokenizer: never }, cutsSegments: scheme === 'always' };
  }
  if (!isJsonObject(normalizer)) return { cutsSegments: false };
  if (normalizer.type === 'SentencePiece') {
    if (normalizer.adds_prefix !== true) return { cutsSegments: false };
    return { json: { ...json, normalizer: { ...normalizer, adds_prefix: false } }, cutsSegments: true };
  }
  const parts = Array.isArray(normalizer.normalizers) ? normalizer.normalizers : [normalizer];
  const rest = parts.filter((part) => !(isJsonObject(part) && part.type === 'Prepend'));
  if (rest.length === parts.length) return { cutsSegments: false };
  return { json: { ...json, normalizer: { type: 'Sequence', normalizers: rest } }, cutsSegments: true };
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
