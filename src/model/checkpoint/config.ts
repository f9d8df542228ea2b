/** RoPE frequency scaling, as `config.json` spells it. */
export type RopeScaling =
  | {
      rope_type: 'llama3';
      factor: number;
      low_freq_factor: number;
      high_freq_factor: number;
      original_max_position_embeddings: number;
    }
  | { rope_type: 'linear'; factor: number };

/**
 * What drives the one decoder: the fields of a checkpoint's `config.json` under their own names,
 * with every default filled in. D hidden_size, L num_hidden_layers, H num_attention_heads,
 * K num_key_value_heads, E head_dim, F intermediate_size, V vocab_size.
 */
export interface ModelConfig {
  model_type: 'llama' | 'qwen2' | 'qwen3';
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
  /** Biases on q, k and v (Qwen2.5). */
  attention_bias: boolean;
  /** RMSNorm over each query and key head before RoPE (Qwen3). */
  qk_norm: boolean;
  max_position_embeddings: number;
}
