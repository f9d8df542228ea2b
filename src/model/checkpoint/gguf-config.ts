import { llama3Divisors } from '../rope-table.ts';
import { CheckpointError } from './checkpoint.ts';
import { isGemma, type LayerType, MOST_EXPERTS, MOST_LAYERS, type ModelConfig, type RopeScaling } from './config.ts';
import type { GgufMetadata } from './gguf-metadata.ts';

/**
 * What the tensor table tells that the metadata does not. `ropeDivisors` is the tensor `rope_freqs.weight` [E/2], the
 * others are LongRoPE's, of as many elements as pairs turn.
 */
interface GgufFacts {
  vocabSize: number;
  tied: boolean;
  attentionBias: boolean;
  ropeDivisors: Float32Array | null;
  shortFactors: Float32Array | null;
  longFactors: Float32Array | null;
}

/** The families by what files call them. Mistral's say `llama`. */
const ARCHITECTURES: ReadonlyMap<string, ModelConfig['model_type']> = new Map([
  ['llama', 'llama'],
  ['qwen2', 'qwen2'],
  ['qwen3', 'qwen3'],
  ['smollm3', 'smollm3'],
  ['granite', 'granite'],
  ['phi3', 'phi3'],
  ['olmo2', 'olmo2'],
  ['gemma2', 'gemma2'],
  ['gemma3', 'gemma3_text'],
  ['qwen3moe', 'qwen3_moe'],
  ['gpt-oss', 'gpt_oss'],
]);

/** The config that a GGUF file's metadata tells. Throws `CheckpointError` for another architecture or bad values. */
export function ggufConfig(metadata: GgufMetadata, facts: GgufFacts): ModelConfig {
  const name = metadata.string('general.architecture');
  const modelType = ARCHITECTURES.get(name);
  if (modelType === undefined) {
    throw new CheckpointError(
      `${metadata.path}: architecture ${JSON.stringify(name)} is not supported; ${[...ARCHITECTURES.keys()].join(', ')} are`,
    );
  }
  const isMixture = modelType === 'qwen3_moe' || modelType === 'gpt_oss';
  if (!isMixture && metadata.number(`${name}.expert_count`, 0) > 0) {
    throw new CheckpointError(
      `${metadata.path}: mixtures of experts are not supported for ${name}; for qwen3moe and gpt-oss they are`,
    );
  }
  const hidden = metadata.integer(`${name}.embedding_length`, 1);
  const heads = metadata.integer(`${name}.attention.head_count`, 1);
  const keyValueHeads = metadata.integer(`${name}.attention.head_count_kv`, 1, heads);
  const layers = metadata.integer(`${name}.block_count`, 1);
  const headDim = metadata.integer(`${name}.attention.key_length`, 2, hidden / heads);
  const rotated = metadata.integer(`${name}.rope.dimension_count`, 1, headDim);
  const isPartial = name === 'phi3' && rotated < headDim && rotated % 4 === 0;
  if ((rotated !== headDim && !isPartial) || headDim % 2 !== 0) {
    throw new CheckpointError(`${metadata.path}: RoPE over ${rotated} of ${headDim} dimensions is not supported`);
  }
  if (heads % keyValueHeads !== 0) {
    throw new CheckpointError(`${metadata.path}: ${keyValueHeads} key-value heads do not divide ${heads} heads`);
  }
  return {
    model_type: modelType,
    hidden_size: hidden,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: keyValueHeads,
    head_dim: headDim,
    // All of gpt-oss's FFNs are experts.
    intermediate_size: metadata.integer(
      `${name}.${modelType === 'gpt_oss' ? 'expert_feed_forward_length' : 'feed_forward_length'}`,
      1,
    ),
    vocab_size: facts.vocabSize,
    rms_norm_eps: shortestDecimal(metadata.positive(`${name}.attention.layer_norm_rms_epsilon`)),
    rope_theta: shortestDecimal(metadata.positive(`${name}.rope.freq_base`, 10000)),
    rope_scaling: ropeScaling(metadata, name, facts, rotated),
    tie_word_embeddings: facts.tied,
    attention_bias: facts.attentionBias || modelType === 'gpt_oss',
    qk_norm: ['qwen3', 'qwen3_moe', 'olmo2', 'gemma3_text'].includes(modelType),
    max_position_embeddings: metadata.integer(`${name}.context_length`, 1),
    // The file does not tell; llama.cpp leaves RoPE out of each fourth layer.
    ...(modelType === 'smollm3'
      ? { no_rope_layers: Array.from({ length: Math.min(layers, MOST_LAYERS) }, everyFourth) }
      : {}),
    ...(isPartial ? { partial_rotary_factor: rotated / headDim } : {}),
    ...(modelType === 'granite' ? multipliers(metadata, headDim) : {}),
    ...(isMixture ? mixture(metadata, name) : {}),
    ...(modelType === 'phi3' || modelType === 'gpt_oss' || isGemma(modelType) ? windowOf(metadata, name, layers) : {}),
    ...(isGemma(modelType) ? gemmaFields(metadata, name, { layers, hidden, heads, headDim }) : {}),
  };
}

