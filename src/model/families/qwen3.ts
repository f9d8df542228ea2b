import type { ModelFamily } from './family.ts';
import { qwen2 } from './qwen2.ts';

/** Qwen3: per-head norms of q and k. */
export const qwen3: ModelFamily<'qwen3'> = {
  ...qwen2,
  model_type: 'qwen3',
  architecture: 'Qwen3ForCausalLM',
  defaults: { positions: 32768, headDim: 128 },
  biases: 'none',
  hasBiasField: true,
  qkNorm: 'each',
  gguf: { architecture: 'qwen3', isPermuted: false },
};
