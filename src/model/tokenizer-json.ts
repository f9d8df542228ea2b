import { isJsonObject, type JsonObject } from './json-file.ts';

/**
 * A `tokenizer.json` with the parts that @huggingface/tokenizers needs present, and with the pre-tokenizers replaced
 * whose JavaScript character classes differ from Rust's: `Digits` there means every Unicode number, here only ASCII.
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
  if (part.type !== 'Digits') return part;
  const pattern = { Regex: part.individual_digits === true ? '\\p{N}' : '\\p{N}+' };
  return { type: 'Split', pattern, behavior: 'Isolated', invert: false };
}
