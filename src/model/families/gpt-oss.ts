import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** gpt-oss: experts with biases and clamped SwiGLU, biases of q, k, v and o, sinks, a window in every other layer. */
export const gptOss: ModelFamily<'gpt_oss'> = {
  ...llama,
  model_type: 'gpt_oss',
  architecture: 'GptOssForCausalLM',
  defaults: {
    positions: 131072,
    headDim: 64,
    theta: 150_000,
    epsilon: 1e-5,
    scaling: { rope_type: 'yarn', factor: 32, truncate: false, original_max_position_embeddings: 4096 },
  },
  // The kernels hard-code the SwiGLU limit and alpha.
  allowed: { ...llama.allowed, swiglu_limit: [7, undefined], swiglu_alpha: [1.702, undefined] },
  written: { ...llama.written, swiglu_limit: 7 },
  floats: ['swiglu_limit'],
  biases: 'qkvo',
  hasSinks: true,
  window: { usual: 128, fullEvery: 2 },
  mixture: {
    countFields: ['num_local_experts'],
    choices: 4,
    width: { field: 'intermediate_size' },
    // The softmax is over the chosen experts only.
    isNormalised: true,
    router: 'router',
    isBiased: true,
    activation: 'swigluoai',
    isJoined: true,
  },
  gguf: {
    architecture: 'gpt-oss',
    isPermuted: false,
    names: { post_attention_layernorm: 'post_attention_norm', 'mlp.router': 'ffn_gate_inp' },
    isYarnExact: true,
    window: { usual: 0 },
  },
};
