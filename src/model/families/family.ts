/**
 * Description of a model family: how its files are read and written, and which options of the decoder it uses. It is
 * plain data, and a family lists only its differences from Llama, as `{ ...llama, ... }`. Fields of `config.json` and
 * tensors have transformers' names.
 */
export interface ModelFamily<Type extends string = string> {
  /** Name of the family in `config.json`. */
  model_type: Type;
  /** Name of its class in transformers. */
  architecture: string;
  /** Defaults of transformers for fields that `config.json` lacks (`configuration_*.py`). */
  defaults: FamilyDefaults;
  /**
   * Supported values of fields whose other values would change the computation in ways that the decoder lacks. Error
   * messages name the first value; `undefined` stands for an absent field.
   */
  allowed: Readonly<Record<string, readonly unknown[]>>;
  /** Additional fields of an exported `config.json`, and values of fields that `ModelConfig` lacks. */
  written: Readonly<Record<string, unknown>>;
  /** Fields that transformers rejects as integers: 30 must be written as 30.0. */
  floats?: readonly string[];
  gguf: FamilyGguf;

  /** Attention projections that have biases. */
  biases: 'none' | 'qkv' | 'qkvo';
  /** Whether `attention_bias` of `config.json` must agree with `biases`; Qwen2 lacks this field. */
  hasBiasField: boolean;
  /** Position of a block's RMSNorms: at its input, at its output before the residual add, or both. */
  blockNorms: 'input' | 'output' | 'both';
  /** RMSNorm of queries and keys before RoPE: per head, or over all heads together. */
  qkNorm?: 'each' | 'all';
  /** Offset to add to a checkpoint's norm weights. */
  normOffset?: 1;
  /** Whether the checkpoint fuses q, k and v into one matrix, and gate and up into another. */
  hasFusedProjections?: true;
  /** Whether each query head has a sink: one extra learned score whose value vector is zero. */
  hasSinks?: true;
  /** Activation of gates; silu if absent. */
  hiddenActivation?: 'gelu_pytorch_tanh';
  /** Whether embeddings are multiplied by sqrt(D), rounded to the type of the weights. */
  scalesEmbeddings?: true;
  /** Factors from `config.json`, with transformers' defaults. */
  factors?: Partial<Record<FactorField, number>>;
  /** Softcaps of scores and logits, with transformers' defaults; null, in `config.json` too, means none. */
  caps?: Record<CapField, number | null>;
  /** Whether `partial_rotary_factor` may be less than 1. */
  hasPartialRotary?: true;
  /** Every n-th layer has no RoPE, unless `no_rope_layers` is given. */
  noRopeInterval?: number;
  /** Default RoPE base of sliding-window layers, for families with a separate one. */
  localTheta?: number;
  window?: FamilyWindow;
  mixture?: FamilyMixture;
  /** The vision model of which this family is the text part. */
  vision?: { model_type: string; defaults: Readonly<Record<string, number>> };
}

export interface FamilyDefaults {
  positions: number;
  /** D / H if absent. */
  headDim?: number;
  /** 10000 if absent. */
  theta?: number;
  /** 1e-6 if absent. */
  epsilon?: number;
  /** False if absent. */
  tied?: boolean;
  /** No RoPE scaling if absent. */
  scaling?: Readonly<Record<string, unknown>>;
}

export type FactorField =
  | 'embedding_multiplier'
  | 'residual_multiplier'
  | 'attention_multiplier'
  | 'logits_scaling'
  | 'query_pre_attn_scalar';
export type CapField = 'attn_logit_softcapping' | 'final_logit_softcapping';

/** Sliding-window attention of a family (`sliding_window`). */
export interface FamilyWindow {
  /** Default window in tokens if `config.json` has none; null means no window. */
  usual: number | null;
  /** Every n-th layer has no window, unless `layer_types` is given; absent if all layers have one. */
  fullEvery?: number;
  /** Whether `sliding_window_pattern` overrides `fullEvery`. */
  hasPattern?: true;
}

/** Mixture of experts in place of each layer's FFN. */
export interface FamilyMixture {
  /** Fields that may hold the number of experts X; the first present one counts, or the last if none is present. */
  countFields: readonly string[];
  /** Default of `num_experts_per_tok` in transformers. */
  choices: number;
  /** Field with F of one expert, and transformers' default. */
  width: { field: string; usual?: number };
  /** True if the weights of a token's experts are normalised to sum to 1; a string names the field that decides. */
  isNormalised: true | 'norm_topk_prob';
  /** Module name of the router. */
  router: string;
  /** Whether the router and the experts have biases. */
  isBiased: boolean;
  /** `swigluoai` is vLLM's name for gpt-oss's clamped SwiGLU. */
  activation: 'silu' | 'swigluoai';
  /** Whether safetensors store all experts of a layer in one tensor, with gate and up interleaved. */
  isJoined: boolean;
}

/** The family in llama.cpp: its converter (`conversion/*.py`) and its `llm_arch`. */
export interface FamilyGguf {
  /** `general.architecture`. */
  architecture: string;
  /** Key whose presence selects this family over the first of `FAMILIES` with the same architecture. */
  selectingKey?: string;
  /** Whether the converter permutes the rows of q and k (`LlamaModel.permute`). */
  isPermuted: boolean;
  /** Names of a layer's modules that differ from Llama's (`gguf-layout.ts`). */
  names?: Readonly<Record<string, string>>;
  /** Metadata keys of `factors`, without the architecture in front. */
  factorKeys?: Partial<Record<FactorField, string>>;
  /** RoPE scaling that files store as tensors, one element per frequency. */
  ropeTensors?: 'llama3' | 'longrope';
  /** Whether YaRN with `truncate: false` may be exported, although llama.cpp always truncates. */
  isYarnExact?: true;
  /**
   * Set if files may have the key of a window: llama.cpp's default without the key (0: none), and whether exports write
   * a 0 explicitly, because some versions of llama.cpp have another default.
   */
  window?: { usual: number; writesZero?: true };
  /** Whether llama.cpp uses `rope_theta` in sliding-window layers as well. */
  hasOneTheta?: true;
  /** Layers of the largest model: llama.cpp scales its scores by 1 / sqrt(D / H), others' by 1 / sqrt(E). */
  largestModel?: number;
  /** Softcaps whose absence or presence makes an export fail, because llama.cpp ignores the file's value. */
  refused?: readonly { cap: CapField; where: 'absent' | 'present'; why: string }[];
  /** Whether control tokens strip the white space after them, for which GGUF has no key. */
  stripsBehindControl?: true;
}
