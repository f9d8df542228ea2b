import type { ModelFamily } from './family.ts';
import { CAPS, gemma2 } from './gemma2.ts';

/** Gemma 3, text only: no softcaps, per-head norms of q and k, and another RoPE base in sliding-window layers. */
export const gemma3: ModelFamily<'gemma3_text'> = {
  ...gemma2,
  model_type: 'gemma3_text',
  architecture: 'Gemma3ForCausalLM',
  defaults: { positions: 131072, headDim: 256, theta: 1_000_000, tied: true },
  qkNorm: 'each',
  caps: { attn_logit_softcapping: null, final_logit_softcapping: null },
  window: { usual: 4096, fullEvery: 6, hasPattern: true },
  localTheta: 10000,
  vision: {
    model_type: 'gemma3',
    defaults: {
      vocab_size: 262208,
      hidden_size: 2304,
      intermediate_size: 9216,
      num_hidden_layers: 26,
      num_attention_heads: 8,
      num_key_value_heads: 4,
    },
  },
  gguf: {
    ...gemma2.gguf,
    architecture: 'gemma3',
    window: { usual: 0 },
    largestModel: 62,
    refused: [{ cap: 'attn_logit_softcapping', where: 'present', why: CAPS }],
  },
};
