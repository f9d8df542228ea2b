import { isGemma, type LayerType, MOST_EXPERTS, MOST_LAYERS, type ModelConfig, type RopeScaling } from './config.ts';
import { ConfigFields } from './config-fields.ts';
import { float32ToStored } from './float32-stored.ts';
import { isJsonObject, type JsonObject } from './json-file.ts';
import { storedToFloat32 } from './stored-float32.ts';
import { textConfig } from './text-config.ts';

/** What transformers fills in where `config.json` says nothing (`configuration_*.py` of each family). */
interface Defaults {
  positions: number;
  headDim?: number;
  theta?: number;
  epsilon?: number;
  tied?: boolean;
  /** That of `sliding_window`, in families that have it; null for none. */
  window?: number | null;
  /** One layer in so many has no window. */
  fullEvery?: number;
  scaling?: JsonObject;
}

const DEFAULTS: Record<ModelConfig['model_type'], Defaults> = {
  llama: { positions: 2048 },
  mistral: { positions: 131072, window: 4096 },
  qwen2: { positions: 32768 },
  qwen3: { positions: 32768, headDim: 128 },
  smollm3: { positions: 32768, theta: 2000000, tied: true },
  granite: { positions: 2048 },
  phi3: { positions: 4096, window: null },
  olmo2: { positions: 2048 },
  qwen3_moe: { positions: 32768 },
  gpt_oss: {
    positions: 131072,
    headDim: 64,
    theta: 150_000,
    epsilon: 1e-5,
    window: 128,
    fullEvery: 2,
    scaling: { rope_type: 'yarn', factor: 32, truncate: false, original_max_position_embeddings: 4096 },
  },
  gemma2: { positions: 8192, headDim: 256, tied: true, window: 4096, fullEvery: 2 },
  gemma3_text: { positions: 131072, headDim: 256, theta: 1_000_000, tied: true, window: 4096, fullEvery: 6 },
};

/** Fields whose other values would need arithmetic that the decoder does not do. */
const ONLY: Record<string, readonly unknown[]> = {
  mlp_bias: [false, undefined, null],
  use_sliding_window: [false, undefined, null],
};
/** The same of the activation: Gemma has another field for it, beside which it does not look at this one. */
const ACTIVATIONS = { hidden_act: ['silu', undefined] };
const GEMMA_ONLY = {
  hidden_activation: ['gelu_pytorch_tanh', undefined],
  use_bidirectional_attention: [false, undefined, null],
};

/** gpt-oss's are no options of the kernels. */
const GPT_OSS_ONLY = { swiglu_limit: [7, undefined], swiglu_alpha: [1.702, undefined] };

