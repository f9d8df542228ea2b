import { describe, expect, it } from 'vitest';
import { CheckpointError } from '../../src/model/checkpoint/checkpoint.ts';
import { hasOutputBias, mixtureOf } from '../../src/model/checkpoint/config.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { llama3Divisors, ropeKind } from '../../src/model/rope-table.ts';

const parse = (json: Record<string, unknown>) => parseModelConfig('m/config.json', json);

// The fields of the published config.json files that matter here.
const LLAMA_3_2_1B = {
  attention_bias: false,
  head_dim: 64,
  hidden_act: 'silu',
  hidden_size: 2048,
  intermediate_size: 8192,
  max_position_embeddings: 131072,
  mlp_bias: false,
  model_type: 'llama',
  num_attention_heads: 32,
  num_hidden_layers: 16,
  num_key_value_heads: 8,
  rms_norm_eps: 1e-5,
  rope_scaling: {
    factor: 32.0,
    high_freq_factor: 4.0,
    low_freq_factor: 1.0,
    original_max_position_embeddings: 8192,
    rope_type: 'llama3',
  },
  rope_theta: 500000.0,
  tie_word_embeddings: true,
  vocab_size: 128256,
};
const QWEN2_5_05B = {
  model_type: 'qwen2',
  hidden_act: 'silu',
  hidden_size: 896,
  intermediate_size: 4864,
  max_position_embeddings: 32768,
  max_window_layers: 21,
  num_attention_heads: 14,
  num_hidden_layers: 24,
  num_key_value_heads: 2,
  rms_norm_eps: 1e-6,
  rope_theta: 1000000.0,
  sliding_window: 32768,
  tie_word_embeddings: true,
  use_sliding_window: false,
  vocab_size: 151936,
};
const QWEN3_06B = {
  ...QWEN2_5_05B,
  model_type: 'qwen3',
  attention_bias: false,
  head_dim: 128,
  hidden_size: 1024,
  intermediate_size: 3072,
  num_attention_heads: 16,
  num_hidden_layers: 28,
  num_key_value_heads: 8,
  rope_scaling: null,
  sliding_window: null,
};

const QWEN3_30B_A3B = {
  ...QWEN3_06B,
  model_type: 'qwen3_moe',
  decoder_sparse_step: 1,
  hidden_size: 2048,
  intermediate_size: 6144,
  mlp_only_layers: [],
  moe_intermediate_size: 768,
  norm_topk_prob: true,
  num_attention_heads: 32,
  num_experts: 128,
  num_experts_per_tok: 8,
  num_hidden_layers: 48,
  num_key_value_heads: 4,
  tie_word_embeddings: false,
};

/** config.json of openai/gpt-oss-20b. */
const GPT_OSS_20B = {
  architectures: ['GptOssForCausalLM'],
  attention_bias: true,
  attention_dropout: 0.0,
  eos_token_id: 200002,
  experts_per_token: 4,
  head_dim: 64,
  hidden_act: 'silu',
  hidden_size: 2880,
  initial_context_length: 4096,
  intermediate_size: 2880,
  layer_types: Array.from({ length: 24 }, (_, layer) => (layer % 2 === 0 ? 'sliding_attention' : 'full_attention')),
  max_position_embeddings: 131072,
  model_type: 'gpt_oss',
  num_attention_heads: 64,
  num_experts_per_tok: 4,
  num_hidden_layers: 24,
  num_key_value_heads: 8,
  num_local_experts: 32,
  quantization_config: { modules_to_not_convert: ['model.layers.*.self_attn'], quant_method: 'mxfp4' },
  rms_norm_eps: 1e-5,
  rope_scaling: {
    beta_fast: 32.0,
    beta_slow: 1.0,
    factor: 32.0,
    original_max_position_embeddings: 4096,
    rope_type: 'yarn',
    truncate: false,
  },
  rope_theta: 150000,
  router_aux_loss_coef: 0.9,
  sliding_window: 128,
  swiglu_limit: 7.0,
  tie_word_embeddings: false,
  vocab_size: 201088,
};

