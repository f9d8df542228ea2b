import { CheckpointError } from '../checkpoint/checkpoint.ts';
import type { GgufMetadata } from '../checkpoint/gguf-metadata.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';
import { familyOfGguf } from '../families/all-families.ts';
import { prefixToken, sentencePieceJson } from './sentencepiece.ts';
import { LLAMA3_WORDS, O200K_WORDS, QWEN2_WORDS } from './word-patterns.ts';

// Values of `tokenizer.ggml.token_type`.
export const NORMAL = 1;
export const CONTROL = 3;
export const USER_DEFINED = 4;
/** Type of an id that no text encodes to, such as padding of the embedding matrix. */
export const UNUSED = 5;

/** Regular expression of Mistral's Tekken, which splits words before capitals. */
const TEKKEN_WORDS = [
  '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+',
  '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*',
  '\\p{N}',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*',
  '\\s*[\\r\\n]+',
  '\\s+(?!\\S)',
  '\\s+',
].join('|');

interface Splitting {
  normalizer: JsonObject | null;
  preTokenizers: JsonObject[];
  /** Whether a word that is itself a token skips the merges. */
  ignoreMerges: boolean;
  addsBos: boolean;
}

const GPT2: Splitting = { normalizer: null, preTokenizers: [byteLevel(true)], ignoreMerges: false, addsBos: false };
const SMOLLM: Splitting = { ...GPT2, preTokenizers: [{ type: 'Digits', individual_digits: true }, byteLevel(true)] };
const LLAMA3: Splitting = { ...GPT2, preTokenizers: wordsOf(LLAMA3_WORDS), ignoreMerges: true, addsBos: true };
const TEKKEN: Splitting = { ...GPT2, preTokenizers: wordsOf(TEKKEN_WORDS), ignoreMerges: true, addsBos: true };
const GPT4O: Splitting = { ...GPT2, preTokenizers: wordsOf(O200K_WORDS) };
const QWEN2: Splitting = { ...GPT2, preTokenizers: wordsOf(QWEN2_WORDS), normalizer: { type: 'NFC' } };

/** Pre-tokenization by the names of `tokenizer.ggml.pre`, as in the models' own tokenizer.json files. */
const SPLITTINGS: Record<string, Splitting | undefined> = {
  default: GPT2,
  'gpt-2': GPT2,
  smollm: SMOLLM,
  llama3: LLAMA3,
  'llama-v3': LLAMA3,
  'llama-bpe': LLAMA3,
  // Llama 3's word pattern, without `ignore_merges`.
  'smaug-bpe': { ...LLAMA3, ignoreMerges: false, addsBos: false },
  dbrx: { ...LLAMA3, ignoreMerges: false, addsBos: false },
  tekken: TEKKEN,
  'gpt-4o': GPT4O,
  refact: SMOLLM,
  starcoder: SMOLLM,
  qwen2: QWEN2,
  'deepseek-r1-qwen': QWEN2,
};

/** Names for export: one of each group of synonyms. */
const WRITTEN = ['gpt-2', 'smollm', 'llama-bpe', 'dbrx', 'tekken', 'gpt-4o', 'qwen2'];

/** Returns the `tokenizer.ggml.pre` name of a `tokenizer.json`'s pre-tokenization, or null if it has none. */
export function splittingName({ normalizer, pre_tokenizer, model }: JsonObject): string | null {
  const ignoresMerges = isJsonObject(model) && model.ignore_merges === true;
  const isSame = ({ preTokenizers, ...splitting }: Splitting): boolean =>
    splitting.ignoreMerges === ignoresMerges &&
    // GGUF has no key for a normalizer. llama.cpp has none; this code takes it from the name.
    (shapeOf(normalizer) === '[]' || shapeOf(normalizer) === shapeOf(splitting.normalizer)) &&
    shapeOf(pre_tokenizer) === shapeOf({ pretokenizers: preTokenizers });
  return WRITTEN.find((name) => isSame(SPLITTINGS[name]!)) ?? null;
}

/** Returns a comparable form of a normalizer or pre-tokenizer: its parts in sequence, with defaults filled in. */
function shapeOf(part: unknown): string {
  return JSON.stringify(partsOf(part));
}

function partsOf(part: unknown): unknown[] {
  if (!isJsonObject(part)) return [];
  const inner = part.pretokenizers ?? part.normalizers;
  if (Array.isArray(inner)) return inner.flatMap(partsOf);
  if (part.type === 'ByteLevel') return ['ByteLevel', part.add_prefix_space ?? true, part.use_regex ?? true];
  if (part.type === 'Split') return ['Split', part.pattern, part.behavior, part.invert ?? false];
  if (part.type === 'Digits') return ['Digits', part.individual_digits ?? false];
  return [part];
}

