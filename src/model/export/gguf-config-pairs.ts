import { isGemma, type LayerType, type ModelConfig, mixtureOf } from '../checkpoint/config.ts';
import { f32Pair, type GgufPair, stringPair, u32Pair } from '../checkpoint/gguf-bytes.ts';
import { FULL_EVERY, gemmaScalar } from '../checkpoint/gguf-config.ts';
import { LONGROPE_FACTORS, ROPE_DIVISORS } from '../checkpoint/gguf-layout.ts';
import { llama3Divisors, ropeFrequencies, rotatedElements } from '../rope-table.ts';
import { GgufRefusal } from './gguf-refusal.ts';

/** What GGUF calls the family. */
export function ggufArchitecture({ model_type: type }: ModelConfig): string {
  if (type === 'qwen3_moe') return 'qwen3moe';
  if (type === 'gpt_oss') return 'gpt-oss';
  if (type === 'gemma3_text') return 'gemma3';
  return type === 'mistral' ? 'llama' : type;
}

/** A model's config under GGUF's keys, as llama.cpp's converter writes them. */
export function ggufConfigPairs(config: ModelConfig): GgufPair[] {
  const { rope_scaling: scaling } = config;
  const architecture = ggufArchitecture(config);
  checkTurns(architecture, config);
  const sizes: Record<string, number> = {
    vocab_size: config.vocab_size,
    context_length: contextOf(config),
    embedding_length: config.hidden_size,
    block_count: config.num_hidden_layers,
    feed_forward_length: config.intermediate_size,
    'attention.head_count': config.num_attention_heads,
    'attention.head_count_kv': config.num_key_value_heads,
    'attention.key_length': config.head_dim,
    'attention.value_length': config.head_dim,
    'rope.dimension_count': rotatedElements(config),
    ...expertSizes(config),
  };
  const linear =
    scaling?.rope_type === 'linear'
      ? [
          stringPair(`${architecture}.rope.scaling.type`, 'linear'),
          f32Pair(`${architecture}.rope.scaling.factor`, scaling.factor),
        ]
      : [];
  return [
    ...Object.entries(sizes).map(([key, value]) => u32Pair(`${architecture}.${key}`, value)),
    f32Pair(`${architecture}.attention.layer_norm_rms_epsilon`, config.rms_norm_eps),
    f32Pair(`${architecture}.rope.freq_base`, config.rope_theta),
    ...linear,
    ...yarnPairs(architecture, scaling),
    ...longRopePairs(architecture, config),
    ...(config.model_type === 'granite' ? granitePairs(config) : []),
    ...windowPairs(architecture, config),
    ...(isGemma(config.model_type) ? gemmaPairs(architecture, config) : []),
  ];
}

/** No more than the window of Mistral, of which llama.cpp knows nothing. */
function contextOf({ model_type, max_position_embeddings: context, sliding_window = context }: ModelConfig): number {
  return model_type === 'mistral' ? Math.min(context, sliding_window) : context;
}

function windowPairs(architecture: string, { model_type, sliding_window: window }: ModelConfig): GgufPair[] {
  // Versions of llama.cpp fill in a window for a Phi-3 whose file has none.
  if (model_type === 'phi3') return [u32Pair('phi3.attention.sliding_window', window ?? 0)];
  const isKnown = window !== undefined && model_type !== 'mistral';
  return isKnown ? [u32Pair(`${architecture}.attention.sliding_window`, window)] : [];
}

/**
 * Throws `GgufRefusal` where not every second layer of a gpt-oss has a window, for no pair tells which layers have one.
 */
function checkTurns(architecture: string, { model_type, layer_types = [] }: ModelConfig): void {
  if (model_type === 'gpt_oss' && !areUsualTurns(architecture, layer_types)) {
    throw new GgufRefusal('GGUF has no key for layer_types: llama.cpp has a window in every second layer of gpt-oss');
  }
}

function areUsualTurns(architecture: string, types: readonly LayerType[]): boolean {
  const every = FULL_EVERY[architecture] ?? 1;
  return types.every((type, layer) => (type === 'full_attention') === ((layer + 1) % every === 0));
}

