import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** OLMo 2: norms of block outputs, and norms of q and k over all heads together. */
export const olmo2: ModelFamily<'olmo2'> = {
  ...llama,
  model_type: 'olmo2',
  architecture: 'Olmo2ForCausalLM',
  blockNorms: 'output',
  qkNorm: 'all',
  gguf: {
    architecture: 'olmo2',
    isPermuted: false,
    names: {
      pre_feedforward_layernorm: 'ffn_norm',
      post_attention_layernorm: 'post_attention_norm',
      post_feedforward_layernorm: 'post_ffw_norm',
    },
  },
};
