import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  EXPERT_LORA,
  MIXTURES,
  randomConfig,
  writeRandomAdapter,
  writeRandomModel,
} from '../../scripts/oracle/random-models.ts';
import { checkAdapter } from '../../src/model/checkpoint/adapter-check.ts';
import { type AdapterModule, readAdapter, writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { mergedWeights } from '../../src/model/export/merged-weights.ts';
import { adapterTensors, readOwnAdapter } from '../../src/model/flat-adapter.ts';
import { freshAdapterBytes, freshAdapterChunks } from '../../src/model/fresh-adapter-file.ts';
import { freshAdapter, loraLayout } from '../../src/model/lora-layout.ts';
import { temporaryFolder } from './temporary-folder.ts';

const goldens = join(import.meta.dirname, '../oracle/goldens');

/** Copies an adapter that PEFT created: scripts/oracle/target_parameters_goldens.py. */
function madeByPeft(kind: string): { folder: string; change(changes: object): void } {
  const folder = temporaryFolder();
  const config = join(folder, 'adapter_config.json');
  copyFileSync(join(goldens, `target-parameters-${kind}.json`), config);
  copyFileSync(join(goldens, `target-parameters-${kind}.safetensors`), join(folder, 'adapter_model.safetensors'));
  const change = (changes: object) =>
    writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), ...changes }));
  return { folder, change };
}

/** Returns scale B A, [out, in]. */
function product({ a, b, rank, scale }: AdapterModule): Float32Array {
  const [outputs, inputs] = [b.length / rank, a.length / rank];
  return Float32Array.from({ length: outputs * inputs }, (_, i) => {
    const [row, col] = [Math.floor(i / inputs), i % inputs];
    let sum = 0;
    for (let r = 0; r < rank; r++) sum += b[row * rank + r] * a[r * inputs + col];
    return scale * sum;
  });
}

function largestDifference(found: Float32Array, wanted: Float32Array): number {
  expect(found).toHaveLength(wanted.length);
  return found.reduce((most, value, i) => Math.max(most, Math.abs(value - wanted[i])), 0);
}

