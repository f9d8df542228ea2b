import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, modelTensors } from '../../scripts/oracle/random-models.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { writeSafetensors } from '../../src/model/checkpoint/safetensors-write.ts';
import { inMxfp4, randomMxfp4 } from '../model/gpt-oss-mxfp4.ts';
import { splitLikeLlama3 } from '../model/llama3-toy.ts';
import { DecoderDriver } from './decoder-driver.ts';

/** A window shorter than the answer in one layer of two. */
const GPT_OSS = {
  architectures: ['GptOssForCausalLM'],
  model_type: 'gpt_oss',
  head_dim: 32,
  attention_bias: true,
  num_local_experts: 6,
  num_experts_per_tok: 2,
  intermediate_size: 64,
  sliding_window: 8,
  rope_scaling: { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 128, truncate: true },
  rms_norm_eps: 1e-3,
};
const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 128 };

/** gpt-oss as OpenAI stores it: its experts stay MXFP4 in a GGUF file of any type. */
export const IN_MXFP4 = 'gpt_oss with experts in MXFP4';

/** Fields of `config.json` that a small model of each family adds to the toy's. llama.cpp supports all families. */
export const FAMILIES: Record<string, Record<string, unknown>> = {
  'llama with YaRN': { rope_scaling: yarn },
  mistral: { architectures: ['MistralForCausalLM'], model_type: 'mistral', sliding_window: null, head_dim: 32 },
  phi3: { architectures: ['Phi3ForCausalLM'], model_type: 'phi3' },
  'phi3 with LongRoPE over 3/4 of each head': {
    architectures: ['Phi3ForCausalLM'],
    model_type: 'phi3',
    partial_rotary_factor: 0.75,
    original_max_position_embeddings: 16,
    rope_scaling: {
      type: 'longrope',
      short_factor: Array.from({ length: 6 }, (_, i) => 1 + i / 8),
      long_factor: Array.from({ length: 6 }, (_, i) => 1 + i),
    },
  },
  olmo2: { architectures: ['Olmo2ForCausalLM'], model_type: 'olmo2' },
  // A window shorter than the answer in three layers of four, and YaRN in the fourth.
  olmo3: {
    architectures: ['Olmo3ForCausalLM'],
    model_type: 'olmo3',
    num_hidden_layers: 4,
    rope_theta: 500000,
    rope_scaling: yarn,
    sliding_window: 8,
  },
  qwen2: { architectures: ['Qwen2ForCausalLM'], model_type: 'qwen2' },
  qwen3: { architectures: ['Qwen3ForCausalLM'], model_type: 'qwen3', head_dim: 32 },
  seed_oss: { architectures: ['SeedOssForCausalLM'], model_type: 'seed_oss', head_dim: 32, attention_bias: true },
  qwen3_moe: {
    architectures: ['Qwen3MoeForCausalLM'],
    model_type: 'qwen3_moe',
    head_dim: 32,
    num_experts: 6,
    num_experts_per_tok: 2,
    moe_intermediate_size: 64,
    norm_topk_prob: true,
  },
  smollm3: {
    architectures: ['SmolLM3ForCausalLM'],
    model_type: 'smollm3',
    num_hidden_layers: 4,
    rope_theta: 5000,
  },
  // Windows shorter than the answer, and caps that scores and logits reach.
  gemma2: {
    architectures: ['Gemma2ForCausalLM'],
    model_type: 'gemma2',
    head_dim: 32,
    query_pre_attn_scalar: 32,
    sliding_window: 8,
    attn_logit_softcapping: 2.5,
    final_logit_softcapping: 5.5,
    tie_word_embeddings: true,
    rms_norm_eps: 1e-3,
  },
  gemma3: {
    architectures: ['Gemma3ForCausalLM'],
    model_type: 'gemma3_text',
    num_hidden_layers: 7,
    head_dim: 32,
    query_pre_attn_scalar: 32,
    sliding_window: 8,
    rope_theta: 1e6,
    rope_scaling: { rope_type: 'linear', factor: 8 },
    tie_word_embeddings: true,
    rms_norm_eps: 1e-3,
  },
  granite: {
    architectures: ['GraniteForCausalLM'],
    model_type: 'granite',
    embedding_multiplier: 3,
    residual_multiplier: 0.5,
    attention_multiplier: 0.4,
    logits_scaling: 2,
    rms_norm_eps: 1e-3,
  },
  gpt_oss: GPT_OSS,
  [IN_MXFP4]: { ...GPT_OSS, quantization_config: { quant_method: 'mxfp4' } },
};

