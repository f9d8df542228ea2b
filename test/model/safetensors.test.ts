import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TOY_EXPERTS, writeToyModel } from '../../scripts/toy-model.ts';
import { CheckpointError } from '../../src/model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { writeSafetensors } from '../../src/model/checkpoint/safetensors-write.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Writes a file by hand, from the format's description. */
function file(header: string | object, data: Uint8Array = new Uint8Array(0)): string {
  const json = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  const path = join(temporaryFolder(), 'hand.safetensors');
  writeFileSync(path, Buffer.concat([length, json, data]));
  return path;
}

const entry = (dtype: string, shape: number[], begin: number, end: number) => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});

describe('a safetensors file', () => {
  it('reads F32, F16 and BF16 exactly, also subnormal and special values', () => {
    const f32 = Buffer.alloc(8);
    f32.writeFloatLE(-1.5, 0);
    f32.writeFloatLE(Number.POSITIVE_INFINITY, 4);
    const f16 = Buffer.from(Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00, 0x03ff).buffer);
    const bf16 = Buffer.from(Uint16Array.of(0x3f80, 0xc049, 0x0001, 0x7f80).buffer);
    const header = {
      __metadata__: { format: 'pt' },
      b: entry('F16', [2, 3], 8, 20),
      a: entry('F32', [2], 0, 8),
      c: entry('BF16', [4], 20, 28),
    };
    const open = new SafetensorsFile(file(header, Buffer.concat([f32, f16, bf16])));
    expect(open.metadata).toEqual({ format: 'pt' });
    expect([...open.readFloat32('a')]).toEqual([-1.5, Number.POSITIVE_INFINITY]);
    expect([...open.readFloat32('b')]).toEqual([1, -2, 2 ** -24, 65504, Number.POSITIVE_INFINITY, 1023 * 2 ** -24]);
    expect([...open.readFloat32('c')]).toEqual([1, -3.140625, 2 ** -133, Number.POSITIVE_INFINITY]);
    open.close();
  });

  it('reads back as it was written', () => {
    const path = join(temporaryFolder(), 'written.safetensors');
    const data = Float32Array.of(1, -0, 3.25, 1e-40, Number.MAX_VALUE, 6);
    const tensors = [
      { name: 'x', shape: [2, 3], data },
      { name: 'naïve "name"', shape: [], data: Float32Array.of(7) },
      { name: 'empty', shape: [0, 4], data: new Float32Array(0) },
    ];
    writeSafetensors(path, tensors, { step: '12' });
    const open = new SafetensorsFile(path);
    expect(open.metadata).toEqual({ step: '12' });
    for (const tensor of tensors) {
      expect(open.entry(tensor.name).shape).toEqual(tensor.shape);
      expect(open.readFloat32(tensor.name)).toEqual(tensor.data);
    }
    open.close();
  });

  it('is not written with a wrong element count or a name given twice', () => {
    const path = join(temporaryFolder(), 'odd.safetensors');
    const x = { name: 'x', shape: [3], data: new Float32Array(2) };
    expect(() => writeSafetensors(path, [x])).toThrow(/does not have 2 elements/);
    const y = { ...x, shape: [2] };
    expect(() => writeSafetensors(path, [y, y])).toThrow(/given twice/);
  });
});

