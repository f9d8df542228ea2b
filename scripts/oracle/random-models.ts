import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { hasJoinedExperts, type ModelConfig, normOffset } from '../../src/model/checkpoint/config.ts';
import { expectedShapes } from '../../src/model/checkpoint/expected-tensors.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import type { Float32Tensor } from '../../src/model/checkpoint/safetensors-bytes.ts';
import { writeSafetensors } from '../../src/model/checkpoint/safetensors-write.ts';
import { isVector } from '../../src/model/export/merged-rows.ts';
import { familyOf } from '../../src/model/families/all-families.ts';
import { defaultLora, type LoraLayout, type LoraSettings, loraLayout } from '../../src/model/lora-layout.ts';
import { withJoinedExperts } from './gpt-oss-layout.ts';

/** Kinds of decoder compared with PyTorch; together they use every option of `ModelConfig`. */
export const RANDOM_MODELS = [
  'llama',
  'qwen2',
  'qwen3',
  'seed_oss',
  'mistral',
  'smollm3',
  'granite',
  'phi3',
  'olmo2',
  'olmo3',
  'qwen3_moe',
  'gpt_oss',
  'gemma2',
  'gemma3',
] as const;
export type RandomModel = (typeof RANDOM_MODELS)[number];

const COMMON = {
  num_hidden_layers: 2,
  hidden_act: 'silu',
  max_position_embeddings: 256,
  use_sliding_window: false,
  torch_dtype: 'float32',
};