/** Families released with SentencePiece tokenizers; the others have BPE. */
export const WITH_SENTENCE_PIECE = ['mistral', 'phi3', 'phi3 with LongRoPE over 3/4 of each head', 'gemma2', 'gemma3'];
export const TEXTS = ['yes or no?', 'naïve 1234 \n\n  tabs\t', ' the  red, "blue"', '</s>', 'the</s> red', 'कखग 🦙'];
const SENTENCE_PIECE = join(import.meta.dirname, '../model/goldens/sentencepiece/tokenizer.model');
/** Pieces of the tokenizer, and rows of embeddings. */
const PIECES = 700;

/** Appended to a `tokenizer.model`: no space in front of texts. */
const NO_PREFIX = Buffer.from([0x1a, 2, 0x18, 0]);

/**
 * Writes a folder with a random model of the family. Its tokenizer splits text as Llama 3's does, or is a SentencePiece
 * model of `PIECES` pieces, for Gemma without a space in front of texts.
 */
export function writeFamily(
  folder: string,
  config: Record<string, unknown>,
  { sentencePiece = false }: { sentencePiece?: boolean } = {},
): void {
  const ends = sentencePiece ? { vocab_size: PIECES, bos_token_id: 1, eos_token_id: 2, pad_token_id: 0 } : {};
  writeToyModel(folder, { config: { tie_word_embeddings: false, ...ends, ...config } });
  const json = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  const parsed = parseModelConfig('config.json', json);
  const tensors = inFolder(parsed, modelTensors(parsed));
  const path = join(folder, 'model.safetensors');
  if (json.quantization_config) writeFileSync(path, inMxfp4(tensors, randomMxfp4));
  else writeSafetensors(path, tensors, { format: 'pt' });
  if (!sentencePiece) {
    splitLikeLlama3(folder);
    return;
  }
  rmSync(join(folder, 'tokenizer.json'));
  const pieces = readFileSync(SENTENCE_PIECE);
  const hasPrefix = !String(config.model_type).startsWith('gemma');
  writeFileSync(join(folder, 'tokenizer.model'), hasPrefix ? pieces : Buffer.concat([pieces, NO_PREFIX]));
  const tokens = { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>', add_bos_token: true, add_eos_token: false };
  const tokenizer = { tokenizer_class: 'LlamaTokenizer', ...tokens, chat_template: '{{ messages[0].content }}' };
  writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify(tokenizer));
  writeFileSync(join(folder, 'generation_config.json'), JSON.stringify(ends));
}

export const PROMPT = [11, 23, 5, 42, 17, 8, 30];
export const TOKENS = 40;

/** A greedy answer to `PROMPT`. */
export interface GreedyAnswer {
  ids: number[];
  /** Lead of each token over the next best, in nats. */
  leads: number[];
  /** Logits [TOKENS, V] of the chosen tokens. */
  logits: Float32Array[];
}

export async function greedyOf(path: string): Promise<GreedyAnswer> {
  const driver = await DecoderDriver.open(path, { sequences: 1, context: 64, maxRows: 32 });
  try {
    const [ids, leads, logits]: [number[], number[], Float32Array[]] = [[], [], []];
    let [last] = (await driver.prefill(PROMPT)).slice(-1);
    for (let i = 0; i < TOKENS; i++) {
      const [first, second] = [...last].sort((a, b) => b - a);
      ids.push(last.indexOf(first));
      leads.push(first - second);
      logits.push(last.slice());
      [last] = await driver.logits([{ sequence: 0, position: PROMPT.length + i, token: ids[i] }]);
    }
    return { ids, leads, logits };
  } finally {
    await driver.close();
  }
}
