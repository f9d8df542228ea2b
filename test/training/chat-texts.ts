import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import type { ModelText } from '../../src/model/text/model-text.ts';
import type { ChatText } from '../../src/training/chat-text.ts';
import { modelChatText } from '../../src/training/chat-text.ts';
import { byteTokenizer } from '../inference/byte-tokenizer.ts';

const SPECIALS = ['<|im_start|>', '<|im_end|>', '<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>', '<bos>'];

/** Ids 0 to 255 are the bytes; these are the special tokens. */
export const IM_START = 256;
export const IM_END = 257;
export const EOT = 260;
export const VOCAB_SIZE = 256 + SPECIALS.length;

export const CHATML =
  "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** Trims contents and starts with a BOS, as Meta's template does. */
export const LLAMA3 =
  "{{ '<bos>' }}{% for m in messages %}{{ '<|start_header_id|>' + m.role + '<|end_header_id|>\\n\\n' }}" +
  "{{ m.content | trim + '<|eot_id|>' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}";

/**
 * Shows an empty thought in a last answer without one and in the prompt, not in earlier answers, as Qwen3's template
 * does.
 */
export const QWEN3 =
  "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' }}" +
  "{% if m.role == 'assistant' and loop.last and '</think>' not in m.content %}{{ '<think>\\n\\n</think>\\n\\n' }}{% endif %}" +
  "{{ m.content + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}" +
  "{% if enable_thinking is defined and not enable_thinking %}{{ '<think>\\n\\n</think>\\n\\n' }}{% endif %}{% endif %}";

const CONFIG: ModelConfig = {
  model_type: 'llama',
  hidden_size: 64,
  num_hidden_layers: 1,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  head_dim: 32,
  intermediate_size: 64,
  vocab_size: VOCAB_SIZE,
  rms_norm_eps: 1e-5,
  rope_theta: 10000,
  rope_scaling: null,
  tie_word_embeddings: true,
  attention_bias: false,
  qk_norm: false,
  max_position_embeddings: 512,
};

/** Returns a real tokenizer with one token per byte, and a real chat template. */
export function chatText(template: string = CHATML): ChatText {
  return modelChatText(modelText(template));
}

export function modelText(template: string = CHATML): ModelText {
  return {
    source: 'test',
    config: CONFIG,
    tokenizer: byteTokenizer(
      Array.from({ length: 256 }, (_, byte) => [byte]),
      SPECIALS,
    ),
    specialTokens: {},
    chatTemplates: new Map([['default', template]]),
    specialIds: { bos: null, eos: [IM_END], pad: null },
    tokenizerConfig: {},
    generation: {},
  };
}

/** Returns the bytes of an ASCII text, which are its token ids. */
export function bytes(text: string): number[] {
  return [...Buffer.from(text)];
}

/** Returns a generator of numbers in [0, 1) that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}
