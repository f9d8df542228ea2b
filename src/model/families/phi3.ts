import type { ModelFamily } from './family.ts';
import { llama } from './llama.ts';

/** Phi-3, Phi-4, Phi-4-mini: fused q, k and v, fused gate and up, and RoPE over a part of each head. */
export const phi3: ModelFamily<'phi3'> = {
  ...llama,
  model_type: 'phi3',
  architecture: 'Phi3ForCausalLM',
  defaults: { positions: 4096 },
  hasFusedProjections: true,
  hasPartialRotary: true,
  window: { usual: null },
  gguf: {
    architecture: 'phi3',
    isPermuted: false,
    names: { 'self_attn.qkv_proj': 'attn_qkv', 'mlp.gate_up_proj': 'ffn_up' },
    ropeTensors: 'longrope',
    window: { usual: 0, writesZero: true },
    stripsBehindControl: true,
  },
};
