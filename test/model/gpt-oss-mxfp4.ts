import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withJoinedExperts } from '../../scripts/oracle/gpt-oss-layout.ts';
import { modelTensors } from '../../scripts/oracle/random-models.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { type Float32Tensor, safetensorsHeader } from '../../src/model/checkpoint/safetensors-bytes.ts';
import { uniform } from '../reference/random.ts';

/** Blocks [X, rows, cols / 32, 16] and scales [X, rows, cols / 32] of a matrix of all experts. */
interface Mxfp4 {
  blocks: Uint8Array;
  scales: Uint8Array;
}

/** Writes a one-layer gpt-oss with experts in MXFP4 as in OpenAI's own files, and returns its folder. */
export function writeGptOssMxfp4(
  folder: string,
  { experts, width }: { experts: number; width: number },
  mxfp4: (of: MatrixOfExperts) => Mxfp4 = randomMxfp4,
): string {
  const json = {
    architectures: ['GptOssForCausalLM'],
    model_type: 'gpt_oss',
    hidden_size: width,
    intermediate_size: width,
    num_hidden_layers: 1,
    num_attention_heads: 4,
    num_key_value_heads: 2,
    head_dim: 32,
    num_local_experts: experts,
    num_experts_per_tok: 2,
    vocab_size: 256,
    max_position_embeddings: 256,
    rms_norm_eps: 1e-5,
    quantization_config: { quant_method: 'mxfp4', modules_to_not_convert: ['model.layers.*.self_attn', 'lm_head'] },
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(json));
  const config = parseModelConfig('config.json', json);
  const file = inMxfp4(withJoinedExperts(config, modelTensors(config)), mxfp4);
  writeFileSync(join(folder, 'model.safetensors'), file);
  return folder;
}

/** Name and shape [X, cols, rows] of a matrix of all experts, as in transformers. */
interface MatrixOfExperts {
  matrix: 'gate_up_proj' | 'down_proj';
  shape: readonly number[];
}

/** Returns a safetensors file of these tensors, with the matrices of experts in MXFP4. */
export function inMxfp4(given: readonly Float32Tensor[], mxfp4: (of: MatrixOfExperts) => Mxfp4): Uint8Array {
  const tensors = given.flatMap(({ name, shape, data }) => {
    const [, at, matrix] = /^(.+\.)(gate_up_proj|down_proj)$/.exec(name) ?? [];
    if (matrix !== 'gate_up_proj' && matrix !== 'down_proj') {
      return [{ name, dtype: 'F32', shape, content: new Uint8Array(data.buffer) }];
    }
    const { blocks, scales } = mxfp4({ matrix, shape });
    const [X, cols, rows] = shape;
    const groups = [X, rows, cols / 32];
    return [
      { name: `${at}${matrix}_blocks`, dtype: 'U8', shape: [...groups, 16], content: blocks },
      { name: `${at}${matrix}_scales`, dtype: 'U8', shape: groups, content: scales },
    ];
  });
  const header = safetensorsHeader(
    tensors.map(({ content, ...tensor }) => ({ ...tensor, bytes: content.length })),
    {},
  );
  return Buffer.concat([header, ...tensors.map(({ content }) => content)]);
}

/** Returns random blocks, with scales for values of about 1. */
export function randomMxfp4({ shape: [X, cols, rows] }: MatrixOfExperts): Mxfp4 {
  const count = (X * cols * rows) / 32;
  const next = uniform(rows);
  return {
    blocks: Uint8Array.from({ length: 16 * count }, () => Math.floor(256 * next())),
    scales: Uint8Array.from({ length: count }, () => 122 + Math.floor(3 * next())),
  };
}
