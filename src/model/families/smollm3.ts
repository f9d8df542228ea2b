import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** SmolLM3: layers without RoPE. GGUF files do not tell which, and llama.cpp leaves it out of each fourth. */
export const smollm3: ModelFamily<'smollm3'> = {
  ...llama,
  model_type: 'smollm3',
  architecture: 'SmolLM3ForCausalLM',
  defaults: { positions: 32768, theta: 2_000_000, tied: true },
  noRopeInterval: 4,
  gguf: { architecture: 'smollm3', isPermuted: true },
};