/** The decoder's config out of a parsed `config.json`. Throws `CheckpointError` naming the field that is wrong. */
export function parseModelConfig(path: string, whole: JsonObject): ModelConfig {
  const json = textConfig(whole);
  const fields = new ConfigFields(path, json);
  const modelType = (Object.keys(DEFAULTS) as ModelConfig['model_type'][]).find((type) => type === json.model_type);
  if (modelType === undefined) {
    const allowed = [...Object.keys(DEFAULTS), 'gemma3'].join(', ');
    return fields.fail('model_type', `${JSON.stringify(json.model_type)} is not supported; allowed: ${allowed}`);
  }
  const only: typeof ONLY = {
    ...(isGemma(modelType) ? GEMMA_ONLY : ACTIVATIONS),
    ...(modelType === 'gpt_oss' ? GPT_OSS_ONLY : {}),
    ...ONLY,
  };
  for (const [field, allowed] of Object.entries(only)) {
    if (!allowed.includes(json[field])) {
      fields.fail(
        field,
        `${JSON.stringify(json[field])} is not supported; only ${JSON.stringify(allowed[0] ?? null)} is`,
      );
    }
  }
  // In Qwen2 the biases of q, k and v are not optional; the flag of the others would put one on o, too.
  const isGptOss = modelType === 'gpt_oss';
  if (modelType !== 'qwen2' && (json.attention_bias ?? isGptOss) !== isGptOss) {
    fields.fail('attention_bias', `${JSON.stringify(json.attention_bias)} is not supported for this model_type`);
  }
  const hidden = fields.count('hidden_size');
  const heads = fields.count('num_attention_heads');
  const keyValueHeads = fields.count('num_key_value_heads', heads);
  if (heads % keyValueHeads !== 0)
    fields.fail('num_key_value_heads', `${keyValueHeads} does not divide ${heads} heads`);
  const defaults = DEFAULTS[modelType];
  const headDim = fields.count('head_dim', defaults.headDim ?? hidden / heads);
  const layers = fields.count('num_hidden_layers');
  if (layers > MOST_LAYERS) fields.fail('num_hidden_layers', `${layers} is not supported; up to ${MOST_LAYERS} are`);
  if (headDim % 2 !== 0) fields.fail('head_dim', `${headDim} is odd; RoPE needs pairs`);
  const rope = ropeFields(fields, modelType, headDim);
  const positions = contextOf(fields, modelType, rope.rope_scaling);
  return {
    model_type: modelType,
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
    attention_bias: modelType === 'qwen2' || isGptOss,
    qk_norm: ['qwen3', 'qwen3_moe', 'olmo2', 'gemma3_text'].includes(modelType),
    max_position_embeddings: positions,
    ...windowFields(fields, defaults, { layers, positions }),
    ...(modelType === 'smollm3' ? { no_rope_layers: ropeLayers(fields, layers) } : {}),
    ...(modelType === 'granite' ? multipliers(fields) : {}),
    ...(isGemma(modelType) ? gemmaFields(fields, modelType, hidden) : {}),
    ...(modelType === 'qwen3_moe' ? mixture(fields) : {}),
    ...(json === whole ? {} : { has_vision: true }),
    ...(isGptOss ? gptOssMixture(fields) : {}),
  };
}

/** Positions that a sequence may have: with YaRN those that it extends to. */
function contextOf(fields: ConfigFields, type: ModelConfig['model_type'], scaling: RopeScaling | null): number {
  const trained = fields.count('max_position_embeddings', DEFAULTS[type].positions);
  const extended =
    scaling?.rope_type === 'yarn' ? Math.floor(scaling.original_max_position_embeddings * scaling.factor) : 0;
  return Math.max(trained, extended);
}

/** The sliding window and, in Gemma and gpt-oss, the layers that have it; elsewhere none that holds all positions. */
function windowFields(
  fields: ConfigFields,
  { window: fallback, fullEvery }: Defaults,
  { layers, positions }: { layers: number; positions: number },
): Pick<ModelConfig, 'sliding_window' | 'layer_types'> {
  const given = fields.json.sliding_window === undefined ? fallback : fields.json.sliding_window;
  if (fallback === undefined) return {};
  const window = given === null ? positions : fields.count('sliding_window', fallback ?? undefined);
  if (fullEvery !== undefined) return { sliding_window: window, layer_types: layerTypes(fields, layers, fullEvery) };
  return window < positions ? { sliding_window: window } : {};
}

/** Layers by turns, unless it says otherwise. */
function layerTypes(fields: ConfigFields, layers: number, fullEvery: number): LayerType[] {
  const given = fields.json.layer_types ?? null;
  if (given === null) {
    const every = fullEvery === 2 ? 2 : fields.count('sliding_window_pattern', fullEvery);
    return Array.from({ length: layers }, (_, layer) =>
      (layer + 1) % every === 0 ? 'full_attention' : 'sliding_attention',
    );
  }
  const allowed: unknown[] = ['sliding_attention', 'full_attention'];
  const isSound = Array.isArray(given) && given.length === layers && given.every((type) => allowed.includes(type));
  if (!isSound) return fields.fail('layer_types', `must be ${layers} of ${allowed.join(' and ')}`);
  return given as LayerType[];
}

