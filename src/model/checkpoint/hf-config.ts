import { isDeepStrictEqual } from 'node:util';
import { FAMILIES, familyOfType } from '../families/all-families.ts';
import type { CapField, FactorField, FamilyMixture, FamilyWindow, ModelFamily } from '../families/family.ts';
import { type LayerType, MAX_EXPERTS, MAX_LAYERS, type ModelConfig, type RopeScaling } from './config.ts';
import { ConfigFields } from './config-fields.ts';
import { float32ToStored } from './float32-stored.ts';
import { isJsonObject, type JsonObject } from './json-file.ts';
import { storedToFloat32 } from './stored-float32.ts';
import { textConfig } from './text-config.ts';

/** Returns the decoder's config from a parsed `config.json`. Throws `CheckpointError` that names the invalid field. */
export function parseModelConfig(path: string, whole: JsonObject): ModelConfig {
  const json = textConfig(whole);
  const fields = new ConfigFields(path, json);
  const family = familyOfType(json.model_type);
  if (family === undefined) {
    const types = [...FAMILIES, ...FAMILIES.flatMap(({ vision }) => vision ?? [])].map(({ model_type }) => model_type);
    return fields.fail(
      'model_type',
      `${JSON.stringify(json.model_type)} is not supported; allowed: ${types.join(', ')}`,
    );
  }
  checkAllowed(fields, family);
  const { defaults } = family;
  const hidden = fields.count('hidden_size');
  const heads = fields.count('num_attention_heads');
  const keyValueHeads = fields.count('num_key_value_heads', heads);
  if (heads % keyValueHeads !== 0)
    fields.fail('num_key_value_heads', `${keyValueHeads} does not divide ${heads} heads`);
  const headDim = fields.count('head_dim', defaults.headDim ?? hidden / heads);
  const layers = fields.count('num_hidden_layers');
  if (layers > MAX_LAYERS) fields.fail('num_hidden_layers', `${layers} is not supported; up to ${MAX_LAYERS} are`);
  if (headDim % 2 !== 0) fields.fail('head_dim', `${headDim} is odd; RoPE needs pairs`);
  const rope = ropeFields(fields, family, headDim);
  const positions = contextOf(fields, family, rope.rope_scaling);
  return {
    model_type: family.model_type,
    hidden_size: hidden,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: keyValueHeads,
    head_dim: headDim,
    intermediate_size: fields.count('intermediate_size'),
    vocab_size: fields.count('vocab_size'),
    rms_norm_eps: fields.positive('rms_norm_eps', defaults.epsilon ?? 1e-6),
    ...rope,
    tie_word_embeddings: fields.boolean('tie_word_embeddings', defaults.tied ?? false),
    attention_bias: family.biases !== 'none',
    qk_norm: family.qkNorm !== undefined,
    max_position_embeddings: positions,
    ...windowFields(fields, family, { layers, positions }),
    ...(family.noRopeInterval ? { no_rope_layers: ropeLayers(fields, layers, family.noRopeInterval) } : {}),
    ...(family.hiddenActivation ? { hidden_activation: family.hiddenActivation } : {}),
    ...(family.scalesEmbeddings ? { embedding_multiplier: embeddingFactor(fields, hidden) } : {}),
    ...factors(fields, family),
    ...caps(fields, family),
    ...(family.mixture ? mixture(fields, family.mixture) : {}),
    ...(json === whole ? {} : { has_vision: true }),
  };
}

/** Throws `CheckpointError` for a setting that the decoder does not support. */
function checkAllowed(fields: ConfigFields, { allowed, biases, hasBiasField }: ModelFamily): void {
  const { json } = fields;
  for (const [field, values] of Object.entries(allowed)) {
    if (values.some((value) => isDeepStrictEqual(value, json[field]))) continue;
    fields.fail(field, `${JSON.stringify(json[field])} is not supported; only ${JSON.stringify(values[0] ?? null)} is`);
  }
  const isBiased = biases !== 'none';
  if (hasBiasField && (json.attention_bias ?? isBiased) !== isBiased) {
    fields.fail('attention_bias', `${JSON.stringify(json.attention_bias)} is not supported for this model_type`);
  }
}

/** Returns the context length; with YaRN, the extended one. */
function contextOf(fields: ConfigFields, { defaults }: ModelFamily, scaling: RopeScaling | null): number {
  const trained = fields.count('max_position_embeddings', defaults.positions);
  const extended =
    scaling?.rope_type === 'yarn' ? Math.floor(scaling.original_max_position_embeddings * scaling.factor) : 0;
  return Math.max(trained, extended);
}

/**
 * Returns the sliding window and, if only some layers have it, the layer types. If all layers have it, a window of all
 * positions or more is left out.
 */
