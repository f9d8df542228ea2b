import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** SmolLM3: some layers lack RoPE. GGUF has no key for them; llama.cpp skips RoPE in every fourth layer. */
export const smollm3: ModelFamily<'smollm3'> = {
  ...llama,
  model_type: 'smollm3',
  architecture: 'SmolLM3ForCausalLM',
  defaults: { positions: 32768, theta: 2_000_000, tied: true },
  noRopeInterval: 4,
  gguf: { architecture: 'smollm3', isPermuted: true },
};