const CONFIGS: Record<RandomModel, Record<string, unknown>> = {
  // An untied head, a vocabulary size that no tile divides, and Llama 3's three kinds of frequencies.
  llama: {
    ...COMMON,
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    hidden_size: 64,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    head_dim: 16,
    intermediate_size: 96,
    vocab_size: 301,
    rms_norm_eps: 1e-5,
    rope_theta: 10000,
    rope_scaling: {
      rope_type: 'llama3',
      factor: 4,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 32,
    },
    tie_word_embeddings: false,
    attention_bias: false,
    mlp_bias: false,
  },
  qwen2: {
    ...COMMON,
    architectures: ['Qwen2ForCausalLM'],
    model_type: 'qwen2',
    hidden_size: 32,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    intermediate_size: 64,
    vocab_size: 256,
    rms_norm_eps: 1e-6,
    rope_theta: 1000000,
    tie_word_embeddings: true,
  },
  // Heads wider than D / H, as in the small Qwen3 models.
  qwen3: {
    ...COMMON,
    architectures: ['Qwen3ForCausalLM'],
    model_type: 'qwen3',
    hidden_size: 32,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    head_dim: 32,
    intermediate_size: 64,
    vocab_size: 256,
    rms_norm_eps: 1e-6,
    rope_theta: 1000000,
    tie_word_embeddings: true,
    attention_bias: false,
  },
  // Biases of q, k and v, and wide heads, with H different from D / E.
  seed_oss: {
    ...COMMON,
    architectures: ['SeedOssForCausalLM'],
    model_type: 'seed_oss',
    hidden_size: 32,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    head_dim: 32,
    intermediate_size: 64,
    vocab_size: 256,
    rms_norm_eps: 1e-6,
    rope_theta: 10000000,
    tie_word_embeddings: false,
    attention_bias: true,
    attention_out_bias: false,
    mlp_bias: false,
  },
  // Heads wider than D / H, as in Nemo, YaRN, and a window shorter than the longest sequence.
  mistral: {
    ...COMMON,
    architectures: ['MistralForCausalLM'],
    model_type: 'mistral',
    hidden_size: 32,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    head_dim: 32,
    intermediate_size: 64,
    vocab_size: 256,
    rms_norm_eps: 1e-5,
    rope_theta: 1000000,
    rope_scaling: { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 16 },
    sliding_window: 12,
    tie_word_embeddings: false,
  },
  // No RoPE in the second layer.
  smollm3: {
    ...COMMON,
    architectures: ['SmolLM3ForCausalLM'],
    model_type: 'smollm3',
    hidden_size: 32,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    intermediate_size: 64,
    vocab_size: 256,
    rms_norm_eps: 1e-6,
    rope_theta: 5000000,
    no_rope_layers: [1, 0],
    no_rope_layer_interval: 2,
    tie_word_embeddings: true,
    attention_bias: false,
    mlp_bias: false,
    pad_token_id: 0,
  },
  // Fused q, k and v, and fused gate and up; LongRoPE with a short context, over 3/4 of each head.
  phi3: {
    ...COMMON,
    architectures: ['Phi3ForCausalLM'],
    model_type: 'phi3',
    hidden_size: 64,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    intermediate_size: 96,
    vocab_size: 256,
    rms_norm_eps: 1e-5,
    rope_theta: 10000,
    partial_rotary_factor: 0.75,
    original_max_position_embeddings: 64,
    rope_scaling: {
      type: 'longrope',
      short_factor: Array.from({ length: 12 }, (_, i) => 1 + i / 8),
      long_factor: Array.from({ length: 12 }, (_, i) => 1 + i),
    },
    tie_word_embeddings: false,
    pad_token_id: 0,
  },
  // Norms of each block's output, and of q and k over all heads together.
  olmo2: {
    ...COMMON,
    architectures: ['Olmo2ForCausalLM'],
    model_type: 'olmo2',
    hidden_size: 64,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    intermediate_size: 96,
    vocab_size: 256,
    rms_norm_eps: 1e-3,
    rope_theta: 500000,
    tie_word_embeddings: false,
    attention_bias: false,
  },
  // A sliding window in one layer, and YaRN in the other.
  olmo3: {
    ...COMMON,
    architectures: ['Olmo3ForCausalLM'],
    model_type: 'olmo3',
    hidden_size: 64,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    intermediate_size: 96,
    vocab_size: 256,
    rms_norm_eps: 1e-3,
    rope_theta: 500000,
    rope_scaling: { rope_type: 'yarn', factor: 8, original_max_position_embeddings: 32 },
    sliding_window: 7,
    layer_types: ['sliding_attention', 'full_attention'],
    tie_word_embeddings: false,
    attention_bias: false,
  },
  // A mixture of experts, two of six for each token.
  qwen3_moe: {
    ...COMMON,
    architectures: ['Qwen3MoeForCausalLM'],
    model_type: 'qwen3_moe',
    hidden_size: 64,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    head_dim: 32,
    intermediate_size: 96,
    moe_intermediate_size: 32,
    num_experts: 6,
    num_experts_per_tok: 2,
    norm_topk_prob: true,
    decoder_sparse_step: 1,
    mlp_only_layers: [],
    vocab_size: 256,
    rms_norm_eps: 1e-6,
    rope_theta: 1000000,
    tie_word_embeddings: false,
    attention_bias: false,
  },
  // Sinks, biases everywhere, clamped expert activations, a sliding window in one layer, and YaRN in both.
  gpt_oss: {
    ...COMMON,
    architectures: ['GptOssForCausalLM'],
    model_type: 'gpt_oss',
    hidden_size: 64,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    head_dim: 32,
    intermediate_size: 32,
    num_local_experts: 6,
    num_experts_per_tok: 2,
    layer_types: ['sliding_attention', 'full_attention'],
    sliding_window: 7,
    vocab_size: 256,
    rms_norm_eps: 1e-5,
    rope_theta: 150000,
    rope_scaling: {
      rope_type: 'yarn',
      factor: 8,
      beta_fast: 8,
      beta_slow: 1,
      truncate: false,
      original_max_position_embeddings: 32,
    },
    tie_word_embeddings: false,
    attention_bias: true,
  },
  // GeGLU, four norms, softcaps that scores and logits reach, a custom attention scale, and a sliding window in one
  // layer.
  gemma2: {
    ...COMMON,
    architectures: ['Gemma2ForCausalLM'],
    model_type: 'gemma2',
    hidden_size: 32,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    head_dim: 32,
    intermediate_size: 64,
    vocab_size: 256,
    rms_norm_eps: 1e-3,
    rope_theta: 10000,
    query_pre_attn_scalar: 24,
    attn_logit_softcapping: 3.5,
    final_logit_softcapping: 4.5,
    sliding_window: 7,
    hidden_activation: 'gelu_pytorch_tanh',
    pad_token_id: 0,
  },
  // Different RoPE for the layers with and without a sliding window; norms of each head.
  gemma3: {
    ...COMMON,
    architectures: ['Gemma3ForCausalLM'],
    model_type: 'gemma3_text',
    hidden_size: 32,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    head_dim: 32,
    intermediate_size: 96,
    vocab_size: 256,
    rms_norm_eps: 1e-3,
    rope_theta: 1000000,
    rope_local_base_freq: 100,
    rope_scaling: { rope_type: 'linear', factor: 8 },
    query_pre_attn_scalar: 32,
    sliding_window: 9,
    sliding_window_pattern: 2,
    hidden_activation: 'gelu_pytorch_tanh',
    pad_token_id: 0,
  },
  // A large epsilon, since the residual stream is stored at another scale.
  granite: {
    ...COMMON,
    architectures: ['GraniteForCausalLM'],
    model_type: 'granite',
    hidden_size: 32,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    intermediate_size: 64,
    vocab_size: 256,
    rms_norm_eps: 1e-2,
    rope_theta: 10000,
    embedding_multiplier: 12,
    residual_multiplier: 0.22,
    attention_multiplier: 0.11,
    logits_scaling: 0.7,
    tie_word_embeddings: true,
    attention_bias: false,
    mlp_bias: false,
  },
};

