import { FAMILIES, familyOf, familyOfGguf } from '../families/all-families.ts';
import type { CapField, FactorField, ModelFamily } from '../families/family.ts';
import { llama3Divisors } from '../rope-table.ts';
import { CheckpointError } from './checkpoint.ts';
import { type LayerType, MAX_EXPERTS, MAX_LAYERS, type ModelConfig, type RopeScaling } from './config.ts';
import type { GgufMetadata } from './gguf-metadata.ts';

/**
 * Facts from the tensor table that the metadata lacks. `ropeDivisors` is the tensor `rope_freqs.weight` [E/2];
 * `shortFactors` and `longFactors` are LongRoPE's, with one element per rotated pair.
 */
interface GgufFacts {
  vocabSize: number;
  tied: boolean;
  attentionBias: boolean;
  ropeDivisors: Float32Array | null;
  shortFactors: Float32Array | null;
  longFactors: Float32Array | null;
}

/** Builds the config from a GGUF file's metadata. Throws `CheckpointError` for unsupported architectures and values. */
export function ggufConfig(metadata: GgufMetadata, facts: GgufFacts): ModelConfig {
  const name = metadata.string('general.architecture');
  const family = familyOfGguf(name, (key) => metadata.has(`${name}.${key}`));
  if (family === undefined) {
    const known = architectures(FAMILIES).join(', ');
    throw new CheckpointError(`${metadata.path}: architecture ${JSON.stringify(name)} is not supported; ${known} are`);
  }
  if (!family.mixture && metadata.number(`${name}.expert_count`, 0) > 0) {
    const known = architectures(FAMILIES.filter(({ mixture }) => mixture)).join(' and ');
    throw new CheckpointError(`${metadata.path}: mixtures of experts are not supported for ${name}, only for ${known}`);
  }
  const hidden = metadata.integer(`${name}.embedding_length`, 1);
  const heads = metadata.integer(`${name}.attention.head_count`, 1);
  const keyValueHeads = metadata.integer(`${name}.attention.head_count_kv`, 1, heads);
  const layers = metadata.integer(`${name}.block_count`, 1);
  const headDim = metadata.integer(`${name}.attention.key_length`, 2, hidden / heads);
  const rotated = metadata.integer(`${name}.rope.dimension_count`, 1, headDim);
  const isPartial = family.hasPartialRotary && rotated < headDim && rotated % 4 === 0;
  if ((rotated !== headDim && !isPartial) || headDim % 2 !== 0) {
    throw new CheckpointError(`${metadata.path}: RoPE over ${rotated} of ${headDim} dimensions is not supported`);
  }
  if (heads % keyValueHeads !== 0) {
    throw new CheckpointError(`${metadata.path}: ${keyValueHeads} key-value heads do not divide ${heads} heads`);
  }
  // Files of gpt-oss have only the width of an expert's FFN.
  const isExpertWidth = family.mixture?.width.field === 'intermediate_size';
  const theta = shortestDecimal(metadata.positive(`${name}.rope.freq_base`, 10000));
  const config: ModelConfig = {
    model_type: family.model_type,
    hidden_size: hidden,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: keyValueHeads,
    head_dim: headDim,
    intermediate_size: metadata.integer(`${name}.${isExpertWidth ? 'expert_' : ''}feed_forward_length`, 1),
    vocab_size: facts.vocabSize,
    rms_norm_eps: shortestDecimal(metadata.positive(`${name}.attention.layer_norm_rms_epsilon`)),
    rope_theta: theta,
    rope_scaling: ropeScaling(metadata, name, facts, rotated),
    tie_word_embeddings: facts.tied,
    attention_bias: facts.attentionBias || family.biases === 'qkvo',
    qk_norm: family.qkNorm !== undefined,
    max_position_embeddings: metadata.integer(`${name}.context_length`, 1),
    ...(isPartial ? { partial_rotary_factor: rotated / headDim } : {}),
    ...(family.noRopeInterval ? { no_rope_layers: ropeLayers(layers, family.noRopeInterval) } : {}),
    ...(family.mixture ? mixture(metadata, name) : {}),
    ...(family.hiddenActivation ? { hidden_activation: family.hiddenActivation } : {}),
    ...(family.scalesEmbeddings ? { embedding_multiplier: Math.fround(Math.sqrt(hidden)) } : {}),
    ...localTheta(metadata, family, theta),
    ...windowOf(metadata, family, layers),
    ...caps(metadata, family),
  };
  return { ...config, ...factors(metadata, family, config) };
}

function architectures(families: readonly ModelFamily[]): string[] {
  return [...new Set(families.map(({ gguf }) => gguf.architecture))];
}

/** Returns the layers with RoPE. GGUF has no key for it; llama.cpp skips RoPE in every fourth layer of SmolLM3. */
function ropeLayers(layers: number, interval: number): number[] {
  return Array.from({ length: Math.min(layers, MAX_LAYERS) }, (_, layer) => ((layer + 1) % interval === 0 ? 0 : 1));
}

