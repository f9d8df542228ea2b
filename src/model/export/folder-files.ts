import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ggufFile } from '../checkpoint/checkpoint-open.ts';
import { isGemma, type ModelConfig } from '../checkpoint/config.ts';
import { type JsonObject, readJsonObject } from '../checkpoint/json-file.ts';
import { textConfig } from '../checkpoint/text-config.ts';
import { readGgufText } from '../text/gguf-text.ts';
import type { SpecialIds, TextFiles } from '../text/text-files.ts';
import type { MergedType } from './merged-weights.ts';

interface FolderFile {
  name: string;
  bytes: Uint8Array;
}

const TORCH_TYPES: Record<MergedType, string> = { bf16: 'bfloat16', f32: 'float32' };

/** What a Hugging Face folder may hold beside config and weights. */
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
 * The files beside the weights of a Hugging Face folder of this model: those of its own folder, or what a GGUF file
 * amounts to. Throws `CheckpointError`.
 */
export function folderFiles(path: string, type: MergedType): FolderFile[] {
  const gguf = ggufFile(path);
  if (gguf !== null) return filesOfGguf(readGgufText(gguf), TORCH_TYPES[type]);
  // Merged weights are plain numbers, whatever those of the base are; and code of the base's own is not in the folder.
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

/** transformers takes no whole number for these, and JSON has no other way to write 30 than as one. */
const FLOATS = /^( *"(?:(?:attn|final)_logit_softcapping|swiglu_limit)": \d+)(?=,?$)/gm;

function configFile(config: Record<string, unknown>): FolderFile {
  const text = `${JSON.stringify(config, null, 2)}\n`.replace(FLOATS, '$1.0');
  return { name: 'config.json', bytes: new TextEncoder().encode(text) };
}

function jsonFile(name: string, value: unknown): FolderFile {
  return { name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}

const ARCHITECTURES: Record<ModelConfig['model_type'], string> = {
  llama: 'LlamaForCausalLM',
  qwen2: 'Qwen2ForCausalLM',
  qwen3: 'Qwen3ForCausalLM',
  mistral: 'MistralForCausalLM',
  smollm3: 'SmolLM3ForCausalLM',
  granite: 'GraniteForCausalLM',
  phi3: 'Phi3ForCausalLM',
  olmo2: 'Olmo2ForCausalLM',
  qwen3_moe: 'Qwen3MoeForCausalLM',
  gpt_oss: 'GptOssForCausalLM',
  gemma2: 'Gemma2ForCausalLM',
  gemma3_text: 'Gemma3ForCausalLM',
};

/** The `config.json` that transformers would write for a model of ours; `weights` is its `torch_dtype`. */
function hfConfigJson(config: ModelConfig, ids: SpecialIds, weights: string): Record<string, unknown> {
  const { attention_bias, qk_norm, ...fields } = config;
  return {
    architectures: [ARCHITECTURES[config.model_type]],
    ...(isGemma(config.model_type) ? gemmaFields(config) : { ...fields, hidden_act: 'silu' }),
    ...(config.model_type === 'gpt_oss' ? { num_local_experts: config.num_experts, swiglu_limit: 7 } : {}),
    // Qwen2 has its biases whatever this says; the others have none.
    ...(config.model_type === 'qwen2' ? {} : { attention_bias }),
    ...(config.model_type.startsWith('qwen') ? { use_sliding_window: false } : { mlp_bias: false }),
    // Where Phi-3 looks for it, whatever RoPE's own object says.
    ...(fields.rope_scaling?.rope_type === 'longrope'
      ? { original_max_position_embeddings: fields.rope_scaling.original_max_position_embeddings }
      : {}),
    // transformers would fill in a window for Mistral.
    ...(config.model_type === 'mistral' ? { sliding_window: config.sliding_window ?? null } : {}),
    attention_dropout: 0,
    initializer_range: 0.02,
    use_cache: true,
    bos_token_id: ids.bos,
    eos_token_id: ids.eos.length === 1 ? ids.eos[0] : [...ids.eos],
    pad_token_id: ids.pad,
    torch_dtype: weights,
  };
}

/** What is null says that there is none; transformers would fill in Gemma 2's. */
function gemmaFields(config: ModelConfig): Record<string, unknown> {
  const { attention_bias: _, qk_norm: __, embedding_multiplier: ___, ...fields } = config;
  return {
    attn_logit_softcapping: null,
    final_logit_softcapping: null,
    ...fields,
  };
}
