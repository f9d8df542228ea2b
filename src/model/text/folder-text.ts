import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointError } from '../checkpoint/checkpoint.ts';
import { parseModelConfig } from '../checkpoint/hf-config.ts';
import { isJsonObject, type JsonObject, readJsonObject } from '../checkpoint/json-file.ts';
import { readSentencePiece } from './sentencepiece.ts';
import type { SpecialIds, TextFiles } from './text-files.ts';

const TOKEN_NAMES = ['bos_token', 'eos_token', 'unk_token', 'sep_token', 'pad_token', 'cls_token', 'mask_token'];

/** The file with the folder's tokenizer: `tokenizer.model` where there is no `tokenizer.json`. */
function tokenizerFile(folder: string): string {
  const [fast, slow] = ['tokenizer.json', 'tokenizer.model'].map((name) => join(folder, name));
  return existsSync(fast) || !existsSync(slow) ? fast : slow;
}

/** Whether it has one. */
export function hasTokenizer(folder: string): boolean {
  return existsSync(tokenizerFile(folder));
}

/** The text side of a Hugging Face model folder. Throws `CheckpointError`. */
export function readFolderText(folder: string): TextFiles {
  const configPath = join(folder, 'config.json');
  const source = tokenizerFile(folder);
  const config = readJsonObject(configPath);
  if (config === null) throw new CheckpointError(`${configPath}: no such file`);
  const tokenizerConfig = readJsonObject(join(folder, 'tokenizer_config.json')) ?? {};
  const tokenizerJson = source.endsWith('.model') ? sentencePiece(folder, tokenizerConfig) : readJsonObject(source);
  if (tokenizerJson === null) throw new CheckpointError(`${source}: no such file`);
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

/** The tokenizer of `tokenizer.model`, with what transformers' own files have beside it. */
function sentencePiece(folder: string, config: JsonObject): JsonObject {
  const path = join(folder, 'tokenizer.model');
  const json = readSentencePiece(path, readFileSync(path));
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
    ...(config.legacy === false ? FIRST_PREFIX : {}),
  };
}

/** A space in front of the whole text, and not behind each token that cuts it. */
const FIRST_PREFIX = {
  normalizer: null,
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: false },
};

function definedFields(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}

/** Tokens are written as strings or as added-token objects. */
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
  const vocab =
    isJsonObject(tokenizerJson.model) && isJsonObject(tokenizerJson.model.vocab) ? tokenizerJson.model.vocab : {};
  const ids = new Map(Object.entries(vocab));
  for (const token of Array.isArray(tokenizerJson.added_tokens) ? tokenizerJson.added_tokens : []) {
    if (isJsonObject(token) && typeof token.content === 'string') ids.set(token.content, token.id);
  }
  return ids;
}

/** The tokenizer's own eos comes first, because it is the one that ends an answer without a `stop_reason`. */
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

/** `chat_template.jinja` stands above tokenizer_config.json's entries, as in transformers. */
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