function mixture(metadata: GgufMetadata, name: string): Partial<ModelConfig> {
  const experts = metadata.integer(`${name}.expert_count`, 1);
  const choices = metadata.integer(`${name}.expert_used_count`, 1);
  const fail = (key: string, what: string): never => {
    throw new CheckpointError(`${metadata.path}: metadata ${name}.${key}: ${what}`);
  };
  if (experts > MAX_EXPERTS) fail('expert_count', `${experts} is not supported; up to ${MAX_EXPERTS} are`);
  if (choices > experts) fail('expert_used_count', `${choices} is above the number of experts, ${experts}`);
  return {
    num_experts: experts,
    num_experts_per_tok: choices,
    moe_intermediate_size: metadata.integer(`${name}.expert_feed_forward_length`, 1),
    // GGUF has no key for it; llama.cpp normalises for these architectures.
    norm_topk_prob: true,
  };
}

/**
 * Returns the sliding window and, if only some layers have it, the layer types. If all layers have it, a window of the
 * whole context or more is left out.
 */
function windowOf(
  metadata: GgufMetadata,
  { gguf, window: own }: ModelFamily,
  layers: number,
): Pick<ModelConfig, 'sliding_window' | 'layer_types'> {
  if (own === undefined || gguf.window === undefined) return {};
  const key = (field: string) => `${gguf.architecture}.${field}`;
  const context = metadata.integer(key('context_length'), 1);
  const told = metadata.integer(key('attention.sliding_window'), 0, gguf.window.usual);
  // Kernels hold the window in 32 bits.
  const window = Math.min(told, 2 ** 31);
  const { fullEvery: usual, hasPattern } = own;
  if (usual === undefined) return window > 0 && window < context ? { sliding_window: window } : {};
  const every = hasPattern ? metadata.integer(key('attention.sliding_window_pattern'), 1, usual) : usual;
  const typeOf = (_: unknown, layer: number): LayerType =>
    window === 0 || (layer + 1) % every === 0 ? 'full_attention' : 'sliding_attention';
  return {
    sliding_window: window || context,
    layer_types: Array.from({ length: Math.min(layers, MAX_LAYERS) }, typeOf),
  };
}

/** Returns RoPE's base in sliding-window layers, for families with one: from the metadata, or llama.cpp's default. */
function localTheta(metadata: GgufMetadata, family: ModelFamily, theta: number): Partial<ModelConfig> {
  const usual = filledInTheta(family, theta);
  if (usual === undefined) return {};
  const key = `${family.gguf.architecture}.rope.freq_base_swa`;
  return { rope_local_base_freq: shortestDecimal(metadata.positive(key, usual)) };
}

/** Returns llama.cpp's default of RoPE's base in sliding-window layers, used if the metadata lacks the key. */
export function filledInTheta({ localTheta: usual, gguf }: ModelFamily, theta: number): number | undefined {
  return usual && gguf.hasOneTheta ? theta : usual;
}

/** Returns the softcaps. llama.cpp uses Gemma 2's if the metadata lacks the key; 0 means none. */
function caps(metadata: GgufMetadata, family: ModelFamily): Pick<ModelConfig, CapField> {
  const found = Object.entries(family.caps ?? {}).flatMap(([field, usual]) => {
    const key = `${family.gguf.architecture}.${field}`;
    if (metadata.number(key, usual ?? 0) === 0) return [];
    return [[field, shortestDecimal(metadata.positive(key, usual ?? 0))]];
  });
  return Object.fromEntries(found);
}

/** Returns the family's factors from their metadata keys, or llama.cpp's defaults. */
function factors(
  metadata: GgufMetadata,
  { factors: own = {}, gguf }: ModelFamily,
  config: ModelConfig,
): Pick<ModelConfig, FactorField> {
  const fields = Object.keys(own) as FactorField[];
  const found = fields.map((field) => {
    if (field === 'query_pre_attn_scalar') return [field, queryScalar(config)];
    const usual = field === 'attention_multiplier' ? 1 / Math.sqrt(config.head_dim) : 1;
    const key = gguf.factorKeys?.[field];
    return [field, key ? shortestDecimal(metadata.positive(`${gguf.architecture}.${key}`, usual)) : usual];
  });
  return Object.fromEntries(found);
}

/** Returns Gemma's `query_pre_attn_scalar` as llama.cpp derives it. */
export function queryScalar(config: ModelConfig): number {
  const isLargest = config.num_hidden_layers === familyOf(config).gguf.largestModel;
  return isLargest ? Math.floor(config.hidden_size / config.num_attention_heads) : config.head_dim;
}

/** Returns the decimal that was stored as float32: 9.99999974e-6 gives 1e-5. */
function shortestDecimal(float32: number): number {
  return Number(float32.toPrecision(7));
}

/**
 * Returns the RoPE scaling. GGUF stores Llama 3's scaling only as its result, one divisor per frequency, so its
 * parameters are recovered from the divisors.
 */
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
    throw new CheckpointError(`${metadata.path}: rope_freqs.weight is not Llama 3's scaling; no other is supported`);
  return scaling;
}
