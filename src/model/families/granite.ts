import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** Granite 3: factors of embeddings, block outputs, attention scores and logits. */
export const granite: ModelFamily<'granite'> = {
  ...llama,
  model_type: 'granite',
  architecture: 'GraniteForCausalLM',
  factors: { embedding_multiplier: 1, residual_multiplier: 1, attention_multiplier: 1, logits_scaling: 1 },
  gguf: {
    architecture: 'granite',
    isPermuted: true,
    factorKeys: {
      embedding_multiplier: 'embedding_scale',
      residual_multiplier: 'residual_scale',
      attention_multiplier: 'attention.scale',
      logits_scaling: 'logit_scale',
    },
  },
};
