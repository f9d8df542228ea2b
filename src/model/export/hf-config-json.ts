import type { ModelConfig } from '../checkpoint/config.ts';
import type { SpecialIds } from '../text/text-files.ts';

const ARCHITECTURES: Record<ModelConfig['model_type'], string> = {
  llama: 'LlamaForCausalLM',
  qwen2: 'Qwen2ForCausalLM',
  qwen3: 'Qwen3ForCausalLM',
};

/** The `config.json` that transformers would write for a model of ours; `weights` is its `torch_dtype`. */
export function hfConfigJson(config: ModelConfig, ids: SpecialIds, weights: string): Record<string, unknown> {
  const { attention_bias, qk_norm, ...fields } = config;
  return {
    architectures: [ARCHITECTURES[config.model_type]],
    ...fields,
    // Qwen2 has its biases whatever this says; the others have none.
    ...(config.model_type === 'qwen2' ? {} : { attention_bias }),
    ...(config.model_type === 'llama' ? { mlp_bias: false } : { use_sliding_window: false }),
    hidden_act: 'silu',
    attention_dropout: 0,
    initializer_range: 0.02,
    use_cache: true,
    bos_token_id: ids.bos,
    eos_token_id: ids.eos.length === 1 ? ids.eos[0] : [...ids.eos],
    pad_token_id: ids.pad,
    torch_dtype: weights,
  };
}