function everyFourth(_: unknown, layer: number): number {
  return (layer + 1) % 4 === 0 ? 0 : 1;
}

function multipliers(metadata: GgufMetadata, headDim: number): Partial<ModelConfig> {
  const number = (key: string, fallback = 1) => shortestDecimal(metadata.positive(`granite.${key}`, fallback));
  return {
    embedding_multiplier: number('embedding_scale'),
    residual_multiplier: number('residual_scale'),
    attention_multiplier: number('attention.scale', 1 / Math.sqrt(headDim)),
    logits_scaling: number('logit_scale'),
  };
}

function mixture(metadata: GgufMetadata, name: string): Partial<ModelConfig> {
  const experts = metadata.integer(`${name}.expert_count`, 1);
  const choices = metadata.integer(`${name}.expert_used_count`, 1);
  const fail = (key: string, what: string): never => {
    throw new CheckpointError(`${metadata.path}: metadata ${name}.${key}: ${what}`);
  };
  if (experts > MOST_EXPERTS) fail('expert_count', `${experts} is not supported; up to ${MOST_EXPERTS} are`);
  if (choices > experts) fail('expert_used_count', `${choices} is more than there are experts, ${experts}`);
  return {
    num_experts: experts,
    num_experts_per_tok: choices,
    moe_intermediate_size: metadata.integer(`${name}.expert_feed_forward_length`, 1),
    // The file does not tell; llama.cpp does it for these architectures.
    norm_topk_prob: true,
  };
}

/** One layer in so many has no window, the last of them, where the file does not tell. */
export const FULL_EVERY: Record<string, number | undefined> = { gemma2: 2, gemma3: 6, 'gpt-oss': 2 };

/** The sliding window and, in Gemma and gpt-oss, the layers that have it; elsewhere none of a whole context. */
function windowOf(
  metadata: GgufMetadata,
  name: string,
  layers: number,
): Pick<ModelConfig, 'sliding_window' | 'layer_types'> {
  const context = metadata.integer(`${name}.context_length`, 1);
  // llama.cpp has a window for Gemma 2 where the file says nothing.
  const told = metadata.integer(`${name}.attention.sliding_window`, 0, name === 'gemma2' ? 4096 : 0);
  // Kernels have it in 32 bits.
  const window = Math.min(told, 2 ** 31);
  const usual = FULL_EVERY[name];
  if (usual === undefined) return window > 0 && window < context ? { sliding_window: window } : {};
  const every = name === 'gemma3' ? metadata.integer(`${name}.attention.sliding_window_pattern`, 1, usual) : usual;
  const typeOf = (_: unknown, layer: number): LayerType =>
    window === 0 || (layer + 1) % every === 0 ? 'full_attention' : 'sliding_attention';
  return {
    sliding_window: window || context,
    layer_types: Array.from({ length: Math.min(layers, MOST_LAYERS) }, typeOf),
  };
}

/** Layers of the largest models, whose scores llama.cpp scales as if heads were D / H wide. */
const LARGEST: Record<string, number> = { gemma2: 46, gemma3: 62 };

/** As llama.cpp fills in what the file does not tell. */
export function gemmaScalar(name: string, a: { layers: number; hidden: number; heads: number; headDim: number }) {
  return a.layers === LARGEST[name] ? Math.floor(a.hidden / a.heads) : a.headDim;
}

