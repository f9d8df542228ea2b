import type { ModelFamily } from './family.ts';
import { qwen3 } from './qwen3.ts';

/** Qwen3-30B-A3B: experts in place of every FFN. A model with some dense FFNs is not supported. */
export const qwen3Moe: ModelFamily<'qwen3_moe'> = {
  ...qwen3,
  model_type: 'qwen3_moe',
  architecture: 'Qwen3MoeForCausalLM',
  defaults: { positions: 32768 },
  allowed: { ...qwen3.allowed, decoder_sparse_step: [1, undefined], mlp_only_layers: [[], undefined, null] },
  mixture: {
    // transformers 5 writes `num_local_experts`.
    countFields: ['num_experts', 'num_local_experts'],
    choices: 8,
    width: { field: 'moe_intermediate_size', usual: 768 },
    isNormalised: 'norm_topk_prob',
    router: 'gate',
    isBiased: false,
    activation: 'silu',
    isJoined: false,
  },
  gguf: { architecture: 'qwen3moe', isPermuted: false },
};
