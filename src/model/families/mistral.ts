import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** Mistral 7B, Nemo, Small 3: a window in all layers (v0.1). GGUF files say `llama` and do not store the window. */
export const mistral: ModelFamily<'mistral'> = {
  ...llama,
  model_type: 'mistral',
  architecture: 'MistralForCausalLM',
  defaults: { positions: 131072 },
  // transformers would fill in a window if the field were absent.
  written: { ...llama.written, sliding_window: null },
  window: { usual: 4096 },
};
