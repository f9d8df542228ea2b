import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectedShapes } from '../src/model/checkpoint/expected-tensors.ts';
import { parseModelConfig } from '../src/model/checkpoint/hf-config.ts';
import type { Float32Tensor } from '../src/model/checkpoint/safetensors-bytes.ts';
import { writeSafetensors } from '../src/model/checkpoint/safetensors-write.ts';
import { TOY_CHAT_TEMPLATE, toyTokenizer } from './toy-tokenizer.ts';

export interface ToyModelOptions {
  seed?: number;
  /**
   * Words with which the untrained model answers any chat, each with about equal probability, before it ends its turn.
   * If empty, every next token is drawn from a broad random distribution.
   */
  answers?: readonly string[];
  /** Entries that override config.json, for another architecture of the same shapes. */
  config?: Record<string, unknown>;
}

export const TOY_CONFIG = {
  architectures: ['LlamaForCausalLM'],
  model_type: 'llama',
  hidden_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 16,
  intermediate_size: 128,
  hidden_act: 'silu',
  rms_norm_eps: 1e-5,
  rope_theta: 10000,
  rope_scaling: null,
  tie_word_embeddings: true,
  attention_bias: false,
  mlp_bias: false,
  max_position_embeddings: 512,
  torch_dtype: 'float32',
};

/** Config entries for a mixture of experts. */
export const TOY_EXPERTS = {
  architectures: ['Qwen3MoeForCausalLM'],
  model_type: 'qwen3_moe',
  num_experts: 8,
  num_experts_per_tok: 2,
  moe_intermediate_size: 64,
  norm_topk_prob: true,
};

/** Config entries for gpt-oss. */
export const TOY_GPT_OSS = {
  architectures: ['GptOssForCausalLM'],
  model_type: 'gpt_oss',
  num_local_experts: 8,
  num_experts_per_tok: 2,
  intermediate_size: 64,
  sliding_window: 16,
  attention_bias: true,
};

/** Writes a tiny Llama-type model that tests can train in seconds; the same options give the same bytes. */
export function writeToyModel(
  folder: string,
  { seed = 3, answers = ['yes', 'no', 'maybe'], config: differing = {} }: ToyModelOptions = {},
): void {
  const { json, ids } = toyTokenizer();
  const ends = { bos_token_id: idOf(ids, '<|im_start|>'), eos_token_id: idOf(ids, '<|im_end|>') };
  const pad = idOf(ids, '<|endoftext|>');
  const config = { ...TOY_CONFIG, vocab_size: ids.size, ...ends, pad_token_id: pad, ...differing };
  mkdirSync(folder, { recursive: true });
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  write('config.json', config);
  write('generation_config.json', { ...ends, pad_token_id: pad });
  write('tokenizer.json', json);
  write('tokenizer_config.json', {
    tokenizer_class: 'PreTrainedTokenizerFast',
    bos_token: '<|im_start|>',
    eos_token: '<|im_end|>',
    pad_token: '<|endoftext|>',
    unk_token: '<|endoftext|>',
    model_max_length: 512,
    clean_up_tokenization_spaces: false,
    chat_template: TOY_CHAT_TEMPLATE,
  });
  const weights = toyWeights(config, ids, seed, answers);
  writeSafetensors(join(folder, 'model.safetensors'), weights, { format: 'pt' });
}

function idOf(ids: ReadonlyMap<string, number>, token: string): number {
  const id = ids.get(token);
  if (id === undefined) throw new Error(`the toy's vocabulary has no token ${JSON.stringify(token)}`);
  return id;
}

function toyWeights(
  config: Record<string, unknown>,
  ids: ReadonlyMap<string, number>,
  seed: number,
  answers: readonly string[],
): Float32Tensor[] {
  const normal = normalNumbers(seed);
  const answering = answers.length > 0;
  return [...expectedShapes(parseModelConfig('toy config', config))].map(([name, [rows, cols]]) => {
    const vector = name.endsWith('norm.weight');
    const deviation = weightDeviation(name, answering);
    const data = Float32Array.from({ length: rows * cols }, () => (vector ? 1 : deviation * normal()));
    if (answering && name === 'model.embed_tokens.weight') teachAnswers(data, cols, ids, answers, normal);
    return { name, shape: vector ? [cols] : [rows, cols], data };
  });
}

/**
 * Returns the standard deviation of a weight. For fixed answers, the embeddings must outweigh what the layers add to
 * the residual stream; for random answers, the reverse.
 */
function weightDeviation(name: string, answering: boolean): number {
  if (name === 'model.embed_tokens.weight') return answering ? 0.04 : 0.125;
  if (/\.(o_proj|down_proj)\./.test(name)) return answering ? 0.005 : 0.05;
  return 0.08;
}

/**
 * Makes the untrained model give the answers, by random unit directions in the tied embeddings. `ask` links the line
 * feed that ends the prompt to every answer, `end` links every answer to `<|im_end|>`. The constants give about 97 %
 * probability to the answers, then to the end. Each answer also gets its own direction, orthogonal to the prompt's, so
 * that training can tell the answers apart.
 */
function teachAnswers(
  embeddings: Float32Array,
  D: number,
  ids: ReadonlyMap<string, number>,
  answers: readonly string[],
  normal: () => number,
): void {
  const direction = () => {
    const vector = Array.from({ length: D }, normal);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  const ask = direction();
  const end = direction();
  const add = (token: string, unit: number[], amount: number) => {
    const row = idOf(ids, token) * D;
    for (let i = 0; i < D; i++) embeddings[row + i] += amount * unit[i];
  };
  add('Ċ', ask, 0.6);
  add('<|im_end|>', end, 5);
  const prompt = idOf(ids, 'Ċ') * D;
  let taken = [[...embeddings.subarray(prompt, prompt + D)], ask, end].reduce<number[][]>(withOrthogonal, []);
  for (const answer of answers) {
    taken = withOrthogonal(taken, direction());
    add(answer, ask, 1.2);
    add(answer, end, 1.2);
    add(answer, taken[taken.length - 1], 1);
  }
}

/**
 * Gram-Schmidt step: appends to the orthonormal `basis` the normalized component of `vector` that is orthogonal to it.
 */
function withOrthogonal(basis: number[][], vector: number[]): number[][] {
  const rest = basis.reduce((left, unit) => {
    const share = left.reduce((sum, value, i) => sum + value * unit[i], 0);
    return left.map((value, i) => value - share * unit[i]);
  }, vector);
  const length = Math.hypot(...rest);
  return [...basis, rest.map((value) => value / length)];
}

/** Returns a generator of standard normal numbers: Box-Muller on uniform numbers from mulberry32. */
function normalNumbers(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (folder === undefined) {
    console.error('usage: node scripts/toy-model.ts FOLDER');
    process.exitCode = 2;
  } else {
    writeToyModel(folder);
    console.log(`toy model written to ${folder}`);
  }
}
