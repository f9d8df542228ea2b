import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { adapterTensors, readFlatAdapter, readOwnAdapter } from '../../src/model/flat-adapter.ts';
import { freshAdapter, LORA_TARGETS, type LoraSettings, loraLayout } from '../../src/model/lora-layout.ts';

const config = parseModelConfig('test', {
  model_type: 'llama',
  hidden_size: 16,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  intermediate_size: 24,
  vocab_size: 32,
});
const home = mkdtempSync(join(tmpdir(), 'daybreak-lora-'));
afterAll(() => rmSync(home, { recursive: true }));

/** Returns an adapter with a distinct value for each element of its tensors. */
function numbered(settings: LoraSettings) {
  const lora = loraLayout(config, settings);
  const flat = new Float32Array(lora.elements);
  let next = 1;
  for (const { offset, rows, cols, stride } of lora.tensors) {
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) flat[offset + row * stride + col] = next++ / 1024;
    }
  }
  return { lora, flat };
}

it('the LoRA layout of a mixture of experts covers attention, and experts if targeted', () => {
  const experts = { num_experts: 4, num_experts_per_tok: 2, moe_intermediate_size: 32 };
  const mixture: ModelConfig = { ...config, ...experts, model_type: 'qwen3_moe' };
  const targetsOf = (...targets: LoraSettings['targets']) =>
    loraLayout(mixture, { rank: 4, alpha: 8, targets }).settings.targets;
  expect(targetsOf(...LORA_TARGETS)).toEqual(['q_proj', 'k_proj', 'v_proj', 'o_proj']);
  expect(targetsOf('gate_proj', 'q_proj')).toEqual(['q_proj']);
  expect(targetsOf(...LORA_TARGETS, 'experts')).toEqual(['q_proj', 'k_proj', 'v_proj', 'o_proj', 'experts']);
  const { layers, tensors, elements } = loraLayout(mixture, { rank: 3, alpha: 8, targets: ['experts'] });
  expect(layers[0].qkv).toBeNull();
  // For each of X experts: gate's and up's A [3, D], as [4, D], and B [F, 3], as [F, 4]; then A and B of down.
  const D = config.hidden_size;
  expect(elements).toBe(config.num_hidden_layers * 4 * 4 * (2 * (D + 32) + (32 + D)));
  expect(tensors.length).toBe(config.num_hidden_layers * 4 * 3 * 2);
  const places = tensors.flatMap(({ offset, rows, stride }) => [offset, offset + rows * stride]);
  expect(new Set(places.filter((_, i) => i % 2 === 0)).size).toBe(tensors.length);
  expect(Math.max(...places)).toBeLessThanOrEqual(elements);
  expect(() => targetsOf('gate_proj')).toThrow(
    /^LoRA targets gate_proj: a model of type qwen3_moe can have adapters on q_proj/,
  );
});

it('the LoRA layout of a model with vision has the names of PEFT for its text model, and reads back', () => {
  const beside: ModelConfig = { ...config, has_vision: true };
  const lora = loraLayout(beside);
  expect(lora.tensors[0].name).toBe('base_model.model.model.language_model.layers.0.self_attn.q_proj.lora_A.weight');
  const flat = freshAdapter(lora).map((value, i) => value || i / 1024);
  const folder = mkdtempSync(join(home, 'vision-'));
  writeAdapter(folder, { ...lora.settings, baseModel: 'test' }, adapterTensors(flat, lora));
  expect(readOwnAdapter(folder, beside)).toEqual({ flat, lora });
});

let folders = 0;
function saved(settings: LoraSettings) {
  const { lora, flat } = numbered(settings);
  const folder = mkdtempSync(join(home, `${folders++}-`));
  writeAdapter(folder, { ...lora.settings, baseModel: 'test' }, adapterTensors(flat, lora));
  return { folder, lora, flat };
}

