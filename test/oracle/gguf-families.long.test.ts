import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installLlamaCpp, LlamaCpp } from '../../bench/llama-cpp.ts';
import { modelTensors } from '../../scripts/oracle/random-models.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { writeSafetensors } from '../../src/model/checkpoint/safetensors-write.ts';
import { mergedModel } from '../../src/model/export/merged-model.ts';
import { splitLikeLlama3 } from '../model/llama3-toy.ts';
import { temporaryFolder } from '../model/temporary-folder.ts';
import { DecoderDriver } from './decoder-driver.ts';

const TOKENS = 40;
const PROMPT = [11, 23, 5, 42, 17, 8, 30];
const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 128 };
const FAMILIES: Record<string, Record<string, unknown>> = {
  'llama with YaRN': { rope_scaling: yarn },
  mistral: { model_type: 'mistral', sliding_window: null, head_dim: 32 },
  phi3: { model_type: 'phi3' },
  'phi3 with LongRoPE over 3/4 of each head': {
    model_type: 'phi3',
    partial_rotary_factor: 0.75,
    original_max_position_embeddings: 16,
    rope_scaling: {
      type: 'longrope',
      short_factor: Array.from({ length: 6 }, (_, i) => 1 + i / 8),
      long_factor: Array.from({ length: 6 }, (_, i) => 1 + i),
    },
  },
  olmo2: { model_type: 'olmo2' },
  qwen2: { model_type: 'qwen2' },
  qwen3: { model_type: 'qwen3', head_dim: 32 },
  qwen3_moe: {
    model_type: 'qwen3_moe',
    head_dim: 32,
    num_experts: 6,
    num_experts_per_tok: 2,
    moe_intermediate_size: 64,
    norm_topk_prob: true,
  },
  smollm3: { model_type: 'smollm3', num_hidden_layers: 4, rope_theta: 5000 },
  // Windows shorter than the answer, and caps that scores and logits reach.
  gemma2: {
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
    model_type: 'granite',
    embedding_multiplier: 3,
    residual_multiplier: 0.5,
    attention_multiplier: 0.4,
    logits_scaling: 2,
    rms_norm_eps: 1e-3,
  },
};

let llamaCpp: string;
beforeAll(async () => {
  llamaCpp = await installLlamaCpp();
});

/** A GGUF file of a random model of the family. */
function fileOf(config: Record<string, unknown>): string {
  const folder = temporaryFolder();
  writeToyModel(folder, { config: { tie_word_embeddings: false, ...config } });
  const json = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  writeSafetensors(join(folder, 'model.safetensors'), modelTensors(parseModelConfig('config.json', json)), {});
  splitLikeLlama3(folder);
  const path = join(temporaryFolder(), 'model.gguf');
  const { chunks } = mergedModel({ path: folder, adapter: null, type: 'f32', gguf: 'f32', name: 'family' });
  writeFileSync(path, Buffer.concat([...chunks()]));
  return path;
}

/** What the likeliest tokens are, and by how much each is likelier than the next best. */
async function greedyOf(path: string): Promise<{ ids: number[]; leads: number[] }> {
  const driver = await DecoderDriver.open(path, { sequences: 1, context: 64, maxRows: 32 });
  try {
    const [ids, leads]: [number[], number[]] = [[], []];
    let [last] = (await driver.prefill(PROMPT)).slice(-1);
    for (let i = 0; i < TOKENS; i++) {
      const [first, second] = [...last].sort((a, b) => b - a);
      ids.push(last.indexOf(first));
      leads.push(first - second);
      [last] = await driver.logits([{ sequence: 0, position: PROMPT.length + i, token: ids[i] }]);
    }
    return { ids, leads };
  } finally {
    await driver.close();
  }
}

test.each(Object.entries(FAMILIES))('llama.cpp gives the greedy answer of %s', async (_, config) => {
  const path = fileOf(config);
  const { ids, leads } = await greedyOf(path);
  expect(new Set(ids).size).toBeGreaterThan(3);
  await using llama = await LlamaCpp.start(llamaCpp, path, 'cpu');
  const found = await llama.greedy(PROMPT, TOKENS);
  // It ends with a token that ends answers.
  const same = ids.slice(0, found.length);
  const different = same.findIndex((id, i) => id !== found[i]);
  // Sums in another order may tip what is as good as equal.
  if (different >= 0) expect(leads[different]).toBeLessThan(1e-3);
  expect(found.length).toBeGreaterThan(8);
});
