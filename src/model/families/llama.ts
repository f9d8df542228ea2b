import type { ModelFamily } from './family.ts';

/** Llama 3, SmolLM2. */
export const llama: ModelFamily<'llama'> = {
  model_type: 'llama',
  architecture: 'LlamaForCausalLM',
  defaults: { positions: 2048 },
  allowed: {
    hidden_act: ['silu', undefined],
    mlp_bias: [false, undefined, null],
    use_sliding_window: [false, undefined, null],
  },
  written: { hidden_act: 'silu', mlp_bias: false },
  biases: 'none',
  hasBiasField: true,
  blockNorms: 'input',
  gguf: { architecture: 'llama', isPermuted: true, ropeTensors: 'llama3' },
};