function gemmaFields(fields: ConfigFields, type: 'gemma2' | 'gemma3_text', hidden: number): Partial<ModelConfig> {
  // Null is none; what transformers fills in where Gemma 2 has nothing are numbers.
  const cap = (field: string, fallback: number) =>
    fields.json[field] === null || (type === 'gemma3_text' && fields.json[field] === undefined)
      ? {}
      : { [field]: fields.positive(field, fallback) };
  return {
    hidden_activation: 'gelu_pytorch_tanh',
    embedding_multiplier: inStoredType(Math.sqrt(hidden), fields.json.dtype ?? fields.json.torch_dtype),
    query_pre_attn_scalar: fields.positive('query_pre_attn_scalar', 256),
    ...cap('attn_logit_softcapping', 50),
    ...cap('final_logit_softcapping', 30),
  };
}

/** As transformers rounds the factor of embeddings: to the type of the weights. */
function inStoredType(value: number, dtype: unknown): number {
  if (dtype === 'bfloat16') return storedToFloat32('bf16', float32ToStored('bf16', Float32Array.of(value)))[0];
  return dtype === 'float16' ? Math.f16round(value) : Math.fround(value);
}

/** SmolLM3 has a layer without RoPE after each three with it, unless it says otherwise. */
function ropeLayers(fields: ConfigFields, layers: number): number[] {
  const every = fields.count('no_rope_layer_interval', 4);
  const given = fields.json.no_rope_layers ?? null;
  if (given === null) return Array.from({ length: layers }, (_, layer) => ((layer + 1) % every === 0 ? 0 : 1));
  const isSound = Array.isArray(given) && given.length === layers && given.every((one) => one === 0 || one === 1);
  if (!isSound) return fields.fail('no_rope_layers', `must be ${layers} numbers, each 0 or 1`);
  return given as number[];
}

function multipliers(fields: ConfigFields): Partial<ModelConfig> {
  return {
    embedding_multiplier: fields.positive('embedding_multiplier', 1),
    residual_multiplier: fields.positive('residual_multiplier', 1),
    attention_multiplier: fields.positive('attention_multiplier', 1),
    logits_scaling: fields.positive('logits_scaling', 1),
  };
}

/** Every layer has experts: a model with some FFNs that have none is refused. */
function mixture(fields: ConfigFields): Partial<ModelConfig> {
  const { decoder_sparse_step: step = 1, mlp_only_layers: plain = null } = fields.json;
  if (step !== 1) fields.fail('decoder_sparse_step', `${JSON.stringify(step)} is not supported; only 1 is`);
  if (plain !== null && !(Array.isArray(plain) && plain.length === 0)) {
    fields.fail('mlp_only_layers', `${JSON.stringify(plain)} is not supported; only [] is`);
  }
  return {
    // transformers 5 writes the first under another name.
    ...expertCounts(fields, {
      experts: (fields.json.num_experts ?? null) === null ? 'num_local_experts' : 'num_experts',
    }),
    moe_intermediate_size: fields.count('moe_intermediate_size', 768),
    norm_topk_prob: fields.boolean('norm_topk_prob', false),
  };
}

function gptOssMixture(fields: ConfigFields): Partial<ModelConfig> {
  return {
    ...expertCounts(fields, { experts: 'num_local_experts', choices: 4 }),
    moe_intermediate_size: fields.count('intermediate_size'),
    // Its softmax is over those that were chosen.
    norm_topk_prob: true,
  };
}

/** `experts` is the field that has their number. */
function expertCounts(
  fields: ConfigFields,
  { experts: field, choices: usual = 8 }: { experts: string; choices?: number },
) {
  const experts = fields.count(field, 128);
  const choices = fields.count('num_experts_per_tok', usual);
  if (experts > MOST_EXPERTS) fields.fail(field, `${experts} is not supported; up to ${MOST_EXPERTS} are`);
  if (choices > experts) fields.fail('num_experts_per_tok', `${choices} is more than there are experts, ${experts}`);
  return { num_experts: experts, num_experts_per_tok: choices };
}

