import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** Qwen2.5: q, k and v always have biases. */
export const qwen2: ModelFamily<'qwen2'> = {
  ...llama,
  model_type: 'qwen2',
  architecture: 'Qwen2ForCausalLM',
  defaults: { positions: 32768 },
  written: { hidden_act: 'silu', use_sliding_window: false },
  biases: 'qkv',
  hasBiasField: false,
  gguf: { architecture: 'qwen2', isPermuted: false },
};
