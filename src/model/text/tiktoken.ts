import { CheckpointError } from '../checkpoint/checkpoint.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';
import { BYTE_CHARACTERS } from './byte-characters.ts';
import { LLAMA3_WORDS, O200K_WORDS, QWEN2_WORDS } from './word-patterns.ts';

/** Word patterns of known tiktoken files, by number of ranks. The file itself does not contain its pattern. */
const KNOWN: ReadonlyMap<number, { name: string; words: string }> = new Map([
  [100_256, { name: 'cl100k_base', words: LLAMA3_WORDS }],
  [128_000, { name: 'Llama 3', words: LLAMA3_WORDS }],
  [151_643, { name: 'Qwen', words: QWEN2_WORDS }],
  [199_998, { name: 'o200k_base', words: O200K_WORDS }],
]);

const MAX_TOKENS = 2 ** 21;
/** Maximum number of special tokens; known files have 1000. */
const MAX_SPECIAL = 2 ** 16;
const LINE = /^([A-Za-z0-9+/]+={0,2}) (\d+)$/;

/** Returns whether a file's first line is a tiktoken entry: a token in base64 and its rank. */
export function isTiktoken(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0x0a);
  return end > 0 && end < 4096 && LINE.test(Buffer.from(bytes.subarray(0, end)).toString('latin1').trimEnd());
}

/**
 * Converts a tiktoken file to `tokenizer.json`. `words` is the regular expression that splits texts into words; without
 * it, the number of ranks decides. Special tokens are in other files. Throws `CheckpointError`.
 */
export function readTiktoken(path: string, bytes: Uint8Array, words?: string): JsonObject {
  const tokens: [bytes: Uint8Array, rank: number][] = [];
  for (const [i, line] of Buffer.from(bytes).toString('latin1').split(/\r?\n/).entries()) {
    if (line === '') continue;
    const [, encoded, rank] = LINE.exec(line) ?? fail(path, `line ${i + 1} is not base64 and a rank`);
    tokens.push([Buffer.from(encoded, 'base64'), Number(rank)]);
  }
  const pattern = words ?? KNOWN.get(tokens.length)?.words;
  if (pattern === undefined) {
    const known = [...KNOWN].map(([count, { name }]) => `${name} (${count})`).join(', ');
    throw new CheckpointError(
      `${path}: a tiktoken file of ${tokens.length} ranks has an unknown pattern; supported are ${known}`,
    );
  }
  return rankedJson(path, { tokens, pattern, added: [] });
}

/** Converts Mistral's `tekken.json` to `tokenizer.json`. Throws `CheckpointError`. */
export function readTekken(path: string, json: JsonObject): JsonObject {
  const { config, vocab } = json;
  if (!isJsonObject(config) || !Array.isArray(vocab)) return fail(path, 'corrupt: it has no config or no vocab');
  const { pattern, default_vocab_size: size, default_num_special_tokens: special } = config;
  if (typeof pattern !== 'string' || !isCount(size) || !isCount(special) || special > size) {
    return fail(path, 'corrupt: config.pattern, default_vocab_size or default_num_special_tokens is missing');
  }
  if (special > MAX_SPECIAL) return fail(path, `config.default_num_special_tokens: more than ${MAX_SPECIAL}`);
  const tokens = vocab.slice(0, size - special).map((entry: unknown, i): [Uint8Array, number] => {
    if (!isJsonObject(entry) || typeof entry.token_bytes !== 'string' || !isCount(entry.rank)) {
      return fail(path, `corrupt: vocab[${i}] has no rank or no token_bytes`);
    }
    return [Buffer.from(entry.token_bytes, 'base64'), entry.rank + special];
  });
  const listed = Array.isArray(json.special_tokens) ? json.special_tokens : OLDER_SPECIAL;
  const names = Array.from({ length: special }, (_, rank) => specialName(listed[rank]) ?? `<SPECIAL_${rank}>`);
  const added = names.map((content, id) => ({ ...PLAIN, id, content, special: true }));
  return rankedJson(path, { tokens, pattern, added });
}

const PLAIN = { single_word: false, lstrip: false, rstrip: false, normalized: false };

/** The special tokens of a tekken.json that lists none (mistral-common's `DEPRECATED_SPECIAL_TOKENS`). */
const OLDER_SPECIAL: readonly string[] = [
  ...['<unk>', '<s>', '</s>', '[INST]', '[/INST]', '[AVAILABLE_TOOLS]', '[/AVAILABLE_TOOLS]', '[TOOL_RESULTS]'],
  ...['[/TOOL_RESULTS]', '[TOOL_CALLS]', '[IMG]', '<pad>', '[IMG_BREAK]', '[IMG_END]', '[PREFIX]', '[MIDDLE]'],
  ...['[SUFFIX]', '[SYSTEM_PROMPT]', '[/SYSTEM_PROMPT]', '[TOOL_CONTENT]'],
];

function specialName(token: unknown): string | undefined {
  const name = isJsonObject(token) ? token.token_str : token;
  return typeof name === 'string' ? name : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

interface Ranked {
  /** Tokens with their ids, which are in the order of ranks. */
  tokens: readonly [bytes: Uint8Array, id: number][];
  pattern: string;
  added: JsonObject[];
}

function rankedJson(path: string, { tokens, pattern, added }: Ranked): JsonObject {
  if (tokens.length > MAX_TOKENS) fail(path, `more than ${MAX_TOKENS} tokens`);
  const vocab = new Map<string, number>();
  for (const [bytes, id] of tokens) vocab.set(Array.from(bytes, (byte) => BYTE_CHARACTERS[byte]).join(''), id);
  if (vocab.size < tokens.length) fail(path, 'corrupt: a token appears twice');
  if (new Set(vocab.values()).size < vocab.size) fail(path, 'corrupt: a rank appears twice');
  const missing = BYTE_CHARACTERS.findIndex((character) => !vocab.has(character));
  if (missing >= 0) fail(path, `corrupt: no token is the byte ${missing}`);
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false };
  const split = { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false };
  return {
    added_tokens: added,
    normalizer: null,
    pre_tokenizer: { type: 'Sequence', pretokenizers: [split, byteLevel] },
    post_processor: null,
    decoder: byteLevel,
    model: { type: 'Tiktoken', vocab: Object.fromEntries(vocab) },
  };
}

function fail(path: string, what: string): never {
  throw new CheckpointError(`${path}: ${what}`);
}
