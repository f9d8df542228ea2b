import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expectedShapes } from '../src/model/checkpoint/expected-tensors.ts';
import { toBfloat16 } from '../src/model/checkpoint/float32-stored.ts';
import { parseModelConfig } from '../src/model/checkpoint/hf-config.ts';
import { safetensorsHeader } from '../src/model/checkpoint/safetensors-bytes.ts';

/** Content of a config.json. */
export type ShapedConfig = Record<string, unknown> & { num_hidden_layers: number };

/** Shapes of models. Speed depends only on the shape, so random weights are enough. */
export const SHAPES: Readonly<Record<string, ShapedConfig>> = {
  'qwen2.5-0.5b': {
    architectures: ['Qwen2ForCausalLM'],
    model_type: 'qwen2',
    hidden_size: 896,
    num_hidden_layers: 24,
    num_attention_heads: 14,
    num_key_value_heads: 2,
    intermediate_size: 4864,
    vocab_size: 151_936,
    hidden_act: 'silu',
    rms_norm_eps: 1e-6,
    rope_theta: 1_000_000,
    tie_word_embeddings: true,
    use_sliding_window: false,
    max_position_embeddings: 32_768,
    torch_dtype: 'bfloat16',
  },
  'qwen3-0.6b': {
    architectures: ['Qwen3ForCausalLM'],
    model_type: 'qwen3',
    hidden_size: 1024,
    num_hidden_layers: 28,
    num_attention_heads: 16,
    num_key_value_heads: 8,
    head_dim: 128,
    intermediate_size: 3072,
    vocab_size: 151_936,
    hidden_act: 'silu',
    rms_norm_eps: 1e-6,
    rope_theta: 1_000_000,
    tie_word_embeddings: true,
    use_sliding_window: false,
    max_position_embeddings: 32_768,
    torch_dtype: 'bfloat16',
  },
};

const SEED = 20_240_919;
/** Standard deviation with which Hugging Face initializes models. */
const DEVIATION = 0.02;
/** Elements generated at a time. */
const SLAB = 2 ** 20;

/**
 * Returns a Hugging Face folder below `cache` of a model of that shape, with random but reproducible bfloat16 weights.
 * Written once, atomically.
 */
export async function shapedModel(cache: string, name: string, config: ShapedConfig): Promise<string> {
  const folder = join(cache, `${name}-${config.num_hidden_layers}-layers`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  await mkdir(making, { recursive: true });
  try {
    const weights = createWriteStream(join(making, 'model.safetensors'));
    await pipeline(Readable.from(weightFile(config)), weights);
    await writeFile(join(making, 'config.json'), `${JSON.stringify(config, null, 2)}\n`);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

function* weightFile(config: ShapedConfig): Generator<Uint8Array> {
  const tensors = [...expectedShapes(parseModelConfig('shape', config))].map(([name, [rows, cols]]) => {
    const shape = rows === 1 ? [cols] : [rows, cols];
    return { name, dtype: 'BF16', shape, bytes: 2 * rows * cols };
  });
  yield safetensorsHeader(tensors, { format: 'pt' });
  const uniform = uniformNumbers(SEED);
  const width = DEVIATION * Math.sqrt(12);
  for (const { name, bytes } of tensors) {
    const isNorm = name.endsWith('norm.weight');
    for (let left = bytes / 2; left > 0; left -= SLAB) {
      const values = new Float32Array(Math.min(SLAB, left));
      for (let i = 0; i < values.length; i++) values[i] = isNorm ? 1 : (uniform() - 0.5) * width;
      yield toBfloat16(values);
    }
  }
}

/** Returns a generator of uniform numbers in [0, 1) (mulberry32). */
function uniformNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let h = Math.imul(state ^ (state >>> 15), state | 1);
    h = (h + Math.imul(h ^ (h >>> 7), h | 61)) ^ h;
    return ((h ^ (h >>> 14)) >>> 0) / 2 ** 32;
  };
}
