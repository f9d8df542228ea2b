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
      /** The factor of cos and sin; YaRN's own, 0.1 ln(factor) + 1, where it is absent. */
      attention_factor?: number;
      mscale?: number;
      mscale_all_dim?: number;
      beta_fast: number;
      beta_slow: number;
      truncate: boolean;
    }
  | {
      rope_type: 'longrope';
      /** Divisors of the frequencies, for a context of up to the original positions and for a longer one. */
      short_factor: number[];
      long_factor: number[];
      factor: number;
      original_max_position_embeddings: number;
      attention_factor?: number;
    };

/**
 * What drives the one decoder: the fields of a checkpoint's `config.json` under their own names,
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
  /** Biases on q, k and v (Qwen2.5), and on o too (gpt-oss). */
  attention_bias: boolean;
  /** RMSNorm over each query and key head before RoPE (Qwen3), or over all of them (OLMo 2). */
  qk_norm: boolean;
  max_position_embeddings: number;
  /** Share of each head's elements that RoPE turns, the first of them (Phi-4-mini); 1 where absent. */
  partial_rotary_factor?: number;
  /** A 0 for each layer without RoPE (SmolLM3); all have it where this is absent. */
  no_rope_layers?: number[];
  /** Factors of embeddings and of what each block adds (Granite); 1 where absent. */
  embedding_multiplier?: number;
  residual_multiplier?: number;
  /** Factor of attention's scores (Granite); 1 / sqrt(E) where absent. */
  attention_multiplier?: number;
  /** What logits are divided by (Granite); 1 where absent. */
  logits_scaling?: number;
  /** Experts of each layer, those of a token, and F of one (Qwen3-MoE, gpt-oss); absent for other families. */
  num_experts?: number;
  num_experts_per_tok?: number;
  moe_intermediate_size?: number;
  /** Whether the weights of a token's experts come to 1. */
  norm_topk_prob?: boolean;
  /** The activation of gates, under Gemma's name for it; silu where absent. */
  hidden_activation?: 'gelu_pytorch_tanh';
  /** Tokens that a token sees in layers with a sliding window, itself among them; no layer has one where absent. */
  sliding_window?: number;
  /** Which layers have that window; all where absent. */
  layer_types?: LayerType[];
  /** RoPE's base in layers with a window, which know no scaling (Gemma 3); that of the others where absent. */
  rope_local_base_freq?: number;
  /** Scores are divided by the root of this (Gemma), of E where absent. */
  query_pre_attn_scalar?: number;
  /** Scores and logits s become cap tanh(s / cap) (Gemma 2); they stay where absent. */
  attn_logit_softcapping?: number;
  final_logit_softcapping?: number;
  /** It is the text part of a model with vision, by which PEFT calls its modules; absent elsewhere. */
  has_vision?: true;
}

/** Layers at most: lists of one entry a layer are made before tensors are counted. */
export const MOST_LAYERS = 10_000;

/** Experts of a layer at most: a kernel has a count of each in workgroup memory (kernels/moe_group.wgsl). */
export const MOST_EXPERTS = 1024;

/** The experts of a layer. */
export interface Mixture {
  /** X */
  experts: number;
  /** C, those that a token goes through. */
  choices: number;
  /** F of one expert. */
  width: number;
  /** Whether the weights of a token's experts come to 1. */
  normalised: boolean;
  /** Whether the router and the experts have biases (gpt-oss). */
  biased: boolean;
  activation: FamilyMixture['activation'];
}

/** Undefined for a model whose layers have one FFN each. */
export function mixtureOf(config: ModelConfig): Mixture | undefined {
  const { num_experts: experts, num_experts_per_tok: choices, moe_intermediate_size: width } = config;
  if (experts === undefined || choices === undefined || width === undefined) return undefined;
  const { isBiased: biased = false, activation = 'silu' } = familyOf(config).mixture ?? {};
  return { experts, choices, width, normalised: config.norm_topk_prob ?? false, biased, activation };
}

/** The numbers that a token has between the products of an FFN: F, or C F of its experts. */
export function ffnWidth(config: ModelConfig): number {
  const mixture = mixtureOf(config);
  return mixture ? mixture.choices * mixture.width : config.intermediate_size;
}

/** Whether each query head has a sink: one learned score more, of a key whose value is zero (gpt-oss). */
export function hasSinks(config: ModelConfig): boolean {
  return familyOf(config).hasSinks ?? false;
}

/** Whether o has a bias, too, where q, k and v have some. */
export function hasOutputBias(config: ModelConfig): boolean {
  return familyOf(config).biases === 'qkvo' && config.attention_bias;
}

/** Whether folders have the experts of a layer as one tensor of each kind, gates and ups in turn (gpt-oss). */
export function hasJoinedExperts(config: ModelConfig): boolean {
  return familyOf(config).mixture?.isJoined ?? false;
}

export type LayerType = 'sliding_attention' | 'full_attention';

/** Whether q, k and v are one matrix of the checkpoint, and so are gate and up (Phi-3, Phi-4). */
export function hasFusedProjections(config: ModelConfig): boolean {
  return familyOf(config).hasFusedProjections ?? false;
}

/** Whether a block's input is normed: in all but OLMo 2. */
export function hasPreNorms(config: ModelConfig): boolean {
  return familyOf(config).blockNorms !== 'output';
}

/** Whether a block's output is normed before it is added to the residual stream (OLMo 2, Gemma 2 and 3). */
export function hasPostNorms(config: ModelConfig): boolean {
  return familyOf(config).blockNorms !== 'input';
}

/** Whether the norms of q and of k are over all heads together (OLMo 2), and not over each. */
export function normsAllHeads(config: ModelConfig): boolean {
  return familyOf(config).qkNorm === 'all' && config.qk_norm;
}

/** What is added to the weights of norms: a checkpoint of Gemma has them less 1. */
export function normOffset(config: ModelConfig): number {
  return familyOf(config).normOffset ?? 0;
}

/** Whether a layer has the sliding window. */
export function isWindowed({ sliding_window, layer_types }: ModelConfig, layer: number): boolean {
  return sliding_window !== undefined && layer_types?.[layer] !== 'full_attention';
}