function windowFields(
  fields: ConfigFields,
  { window: own }: ModelFamily,
  { layers, positions }: { layers: number; positions: number },
): Pick<ModelConfig, 'sliding_window' | 'layer_types'> {
  if (own === undefined) return {};
  const given = fields.json.sliding_window === undefined ? own.usual : fields.json.sliding_window;
  const window = given === null ? positions : fields.count('sliding_window', own.usual ?? undefined);
  if (own.fullEvery === undefined) return window < positions ? { sliding_window: window } : {};
  return { sliding_window: window, layer_types: layerTypes(fields, layers, own) };
}

/** Returns `layer_types` of the config, or full attention in every `fullEvery`-th layer if absent. */
function layerTypes(fields: ConfigFields, layers: number, { fullEvery = 1, hasPattern }: FamilyWindow): LayerType[] {
  const given = fields.json.layer_types ?? null;
  if (given === null) {
    const every = hasPattern ? fields.count('sliding_window_pattern', fullEvery) : fullEvery;
    return Array.from({ length: layers }, (_, layer) =>
      (layer + 1) % every === 0 ? 'full_attention' : 'sliding_attention',
    );
  }
  const allowed: unknown[] = ['sliding_attention', 'full_attention'];
  const isSound = Array.isArray(given) && given.length === layers && given.every((type) => allowed.includes(type));
  if (!isSound) return fields.fail('layer_types', `must be a list of ${layers} entries of ${allowed.join(' and ')}`);
  return given as LayerType[];
}

function factors(fields: ConfigFields, family: ModelFamily): Pick<ModelConfig, FactorField> {
  const usual = Object.entries(family.factors ?? {});
  return Object.fromEntries(usual.map(([field, value]) => [field, fields.positive(field, value)]));
}

function caps(fields: ConfigFields, family: ModelFamily): Pick<ModelConfig, CapField> {
  const usual = Object.entries(family.caps ?? {});
  const present = usual.filter(([field, value]) => {
    const { [field]: given = value } = fields.json;
    return given !== null;
  });
  return Object.fromEntries(present.map(([field, value]) => [field, fields.positive(field, value ?? undefined)]));
}

function embeddingFactor({ json }: ConfigFields, hidden: number): number {
  return inStoredType(Math.sqrt(hidden), json.dtype ?? json.torch_dtype);
}

/** Rounds the embedding factor to the type of the weights, as transformers does. */
function inStoredType(value: number, dtype: unknown): number {
  if (dtype === 'bfloat16') return storedToFloat32('bf16', float32ToStored('bf16', Float32Array.of(value)))[0];
  return dtype === 'float16' ? Math.f16round(value) : Math.fround(value);
}

/** Returns `no_rope_layers` of the config, or no RoPE in every `interval`-th layer if absent. */
function ropeLayers(fields: ConfigFields, layers: number, interval: number): number[] {
  const every = fields.count('no_rope_layer_interval', interval);
  const given = fields.json.no_rope_layers ?? null;
  if (given === null) return Array.from({ length: layers }, (_, layer) => ((layer + 1) % every === 0 ? 0 : 1));
  const isSound = Array.isArray(given) && given.length === layers && given.every((one) => one === 0 || one === 1);
  if (!isSound) return fields.fail('no_rope_layers', `must be ${layers} numbers, each 0 or 1`);
  return given as number[];
}

function mixture(fields: ConfigFields, { countFields, choices: usual, width, isNormalised }: FamilyMixture) {
  const field = countFields.find((name) => (fields.json[name] ?? null) !== null) ?? countFields[countFields.length - 1];
  const experts = fields.count(field, 128);
  const choices = fields.count('num_experts_per_tok', usual);
  if (experts > MAX_EXPERTS) fields.fail(field, `${experts} is not supported; up to ${MAX_EXPERTS} are`);
  if (choices > experts) fields.fail('num_experts_per_tok', `${choices} is above the number of experts, ${experts}`);
  return {
    num_experts: experts,
    num_experts_per_tok: choices,
    moe_intermediate_size: fields.count(width.field, width.usual),
    norm_topk_prob: isNormalised === true || fields.boolean(isNormalised, false),
  };
}

