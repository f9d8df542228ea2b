import { CheckpointError } from './checkpoint.ts';
import type { ModelConfig, RopeScaling } from './config.ts';
import { isJsonObject, type JsonObject } from './json-file.ts';

/** What transformers fills in where `config.json` says nothing (configuration_llama.py, _qwen2.py, _qwen3.py). */
const DEFAULTS: Record<ModelConfig['model_type'], { positions: number; headDim: number | null }> = {
  llama: { positions: 2048, headDim: null },
  qwen2: { positions: 32768, headDim: null },
  qwen3: { positions: 32768, headDim: 128 },
};

/** Fields whose other values would need arithmetic that the decoder does not do. */
const ONLY: Record<string, readonly unknown[]> = {
  hidden_act: ['silu', undefined],
  mlp_bias: [false, undefined, null],
  use_sliding_window: [false, undefined, null],
  partial_rotary_factor: [1, undefined, null],
};

/** The decoder's config out of a parsed `config.json`. Throws `CheckpointError` naming the field that is wrong. */
export function parseModelConfig(path: string, json: JsonObject): ModelConfig {
  const fields = new ConfigFields(path, json);
  const modelType = (Object.keys(DEFAULTS) as ModelConfig['model_type'][]).find((type) => type === json.model_type);
  if (modelType === undefined) {
    return fields.fail('model_type', `${JSON.stringify(json.model_type)} is not supported; llama, qwen2 and qwen3 are`);
  }
  for (const [field, allowed] of Object.entries(ONLY)) {
    if (!allowed.includes(json[field])) {
      fields.fail(
        field,
        `${JSON.stringify(json[field])} is not supported; only ${JSON.stringify(allowed[0] ?? null)} is`,
      );
    }
  }
  // In Qwen2 the biases of q, k and v are not optional; the flag of the others would put one on o, too.
  if (modelType !== 'qwen2' && (json.attention_bias ?? false) !== false) {
    fields.fail('attention_bias', 'true is not supported for this model_type');
  }
  const hidden = fields.count('hidden_size');
  const heads = fields.count('num_attention_heads');
  const keyValueHeads = fields.count('num_key_value_heads', heads);
  if (heads % keyValueHeads !== 0)
    fields.fail('num_key_value_heads', `${keyValueHeads} does not divide ${heads} heads`);
  const headDim = fields.count('head_dim', DEFAULTS[modelType].headDim ?? hidden / heads);
  if (headDim % 2 !== 0) fields.fail('head_dim', `${headDim} is odd; RoPE needs pairs`);
  return {
    model_type: modelType,
    hidden_size: hidden,
    num_hidden_layers: fields.count('num_hidden_layers'),
    num_attention_heads: heads,
    num_key_value_heads: keyValueHeads,
    head_dim: headDim,
    intermediate_size: fields.count('intermediate_size'),
    vocab_size: fields.count('vocab_size'),
    rms_norm_eps: fields.positive('rms_norm_eps', 1e-6),
    ...ropeFields(fields),
    tie_word_embeddings: fields.boolean('tie_word_embeddings', false),
    attention_bias: modelType === 'qwen2',
    qk_norm: modelType === 'qwen3',
    max_position_embeddings: fields.count('max_position_embeddings', DEFAULTS[modelType].positions),
  };
}

/** transformers 5 writes one `rope_parameters` object, older versions `rope_theta` and `rope_scaling`. */
function ropeFields(fields: ConfigFields): Pick<ModelConfig, 'rope_theta' | 'rope_scaling'> {
  const together = fields.json.rope_parameters;
  const scaling = together ?? fields.json.rope_scaling ?? null;
  if (scaling === null) return { rope_theta: fields.positive('rope_theta', 10000), rope_scaling: null };
  if (!isJsonObject(scaling)) return fields.fail('rope_scaling', 'must be an object');
  const rope = new ConfigFields(fields.path, scaling);
  const theta = together ? rope.positive('rope_theta', 10000) : fields.positive('rope_theta', 10000);
  return { rope_theta: theta, rope_scaling: ropeScaling(rope) };
}

function ropeScaling(rope: ConfigFields): RopeScaling | null {
  const type = rope.json.rope_type ?? rope.json.type ?? 'default';
  if (type === 'default') return null;
  if (type === 'linear') return { rope_type: 'linear', factor: rope.positive('factor') };
  if (type !== 'llama3') {
    return rope.fail('rope_scaling.rope_type', `${JSON.stringify(type)} is not supported; default, linear, llama3 are`);
  }
  return {
    rope_type: 'llama3',
    factor: rope.positive('factor'),
    low_freq_factor: rope.positive('low_freq_factor'),
    high_freq_factor: rope.positive('high_freq_factor'),
    original_max_position_embeddings: rope.count('original_max_position_embeddings'),
  };
}

/** Typed look-ups in one JSON object; every failure names file and field. */
class ConfigFields {
  readonly path: string;
  readonly json: JsonObject;

  constructor(path: string, json: JsonObject) {
    this.path = path;
    this.json = json;
  }

  fail(field: string, what: string): never {
    throw new CheckpointError(`${this.path}: ${field}: ${what}`);
  }

  /** A whole number from 1 to 2^31. */
  count(field: string, fallback?: number): number {
    const value = this.json[field] ?? fallback;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 2 ** 31) {
      return this.fail(field, `must be a whole number from 1 to 2^31, not ${JSON.stringify(value)}`);
    }
    return value;
  }

  positive(field: string, fallback?: number): number {
    const value = this.json[field] ?? fallback;
    if (typeof value !== 'number' || !(value > 0) || value === Number.POSITIVE_INFINITY) {
      return this.fail(field, `must be a number above 0, not ${JSON.stringify(value)}`);
    }
    return value;
  }

  boolean(field: string, fallback: boolean): boolean {
    const value = this.json[field] ?? fallback;
    if (typeof value !== 'boolean') return this.fail(field, `must be true or false, not ${JSON.stringify(value)}`);
    return value;
  }
}