describe('the layout of an adapter', () => {
  it.each([1, 2, 3, 6, 8, 12, 31, 64, 128])('of rank %i reads back from its folder as it was', (rank) => {
    const { folder, flat, lora } = saved({ rank, alpha: 12.5, targets: LORA_TARGETS });
    const own = readOwnAdapter(folder, config);
    expect(own.flat).toEqual(flat);
    expect(own.lora).toEqual(lora);
    const file = new SafetensorsFile(join(folder, 'adapter_model.safetensors'));
    expect(file.entry('base_model.model.model.layers.1.mlp.down_proj.lora_A.weight').shape).toEqual([rank, 24]);
    expect(file.entry('base_model.model.model.layers.1.mlp.down_proj.lora_B.weight').shape).toEqual([16, rank]);
    file.close();
    const json = JSON.parse(readFileSync(join(folder, 'adapter_config.json'), 'utf8'));
    expect(json).toMatchObject({ r: rank, lora_alpha: 12.5, target_modules: [...LORA_TARGETS] });
  });

  // 16 / 49 * 49 is not 16.
  it.each([
    [49, 16],
    [77, 10],
    [98, 16],
  ])('of rank %i keeps its alpha of %i when it is saved again', (rank, alpha) => {
    const first = saved({ rank, alpha, targets: ['q_proj'] });
    const { lora, flat } = readOwnAdapter(first.folder, config);
    expect(lora.settings.alpha).toBe(alpha);
    const folder = mkdtempSync(join(home, 'again-'));
    writeAdapter(folder, { ...lora.settings, baseModel: 'test' }, adapterTensors(flat, lora));
    for (const name of ['adapter_config.json', 'adapter_model.safetensors']) {
      expect(readFileSync(join(folder, name)).equals(readFileSync(join(first.folder, name))), name).toBe(true);
    }
  });

  it('has only its targets, and no space for groups without targets', () => {
    const { folder, flat, lora } = saved({ rank: 8, alpha: 16, targets: ['q_proj', 'v_proj', 'down_proj'] });
    expect(lora.layers[1].o).toBeNull();
    expect(lora.layers[1].gateUp).toBeNull();
    expect(lora.tensors).toHaveLength(2 * 3 * 2);
    // q, k and v share an input, so k has space although it is no target.
    expect(lora.elements).toBe(2 * 8 * (3 * 16 + (16 + 8 + 8) + 24 + 16));
    expect(readOwnAdapter(folder, config)).toEqual({ flat, lora });
    const json = JSON.parse(readFileSync(join(folder, 'adapter_config.json'), 'utf8'));
    expect(json.target_modules).toEqual(['q_proj', 'v_proj', 'down_proj']);
  });

  it('holds an adapter of lower rank and other scale as the same function', () => {
    const { folder } = saved({ rank: 6, alpha: 3, targets: ['q_proj', 'o_proj'] });
    const wide = loraLayout(config, { rank: 16, alpha: 32, targets: LORA_TARGETS });
    const flat = readFlatAdapter(folder, config, wide);
    const own = readOwnAdapter(folder, config);
    for (const tensor of own.lora.tensors) {
      const place = wide.tensors.find(({ name }) => name === tensor.name)!;
      const factor = tensor.kind === 'A' ? 1 : own.lora.scale / wide.scale;
      for (let row = 0; row < place.rows; row++) {
        for (let col = 0; col < place.cols; col++) {
          const there = row < tensor.rows && col < tensor.cols;
          const value = there ? own.flat[tensor.offset + row * tensor.stride + col] * factor : 0;
          expect(flat[place.offset + row * place.stride + col]).toBe(Math.fround(value));
        }
      }
    }
    expect(flat.filter((value) => value !== 0)).toHaveLength(own.flat.filter((value) => value !== 0).length);
  });

  it('of a fresh adapter has random A, zero B, and zeros outside tensors', () => {
    const lora = loraLayout(config, { rank: 5, alpha: 16, targets: ['k_proj'] });
    const flat = freshAdapter(lora);
    const drawn = lora.tensors.filter(({ kind }) => kind === 'A');
    expect(flat.filter((value) => value !== 0)).toHaveLength(drawn.length * 5 * 16);
    for (const { offset } of drawn) expect(flat.subarray(offset, offset + 80).every((value) => value !== 0)).toBe(true);
  });

  it.each([0, 2.5, 129, Number.NaN])('refuses rank %d', (rank) => {
    expect(() => loraLayout(config, { rank, alpha: 16, targets: LORA_TARGETS })).toThrow(/LoRA rank .* 1 to 128/);
  });
});