describe('a safetensors file that is broken', () => {
  const eight = new Uint8Array(8);
  const broken: [what: string, message: RegExp, make: () => string][] = [
    ['has a header longer than itself', /header of 1000 bytes/, () => cut(1000n)],
    ['has a header of 2^63 bytes', /header of 9223372036854775808 bytes/, () => cut(1n << 63n)],
    [
      'has a header above 8 MiB',
      /a header of 8388609 bytes; at most 8388608/,
      () => file(`{}${' '.repeat(2 ** 23 - 1)}`),
    ],
    ['nests its header', /header: JSON nested deeper than 8/, () => file('['.repeat(9))],
    ['has a header of many values', /more than 1000000 values/, () => file(`[${'0,'.repeat(10 ** 6)}0]`)],
    [
      'has many dimensions',
      /17 dimensions; at most 16/,
      () => file({ a: entry('F32', Array(17).fill(1), 0, 4) }, eight),
    ],
    ['has no JSON in its header', /corrupt header/, () => file('{"a":')],
    ['has an array for a header', /not a JSON object/, () => file('[]')],
    [
      'names a tensor twice',
      /"a" appears twice/,
      () => file('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"\\u0061":{"dtype":"F32"}}', eight),
    ],
    [
      'says a key twice',
      /"shape" appears twice/,
      () => file('{"a":{"dtype":"F32","shape":[1],"shape":[2],"data_offsets":[0,8]}}', eight),
    ],
    ['has an unknown dtype', /tensor a: corrupt: unknown dtype "Q4"/, () => file({ a: entry('Q4', [2], 0, 8) }, eight)],
    ['has a negative dimension', /tensor a: corrupt: shape/, () => file({ a: entry('F32', [-2], 0, 8) }, eight)],
    ['has a shape that its span contradicts', /takes 12 bytes/, () => file({ a: entry('F32', [3], 0, 8) }, eight)],
    ['has a shape whose product overflows', /takes/, () => file({ a: entry('F32', [2 ** 32, 2 ** 32], 0, 8) }, eight)],
    ['ends too early', /tensor a: truncated/, () => file({ a: entry('F32', [4], 0, 16) }, eight)],
    [
      'has tensors that overlap',
      /tensor b: corrupt: overlaps/,
      () => file({ a: entry('F32', [2], 0, 8), b: entry('F32', [1], 4, 8) }, eight),
    ],
    ['has a gap', /tensor b: corrupt: leaves a gap/, () => file({ b: entry('F32', [1], 4, 8) }, eight)],
    ['goes on after its last tensor', /4 bytes after the last/, () => file({ a: entry('F32', [1], 0, 4) }, eight)],
  ];

  function cut(headerLength: bigint): string {
    const bytes = Buffer.alloc(16);
    bytes.writeBigUInt64LE(headerLength);
    const path = join(temporaryFolder(), 'cut.safetensors');
    writeFileSync(path, bytes);
    return path;
  }

  it.each(broken)('%s', (_what, message, make) => {
    const path = make();
    expect(() => new SafetensorsFile(path)).toThrow(CheckpointError);
    expect(() => new SafetensorsFile(path)).toThrow(message);
    expect(() => new SafetensorsFile(path)).toThrow(path);
  });
});

