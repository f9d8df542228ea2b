import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ggufFile } from '../checkpoint/checkpoint-open.ts';
import type { ModelConfig } from '../checkpoint/config.ts';
import { type JsonObject, readJsonObject } from '../checkpoint/json-file.ts';
import { textConfig } from '../checkpoint/text-config.ts';
import { familyOf, familyOfType } from '../families/all-families.ts';
import { readGgufText } from '../text/gguf-text.ts';
import type { SpecialIds, TextFiles } from '../text/text-files.ts';
import type { MergedType } from './merged-weights.ts';

interface FolderFile {
  name: string;
  bytes: Uint8Array;
}

const TORCH_TYPES: Record<MergedType, string> = { bf16: 'bfloat16', f32: 'float32' };

/** Files that a Hugging Face folder may have besides config and weights. */
const COPIED = [
  'generation_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'added_tokens.json',
  'vocab.json',
  'merges.txt',
  'tokenizer.model',
  'tekken.json',
  'tiktoken.model',
  'chat_template.jinja',
  'LICENSE',
];

/**
 * Returns the files of a Hugging Face folder of this model except the weights: copied from its own folder, or derived
 * from its GGUF file. Throws `CheckpointError`.
 */
export function folderFiles(path: string, type: MergedType): FolderFile[] {
  const gguf = ggufFile(path);
  if (gguf !== null) return filesOfGguf(readGgufText(gguf), TORCH_TYPES[type]);
  // Merged weights are not quantised, even if the base's are. Custom code (`auto_map`) is not exported.
  const { quantization_config: _, auto_map: __, ...own } = textConfig(readJsonObject(join(path, 'config.json')) ?? {});
  const config: JsonObject = { ...own, torch_dtype: TORCH_TYPES[type] };
  if ('dtype' in config) config.dtype = TORCH_TYPES[type];
  const copied = COPIED.map((name) => ({ name, path: join(path, name) }))
    .filter((file) => existsSync(file.path) && statSync(file.path).isFile())
    .map((file) => ({ name: file.name, bytes: new Uint8Array(readFileSync(file.path)) }));
  return [configFile(config), ...copied];
}

function filesOfGguf(text: TextFiles, weights: string): FolderFile[] {
  const { specialIds: ids, specialTokens, chatTemplates } = text;
  const templates = [...chatTemplates].map(([name, template]) => ({ name, template }));
  const only = templates.length === 1 && templates[0].name === 'default';
  const tokenizer = {
    tokenizer_class: 'PreTrainedTokenizerFast',
    clean_up_tokenization_spaces: false,
    model_max_length: text.config.max_position_embeddings,
    ...specialTokens,
    ...(templates.length === 0 ? {} : { chat_template: only ? templates[0].template : templates }),
  };
  const generation = { bos_token_id: ids.bos, eos_token_id: [...ids.eos], pad_token_id: ids.pad };
  return [
    configFile(hfConfigJson(text.config, ids, weights)),
    jsonFile('generation_config.json', generation),
    jsonFile('tokenizer.json', { version: '1.0', truncation: null, padding: null, ...text.tokenizerJson }),
    jsonFile('tokenizer_config.json', tokenizer),
  ];
}

/** Writes `config.json`. transformers rejects integers in some fields, and JSON.stringify writes 30.0 as 30. */
function configFile(config: Record<string, unknown>): FolderFile {
  const { floats = [] } = familyOfType(config.model_type) ?? {};
  const whole = new RegExp(`^( *"(?:${floats.join('|')})": \\d+)(?=,?$)`, 'gm');
  const text = `${JSON.stringify(config, null, 2)}\n`.replace(whole, '$1.0');
  return { name: 'config.json', bytes: new TextEncoder().encode(text) };
}

function jsonFile(name: string, value: unknown): FolderFile {
  return { name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}

/** Returns the `config.json` that transformers would write for this config; `weights` is its `torch_dtype`. */
function hfConfigJson(config: ModelConfig, ids: SpecialIds, weights: string): Record<string, unknown> {
  const { architecture, written, hasBiasField, scalesEmbeddings, mixture } = familyOf(config);
  const { attention_bias, qk_norm: _, embedding_multiplier, ...fields } = config;
  return {
    architectures: [architecture],
    ...written,
    ...fields,
    ...(scalesEmbeddings || embedding_multiplier === undefined ? {} : { embedding_multiplier }),
    ...(mixture ? { [mixture.countFields[0]]: config.num_experts } : {}),
    ...(hasBiasField ? { attention_bias } : {}),
    // Phi-3 reads this field at the top level, not in `rope_scaling`.
    ...(fields.rope_scaling?.rope_type === 'longrope'
      ? { original_max_position_embeddings: fields.rope_scaling.original_max_position_embeddings }
      : {}),
    attention_dropout: 0,
    initializer_range: 0.02,
    use_cache: true,
    bos_token_id: ids.bos,
    eos_token_id: ids.eos.length === 1 ? ids.eos[0] : [...ids.eos],
    pad_token_id: ids.pad,
    torch_dtype: weights,
  };
}