/** RoPE of the layers; Gemma 3 has one of its own where there is a window. */
function ropeFields(
  fields: ConfigFields,
  type: ModelConfig['model_type'],
  headDim: number,
): Pick<ModelConfig, 'rope_theta' | 'rope_scaling' | 'rope_local_base_freq' | 'partial_rotary_factor'> {
  const { rope_parameters: together } = fields.json;
  if (type !== 'gemma3_text') return ropeOf(fields, together, type, headDim);
  // transformers 5 has an object of each kind of layer.
  const kinds = isJsonObject(together) ? together : {};
  const local = isJsonObject(kinds.sliding_attention) ? kinds.sliding_attention : {};
  if ((local.rope_type ?? 'default') !== 'default') {
    fields.fail('rope_parameters.sliding_attention', `${JSON.stringify(local.rope_type)} is not supported`);
  }
  return {
    ...ropeOf(fields, kinds.full_attention, type, headDim),
    rope_local_base_freq: new ConfigFields(fields.path, local).positive(
      'rope_theta',
      fields.positive('rope_local_base_freq', 10000),
    ),
  };
}

/** transformers 5 writes one `rope_parameters` object, older versions `rope_theta` and `rope_scaling`. */
function ropeOf(
  fields: ConfigFields,
  together: unknown,
  modelType: ModelConfig['model_type'],
  headDim: number,
): Pick<ModelConfig, 'rope_theta' | 'rope_scaling' | 'partial_rotary_factor'> {
  const { theta = 10000, scaling: usual = null } = DEFAULTS[modelType];
  const scaling = together ?? fields.json.rope_scaling ?? usual;
  if (scaling === null) {
    const share = rotaryShare(fields, modelType, headDim);
    return { rope_theta: fields.positive('rope_theta', theta), rope_scaling: null, ...share };
  }
  if (!isJsonObject(scaling)) return fields.fail('rope_scaling', 'must be an object');
  const rope = new ConfigFields(fields.path, scaling);
  const owner = (scaling.partial_rotary_factor ?? null) === null ? fields : rope;
  const share = rotaryShare(owner, modelType, headDim);
  const { partial_rotary_factor: factor = 1 } = share;
  return {
    rope_theta: together
      ? rope.positive('rope_theta', fields.positive('rope_theta', theta))
      : fields.positive('rope_theta', theta),
    rope_scaling: ropeScaling(rope, fields, Math.floor(headDim * factor) / 2),
    ...share,
  };
}

/** The share of a head that RoPE turns, where it is not all (Phi-4-mini). */
function rotaryShare(
  fields: ConfigFields,
  modelType: ModelConfig['model_type'],
  headDim: number,
): Pick<ModelConfig, 'partial_rotary_factor'> {
  const field = 'partial_rotary_factor';
  const factor = fields.positive(field, 1);
  if (factor === 1) return {};
  if (modelType !== 'phi3') fields.fail(field, `${factor} is not supported for this model_type; only 1 is`);
  const rotated = Math.floor(headDim * factor);
  if (factor > 1 || rotated % 4 !== 0 || rotated === 0) {
    fields.fail(field, `${factor} of ${headDim} elements is ${rotated}; it must be a multiple of 4 up to ${headDim}`);
  }
  return { [field]: factor };
}

/** `pairs`: of elements of a head that turn. */
function ropeScaling(rope: ConfigFields, fields: ConfigFields, pairs: number): RopeScaling | null {
  const type = rope.json.rope_type ?? rope.json.type ?? 'default';
  const original = () =>
    rope.count(
      'original_max_position_embeddings',
      fields.count('original_max_position_embeddings', fields.count('max_position_embeddings', 2048)),
    );
  switch (type) {
    case 'default':
    // It changes nothing up to `max_position_embeddings`, and a position beyond is refused.
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