/** config.json of ByteDance-Seed/Seed-OSS-36B-Instruct. */
const SEED_OSS_36B = {
  architectures: ['SeedOssForCausalLM'],
  attention_bias: true,
  attention_out_bias: false,
  head_dim: 128,
  hidden_act: 'silu',
  hidden_size: 5120,
  intermediate_size: 27648,
  max_position_embeddings: 524288,
  mlp_bias: false,
  model_type: 'seed_oss',
  num_attention_heads: 80,
  num_hidden_layers: 64,
  num_key_value_heads: 8,
  rms_norm_eps: 1e-6,
  rope_scaling: { rope_type: 'default' },
  rope_theta: 10000000.0,
  tie_word_embeddings: false,
  vocab_size: 155136,
};

/** config.json of allenai/Olmo-3-7B-Instruct. */
const OLMO_3_7B = {
  architectures: ['Olmo3ForCausalLM'],
  attention_bias: false,
  hidden_act: 'silu',
  hidden_size: 4096,
  intermediate_size: 11008,
  max_position_embeddings: 65536,
  model_type: 'olmo3',
  num_attention_heads: 32,
  num_hidden_layers: 32,
  num_key_value_heads: 32,
  rms_norm_eps: 1e-6,
  rope_scaling: {
    attention_factor: 1.2079441541679836,
    beta_fast: 32.0,
    beta_slow: 1.0,
    factor: 8.0,
    original_max_position_embeddings: 8192,
    rope_type: 'yarn',
  },
  rope_theta: 500000,
  sliding_window: 4096,
  tie_word_embeddings: false,
  vocab_size: 100278,
};

/** config.json of google/gemma-2-2b-it. */
const GEMMA_2_2B = {
  architectures: ['Gemma2ForCausalLM'],
  attention_bias: false,
  attn_logit_softcapping: 50.0,
  final_logit_softcapping: 30.0,
  head_dim: 256,
  hidden_act: 'gelu_pytorch_tanh',
  hidden_activation: 'gelu_pytorch_tanh',
  hidden_size: 2304,
  intermediate_size: 9216,
  max_position_embeddings: 8192,
  model_type: 'gemma2',
  num_attention_heads: 8,
  num_hidden_layers: 26,
  num_key_value_heads: 4,
  query_pre_attn_scalar: 256,
  rms_norm_eps: 1e-6,
  rope_theta: 10000.0,
  sliding_window: 4096,
  torch_dtype: 'bfloat16',
  vocab_size: 256000,
};

/** config.json of google/gemma-3-4b-it, which has vision. */
const GEMMA_3_4B = {
  architectures: ['Gemma3ForConditionalGeneration'],
  eos_token_id: [1, 106],
  model_type: 'gemma3',
  text_config: {
    hidden_size: 2560,
    intermediate_size: 10240,
    model_type: 'gemma3_text',
    num_hidden_layers: 34,
    rope_scaling: { factor: 8.0, rope_type: 'linear' },
    sliding_window: 1024,
  },
  torch_dtype: 'bfloat16',
  vision_config: { hidden_size: 1152, model_type: 'siglip_vision_model' },
};

