import { familyOf, type ModelType } from '../families/all-families.ts';
import type { FamilyMixture } from '../families/family.ts';

/** RoPE frequency scaling, as `config.json` spells it. */
export type RopeScaling =
  | {
      rope_type: 'llama3';
      factor: number;
      low_freq_factor: number;
      high_freq_factor: number;
      original_max_position_embeddings: number;
    }
  | { rope_type: 'linear'; factor: number }
  | {
      rope_type: 'yarn';
      factor: number;
      original_max_position_embeddings: number;
      /** Factor of cos and sin; 0.1 ln(factor) + 1, YaRN's default, if absent. */
      attention_factor?: number;
      mscale?: number;
      mscale_all_dim?: number;
      beta_fast: number;
      beta_slow: number;
      truncate: boolean;
    }
  | {
      rope_type: 'longrope';
      /** Divisors of the frequencies: `short_factor` up to the original context length, `long_factor` beyond. */
      short_factor: number[];
      long_factor: number[];
      factor: number;
      original_max_position_embeddings: number;
      attention_factor?: number;
    };

/**
 * Hyperparameters of the decoder: the fields of a checkpoint's `config.json` under their original names,
 * with every default filled in. D hidden_size, L num_hidden_layers, H num_attention_heads,
 * K num_key_value_heads, E head_dim, F intermediate_size, V vocab_size.
 */
export interface ModelConfig {
  model_type: ModelType;
  hidden_size: number;
  num_hidden_layers: number;
  num_attention_heads: number;
  num_key_value_heads: number;
  head_dim: number;
  intermediate_size: number;
  vocab_size: number;
  rms_norm_eps: number;
  rope_theta: number;
  rope_scaling: RopeScaling | null;
  tie_word_embeddings: boolean;
  /** Whether q, k and v have biases (Qwen2.5), and o as well (gpt-oss). */
  attention_bias: boolean;
  /** Whether queries and keys pass an RMSNorm before RoPE: per head (Qwen3) or over all heads (OLMo 2). */
  qk_norm: boolean;
  max_position_embeddings: number;
  /** Fraction of each head, from its first element, that RoPE rotates (Phi-4-mini); 1 if absent. */
  partial_rotary_factor?: number;
  /** 0 for a layer without RoPE, else 1 (SmolLM3); all layers have RoPE if absent. */
  no_rope_layers?: number[];
  /** Factors of the embeddings, and of each block's output before the residual add (Granite); 1 if absent. */
  embedding_multiplier?: number;
  residual_multiplier?: number;
  /** Factor of attention scores (Granite); 1 / sqrt(E) if absent. */
  attention_multiplier?: number;
  /** Divisor of the logits (Granite); 1 if absent. */
  logits_scaling?: number;
  /** Experts per layer, experts per token, and F of one expert (Qwen3-MoE, gpt-oss); absent for other families. */
  num_experts?: number;
  num_experts_per_tok?: number;
  moe_intermediate_size?: number;
  /** Whether the weights of a token's experts are normalised to sum to 1. */
  norm_topk_prob?: boolean;
  /** Activation of gates, under Gemma's name for it; silu if absent. */
  hidden_activation?: 'gelu_pytorch_tanh';
  /** Tokens that a token attends to in sliding-window layers, itself included; no layer has a window if absent. */
  sliding_window?: number;
  /** Attention type of each layer; all have the sliding window if absent. */
  layer_types?: LayerType[];
  /** RoPE's base in sliding-window layers, which have no RoPE scaling (Gemma 3); `rope_theta` if absent. */
  rope_local_base_freq?: number;
  /** Attention scores are divided by the square root of this (Gemma); E if absent. */
  query_pre_attn_scalar?: number;
  /** Softcaps: scores and logits s become cap tanh(s / cap) (Gemma 2); none if absent. */
  attn_logit_softcapping?: number;
  final_logit_softcapping?: number;
  /** Set if this is the text part of a vision model, which changes PEFT's module names. */
  has_vision?: true;
}

/** Maximum layers. Arrays with one entry per layer are allocated before the tensors are counted. */
export const MAX_LAYERS = 10_000;

/** Maximum experts per layer. A kernel keeps a count of each in workgroup memory (kernels/moe_group.wgsl). */
export const MAX_EXPERTS = 1024;

/** Mixture-of-experts settings of a layer. */
export interface Mixture {
  /** X */
  experts: number;
  /** C, the experts per token. */
  choices: number;
  /** F of one expert. */
  width: number;
  /** Whether the weights of a token's experts are normalised to sum to 1. */
  normalised: boolean;
  /** Whether the router and the experts have biases (gpt-oss). */
  biased: boolean;
  activation: FamilyMixture['activation'];
}

/** Returns the mixture-of-experts settings, or undefined for a dense model. */
export function mixtureOf(config: ModelConfig): Mixture | undefined {
  const { num_experts: experts, num_experts_per_tok: choices, moe_intermediate_size: width } = config;
  if (experts === undefined || choices === undefined || width === undefined) return undefined;
  const { isBiased: biased = false, activation = 'silu' } = familyOf(config).mixture ?? {};
  return { experts, choices, width, normalised: config.norm_topk_prob ?? false, biased, activation };
}

/** Returns the FFN activations per token: F, or C F with experts. */
export function ffnWidth(config: ModelConfig): number {
  const mixture = mixtureOf(config);
  return mixture ? mixture.choices * mixture.width : config.intermediate_size;
}

/** Returns whether each query head has a sink: one extra learned score whose value vector is zero (gpt-oss). */
export function hasSinks(config: ModelConfig): boolean {
  return familyOf(config).hasSinks ?? false;
}

/** Returns whether o has a bias as well as q, k and v. */
export function hasOutputBias(config: ModelConfig): boolean {
  return familyOf(config).biases === 'qkvo' && config.attention_bias;
}

/** Returns whether safetensors store all experts of a layer in one tensor, with gate and up interleaved (gpt-oss). */
export function hasJoinedExperts(config: ModelConfig): boolean {
  return familyOf(config).mixture?.isJoined ?? false;
}

export type LayerType = 'sliding_attention' | 'full_attention';

/** Returns whether the checkpoint fuses q, k and v into one matrix, and gate and up into another (Phi-3, Phi-4). */
export function hasFusedProjections(config: ModelConfig): boolean {
  return familyOf(config).hasFusedProjections ?? false;
}

/** Returns whether a block's input is normalised, as in all families but OLMo 2. */
export function hasPreNorms(config: ModelConfig): boolean {
  return familyOf(config).blockNorms !== 'output';
}

/** Returns whether a block's output is normalised before the residual add (OLMo 2, Gemma 2 and 3). */
export function hasPostNorms(config: ModelConfig): boolean {
  return familyOf(config).blockNorms !== 'input';
}

/** Returns whether the RMSNorms of q and k span all heads together (OLMo 2) instead of each head. */
export function normsAllHeads(config: ModelConfig): boolean {
  return familyOf(config).qkNorm === 'all' && config.qk_norm;
}

/** Returns the offset to add to norm weights: Gemma checkpoints store the weight minus 1. */
export function normOffset(config: ModelConfig): number {
  return familyOf(config).normOffset ?? 0;
}

/** Returns whether a layer has the sliding window. */
export function isWindowed({ sliding_window, layer_types }: ModelConfig, layer: number): boolean {
  return sliding_window !== undefined && layer_types?.[layer] !== 'full_attention';
}
