import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';
import { olmo2 } from './olmo2.ts';

/** Error message for a GGUF export of a Gemma with unusual softcaps. */
export const CAPS = 'llama.cpp always caps the scores and logits of gemma2, and never caps the scores of gemma3';

/** Gemma 2: GeGLU, norms at input and output of blocks, a window in every other layer, softcaps. */
export const gemma2: ModelFamily<'gemma2'> = {
  ...llama,
  model_type: 'gemma2',
  architecture: 'Gemma2ForCausalLM',
  defaults: { positions: 8192, headDim: 256, tied: true },
  // `hidden_act` is ignored.
  allowed: {
    hidden_activation: ['gelu_pytorch_tanh', undefined],
    use_bidirectional_attention: [false, undefined, null],
    mlp_bias: llama.allowed.mlp_bias,
    use_sliding_window: llama.allowed.use_sliding_window,
  },
  // An explicit null means no softcap; transformers would fill in an absent field.
  written: { mlp_bias: false, attn_logit_softcapping: null, final_logit_softcapping: null },
  floats: ['attn_logit_softcapping', 'final_logit_softcapping'],
  blockNorms: 'both',
  normOffset: 1,
  hiddenActivation: 'gelu_pytorch_tanh',
  scalesEmbeddings: true,
  factors: { query_pre_attn_scalar: 256 },
  caps: { attn_logit_softcapping: 50, final_logit_softcapping: 30 },
  window: { usual: 4096, fullEvery: 2 },
  gguf: {
    architecture: 'gemma2',
    isPermuted: false,
    names: olmo2.gguf.names,
    window: { usual: 4096 },
    largestModel: 46,
    refused: [
      { cap: 'attn_logit_softcapping', where: 'absent', why: CAPS },
      { cap: 'final_logit_softcapping', where: 'absent', why: CAPS },
    ],
  },
};
