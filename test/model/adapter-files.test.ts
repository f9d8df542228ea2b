import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { checkAdapter } from '../../src/model/checkpoint/adapter-check.ts';
import { readAdapter, writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { CheckpointError } from '../../src/model/checkpoint/checkpoint.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { writeSafetensors } from '../../src/model/checkpoint/safetensors-write.ts';
import { checkTargetModules } from '../../src/model/checkpoint/target-modules.ts';
import { adapterTensors, readFlatAdapter, readOwnAdapter } from '../../src/model/flat-adapter.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import { temporaryFolder } from './temporary-folder.ts';

const model: ModelConfig = parseModelConfig('config.json', {
  model_type: 'llama',
  hidden_size: 8,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  intermediate_size: 12,
  vocab_size: 10,
  hidden_act: 'silu',
});
const Q = 'base_model.model.model.layers.0.self_attn.q_proj';
const DOWN = 'base_model.model.model.layers.1.mlp.down_proj';

function numbers(count: number, from: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => from + i / 8);
}

/** Rank 2 on one q (8 to 8) and one down projection (12 to 8). */
const tensors = [
  { name: `${Q}.lora_A.weight`, shape: [2, 8], data: numbers(16, 1) },
  { name: `${Q}.lora_B.weight`, shape: [8, 2], data: numbers(16, -5) },
  { name: `${DOWN}.lora_A.weight`, shape: [2, 12], data: numbers(24, 3) },
  { name: `${DOWN}.lora_B.weight`, shape: [8, 2], data: numbers(16, 0) },
];

function written(): { folder: string; change(changes: object): void } {
  const folder = temporaryFolder();
  writeAdapter(folder, { rank: 2, alpha: 16, baseModel: 'org/base' }, tensors);
  const path = join(folder, 'adapter_config.json');
  const change = (changes: object) =>
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changes }));
  return { folder, change };
}

describe('an adapter folder', () => {
  it('reads back as it was written', () => {
    const adapter = readAdapter(written().folder, model);
    expect(adapter).toMatchObject({ rank: 2, alpha: 16, baseModel: 'org/base' });
    expect([...adapter.modules.keys()]).toEqual(['model.layers.0.self_attn.q_proj', 'model.layers.1.mlp.down_proj']);
    const q = { rank: 2, scale: 8, a: tensors[0].data, b: tensors[1].data };
    expect(adapter.modules.get('model.layers.0.self_attn.q_proj')).toEqual(q);
  });

  it("says in adapter_config.json what PEFT's LoraConfig needs", () => {
    const json = JSON.parse(readFileSync(join(written().folder, 'adapter_config.json'), 'utf8'));
    expect(json).toMatchObject({
      peft_type: 'LORA',
      task_type: 'CAUSAL_LM',
      base_model_name_or_path: 'org/base',
      r: 2,
      lora_alpha: 16,
      bias: 'none',
      target_modules: ['q_proj', 'down_proj'],
      modules_to_save: null,
    });
    expect(Object.keys(json)).toEqual(Object.keys(json).sort());
  });

  it('accepts names as PEFT has them in memory, and ranks and alphas per module', () => {
    const { folder, change } = written();
    const renamed = tensors.map((tensor) => ({ ...tensor, name: tensor.name.replace('.weight', '.default.weight') }));
    const wide = { ...renamed[0], shape: [4, 8], data: numbers(32, 0) };
    const other = { ...renamed[1], shape: [8, 4], data: numbers(32, 2) };
    writeSafetensors(join(folder, 'adapter_model.safetensors'), [wide, other, renamed[2], renamed[3]]);
    change({ rank_pattern: { 'self_attn.q_proj': 4 }, alpha_pattern: { q_proj: 2 } });
    const { modules } = readAdapter(folder, model);
    expect(modules.get('model.layers.0.self_attn.q_proj')).toMatchObject({ rank: 4, scale: 0.5 });
    expect(modules.get('model.layers.1.mlp.down_proj')).toMatchObject({ rank: 2, scale: 8 });
    change({ use_rslora: true });
    const stabilised = readAdapter(folder, model).modules.get('model.layers.1.mlp.down_proj')!;
    expect(stabilised.scale).toBeCloseTo(16 / Math.SQRT2, 12);
  });

  it.each([
    [{ peft_type: 'IA3' }, /peft_type: "IA3" is not supported/],
    [{ use_dora: true }, /use_dora: true is not supported/],
    [{ bias: 'all' }, /bias: "all" is not supported/],
    [{ modules_to_save: ['lm_head'] }, /modules_to_save/],
    [{ r: 0 }, /r: must be a whole number from 1 to 4096, not 0/],
    [{ lora_alpha: '16' }, /lora_alpha: must be a number/],
    [{ r: 4 }, /lora_A.weight is \[2,8\]; model and rank require \[4, 8\]/],
  ])('is refused with %j', (changes, message) => {
    const { folder, change } = written();
    change(changes);
    expect(() => readAdapter(folder, model)).toThrow(CheckpointError);
    expect(() => readAdapter(folder, model)).toThrow(message);
  });

  it('is refused if its matrices do not fit the model, or A or B is missing', () => {
    const { folder } = written();
    const put = (...list: typeof tensors) => writeSafetensors(join(folder, 'adapter_model.safetensors'), list);
    put(tensors[0]);
    expect(() => readAdapter(folder, model)).toThrow(/q_proj has only one of the matrices/);
    put({ ...tensors[0], name: tensors[0].name.replace('layers.0', 'layers.7') }, tensors[1]);
    expect(() => readAdapter(folder, model)).toThrow(/the model has no model.layers.7/);
    put({ ...tensors[0], name: 'base_model.model.lm_head.lora_A.weight' });
    expect(() => readAdapter(folder, model)).toThrow(/lm_head.lora_A.weight is not a LoRA matrix of a projection/);
    put();
    expect(() => readAdapter(folder, model)).toThrow(/no LoRA matrices/);
  });

  it('is not written with names that PEFT does not know', () => {
    const odd = [{ ...tensors[0], name: 'q' }];
    expect(() => writeAdapter(temporaryFolder(), { rank: 2, alpha: 4, baseModel: 'b' }, odd)).toThrow(RangeError);
  });
});