describe.each(MIXTURES)('an adapter that PEFT created with target_parameters on experts of %s', (kind) => {
  const config = randomConfig(kind);
  const F = config.moe_intermediate_size!;
  const rowsOf = (part: number) => (row: number) => (kind === 'gpt_oss' ? 2 * row + part : part * F + row);

  it('adds the same product to each expert as PEFT', () => {
    const { modules } = readAdapter(madeByPeft(kind).folder, config);
    const values = new SafetensorsFile(join(goldens, `target-parameters-${kind}-values.safetensors`));
    const names = [...values.entries.keys()].filter((name) => name.startsWith('added/'));
    let compared = 0;
    for (const name of names) {
      const { shape } = values.entry(name);
      const [X, outputs, inputs] = shape;
      const all = values.readFloat32(name);
      const experts = name.replace('added/', '').replace(/\.\w+$/, '');
      const parts = name.endsWith('down_proj') ? ['down_proj'] : ['gate_proj', 'up_proj'];
      for (let expert = 0; expert < X; expert++) {
        for (const [part, projection] of parts.entries()) {
          const rowOf = parts.length === 1 ? (row: number) => row : rowsOf(part);
          const wanted = Float32Array.from({ length: (outputs / parts.length) * inputs }, (_, i) => {
            return all[(expert * outputs + rowOf(Math.floor(i / inputs))) * inputs + (i % inputs)];
          });
          const found = product(modules.get(`${experts}.${expert}.${projection}`)!);
          expect(largestDifference(found, wanted)).toBeLessThan(1e-6);
          compared++;
        }
      }
    }
    expect([...modules.keys()].filter((name) => name.includes('.experts.'))).toHaveLength(compared);
    values.close();
  });

  const files = (folder: string) => ({
    configFile: join(folder, 'adapter_config.json'),
    weightsFile: join(folder, 'adapter_model.safetensors'),
  });

  it('is accepted if the server has room for it', () => {
    const { folder } = madeByPeft(kind);
    const check = { ...files(folder), config, baseModel: null, onExperts: true };
    expect(() => checkAdapter({ ...check, highestRank: 8 })).not.toThrow();
    expect(() => checkAdapter({ ...check, highestRank: 8, onExperts: false })).toThrow(
      /adapters on experts are not enabled/,
    );
    expect(() => checkAdapter({ ...check, highestRank: 2 })).toThrow(/: 3 is above 2, the highest rank of this server/);
  });

  it.each([
    [{ target_parameters: ['mlp.router.weight'] }, /target_parameters: must be parameter names of experts, which/],
    [{ target_parameters: 'mlp.experts.down_proj' }, /target_parameters: must be parameter names of experts/],
    [{ target_parameters: ['7.mlp.experts.down_proj'] }, /does not belong to a parameter of target_parameters/],
    [{ target_parameters: ['gate_up_proj', 'down_proj', '1.x'] }, /target_parameters: must be parameter names/],
    [{ r: 4, rank_pattern: {} }, /lora_A.weight is \[\d+,\d+\]; model and rank require/],
  ])('is refused with %j', (changes, message) => {
    const { folder, change } = madeByPeft(kind);
    change(changes);
    expect(() => readAdapter(folder, config)).toThrow(message);
  });

  it('is refused for a model without experts, and if a named parameter has no matrices', () => {
    const { folder } = madeByPeft(kind);
    const plain = { ...config, model_type: 'qwen3' as const, num_experts: undefined };
    expect(() => readAdapter(folder, plain)).toThrow(/target_parameters: a model of type qwen3 has no experts/);
    const deeper = { ...config, num_hidden_layers: 3 };
    const { folder: other, change } = madeByPeft(kind);
    change({ target_parameters: ['gate_up_proj', 'down_proj'] });
    const missing = /target_parameters has model\.layers\.\d\.mlp\.experts\.\w+, which has no matrices in this file/;
    expect(() => readAdapter(other, deeper)).toThrow(missing);
  });

  it('is merged into the weights', () => {
    const { model } = writeRandomModel(temporaryFolder(), kind);
    const checkpoint = openCheckpoint(model);
    const merged = temporaryFolder();
    const adapter = readAdapter(madeByPeft(kind).folder, config);
    copyFileSync(join(model, 'config.json'), join(merged, 'config.json'));
    const file = Buffer.concat([...mergedWeights(checkpoint, adapter, 'f32').chunks()]);
    writeFileSync(join(merged, 'model.safetensors'), file);
    const again = openCheckpoint(merged);
    const name = 'model.layers.1.mlp.experts.2.up_proj';
    const read = ({ tensors }: typeof again) => {
      const tensor = tensors.get(`${name}.weight`)!;
      return new Float32Array(Uint8Array.from(tensor.readRows(0, tensor.rows)).buffer);
    };
    const [before, after] = [read(checkpoint), read(again)];
    const added = product(adapter.modules.get(name)!);
    const wanted = before.map((value, i) => value + added[i]);
    expect(largestDifference(after, wanted)).toBeLessThan(1e-6);
    for (const one of [checkpoint, again]) one.close();
  });
});

describe.each(MIXTURES)('an adapter on the experts of %s', (kind) => {
  const config = randomConfig(kind);

  it.each(['random', 'fresh'])('that is %s reads back and is saved again bit by bit', (which) => {
    const folder = temporaryFolder();
    const layout = loraLayout(config, EXPERT_LORA);
    if (which === 'random') writeRandomAdapter(folder, kind, EXPERT_LORA);
    else {
      const settings = { ...layout.settings, baseModel: kind, onParameters: layout.onParameters };
      writeAdapter(folder, settings, adapterTensors(freshAdapter(layout), layout));
    }
    const { flat, lora } = readOwnAdapter(folder, config);
    expect(lora.settings).toEqual(layout.settings);
    const again = temporaryFolder();
    const settings = { ...lora.settings, baseModel: kind, onParameters: lora.onParameters };
    writeAdapter(again, settings, adapterTensors(flat, lora));
    for (const file of ['adapter_config.json', 'adapter_model.safetensors']) {
      expect(readFileSync(join(again, file)).equals(readFileSync(join(folder, file)))).toBe(true);
    }
  });

  it('that is untrained has the same file as its checkpoint', () => {
    const layout = loraLayout(config, EXPERT_LORA);
    const folder = temporaryFolder();
    const settings = { ...layout.settings, baseModel: kind, onParameters: layout.onParameters };
    writeAdapter(folder, settings, adapterTensors(freshAdapter(layout), layout));
    const file = Buffer.concat([...freshAdapterChunks(layout)]);
    expect(file.equals(readFileSync(join(folder, 'adapter_model.safetensors')))).toBe(true);
    expect(file).toHaveLength(freshAdapterBytes(layout));
  });
});
