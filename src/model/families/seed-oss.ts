import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** Seed-OSS: biases of q, k and v. */
export const seedOss: ModelFamily<'seed_oss'> = {
  ...llama,
  model_type: 'seed_oss',
  architecture: 'SeedOssForCausalLM',
  defaults: { positions: 524288, headDim: 128 },
  allowed: { ...llama.allowed, attention_out_bias: [false, undefined, null] },
  biases: 'qkv',
  gguf: {
    architecture: 'seed_oss',
    isPermuted: false,
    names: { post_attention_layernorm: 'post_attention_norm' },
  },
};