/** Throws `GgufRefusal` for what llama.cpp fills in otherwise. */
function gemmaPairs(architecture: string, config: ModelConfig): GgufPair[] {
  const { layer_types = [], attn_logit_softcapping, final_logit_softcapping, rope_local_base_freq = 10000 } = config;
  const every = FULL_EVERY[architecture] ?? 1;
  const isUsual = areUsualTurns(architecture, layer_types);
  const shape = { layers: config.num_hidden_layers, hidden: config.hidden_size };
  const heads = { heads: config.num_attention_heads, headDim: config.head_dim };
  const scalar = gemmaScalar(architecture, { ...shape, ...heads });
  if (!isUsual || config.query_pre_attn_scalar !== scalar || rope_local_base_freq !== 10000) {
    throw new GgufRefusal(
      `Not every llama.cpp reads layer_types, query_pre_attn_scalar and rope_local_base_freq from GGUF: ` +
        `${architecture} has one layer in ${every} without a window, ${scalar} and 10000`,
    );
  }
  const caps = [attn_logit_softcapping, final_logit_softcapping];
  if (config.model_type === 'gemma2' ? caps.includes(undefined) : attn_logit_softcapping !== undefined) {
    throw new GgufRefusal('llama.cpp caps the scores and the logits of each gemma2, and the scores of no gemma3');
  }
  const cap = (name: string, value: number | undefined) =>
    value === undefined ? [] : [f32Pair(`${architecture}.${name}`, value)];
  return [
    ...cap('attn_logit_softcapping', attn_logit_softcapping),
    ...cap('final_logit_softcapping', final_logit_softcapping),
  ];
}

/** Throws `GgufRefusal` for weights of experts that llama.cpp would compute otherwise. */
function expertSizes(config: ModelConfig): Record<string, number> {
  const mixture = mixtureOf(config);
  if (!mixture) return {};
  const { experts, choices, width, normalised } = mixture;
  if (!normalised) throw new GgufRefusal('GGUF has no key for norm_topk_prob, and llama.cpp takes it for true');
  return { expert_count: experts, expert_used_count: choices, expert_feed_forward_length: width };
}

/** Throws `GgufRefusal` for a RoPE that GGUF cannot tell. */
function yarnPairs(architecture: string, scaling: ModelConfig['rope_scaling']): GgufPair[] {
  if (scaling?.rope_type !== 'yarn') return [];
  const { attention_factor, mscale, mscale_all_dim, truncate } = scaling;
  // llama.cpp's converter and all who read its files take no notice of it for gpt-oss, which has no truncation.
  const isRounded = truncate || architecture === 'gpt-oss';
  if (!isRounded || attention_factor !== undefined || (mscale && mscale_all_dim)) {
    throw new GgufRefusal('GGUF has no keys for truncate, attention_factor or mscale of YaRN');
  }
  const key = (name: string) => `${architecture}.rope.scaling.${name}`;
  return [
    stringPair(key('type'), 'yarn'),
    f32Pair(key('factor'), scaling.factor),
    u32Pair(key('original_context_length'), scaling.original_max_position_embeddings),
    f32Pair(key('yarn_beta_fast'), scaling.beta_fast),
    f32Pair(key('yarn_beta_slow'), scaling.beta_slow),
  ];
}

function granitePairs(config: ModelConfig): GgufPair[] {
  return [
    f32Pair('granite.embedding_scale', config.embedding_multiplier ?? 1),
    f32Pair('granite.residual_scale', config.residual_multiplier ?? 1),
    f32Pair('granite.attention.scale', config.attention_multiplier ?? 1),
    f32Pair('granite.logit_scale', config.logits_scaling ?? 1),
  ];
}

/** Throws `GgufRefusal` for a family whose RoPE llama.cpp computes without LongRoPE's tensors. */
function longRopePairs(architecture: string, config: ModelConfig): GgufPair[] {
  const { model_type, rope_scaling: scaling } = config;
  if (scaling?.rope_type !== 'longrope') return [];
  if (model_type !== 'phi3') throw new GgufRefusal(`GGUF has no LongRoPE for a model of type ${model_type}`);
  const { factor } = ropeFrequencies(config, 1);
  return [
    u32Pair(`${architecture}.rope.scaling.original_context_length`, scaling.original_max_position_embeddings),
    f32Pair(`${architecture}.rope.scaling.attn_factor`, factor),
  ];
}

/**
 * What GGUF has tensors for and no keys: the divisors of RoPE's frequencies, one for two elements that turn, of Llama
 * 3's scaling and of LongRoPE. Throws `GgufRefusal` for a family whose RoPE llama.cpp computes without them.
 */
export function ropeTensors({
  model_type,
  rope_scaling,
  rope_theta,
  head_dim,
}: ModelConfig): Map<string, Float32Array> {
  if (rope_scaling?.rope_type === 'longrope') {
    const { short_factor, long_factor } = rope_scaling;
    return new Map([
      [LONGROPE_FACTORS.long, Float32Array.from(long_factor)],
      [LONGROPE_FACTORS.short, Float32Array.from(short_factor)],
    ]);
  }
  if (rope_scaling?.rope_type !== 'llama3') return new Map();
  if (model_type !== 'llama' && model_type !== 'mistral') {
    throw new GgufRefusal(`GGUF has no llama3 RoPE scaling for a model of type ${model_type}, only for llama`);
  }
  return new Map([[ROPE_DIVISORS, Float32Array.from(llama3Divisors(rope_theta, head_dim, rope_scaling))]]);
}
