import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointError } from '../checkpoint/checkpoint.ts';
import { parseModelConfig } from '../checkpoint/hf-config.ts';
import { isJsonObject, type JsonObject, readJsonObject } from '../checkpoint/json-file.ts';
import { readSentencePiece } from './sentencepiece.ts';
import type { SpecialIds, TextFiles } from './text-files.ts';
import { isTiktoken, readTekken, readTiktoken } from './tiktoken.ts';

const TOKEN_NAMES = ['bos_token', 'eos_token', 'unk_token', 'sep_token', 'pad_token', 'cls_token', 'mask_token'];

/** Names of a folder's tokenizer file; the first that exists is used. A tiktoken file may have other names. */
export const TOKENIZER_FILES = ['tokenizer.json', 'tokenizer.model', 'tekken.json', 'tiktoken.model'];

/** Returns the path of the folder's tokenizer file; `tokenizer.json` if there is none. */
function tokenizerFile(folder: string): string {
  const named = TOKENIZER_FILES.find((name) => existsSync(join(folder, name)));
  const other = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.tiktoken')) : undefined;
  return join(folder, named ?? other ?? TOKENIZER_FILES[0]);
}

/** Returns whether a folder has a tokenizer. */
export function hasTokenizer(folder: string): boolean {
  return existsSync(tokenizerFile(folder));
}

/** Reads config, tokenizer and chat templates of a Hugging Face model folder. Throws `CheckpointError`. */
export function readFolderText(folder: string): TextFiles {
  const configPath = join(folder, 'config.json');
  const source = tokenizerFile(folder);
  const config = readJsonObject(configPath);
  if (config === null) throw new CheckpointError(`${configPath}: no such file`);
  const tokenizerConfig = readJsonObject(join(folder, 'tokenizer_config.json')) ?? {};
  const tokenizerJson = readTokenizer(folder, source, tokenizerConfig);
  if (tokenizerJson === null) {
    const others = [...TOKENIZER_FILES.slice(1), '*.tiktoken'].join(', ');
    throw new CheckpointError(`${source}: no such file, and no ${others} either`);
  }
  const tokensMap = readJsonObject(join(folder, 'special_tokens_map.json')) ?? {};
  const specialTokens = namedTokens({ ...tokensMap, ...definedFields(tokenizerConfig) });
  const generation = readJsonObject(join(folder, 'generation_config.json')) ?? {};
  return {
    source,
    config: parseModelConfig(configPath, config),
    tokenizerJson,
    specialTokens,
    chatTemplates: chatTemplates(folder, tokenizerConfig),
    specialIds: specialIds(generation, config, specialTokens, tokenIds(tokenizerJson)),
    tokenizerConfig,
    generation,
  };
}

/** Reads a tokenizer file as `tokenizer.json`; null if a `tokenizer.json` is missing. Throws `CheckpointError`. */
function readTokenizer(folder: string, path: string, config: JsonObject): JsonObject | null {
  if (path.endsWith('tokenizer.json')) return readJsonObject(path);
  if (path.endsWith('tekken.json'))
    return withAddedTokens(folder, config, readTekken(path, readJsonObject(path) ?? {}));
  const bytes = readFileSync(path);
  if (isTiktoken(bytes)) return withAddedTokens(folder, config, readTiktoken(path, bytes));
  const json = withAddedTokens(folder, config, readSentencePiece(path, bytes));
  return config.legacy === false ? withFirstPrefix(json) : json;
}

