import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CheckpointError, rowBytes } from '../../src/model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { groupedTensor } from '../../src/model/checkpoint/quantized/grouped-ints.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Written by the quantisers' own code: scripts/oracle/quantized-checkpoints.py. */
const goldens = join(import.meta.dirname, 'goldens/quantized');
const kinds = readdirSync(goldens);
const types: Record<string, string> = {
  awq: 'int4',
  'compressed-int4': 'int4',
  'compressed-int4-asymmetric': 'int4',
  'gptq-3bit': 'int4',
  'gptq-4bit': 'int4',
  'gptq-4bit-asymmetric': 'int4',
  'bitsandbytes-int8': 'int8',
  'compressed-int8': 'int8',
};

describe.each(kinds)('%s', (kind) => {
  const values: Record<string, string> = JSON.parse(readFileSync(join(goldens, kind, 'values.json'), 'utf8'));
  const checkpoint = openCheckpoint(join(goldens, kind));

  test('has the values of its quantiser, bit for bit', () => {
    const found = Object.keys(values).map((name) => {
      const { type, rows, readRows } = checkpoint.tensors.get(name)!;
      const floats = storedToFloat32(type, readRows(0, rows));
      return [name, createHash('sha256').update(new Uint8Array(floats.buffer)).digest('hex')];
    });
    expect(Object.fromEntries(found)).toEqual(values);
  });

  test('is kept in integers if possible, and reads any rows as in the whole', () => {
    for (const name of Object.keys(values)) {
      const { type, rows, cols, readRows } = checkpoint.tensors.get(name)!;
      expect([name, type]).toEqual([name, types[kind] ?? 'decoded']);
      const whole = readRows(0, rows);
      const stride = rowBytes(type, cols);
      expect(whole.length).toBe(rows * stride);
      for (const [start, count] of [
        [0, 1],
        [5, 3],
        [9, 20],
        [rows - 1, 1],
      ]) {
        expect(readRows(start, count)).toEqual(whole.slice(start * stride, (start + count) * stride));
      }
    }
  });

  test('is refused if a tensor is missing or has another shape', () => {
    for (const part of ['qweight', 'qzeros', 'scales', 'weight_packed', 'weight_scale', 'weight.absmax', 'SCB']) {
      const name = `model.layers.0.mlp.up_proj.${part}`;
      const changed = (change: (header: string) => string) => changedHeader(join(goldens, kind), change);
      const header = headerOf(join(goldens, kind));
      if (!header.includes(`"${name}"`)) continue;
      expect(() => openCheckpoint(changed((text) => text.replace(`${name}"`, `${name}x"`)))).toThrow(CheckpointError);
      // A single number may have any shape.
      const shape = new RegExp(`("${name.replaceAll('.', '\\.')}":\\{"dtype":"\\w+","shape":\\[)(?=\\d)`);
      const other = (text: string) => text.replace(shape, '$11,1,');
      if (!shape.test(header)) continue;
      expect(() => openCheckpoint(changed(other))).toThrow(CheckpointError);
    }
  });
});

test('rows of two matrices, read in turn and across bands, are those of the whole', () => {
  const [rows, cols] = [600, 32];
  const matrix = (of: number) =>
    groupedTensor({
      name: 'w',
      format: 'x',
      rows,
      cols,
      groups: 1,
      bits: 4,
      order: undefined,
      ints: (start, count) => Uint8Array.from({ length: count * cols }, (_, i) => ((start * cols + i) * of) % 13),
      scales: (start, count) => Float32Array.from({ length: count }, (_, i) => of + start + i),
      zeros: (start, count) => Float32Array.from({ length: count }, (_, i) => (start + i) % 16),
    });
  const [first, second] = [matrix(3), matrix(7)];
  const stride = rowBytes('int4', cols);
  const [whole, other] = [first.readRows(0, rows), second.readRows(0, rows)];
  for (const [start, count] of [
    [250, 13],
    [255, 1],
    [256, 1],
    [0, 256],
    [511, 2],
    [590, 10],
    [599, 1],
  ]) {
    const place = [start * stride, (start + count) * stride];
    expect(first.readRows(start, count)).toEqual(whole.slice(...place));
    expect(second.readRows(start, count)).toEqual(other.slice(...place));
  }
});

describe('a checkpoint with an unsupported quantization_config is refused', () => {
  test.each([
    ['gptq-4bit', { quant_method: 'hqq' }, /quant_method: "hqq" is not supported; allowed: gptq, awq, bitsandbytes/],
    ['gptq-4bit', { bits: 5 }, /quantization_config\.bits: 5 is not supported; allowed: 2, 3, 4, 8/],
    ['gptq-4bit', { checkpoint_format: 'marlin' }, /checkpoint_format: "marlin" is not supported/],
    ['gptq-4bit', { group_size: 0 }, /group_size: 0 is not supported/],
    ['gptq-4bit', { group_size: 48 }, /qzeros is \[/],
    ['awq', { version: 'gemv' }, /version: "gemv" is not supported; allowed: "gemm", "GEMM"/],
    ['awq', { group_size: 7 }, /160 columns in groups of 7/],
    ['compressed-int4', { format: 'nvfp4-pack-quantized' }, /format: "nvfp4-pack-quantized" is not supported/],
    ['compressed-int4', { config_groups: {} }, /config_groups: \{\} is not supported; allowed: groups with the same/],
    ['fp8-blocks', { weight_block_size: [128] }, /weight_block_size: \[128\] is not supported/],
    ['fp8-blocks', { weight_block_size: [64, 32] }, /weight_scale_inv is \[/],
  ])('%s with %j', (kind, change, message) => {
    const folder = join(temporaryFolder(), kind);
    cpSync(join(goldens, kind), folder, { recursive: true });
    const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
    Object.assign(config.quantization_config, change);
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    expect(() => openCheckpoint(folder)).toThrow(CheckpointError);
    expect(() => openCheckpoint(folder)).toThrow(message);
  });

  test('g_idx with a group that does not exist', () => {
    const folder = join(temporaryFolder(), 'order');
    cpSync(join(goldens, 'gptq-4bit-desc-act'), folder, { recursive: true });
    const path = join(folder, 'model.safetensors');
    const bytes = readFileSync(path);
    const header = JSON.parse(headerOf(folder));
    const [begin] = header['model.layers.0.mlp.up_proj.g_idx'].data_offsets;
    bytes.writeInt32LE(-1, 8 + Number(bytes.readBigUInt64LE(0)) + begin + 8);
    writeFileSync(path, bytes);
    expect(() => openCheckpoint(folder)).toThrow(
      /module model\.layers\.0\.mlp\.up_proj: g_idx has group -1, but there are 2 groups/,
    );
  });
});

function headerOf(folder: string): string {
  const bytes = readFileSync(join(folder, 'model.safetensors'));
  return bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))).toString('utf8');
}

/** Returns the folder of a copy of the checkpoint with another header. */
function changedHeader(from: string, change: (header: string) => string): string {
  const folder = join(temporaryFolder(), 'changed');
  cpSync(from, folder, { recursive: true });
  const bytes = readFileSync(join(folder, 'model.safetensors'));
  const header = change(headerOf(from)).trimEnd();
  const padded = Buffer.from(header.padEnd(Math.ceil(header.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  const data = bytes.subarray(8 + Number(bytes.readBigUInt64LE(0)));
  writeFileSync(join(folder, 'model.safetensors'), Buffer.concat([length, padded, data]));
  return folder;
}