/** Returns the config of a random model. */
export function randomConfig(kind: RandomModel): ModelConfig {
  return parseModelConfig(kind, CONFIGS[kind]);
}

/**
 * Writes `folder/model` (config and safetensors) and `folder/adapter` (PEFT) with random weights. The same kind gives
 * the same bytes on every machine, so PyTorch and the tests each generate their own.
 */
export function writeRandomModel(folder: string, kind: RandomModel): { model: string; adapter: string } {
  const model = join(folder, 'model');
  const adapter = join(folder, 'adapter');
  const json = CONFIGS[kind];
  const config = parseModelConfig(kind, json);
  mkdirSync(model, { recursive: true });
  writeFileSync(join(model, 'config.json'), JSON.stringify(json, null, 2));
  writeSafetensors(join(model, 'model.safetensors'), inFolder(config, modelTensors(config)), { format: 'pt' });
  writeRandomAdapter(adapter, kind, defaultLora);
  return { model, adapter };
}

/** Random models with experts. */
export const MIXTURES = ['qwen3_moe', 'gpt_oss'] as const satisfies readonly RandomModel[];

/** LoRA settings for random mixtures, on attention and on all experts. */
export const EXPERT_LORA: LoraSettings = { rank: 6, alpha: 9, targets: ['q_proj', 'o_proj', 'experts'] };

/** Writes a PEFT adapter of random weights for a model of that kind. */
export function writeRandomAdapter(folder: string, kind: RandomModel, settings: LoraSettings): void {
  const { rank, alpha } = settings;
  mkdirSync(folder, { recursive: true });
  const layout = loraLayout(randomConfig(kind), settings);
  writeAdapter(folder, { rank, alpha, baseModel: kind, onParameters: layout.onParameters }, adapterTensors(layout));
}

/** Converts tensors to the layout of a transformers folder. */
export function inFolder(config: ModelConfig, tensors: Float32Tensor[]): Float32Tensor[] {
  return hasJoinedExperts(config) ? withJoinedExperts(config, tensors) : tensors;
}

/** Returns random weights of a model. */
export function modelTensors(config: ModelConfig): Float32Tensor[] {
  const uniform = uniformNumbers(config.hidden_size + config.head_dim);
  return [...expectedShapes(config)].map(([name, [rows, cols]]) => {
    const { around, width } = spread(config, name, cols);
    const data = Float32Array.from({ length: rows * cols }, () => around + width * uniform());
    return { name, shape: isVector(name) ? [cols] : [rows, cols], data };
  });
}

/**
 * Returns the distribution of a tensor's values, wide enough that logits differ by several nats, and that an omitted
 * weight, norm or bias changes the result.
 */
function spread(config: ModelConfig, name: string, cols: number): { around: number; width: number } {
  // With scaled and tied embeddings, each token would predict itself.
  const { embedding_multiplier: factor = 1 } = config;
  if (familyOf(config).scalesEmbeddings) {
    if (name === 'model.norm.weight') return { around: factor - 1, width: factor / 2 };
    if (name === 'model.embed_tokens.weight') return { around: 0, width: 0.6 / factor };
  }
  if (name.endsWith('norm.weight')) return { around: 1 - normOffset(config), width: 0.5 };
  if (name.endsWith('.sinks')) return { around: 0.5, width: 1.5 };
  // Wide enough that some of gpt-oss's gates and ups are clamped at 7.
  if (/\.(gate|up)_proj\.bias$/.test(name)) return { around: 0, width: 6.5 };
  if (name.endsWith('.bias')) return { around: 0, width: 0.5 };
  if (name === 'model.embed_tokens.weight' || name === 'lm_head.weight') return { around: 0, width: 0.6 };
  return { around: 0, width: 2 / Math.sqrt(cols) };
}

function adapterTensors({ tensors }: LoraLayout): Float32Tensor[] {
  const uniform = uniformNumbers(4711);
  return tensors.map(({ name, rows, cols, kind }) => {
    const width = kind === 'A' ? 1 / Math.sqrt(cols) : 0.2;
    return { name, shape: [rows, cols], data: Float32Array.from({ length: rows * cols }, () => width * uniform()) };
  });
}

/**
 * Returns a generator of uniform numbers in [-1, 1) (mulberry32). It uses integers until the last division, so every
 * machine agrees.
 */
function uniformNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (folder === undefined) {
    console.error('usage: node scripts/oracle/random-models.ts FOLDER');
    process.exitCode = 2;
  } else {
    for (const kind of RANDOM_MODELS) writeRandomModel(join(folder, kind), kind);
    for (const kind of MIXTURES) writeRandomAdapter(join(folder, kind, 'experts'), kind, EXPERT_LORA);
  }
}
