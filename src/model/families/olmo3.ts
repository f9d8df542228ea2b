import type { ModelFamily } from './family.ts';
import { olmo2 } from './olmo2.ts';

/** OLMo 3: OLMo 2 with a window, and unscaled RoPE, in three of four layers. */
export const olmo3: ModelFamily<'olmo3'> = {
  ...olmo2,
  model_type: 'olmo3',
  architecture: 'Olmo3ForCausalLM',
  defaults: { positions: 2048, theta: 500_000, epsilon: 1e-5 },
  window: { usual: 4096, fullEvery: 4 },
  localTheta: 500_000,
  gguf: { ...olmo2.gguf, selectingKey: 'attention.sliding_window', window: { usual: 0 }, hasOneTheta: true },
};