/** Returns the RoPE settings. Gemma 3 has a different RoPE base in sliding-window layers. */
function ropeFields(
  fields: ConfigFields,
  family: ModelFamily,
  headDim: number,
): Pick<ModelConfig, 'rope_theta' | 'rope_scaling' | 'rope_local_base_freq' | 'partial_rotary_factor'> {
  const { rope_parameters: together } = fields.json;
  if (family.localTheta === undefined) return ropeOf(fields, together, family, headDim);
  // transformers 5 has one object per layer type.
  const kinds = isJsonObject(together) ? together : {};
  const local = isJsonObject(kinds.sliding_attention) ? kinds.sliding_attention : {};
  if ((local.rope_type ?? 'default') !== 'default') {
    fields.fail('rope_parameters.sliding_attention', `${JSON.stringify(local.rope_type)} is not supported`);
  }
  return {
    ...ropeOf(fields, kinds.full_attention, family, headDim),
    rope_local_base_freq: new ConfigFields(fields.path, local).positive(
      'rope_theta',
      fields.positive('rope_local_base_freq', family.localTheta),
    ),
  };
}

/** Reads RoPE from `rope_parameters` (transformers 5), or `rope_theta` and `rope_scaling` (older versions). */
function ropeOf(
  fields: ConfigFields,
  together: unknown,
  family: ModelFamily,
  headDim: number,
): Pick<ModelConfig, 'rope_theta' | 'rope_scaling' | 'partial_rotary_factor'> {
  const { theta = 10000, scaling: usual = null } = family.defaults;
  const scaling = together ?? fields.json.rope_scaling ?? usual;
  if (scaling === null) {
    const share = rotaryShare(fields, family, headDim);
    return { rope_theta: fields.positive('rope_theta', theta), rope_scaling: null, ...share };
  }
  if (!isJsonObject(scaling)) return fields.fail('rope_scaling', 'must be an object');
  const rope = new ConfigFields(fields.path, scaling);
  const owner = (scaling.partial_rotary_factor ?? null) === null ? fields : rope;
  const share = rotaryShare(owner, family, headDim);
  const { partial_rotary_factor: factor = 1 } = share;
  return {
    rope_theta: together
      ? rope.positive('rope_theta', fields.positive('rope_theta', theta))
      : fields.positive('rope_theta', theta),
    rope_scaling: ropeScaling(rope, fields, Math.floor(headDim * factor) / 2),
    ...share,
  };
}

/** Returns the fraction of a head that RoPE rotates, if it is not 1 (Phi-4-mini). */
function rotaryShare(
  fields: ConfigFields,
  { hasPartialRotary }: ModelFamily,
  headDim: number,
): Pick<ModelConfig, 'partial_rotary_factor'> {
  const field = 'partial_rotary_factor';
  const factor = fields.positive(field, 1);
  if (factor === 1) return {};
  if (!hasPartialRotary) fields.fail(field, `${factor} is not supported for this model_type; only 1 is`);
  const rotated = Math.floor(headDim * factor);
  if (factor > 1 || rotated % 4 !== 0 || rotated === 0) {
    fields.fail(field, `${factor} of ${headDim} elements is ${rotated}; it must be a multiple of 4 up to ${headDim}`);
  }
  return { [field]: factor };
}

/** Parses the RoPE scaling. `pairs` is the number of rotated pairs of a head. */
function ropeScaling(rope: ConfigFields, fields: ConfigFields, pairs: number): RopeScaling | null {
  const type = rope.json.rope_type ?? rope.json.type ?? 'default';
  const original = () =>
    rope.count(
      'original_max_position_embeddings',
      fields.count('original_max_position_embeddings', fields.count('max_position_embeddings', 2048)),
    );
  switch (type) {
    case 'default':
    // Dynamic scaling changes nothing up to `max_position_embeddings`, and positions beyond are rejected.
    case 'dynamic':
      return null;
    case 'linear':
      return { rope_type: 'linear', factor: rope.positive('factor') };
    case 'llama3':
      return {
        rope_type: 'llama3',
        factor: rope.positive('factor'),
        low_freq_factor: rope.positive('low_freq_factor'),
        high_freq_factor: rope.positive('high_freq_factor'),
        original_max_position_embeddings: rope.count('original_max_position_embeddings'),
      };
    case 'yarn':
      return {
        rope_type: 'yarn',
        factor: rope.positive('factor'),
        original_max_position_embeddings: original(),
        ...rope.present('attention_factor', 'mscale', 'mscale_all_dim'),
        beta_fast: rope.positive('beta_fast', 32),
        beta_slow: rope.positive('beta_slow', 1),
        truncate: rope.boolean('truncate', true),
      };
    case 'longrope':
    case 'su':
      return {
        rope_type: 'longrope',
        short_factor: rope.numbers('short_factor', pairs),
        long_factor: rope.numbers('long_factor', pairs),
        factor: rope.positive('factor', fields.count('max_position_embeddings') / original()),
        original_max_position_embeddings: original(),
        ...rope.present('attention_factor'),
      };
    default:
      return rope.fail(
        'rope_scaling.rope_type',
        `${JSON.stringify(type)} is not supported; allowed: default, linear, dynamic, yarn, longrope, llama3`,
      );
  }
}