describe('a model folder', () => {
  /** Writes the toy's tensors to two shards, and returns their weight map. */
  function shard(folder: string): Record<string, string> {
    const whole = new SafetensorsFile(join(folder, 'model.safetensors'));
    const tensors = [...whole.entries.values()].map(({ name, shape }) => ({
      name,
      shape,
      data: whole.readFloat32(name),
    }));
    const map: Record<string, string> = {};
    for (const [i, part] of [tensors.slice(0, 5), tensors.slice(5)].entries()) {
      const name = `model-0000${i + 1}-of-00002.safetensors`;
      writeSafetensors(join(folder, name), part);
      for (const tensor of part) map[tensor.name] = name;
    }
    return map;
  }

  it('has the same tensors whole and sharded', () => {
    const folder = temporaryFolder();
    writeToyModel(folder);
    const whole = openCheckpoint(folder);
    writeFileSync(join(folder, 'model.safetensors.index.json'), JSON.stringify({ weight_map: shard(folder) }));
    const sharded = openCheckpoint(folder);
    expect([...sharded.tensors.keys()].sort()).toEqual([...whole.tensors.keys()].sort());
    for (const [name, tensor] of whole.tensors) {
      expect(sharded.tensors.get(name)!.readRows(0, tensor.rows)).toEqual(tensor.readRows(0, tensor.rows));
    }
    const embeddings = whole.tensors.get('model.embed_tokens.weight')!;
    expect(embeddings.readRows(3, 2)).toEqual(embeddings.readRows(0, 496).slice(3 * 256, 5 * 256));
    whole.close();
    sharded.close();
  });

  it.each([
    ['language_model.model.', 'vision_tower.'],
    ['model.language_model.', 'model.vision_tower.'],
  ])('of Gemma 3 with vision opens as its text model, below %s', (below, vision) => {
    const folder = temporaryFolder();
    writeToyModel(folder, { config: { model_type: 'gemma3_text', sliding_window: 16 } });
    const alone = openCheckpoint(folder);
    const { model_type: _, torch_dtype, ...text } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
    const together = { model_type: 'gemma3', torch_dtype, text_config: text, vision_config: { hidden_size: 8 } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(together));
    const own = [...alone.tensors.values()].map(({ name, rows, cols, type, readRows }) => ({
      name: name.replace(/^model\./, below),
      shape: rows === 1 ? [cols] : [rows, cols],
      data: storedToFloat32(type, readRows(0, rows)),
    }));
    const patches = { name: `${vision}embeddings.weight`, shape: [2, 3, 2, 2], data: new Float32Array(24) };
    writeSafetensors(join(folder, 'model.safetensors'), [...own, patches]);
    const found = openCheckpoint(folder);
    expect(found.config).toEqual({ ...alone.config, has_vision: true });
    expect([...found.tensors.keys()].sort()).toEqual([...alone.tensors.keys()].sort());
    for (const { name, data } of own) {
      const { type, rows, readRows } = found.tensors.get(name.replace(below, 'model.'))!;
      expect(storedToFloat32(type, readRows(0, rows))).toEqual(data);
    }
    found.close();
    alone.close();
  });

  it('is refused if a shard lies outside, is missing, or lacks a tensor', () => {
    const folder = temporaryFolder();
    writeToyModel(folder);
    const map = shard(folder);
    const open = (changed: object) => () => {
      writeFileSync(
        join(folder, 'model.safetensors.index.json'),
        JSON.stringify({ weight_map: { ...map, ...changed } }),
      );
      openCheckpoint(folder);
    };
    expect(open({ 'model.norm.weight': '../x.safetensors' })).toThrow(/is not a file of this folder/);
    expect(open({ 'model.norm.weight': 'gone.safetensors' })).toThrow(/gone.safetensors: cannot be opened/);
    expect(open({ 'model.norm.weight': 'model-00001-of-00002.safetensors' })).toThrow(
      /tensor model.norm.weight is missing/,
    );
    expect(open({ 'model.norm.bias': 'model-00001-of-00002.safetensors' })).toThrow(/model.norm.bias is missing/);
  });

  it('is refused if it has no model', () => {
    const folder = temporaryFolder();
    expect(() => openCheckpoint(folder)).toThrow(/neither config.json nor exactly one .gguf file/);
    expect(() => openCheckpoint(join(folder, 'nothing'))).toThrow(/no such file or folder/);
    mkdirSync(join(folder, 'm'));
    writeFileSync(join(folder, 'm', 'config.json'), '{"model_type": "gpt2"}');
    expect(() => openCheckpoint(join(folder, 'm'))).toThrow(
      /model_type: "gpt2" is not supported; allowed: llama, mistral, qwen2/,
    );
  });
});

it('a config of more experts than there are tensors is refused before they are named', () => {
  const folder = temporaryFolder();
  writeToyModel(folder, { config: TOY_EXPERTS });
  const path = join(folder, 'config.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...config, num_hidden_layers: 10_000, num_experts: 1024 }));
  expect(() => openCheckpoint(folder)).toThrow(CheckpointError);
  expect(() => openCheckpoint(folder)).toThrow(/the config has 10000 layers of 1024 experts, but there are only/);
});
