import { readGgufConfig } from '../checkpoint/gguf-checkpoint.ts';
import { GgufFiles } from '../checkpoint/gguf-files.ts';
import type { GgufMetadata } from '../checkpoint/gguf-metadata.ts';
import { ggufTokenizerJson } from './gguf-tokenizer.ts';
import type { SpecialIds, TextFiles } from './text-files.ts';

/** Names of control tokens that llama.cpp always treats as end of generation, even if the file does not list them. */
export const ENDS: ReadonlySet<string> = new Set([
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|end_of_text|>',
  '<|end|>',
  '<|return|>',
  '<|call|>',
  '<end_of_turn>',
  '</s>',
  '<eos>',
  '<EOT>',
]);
const NAMED: Record<string, string> = {
  bos_token: 'bos_token_id',
  eos_token: 'eos_token_id',
  unk_token: 'unknown_token_id',
  pad_token: 'padding_token_id',
};

/** Reads config, tokenizer and chat templates of a GGUF file. Throws `CheckpointError`. */
export function readGgufText(path: string): TextFiles {
  const files = new GgufFiles(path);
  try {
    const { metadata } = files;
    const tokens = metadata.strings('tokenizer.ggml.tokens');
    return {
      source: path,
      config: readGgufConfig(files),
      tokenizerJson: ggufTokenizerJson(metadata),
      specialTokens: specialTokens(metadata, tokens),
      chatTemplates: chatTemplates(metadata),
      specialIds: specialIds(metadata, tokens),
      tokenizerConfig: {},
      generation: {},
    };
  } finally {
    files.close();
  }
}

function idOf(metadata: GgufMetadata, key: string, tokens: readonly string[]): number | null {
  const full = `tokenizer.ggml.${key}`;
  if (!metadata.has(full)) return null;
  const id = metadata.integer(full, 0);
  return id < tokens.length ? id : null;
}

function specialTokens(metadata: GgufMetadata, tokens: readonly string[]): Record<string, string> {
  const named = Object.entries(NAMED).map(([name, key]) => [name, idOf(metadata, key, tokens)] as const);
  return Object.fromEntries(named.flatMap(([name, id]) => (id === null ? [] : [[name, tokens[id]]])));
}

function specialIds(metadata: GgufMetadata, tokens: readonly string[]): SpecialIds {
  const types = metadata.has('tokenizer.ggml.token_type') ? metadata.integers('tokenizer.ggml.token_type') : [];
  const declared = ['eos_token_id', 'eot_token_id', 'eom_token_id'].map((key) => idOf(metadata, key, tokens));
  const known = tokens.flatMap((token, id) => (types[id] === 3 && ENDS.has(token) ? [id] : []));
  const eos = [...declared, ...known].filter((id) => id !== null);
  return {
    bos: idOf(metadata, 'bos_token_id', tokens),
    eos: [...new Set(eos)],
    pad: idOf(metadata, 'padding_token_id', tokens),
  };
}

function chatTemplates(metadata: GgufMetadata): Map<string, string> {
  const templates = new Map<string, string>();
  const key = 'tokenizer.chat_template';
  if (metadata.has(key)) templates.set('default', metadata.string(key));
  if (metadata.has('tokenizer.chat_templates')) {
    for (const name of metadata.strings('tokenizer.chat_templates')) {
      if (metadata.has(`${key}.${name}`)) templates.set(name, metadata.string(`${key}.${name}`));
    }
  }
  return templates;
}