function gemmaFields(
  metadata: GgufMetadata,
  name: string,
  a: { layers: number; hidden: number; heads: number; headDim: number },
): Partial<ModelConfig> {
  // llama.cpp caps Gemma 2 where the file says nothing; 0 is none.
  const cap = (field: 'attn_logit_softcapping' | 'final_logit_softcapping', gemma2: number) => {
    const usual = name === 'gemma2' ? gemma2 : 0;
    if (metadata.number(`${name}.${field}`, usual) === 0) return {};
    return { [field]: shortestDecimal(metadata.positive(`${name}.${field}`, usual)) };
  };
  const local = metadata.positive(`${name}.rope.freq_base_swa`, 10000);
  return {
    hidden_activation: 'gelu_pytorch_tanh',
    embedding_multiplier: Math.fround(Math.sqrt(a.hidden)),
    query_pre_attn_scalar: gemmaScalar(name, a),
    ...(name === 'gemma3' ? { rope_local_base_freq: shortestDecimal(local) } : {}),
    ...cap('attn_logit_softcapping', 50),
    ...cap('final_logit_softcapping', 30),
  };
}

/** The decimal that was stored as float32: 9.99999974e-6 gives 1e-5. */
function shortestDecimal(float32: number): number {
  return Number(float32.toPrecision(7));
}

/** Llama 3's scaling lies in a GGUF file only as its result, one divisor a frequency; this finds what made it. */
function ropeScaling(
  metadata: GgufMetadata,
  name: string,
  { ropeDivisors: divisors, shortFactors, longFactors }: GgufFacts,
  rotated: number,
): RopeScaling | null {
  if (shortFactors !== null && longFactors !== null) {
    return longRope(metadata, name, { shortFactors, longFactors }, rotated);
  }
  if (divisors !== null) return llama3Scaling(metadata, name, divisors, rotated);
  const type = metadata.string(`${name}.rope.scaling.type`, 'none');
  if (type === 'none') return null;
  if (type === 'yarn') {
    return {
      rope_type: 'yarn',
      factor: metadata.positive(`${name}.rope.scaling.factor`),
      original_max_position_embeddings: metadata.integer(
        `${name}.rope.scaling.original_context_length`,
        1,
        metadata.integer(`${name}.context_length`, 1),
      ),
      beta_fast: metadata.positive(`${name}.rope.scaling.yarn_beta_fast`, 32),
      beta_slow: metadata.positive(`${name}.rope.scaling.yarn_beta_slow`, 1),
      truncate: true,
    };
  }
  if (type !== 'linear') {
    throw new CheckpointError(`${metadata.path}: RoPE scaling ${JSON.stringify(type)} is not supported`);
  }
  return { rope_type: 'linear', factor: metadata.positive(`${name}.rope.scaling.factor`) };
}

function longRope(
  metadata: GgufMetadata,
  name: string,
  { shortFactors, longFactors }: { shortFactors: Float32Array; longFactors: Float32Array },
  rotated: number,
): RopeScaling {
  const factors = [shortFactors, longFactors].map((all) => [...all].map(shortestDecimal));
  if (factors.some((all) => all.length !== rotated / 2 || !all.every((factor) => factor > 0 && factor < Infinity))) {
    throw new CheckpointError(`${metadata.path}: LongRoPE's factors must be ${rotated / 2} numbers above 0`);
  }
  const context = metadata.integer(`${name}.context_length`, 1);
  const original = metadata.integer(`${name}.rope.scaling.original_context_length`, 1, context);
  return {
    rope_type: 'longrope',
    short_factor: factors[0],
    long_factor: factors[1],
    factor: context / original,
    original_max_position_embeddings: original,
    attention_factor: shortestDecimal(metadata.positive(`${name}.rope.scaling.attn_factor`, 1)),
  };
}

function llama3Scaling(metadata: GgufMetadata, name: string, divisors: Float32Array, headDim: number): RopeScaling {
  const theta = metadata.positive(`${name}.rope.freq_base`, 10000);
  const scaling = {
    rope_type: 'llama3' as const,
    factor: divisors.reduce((most, divisor) => Math.max(most, divisor), 1),
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  };
  const same =
    2 * divisors.length === headDim &&
    llama3Divisors(theta, headDim, scaling).every(
      (divisor, i) => Math.abs(divisor - divisors[i]) <= 1e-3 * Math.abs(divisors[i]),
    );
  if (!same)
    throw new CheckpointError(`${metadata.path}: rope_freqs.weight is not Llama 3's scaling; no other is known`);
  return scaling;
}