/** Adds the tokens of transformers' own files, `added_tokens.json` and `tokenizer_config.json`, to a tokenizer. */
function withAddedTokens(folder: string, config: JsonObject, json: JsonObject): JsonObject {
  const listed = readJsonObject(join(folder, 'added_tokens.json')) ?? {};
  const tokens = new Map<number, JsonObject>();
  for (const token of json.added_tokens as JsonObject[]) tokens.set(Number(token.id), token);
  for (const [content, id] of Object.entries(listed)) tokens.set(Number(id), { id, content, special: true });
  const decoder = isJsonObject(config.added_tokens_decoder) ? config.added_tokens_decoder : {};
  for (const [id, token] of Object.entries(decoder))
    if (isJsonObject(token)) tokens.set(Number(id), { ...token, id: Number(id) });
  return {
    ...json,
    added_tokens: [...tokens.values()].map((token) => ({ normalized: false, lstrip: false, rstrip: false, ...token })),
    post_processor: config.add_bos_token === false ? null : json.post_processor,
  };
}

/** Restricts the space prefix to the start of the whole text, so that none follows a special token. */
function withFirstPrefix(json: JsonObject): JsonObject {
  const normalizer = json.normalizer as JsonObject;
  const mapping = normalizer.type === 'SentencePiece' ? { ...normalizer, adds_prefix: false } : null;
  const pre_tokenizer = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: false };
  return { ...json, normalizer: mapping, pre_tokenizer };
}

function definedFields(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}

/** Returns the special tokens by name. The files have them as strings or as added-token objects. */
function namedTokens(json: JsonObject): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const name of TOKEN_NAMES) {
    const value = json[name];
    const content = isJsonObject(value) ? value.content : value;
    if (typeof content === 'string') tokens[name] = content;
  }
  return tokens;
}

function tokenIds(tokenizerJson: JsonObject): Map<string, unknown> {
  const vocab = isJsonObject(tokenizerJson.model) ? tokenizerJson.model.vocab : {};
  const ids = new Map<string, unknown>(
    Array.isArray(vocab)
      ? vocab.map((entry, id) => [String((entry as unknown[] | null)?.[0]), id])
      : Object.entries(isJsonObject(vocab) ? vocab : {}),
  );
  for (const token of Array.isArray(tokenizerJson.added_tokens) ? tokenizerJson.added_tokens : []) {
    if (isJsonObject(token) && typeof token.content === 'string') ids.set(token.content, token.id);
  }
  return ids;
}

/** Returns the special ids. The tokenizer's own eos comes first: it ends an answer without a `stop_reason`. */
function specialIds(
  generation: JsonObject,
  config: JsonObject,
  tokens: Record<string, string>,
  ids: ReadonlyMap<string, unknown>,
): SpecialIds {
  const named = (name: string) => (name in tokens ? ids.get(tokens[name]) : undefined);
  const listed = [generation.eos_token_id ?? config.eos_token_id].flat();
  const eos = [named('eos_token'), ...listed].filter(isId);
  const first = (...candidates: unknown[]) => candidates.find(isId) ?? null;
  return {
    bos: first(named('bos_token'), generation.bos_token_id, config.bos_token_id),
    eos: [...new Set(eos)],
    pad: first(named('pad_token'), generation.pad_token_id, config.pad_token_id),
  };
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** Reads the chat templates. `chat_template.jinja` overrides tokenizer_config.json, as in transformers. */
function chatTemplates(folder: string, tokenizerConfig: JsonObject): Map<string, string> {
  const templates = new Map<string, string>();
  const inConfig = tokenizerConfig.chat_template;
  if (typeof inConfig === 'string') templates.set('default', inConfig);
  for (const entry of Array.isArray(inConfig) ? inConfig : []) {
    if (isJsonObject(entry) && typeof entry.name === 'string' && typeof entry.template === 'string') {
      templates.set(entry.name, entry.template);
    }
  }
  const file = join(folder, 'chat_template.jinja');
  if (existsSync(file)) templates.set('default', readFileSync(file, 'utf8'));
  const more = join(folder, 'additional_chat_templates');
  for (const name of existsSync(more) ? readdirSync(more) : []) {
    if (name.endsWith('.jinja')) templates.set(name.slice(0, -'.jinja'.length), readFileSync(join(more, name), 'utf8'));
  }
  return templates;
}
