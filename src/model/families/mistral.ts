import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** Mistral 7B, Nemo, Small 3: a window in all layers (v0.1), which GGUF files, that say `llama`, do not tell. */
export const mistral: ModelFamily<'mistral'> = {
  ...llama,
  model_type: 'mistral',
  architecture: 'MistralForCausalLM',
  defaults: { positions: 131072 },
  // transformers would fill in a window.
  written: { ...llama.written, sliding_window: null },
  window: { usual: 4096 },
};
