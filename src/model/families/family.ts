/**
 * What a family of models has of its own: how its files are read and written, and which of the decoder's options it
 * has. It is data alone, and names what is not Llama's: a family begins as `...llama`. Fields of `config.json` and
 * tensors have transformers' names.
 */
export interface ModelFamily<Type extends string = string> {
  /** Its name in `config.json`. */
  model_type: Type;
  /** Its class in transformers. */
  architecture: string;
  /** What transformers fills in where `config.json` says nothing (`configuration_*.py`). */
  defaults: FamilyDefaults;
  /**
   * Fields of which other values would need arithmetic that the decoder does not do, and the values that it does;
   * refusals name the first, and `undefined` stands for a field that is absent.
   */
  allowed: Readonly<Record<string, readonly unknown[]>>;
  /** What a `config.json` of ours has beside the fields of `ModelConfig`, or where those are absent. */
  written: Readonly<Record<string, unknown>>;
  /** Fields for which transformers takes no whole number. */
  floats?: readonly string[];
  gguf: FamilyGguf;

  /** Which projections of attention have biases. */
  biases: 'none' | 'qkv' | 'qkvo';
  /** Whether `attention_bias` of `config.json` must say so; Qwen2 has no such field. */
  hasBiasField: boolean;
  /** Where a block is normed: its input, its output before it is added to the residual stream, or both. */
  blockNorms: 'input' | 'output' | 'both';
  /** RMSNorm of queries and keys before RoPE: over each head, or over all of them together. */
  qkNorm?: 'each' | 'all';
  /** What a checkpoint's norms are less by than what they multiply by. */
  normOffset?: 1;
  /** Whether q, k and v are one matrix, and so are gate and up. */
  hasFusedProjections?: true;
  /** Whether each query head has a sink: one learned score more, of a key whose value is zero. */
  hasSinks?: true;
  /** The activation of gates; silu where absent. */
  hiddenActivation?: 'gelu_pytorch_tanh';
  /** Whether embeddings are multiplied by the root of D, rounded to the type of the weights. */
  scalesEmbeddings?: true;
  /** Factors that `config.json` tells, with what transformers fills in. */
  factors?: Partial<Record<FactorField, number>>;
  /** Caps of scores and of logits, with what transformers fills in; null, in `config.json` too, is none. */
  caps?: Record<CapField, number | null>;
  /** Whether `partial_rotary_factor` may be less than 1. */
  hasPartialRotary?: true;
  /** One layer in so many has no RoPE, the last of them, unless `no_rope_layers` says otherwise. */
  noRopeInterval?: number;
  /** The base of the RoPE that layers with a window have for themselves, where `config.json` says nothing. */
  localTheta?: number;
  window?: FamilyWindow;
  mixture?: FamilyMixture;
  /** The model with vision of which this is the text part. */
  vision?: { model_type: string; defaults: Readonly<Record<string, number>> };
}

export interface FamilyDefaults {
  positions: number;
  /** D / H where absent. */
  headDim?: number;
  /** 10000 where absent. */
  theta?: number;
  /** 1e-6 where absent. */
  epsilon?: number;
  /** False where absent. */
  tied?: boolean;
  /** None where absent. */
  scaling?: Readonly<Record<string, unknown>>;
}

export type FactorField =
  | 'embedding_multiplier'
  | 'residual_multiplier'
  | 'attention_multiplier'
  | 'logits_scaling'
  | 'query_pre_attn_scalar';
export type CapField = 'attn_logit_softcapping' | 'final_logit_softcapping';

/** `sliding_window`: the tokens that a token sees. */
export interface FamilyWindow {
  /** Where `config.json` says nothing; null is none. */
  usual: number | null;
  /** One layer in so many has no window, the last of them, unless `layer_types` says otherwise; absent if all have. */
  fullEvery?: number;
  /** Whether `sliding_window_pattern` may be another `fullEvery`. */
  hasPattern?: true;
}

/** Experts in place of each layer's FFN. */
export interface FamilyMixture {
  /** The fields that may have their number X; where transformers has several, the last is taken if none is there. */
  countFields: readonly string[];
  /** What transformers fills in for `num_experts_per_tok`. */
  choices: number;
  /** The field that has F of one expert, and what transformers fills in. */
  width: { field: string; usual?: number };
  /** Whether the weights of a token's experts come to 1; a string is the field that tells. */
  isNormalised: true | 'norm_topk_prob';
  /** The module whose matrix gives the logits of the experts. */
  router: string;
  /** Whether the router and the experts have biases. */
  isBiased: boolean;
  /** `swigluoai` is vLLM's name for gpt-oss's clamped SwiGLU. */
  activation: 'silu' | 'swigluoai';
  /** Whether folders have the experts of a layer as one tensor of each kind, gates and ups in turn. */
  isJoined: boolean;
}

/** How llama.cpp has it: its converter (`conversion/*.py`) and its `llm_arch`. */
export interface FamilyGguf {
  /** `general.architecture`. */
  architecture: string;
  /** The key that tells it from the first of `FAMILIES` that has the same architecture; without one it is not told. */
  toldBy?: string;
  /** Whether the rows of q and k are in another order (`LlamaModel.permute`). */
  isPermuted: boolean;
  /** Parts of a layer that are not called as Llama's are (`gguf-layout.ts`). */
  names?: Readonly<Record<string, string>>;
  /** Keys of `factors`, behind the architecture. */
  factorKeys?: Partial<Record<FactorField, string>>;
  /** RoPE's scaling that files have tensors of, one element a frequency. */
  ropeTensors?: 'llama3' | 'longrope';
  /** Whether llama.cpp takes no notice of YaRN's `truncate`, and has none. */
  isYarnExact?: true;
  /**
   * Where files tell a window: what llama.cpp takes if one does not (0: none), and whether 0 is written, since versions
   * of llama.cpp take another.
   */
  window?: { usual: number; tellsNone?: true };
  /** Whether llama.cpp takes `rope_theta` in layers with a window, too. */
  hasOneTheta?: true;
  /** Layers of the largest model, whose scores llama.cpp scales as if heads were D / H wide, others by E. */
  largestModel?: number;
  /** Caps that llama.cpp has, or has not, whatever a file says. */
  refused?: readonly { cap: CapField; where: 'absent' | 'present'; why: string }[];
  /** Whether white space behind control tokens goes, which files do not tell. */
  stripsBehindControl?: true;
}
