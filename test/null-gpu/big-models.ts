import type { WeightType } from '../../src/compute/ops/weight.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';

/** A model whose kernels are compiled for GPUs. */
export interface BigModel {
  name: string;
  config: ModelConfig;
  /** Types its weights may be stored as; all but MXFP4 if absent. */
  stored?: readonly WeightType[];
}

export const STORED_TYPES: readonly WeightType[] = ['bf16', 'f16', 'f32', 'q8', 'q4'];

/** Settings that all models share. Two layers use all kernels, and more positions only make tables longer. */
const COMMON = {
  num_hidden_layers: 2,
  rms_norm_eps: 1e-6,
  rope_theta: 1e6,
  rope_scaling: null,
  max_position_embeddings: 2048,
} as const;

/** The models that the kernels are written for, with the widths of their config.json. */
export const BIG_MODELS: readonly BigModel[] = [
  {
    name: 'Qwen3-0.6B',
    config: {
      ...COMMON,
      model_type: 'qwen3',
      hidden_size: 1024,
      num_attention_heads: 16,
      num_key_value_heads: 8,
      head_dim: 128,
      intermediate_size: 3072,
      vocab_size: 151_936,
      tie_word_embeddings: true,
      attention_bias: false,
      qk_norm: true,
    },
  },
  {
    name: 'Qwen2.5-0.5B',
    config: {
      ...COMMON,
      model_type: 'qwen2',
      hidden_size: 896,
      num_attention_heads: 14,
      num_key_value_heads: 2,
      head_dim: 64,
      intermediate_size: 4864,
      vocab_size: 151_936,
      tie_word_embeddings: true,
      attention_bias: true,
      qk_norm: false,
    },
  },
  {
    name: 'Llama-3.1-8B',
    config: {
      ...COMMON,
      model_type: 'llama',
      hidden_size: 4096,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      head_dim: 128,
      intermediate_size: 14_336,
      vocab_size: 128_256,
      tie_word_embeddings: false,
      attention_bias: false,
      qk_norm: false,
    },
  },
  {
    name: 'Qwen3-30B-A3B',
    config: {
      ...COMMON,
      model_type: 'qwen3_moe',
      hidden_size: 2048,
      num_attention_heads: 32,
      num_key_value_heads: 4,
      head_dim: 128,
      intermediate_size: 6144,
      vocab_size: 151_936,
      tie_word_embeddings: false,
      attention_bias: false,
      qk_norm: true,
      num_experts: 128,
      num_experts_per_tok: 8,
      moe_intermediate_size: 768,
      norm_topk_prob: true,
    },
  },
  {
    name: 'gpt-oss-20b',
    stored: ['bf16', 'mxfp4'],
    config: {
      ...COMMON,
      model_type: 'gpt_oss',
      hidden_size: 2880,
      num_attention_heads: 64,
      num_key_value_heads: 8,
      head_dim: 64,
      intermediate_size: 2880,
      vocab_size: 201_088,
      tie_word_embeddings: false,
      attention_bias: true,
      qk_norm: false,
      num_experts: 32,
      num_experts_per_tok: 4,
      moe_intermediate_size: 2880,
      norm_topk_prob: true,
      sliding_window: 128,
      layer_types: ['sliding_attention', 'full_attention'],
    },
  },
  {
    name: 'OLMo-2-1B',
    config: {
      ...COMMON,
      model_type: 'olmo2',
      hidden_size: 2048,
      num_attention_heads: 16,
      num_key_value_heads: 16,
      head_dim: 128,
      intermediate_size: 8192,
      vocab_size: 100_352,
      tie_word_embeddings: false,
      attention_bias: false,
      qk_norm: true,
    },
  },
  {
    name: 'Gemma-2-2B',
    config: {
      ...COMMON,
      model_type: 'gemma2',
      hidden_size: 2304,
      num_attention_heads: 8,
      num_key_value_heads: 4,
      head_dim: 256,
      intermediate_size: 9216,
      vocab_size: 256_000,
      tie_word_embeddings: true,
      attention_bias: false,
      qk_norm: false,
      hidden_activation: 'gelu_pytorch_tanh',
      embedding_multiplier: 48,
      query_pre_attn_scalar: 256,
      sliding_window: 1024,
      layer_types: ['sliding_attention', 'full_attention'],
      attn_logit_softcapping: 50,
      final_logit_softcapping: 30,
    },
  },
  {
    name: 'Gemma-3-1B',
    config: {
      ...COMMON,
      model_type: 'gemma3_text',
      hidden_size: 1152,
      num_attention_heads: 4,
      num_key_value_heads: 1,
      head_dim: 256,
      intermediate_size: 6912,
      vocab_size: 262_144,
      tie_word_embeddings: true,
      attention_bias: false,
      qk_norm: true,
      hidden_activation: 'gelu_pytorch_tanh',
      embedding_multiplier: 34,
      query_pre_attn_scalar: 256,
      sliding_window: 512,
      layer_types: ['sliding_attention', 'full_attention'],
      rope_local_base_freq: 10_000,
    },
  },
];