describe('config.json', () => {
  it('of Gemma 2 has windows in every second layer, soft caps, and an embedding factor in the weight type', () => {
    const config = parse(GEMMA_2_2B);
    expect(config).toMatchObject({
      attn_logit_softcapping: 50,
      final_logit_softcapping: 30,
      query_pre_attn_scalar: 256,
      sliding_window: 4096,
      hidden_activation: 'gelu_pytorch_tanh',
      embedding_multiplier: 48,
      tie_word_embeddings: true,
      qk_norm: false,
    });
    expect(config.layer_types?.slice(0, 3)).toEqual(['sliding_attention', 'full_attention', 'sliding_attention']);
    // The root of 3584 is 59.867; bfloat16 has 8 bits of it.
    const factor = (fields: object) => parse({ ...GEMMA_2_2B, hidden_size: 3584, ...fields }).embedding_multiplier;
    expect(factor({})).toBe(59.75);
    expect(factor({ torch_dtype: 'float32' })).toBe(Math.fround(Math.sqrt(3584)));
    expect(parse({ ...GEMMA_2_2B, final_logit_softcapping: null }).final_logit_softcapping).toBeUndefined();
    const { attn_logit_softcapping: _, ...silent } = GEMMA_2_2B;
    expect(parse(silent).attn_logit_softcapping).toBe(50);
  });

  it('of Gemma 3 with vision is read as that of its text model', () => {
    const config = parse(GEMMA_3_4B);
    expect(config).toMatchObject({
      model_type: 'gemma3_text',
      num_attention_heads: 8,
      num_key_value_heads: 4,
      head_dim: 256,
      vocab_size: 262208,
      rope_theta: 1e6,
      rope_local_base_freq: 10000,
      rope_scaling: { rope_type: 'linear', factor: 8 },
      sliding_window: 1024,
      max_position_embeddings: 131072,
      qk_norm: true,
      embedding_multiplier: 50.5,
    });
    expect(config.attn_logit_softcapping).toBeUndefined();
    expect(config.layer_types?.flatMap((type, layer) => (type === 'full_attention' ? [layer] : []))).toEqual([
      5, 11, 17, 23, 29,
    ]);
  });

  it('of Gemma 3 may have RoPE parameters for each kind of layer, as transformers 5 writes them', () => {
    const { rope_scaling, ...text } = GEMMA_3_4B.text_config;
    const rope_parameters = {
      full_attention: { ...rope_scaling, rope_theta: 1e6 },
      sliding_attention: { rope_type: 'default', rope_theta: 10000 },
    };
    expect(parse({ ...GEMMA_3_4B, text_config: { ...text, rope_parameters } })).toEqual(parse(GEMMA_3_4B));
  });

  it('of OLMo 3 has windows in three layers of four, and RoPE scaling in the others only', () => {
    const config = parse(OLMO_3_7B);
    expect(config).toMatchObject({
      head_dim: 128,
      qk_norm: true,
      sliding_window: 4096,
      max_position_embeddings: 65536,
      rope_scaling: { rope_type: 'yarn', factor: 8 },
      rope_local_base_freq: 500000,
    });
    const near = 'sliding_attention';
    expect(config.layer_types?.slice(0, 5)).toEqual([near, near, near, 'full_attention', near]);
    expect(ropeKind(config, 0)).toBe('local');
    expect(ropeKind(config, 3)).toBe('global');
    // As transformers 5 writes it.
    const { rope_scaling, rope_theta, ...rest } = OLMO_3_7B;
    const sliding_attention = { rope_type: 'default', rope_theta };
    const rope_parameters = { full_attention: { ...rope_scaling, rope_theta }, sliding_attention };
    expect(parse({ ...rest, rope_parameters })).toEqual(config);
    // With its defaults, a given RoPE base is not that of layers with a window.
    const { rms_norm_eps: _, ...silent } = rest;
    expect(parse(silent)).toMatchObject({ rms_norm_eps: 1e-5, rope_theta: 500000, rope_scaling: null });
    expect(parse({ ...silent, rope_theta: 10000 }).rope_local_base_freq).toBe(500000);
  });

  it('of Gemma keeps a window beyond the context, as layers with a window have another RoPE', () => {
    const { text_config: text } = GEMMA_3_4B;
    const windowOf = (sliding_window: number | null) =>
      parse({ ...GEMMA_3_4B, text_config: { ...text, max_position_embeddings: 512, sliding_window } });
    expect(windowOf(1024)).toMatchObject({ sliding_window: 1024, rope_local_base_freq: 10000 });
    expect(windowOf(null)).toMatchObject({ sliding_window: 512 });
    expect(windowOf(null).layer_types?.[0]).toBe('sliding_attention');
  });

  it('has a sliding window if that is shorter than the context', () => {
    const mistral = { ...QWEN2_5_05B, model_type: 'mistral', num_attention_heads: 14 };
    const windowOf = (fields: object) => parse({ ...mistral, ...fields }).sliding_window;
    expect(windowOf({ sliding_window: 4096 })).toBe(4096);
    expect(windowOf({ sliding_window: undefined })).toBe(4096);
    expect(windowOf({ sliding_window: null })).toBeUndefined();
    expect(windowOf({ sliding_window: 32768 })).toBeUndefined();
    expect(windowOf({ model_type: 'phi3', sliding_window: 2047 })).toBe(2047);
    expect(windowOf({ model_type: 'phi3', sliding_window: undefined })).toBeUndefined();
    // Qwen does not use its window.
    expect(windowOf({ model_type: 'qwen2', sliding_window: 4096 })).toBeUndefined();
  });

  it.each([
    [{ hidden_activation: 'gelu' }, /hidden_activation: "gelu" is not supported; only "gelu_pytorch_tanh" is/],
    [{ use_bidirectional_attention: true }, /use_bidirectional_attention: true is not supported/],
    [
      { layer_types: ['sliding_attention'] },
      /layer_types: must be a list of 26 entries of sliding_attention and full_attention/,
    ],
    [{ attn_logit_softcapping: -1 }, /attn_logit_softcapping: must be a number above 0/],
    [{ sliding_window: 0 }, /sliding_window: must be a whole number/],
    [{ num_hidden_layers: 1e9 }, /num_hidden_layers: 1000000000 is not supported; up to 10000 are/],
    [{ final_logit_softcapping: 1e-300 }, /final_logit_softcapping: must be a number above 0 in the range of float32/],
    [{ query_pre_attn_scalar: 1e308 }, /query_pre_attn_scalar: must be a number above 0 in the range of float32/],
  ])('of Gemma refuses %j', (change, message) => {
    expect(() => parse({ ...GEMMA_2_2B, ...change })).toThrow(message);
  });

  it('of Llama 3.2 has RoPE scaling and tied embeddings', () => {
    const config = parse(LLAMA_3_2_1B);
    expect(config).toMatchObject({ head_dim: 64, attention_bias: false, qk_norm: false, tie_word_embeddings: true });
    expect(config.rope_scaling).toEqual(LLAMA_3_2_1B.rope_scaling);
  });

  it('of Qwen2.5 has biases, and a derived head size', () => {
    expect(parse(QWEN2_5_05B)).toMatchObject({
      model_type: 'qwen2',
      head_dim: 64,
      attention_bias: true,
      qk_norm: false,
      rope_theta: 1e6,
      rope_scaling: null,
    });
  });

  it('of Qwen3 has normalised queries and keys, and an explicit head size', () => {
    expect(parse(QWEN3_06B)).toMatchObject({ head_dim: 128, attention_bias: false, qk_norm: true });
  });

  it('of Seed-OSS has biases of q, k and v, and none of o', () => {
    expect(parse(SEED_OSS_36B)).toMatchObject({ head_dim: 128, attention_bias: true, rope_scaling: null });
    expect(hasOutputBias(parse(SEED_OSS_36B))).toBe(false);
    const { attention_bias: _, head_dim: __, ...silent } = SEED_OSS_36B;
    expect(parse(silent)).toEqual(parse(SEED_OSS_36B));
    expect(() => parse({ ...SEED_OSS_36B, attention_out_bias: true })).toThrow(/attention_out_bias: true is not/);
    expect(() => parse({ ...SEED_OSS_36B, attention_bias: false })).toThrow(/attention_bias: false is not supported/);
  });

  it('of Qwen3-30B-A3B has experts, with the defaults of transformers', () => {
    const config = parse(QWEN3_30B_A3B);
    expect(config).toMatchObject({ head_dim: 128, qk_norm: true });
    const plain = { biased: false, activation: 'silu' };
    expect(mixtureOf(config)).toEqual({ experts: 128, choices: 8, width: 768, normalised: true, ...plain });
    const { norm_topk_prob: _, num_experts: __, ...rest } = QWEN3_30B_A3B;
    expect(mixtureOf(parse({ ...rest, num_local_experts: 64 }))).toMatchObject({ experts: 64, normalised: false });
    expect(mixtureOf(parse(QWEN3_06B))).toBeUndefined();
  });

  it.each([
    [{ decoder_sparse_step: 2 }, /decoder_sparse_step: 2 is not supported; only 1 is/],
    [{ mlp_only_layers: [0] }, /mlp_only_layers: \[0\] is not supported; only \[\] is/],
    [{ num_experts: 2000 }, /num_experts: 2000 is not supported; up to 1024 are/],
    [{ num_experts_per_tok: 129 }, /num_experts_per_tok: 129 is above the number of experts, 128/],
    [{ moe_intermediate_size: 0 }, /moe_intermediate_size: must be/],
  ])('refuses experts with %j', (change, message) => {
    expect(() => parse({ ...QWEN3_30B_A3B, ...change })).toThrow(message);
  });

  it('of gpt-oss-20b has biases, windows in every second layer, YaRN without rounding, and experts with biases', () => {
    const config = parse(GPT_OSS_20B);
    expect(config).toMatchObject({ head_dim: 64, attention_bias: true, qk_norm: false, sliding_window: 128 });
    expect(config).toMatchObject({ max_position_embeddings: 131_072, rms_norm_eps: 1e-5, rope_theta: 150_000 });
    expect(config.layer_types?.slice(0, 2)).toEqual(['sliding_attention', 'full_attention']);
    expect(config.rope_scaling).toMatchObject({ rope_type: 'yarn', factor: 32, truncate: false });
    const mixture = { experts: 32, choices: 4, width: 2880, normalised: true, biased: true, activation: 'swigluoai' };
    expect(mixtureOf(config)).toEqual(mixture);
    const {
      rope_scaling: _,
      rope_theta: __,
      layer_types: ___,
      rms_norm_eps: ____,
      head_dim: _____,
      ...rest
    } = GPT_OSS_20B;
    expect(parse(rest)).toEqual(config);
  });

  it.each([
    [{ attention_bias: false }, /attention_bias: false is not supported for this model_type/],
    [{ swiglu_limit: 9 }, /swiglu_limit: 9 is not supported; only 7 is/],
    [{ num_local_experts: 2000 }, /num_local_experts: 2000 is not supported; up to 1024 are/],
    [{ num_experts_per_tok: 33 }, /num_experts_per_tok: 33 is above the number of experts, 32/],
  ])('of gpt-oss refuses %j', (change, message) => {
    expect(() => parse({ ...GPT_OSS_20B, ...change })).toThrow(message);
  });

  it('may have RoPE parameters in one object, as transformers 5 writes them', () => {
    const { rope_theta: _, rope_scaling: __, ...rest } = LLAMA_3_2_1B;
    const rope = { ...LLAMA_3_2_1B.rope_scaling, rope_theta: 500000.0 };
    expect(parse({ ...rest, rope_parameters: rope })).toEqual(parse(LLAMA_3_2_1B));
    const plain = { ...rest, rope_parameters: { rope_type: 'default', rope_theta: 12345 } };
    expect(parse(plain)).toMatchObject({ rope_theta: 12345, rope_scaling: null });
  });

  it('has the defaults of transformers for absent fields', () => {
    const {
      num_key_value_heads: _,
      rope_theta: __,
      rms_norm_eps: ___,
      tie_word_embeddings: ____,
      ...rest
    } = QWEN2_5_05B;
    expect(parse(rest)).toMatchObject({
      num_key_value_heads: 14,
      rope_theta: 10000,
      rms_norm_eps: 1e-6,
      tie_word_embeddings: false,
    });
  });

  it.each([
    [{ model_type: 'gemma' }, /model_type: "gemma" is not supported; allowed: llama, mistral, qwen2, .*gemma3/],
    [{ hidden_size: '896' }, /hidden_size: must be a whole number from 1 to 2\^31, not "896"/],
    [{ num_hidden_layers: 0 }, /num_hidden_layers: must be/],
    [{ num_hidden_layers: Number.POSITIVE_INFINITY }, /num_hidden_layers: must be/],
    [{ num_key_value_heads: 3 }, /num_key_value_heads: 3 does not divide 14/],
    [{ head_dim: 63 }, /head_dim: 63 is odd/],
    [{ rms_norm_eps: 0 }, /rms_norm_eps: must be a number above 0/],
    [{ hidden_act: 'gelu' }, /hidden_act: "gelu" is not supported/],
    [{ use_sliding_window: true }, /use_sliding_window: true is not supported/],
    [{ rope_scaling: { rope_type: 'llama3', factor: 8 } }, /low_freq_factor: must be/],
    [{ model_type: 'llama', attention_bias: true }, /attention_bias: true is not supported/],
  ])('refuses %j', (change, message) => {
    expect(() => parse({ ...QWEN2_5_05B, ...change })).toThrow(CheckpointError);
    expect(() => parse({ ...QWEN2_5_05B, ...change })).toThrow(message);
    expect(() => parse({ ...QWEN2_5_05B, ...change })).toThrow(/^m\/config\.json: /);
  });
});

it("Llama 3's frequency divisors go from 1 to the factor without a break", () => {
  const divisors = llama3Divisors(500000, 64, LLAMA_3_2_1B.rope_scaling);
  expect(divisors).toHaveLength(32);
  expect(divisors.slice(0, 14).every((divisor) => divisor === 1)).toBe(true);
  expect(divisors.slice(18).every((divisor) => divisor === 32)).toBe(true);
  // Wavelength 2 pi 500000^(15/32) = 2948.8; smooth = (8192 / 2948.8 - 1) / 3 = 0.5927.
  expect(divisors[15]).toBeCloseTo(1 / (0.4073 / 32 + 0.5927), 3);
});