it.each(['model.language_model', 'language_model.model'])(
  'an adapter that PEFT created for a model with vision is read as that of its text model, under %s',
  (prefix) => {
    const { folder } = written();
    const own = tensors.map((tensor) => ({ ...tensor, name: tensor.name.replace('model.layers', `${prefix}.layers`) }));
    writeSafetensors(join(folder, 'adapter_model.safetensors'), own);
    expect([...readAdapter(folder, model).modules.keys()]).toEqual([
      'model.layers.0.self_attn.q_proj',
      'model.layers.1.mlp.down_proj',
    ]);
    const vision = {
      ...tensors[0],
      name: 'base_model.model.model.vision_tower.layers.0.self_attn.q_proj.lora_A.weight',
    };
    writeSafetensors(join(folder, 'adapter_model.safetensors'), [...own, vision]);
    expect(() => readAdapter(folder, model)).toThrow(
      /is not a LoRA .*: only the text part of a vision model is served/,
    );
  },
);

describe('an adapter of a mixture of experts', () => {
  const experts = { num_experts: 2, num_experts_per_tok: 1, moe_intermediate_size: 8 };
  const mixture: ModelConfig = { ...model, ...experts, model_type: 'qwen3_moe' };

  it('may target projections that only experts have, which PEFT ignores', () => {
    const names = ['q_proj', 'gate_proj', 'up_proj', 'down_proj'];
    const modules = ['model.layers.0.self_attn.q_proj', 'model.layers.1.self_attn.q_proj'];
    const targets = { names, excluded: [], layers: null };
    expect(() => checkTargetModules('config', targets, new Set(modules), mixture)).not.toThrow();
    expect(() => checkTargetModules('config', targets, new Set(modules), model)).toThrow(/has .*gate_proj, which/);
  });

  /** Writes an adapter on one projection of one expert. */
  function onExpert(target_modules = ['up_proj']): string {
    const { folder, change } = written();
    const name = 'model.layers.0.mlp.experts.1.up_proj';
    const matrix = (kind: string, shape: number[]) => ({
      name: `base_model.model.${name}.lora_${kind}.weight`,
      shape,
      data: Float32Array.from({ length: shape[0] * shape[1] }, (_, i) => i / 8),
    });
    const own = [matrix('A', [2, mixture.hidden_size]), matrix('B', [8, 2])];
    writeSafetensors(join(folder, 'adapter_model.safetensors'), own);
    change({ target_modules });
    return folder;
  }

  it('may have matrices of some experts only; those of the others are zero', () => {
    const { flat, lora } = readOwnAdapter(onExpert(), mixture);
    expect(lora.settings.targets).toEqual(['experts']);
    const filled = adapterTensors(flat, lora).filter(({ data }) => data.some((value) => value !== 0));
    expect(filled.map(({ name }) => name)).toEqual(
      ['A', 'B'].map((kind) => `base_model.model.model.layers.0.mlp.experts.1.up_proj.lora_${kind}.weight`),
    );
    expect(filled[1].shape).toEqual([8, 2]);
  });

  it('with matrices of experts is refused if the server has no room for them', () => {
    const folder = onExpert(['experts']);
    const [configFile, weightsFile] = ['adapter_config.json', 'adapter_model.safetensors'].map((name) =>
      join(folder, name),
    );
    const check = { configFile, weightsFile, config: mixture, baseModel: null, highestRank: 8 };
    expect(() => checkAdapter({ ...check, onExperts: true })).not.toThrow();
    const why = /adapters on experts are not enabled on this server; add experts to DAYBREAK_LORA_TARGETS/;
    expect(() => checkAdapter({ ...check, onExperts: false })).toThrow(why);
    expect(() => readFlatAdapter(folder, mixture, loraLayout(mixture))).toThrow(why);
  });
});

it('an adapter is checked even if the thread may not set its priority', async () => {
  const { folder, change } = written();
  change({ target_modules: [Q, DOWN].map((module) => module.replace('base_model.model.', '')) });
  const [configFile, weightsFile] = ['adapter_config.json', 'adapter_model.safetensors'].map((name) =>
    join(folder, name),
  );
  const workerData = { configFile, weightsFile, config: model, baseModel: null, highestRank: 8, onExperts: false };
  const refuse = `import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.setPriority = () => { throw new Error('setpriority: EPERM'); };
    syncBuiltinESMExports();`;
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(refuse)}`];
  const entry = new URL('../../src/model/checkpoint/adapter-check-thread.ts', import.meta.url);
  const thread = new Worker(entry, { workerData, execArgv, env: {} });
  expect(await once(thread, 'message')).toEqual([{ fault: null }]);
});