function byteLevel(useRegex: boolean): JsonObject {
  return { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: useRegex };
}

function wordsOf(regex: string): JsonObject[] {
  return [{ type: 'Split', pattern: { Regex: regex }, behavior: 'Isolated', invert: false }, byteLevel(false)];
}

/** Converts a GGUF file's metadata to a `tokenizer.json`. Throws `CheckpointError` for unsupported kinds. */
export function ggufTokenizerJson(metadata: GgufMetadata): JsonObject {
  const kind = metadata.string('tokenizer.ggml.model');
  if (kind === 'llama') return sentencePiece(metadata);
  if (kind !== 'gpt2') {
    throw new CheckpointError(
      `${metadata.path}: tokenizer ${JSON.stringify(kind)} is not supported; gpt2 (BPE) and llama (SentencePiece) are`,
    );
  }
  const pre = metadata.string('tokenizer.ggml.pre', 'default');
  const splitting = SPLITTINGS[pre];
  if (splitting === undefined) {
    throw new CheckpointError(
      `${metadata.path}: tokenizer.ggml.pre ${JSON.stringify(pre)} is not supported; ${Object.keys(SPLITTINGS).join(', ')} are`,
    );
  }
  const tokens = metadata.strings('tokenizer.ggml.tokens');
  const types = metadata.has('tokenizer.ggml.token_type') ? metadata.integers('tokenizer.ggml.token_type') : [];
  const merges = metadata.strings('tokenizer.ggml.merges').map((merge) => splitMerge(metadata.path, merge));
  const addsBos = metadata.boolean('tokenizer.ggml.add_bos_token', splitting.addsBos);
  return {
    added_tokens: addedTokens(tokens, types),
    normalizer: splitting.normalizer,
    pre_tokenizer: { type: 'Sequence', pretokenizers: splitting.preTokenizers },
    post_processor: addsBos ? bosInFront(tokens, metadata) : null,
    decoder: byteLevel(true),
    model: {
      type: 'BPE',
      unk_token: null,
      ignore_merges: splitting.ignoreMerges,
      vocab: Object.fromEntries(tokens.flatMap((token, id) => (types[id] === UNUSED ? [] : [[token, id]]))),
      merges,
    },
  };
}

/** Converts a SentencePiece BPE model, for which the file has pieces with scores and types. */
function sentencePiece(metadata: GgufMetadata): JsonObject {
  const tokens = metadata.strings('tokenizer.ggml.tokens');
  const scores = metadata.numbers('tokenizer.ggml.scores');
  const types = metadata.integers('tokenizer.ggml.token_type');
  if (scores.length !== tokens.length || types.length !== tokens.length) {
    throw new CheckpointError(
      `${metadata.path}: ${tokens.length} tokens have ${scores.length} scores and ${types.length} types`,
    );
  }
  const addsBos = metadata.boolean('tokenizer.ggml.add_bos_token', true);
  const bos = metadata.integer('tokenizer.ggml.bos_token_id', 0, 1);
  return sentencePieceJson(
    tokens.map((text, id) => ({ text, score: scores[id], type: types[id] })),
    {
      addsPrefix: metadata.boolean('tokenizer.ggml.add_space_prefix', true),
      bos: addsBos && bos < tokens.length ? bos : null,
      // GGUF has no key for this; llama.cpp decides it by the model.
      stripsBehind: familyOfGguf(metadata.string('general.architecture', ''))?.gguf.stripsBehindControl ?? false,
    },
  );
}

function addedTokens(tokens: readonly string[], types: readonly number[]): JsonObject[] {
  return tokens.flatMap((content, id) => {
    if (types[id] !== CONTROL && types[id] !== USER_DEFINED) return [];
    const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false };
    return [{ id, content, ...flags, special: types[id] === CONTROL }];
  });
}

function splitMerge(path: string, merge: string): [string, string] {
  const space = merge.indexOf(' ', 1);
  if (space < 1) throw new CheckpointError(`${path}: tokenizer.ggml.merges: ${JSON.stringify(merge)} is not a pair`);
  return [merge.slice(0, space), merge.slice(space + 1)];
}

function bosInFront(tokens: readonly string[], metadata: GgufMetadata): JsonObject {
  const id = metadata.integer('tokenizer.ggml.bos_token_id', 0);
  return prefixToken(tokens[id], id);
}
