import { type ModelConfig, mixtureOf } from '../checkpoint/config.ts';
import { f32Pair, type GgufPair, stringPair, u32Pair } from '../checkpoint/gguf-bytes.ts';
import { filledInTheta, queryScalar } from '../checkpoint/gguf-config.ts';
import { LONGROPE_FACTORS, ROPE_DIVISORS } from '../checkpoint/gguf-layout.ts';
import { familyOf } from '../families/all-families.ts';
import type { CapField, FactorField } from '../families/family.ts';
import { llama3Divisors, ropeFrequencies, rotatedElements, yarnFactor } from '../rope-table.ts';
import { GgufRefusal } from './gguf-refusal.ts';

/** Returns GGUF's architecture name of the model's family. */
export function ggufArchitecture(config: ModelConfig): string {
  return familyOf(config).gguf.architecture;
}

/** Returns a model's config as GGUF metadata, as llama.cpp's converter writes it. */
export function ggufConfigPairs(config: ModelConfig): GgufPair[] {
  const { rope_scaling: scaling } = config;
  const architecture = ggufArchitecture(config);
  checkFilledIn(architecture, config);
  checkCaps(config);
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
    ...yarnPairs(architecture, config),
    ...longRopePairs(architecture, config),
    ...factorPairs(architecture, config),
    ...windowPairs(architecture, config),
    ...capPairs(architecture, config),
  ];
}

/** Returns the context length, limited to the sliding window if llama.cpp does not support it (Mistral). */
function contextOf(config: ModelConfig): number {
  const { max_position_embeddings: context, sliding_window = context } = config;
  return familyOf(config).gguf.window ? context : Math.min(context, sliding_window);
}

function windowPairs(architecture: string, config: ModelConfig): GgufPair[] {
  const { window: own } = familyOf(config).gguf;
  const { sliding_window: window = own?.writesZero ? 0 : undefined } = config;
  return own && window !== undefined ? [u32Pair(`${architecture}.attention.sliding_window`, window)] : [];
}

/** Throws `GgufRefusal` if a field that GGUF has no key for differs from llama.cpp's default. */
function checkFilledIn(architecture: string, config: ModelConfig): void {
  const family = familyOf(config);
  const { layer_types, no_rope_layers, query_pre_attn_scalar: scalar, rope_local_base_freq: local } = config;
  const [windows, ropes] = [family.window?.fullEvery ?? 1, family.noRopeInterval ?? 1];
  const isLast = (layer: number, every: number) => (layer + 1) % every === 0;
  const filledIn = {
    layer_types: layer_types && {
      isSo: layer_types.every((type, layer) => (type === 'full_attention') === isLast(layer, windows)),
      what: `one layer in ${windows} without a window`,
    },
    no_rope_layers: no_rope_layers && {
      isSo: no_rope_layers.every((has, layer) => (has === 0) === isLast(layer, ropes)),
      what: `one layer in ${ropes} without RoPE`,
    },
    query_pre_attn_scalar: scalar && { isSo: scalar === queryScalar(config), what: queryScalar(config) },
    rope_local_base_freq: local && {
      isSo: local === filledInTheta(family, config.rope_theta),
      what: filledInTheta(family, config.rope_theta),
    },
  };
  const told = Object.entries(filledIn).flatMap(([field, value]) => (value ? [{ field, ...value }] : []));
  if (told.every(({ isSo }) => isSo)) return;
  throw new GgufRefusal(
    `Some versions of llama.cpp do not read ${told.map(({ field }) => field).join(', ')} from GGUF: ` +
      `they assume ${told.map(({ what }) => what).join(', ')} for ${architecture}`,
  );
}

/** Throws `GgufRefusal` for softcaps that differ from those that llama.cpp hard-codes. */
function checkCaps(config: ModelConfig): void {
  const refused = familyOf(config).gguf.refused?.find(
    ({ cap, where }) => (config[cap] === undefined) === (where === 'absent'),
  );
  if (refused) throw new GgufRefusal(refused.why);
}

function capPairs(architecture: string, config: ModelConfig): GgufPair[] {
  const fields = Object.keys(familyOf(config).caps ?? {}) as CapField[];
  return fields.flatMap((field) => {
    const { [field]: cap } = config;
    return cap === undefined ? [] : [f32Pair(`${architecture}.${field}`, cap)];
  });
}

/** Throws `GgufRefusal` for weights of experts that llama.cpp would compute differently. */
function expertSizes(config: ModelConfig): Record<string, number> {
  const mixture = mixtureOf(config);
  if (!mixture) return {};
  const { experts, choices, width, normalised } = mixture;
  if (!normalised) throw new GgufRefusal('GGUF has no key for norm_topk_prob, and llama.cpp assumes true');
  return { expert_count: experts, expert_used_count: choices, expert_feed_forward_length: width };
}

/** Throws `GgufRefusal` for YaRN settings that GGUF cannot store. */
function yarnPairs(architecture: string, config: ModelConfig): GgufPair[] {
  const { rope_scaling: scaling } = config;
  if (scaling?.rope_type !== 'yarn') return [];
  const { attention_factor, mscale, mscale_all_dim, truncate } = scaling;
  const isRounded = truncate || familyOf(config).gguf.isYarnExact;
  const own = yarnFactor({ ...scaling, attention_factor: undefined });
  const isOwn = attention_factor === undefined || Math.abs(attention_factor - own) < 1e-6;
  if (!isRounded || !isOwn || (mscale && mscale_all_dim)) {
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

function factorPairs(architecture: string, config: ModelConfig): GgufPair[] {
  const keys = Object.entries(familyOf(config).gguf.factorKeys ?? {}) as [FactorField, string][];
  return keys.map(([field, key]) => f32Pair(`${architecture}.${key}`, config[field] ?? 1));
}

/** Throws `GgufRefusal` for a family whose RoPE llama.cpp computes without LongRoPE's tensors. */
function longRopePairs(architecture: string, config: ModelConfig): GgufPair[] {
  const { model_type, rope_scaling: scaling } = config;
  if (scaling?.rope_type !== 'longrope') return [];
  if (familyOf(config).gguf.ropeTensors !== 'longrope')
    throw new GgufRefusal(`GGUF has no LongRoPE for a model of type ${model_type}`);
  const { factor } = ropeFrequencies(config, 1);
  return [
    u32Pair(`${architecture}.rope.scaling.original_context_length`, scaling.original_max_position_embeddings),
    f32Pair(`${architecture}.rope.scaling.attn_factor`, factor),
  ];
}

/**
 * Returns the RoPE scaling that GGUF stores as tensors: the divisors of RoPE's frequencies, one per rotated pair, of
 * Llama 3's scaling and of LongRoPE. Throws `GgufRefusal` for a family whose RoPE llama.cpp computes without them.
 */
export function ropeTensors(config: ModelConfig): Map<string, Float32Array> {
  const { model_type, rope_scaling, rope_theta, head_dim } = config;
  if (rope_scaling?.rope_type === 'longrope') {
    const { short_factor, long_factor } = rope_scaling;
    return new Map([
      [LONGROPE_FACTORS.long, Float32Array.from(long_factor)],
      [LONGROPE_FACTORS.short, Float32Array.from(short_factor)],
    ]);
  }
  if (rope_scaling?.rope_type !== 'llama3') return new Map();
  if (familyOf(config).gguf.ropeTensors !== 'llama3') {
    throw new GgufRefusal(`GGUF has no llama3 RoPE scaling for a model of type ${model_type}, only for llama`);
  }
  return new Map([[ROPE_DIVISORS, Float32Array.from(llama3Divisors(rope_theta, head_dim, rope_scaling))]]);
}
