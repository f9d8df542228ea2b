import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { isJsonObject } from '../../src/model/checkpoint/json-file.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { mergedWeights } from '../../src/model/export/merged-weights.ts';
import { writeGptOssMxfp4 } from './gpt-oss-mxfp4.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Results of transformers: scripts/oracle/mxfp4_goldens.py. */
const goldens: Record<string, { blocks: string; scales: string; sha256: string }> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'goldens/mxfp4.json'), 'utf8'),
);
const EXPERTS = 3;
const WIDTH = 64;

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

type NibbleAt = (expert: number, row: number, col: number) => number;

/** Returns a function that reads the four bits of each element of a golden matrix. */
function nibblesOf(blocks: Uint8Array, rows: number): NibbleAt {
  return (expert, row, col) => {
    const pair = blocks[((expert * rows + row) * WIDTH + col) >> 1];
    return col % 2 === 0 ? pair & 15 : pair >> 4;
  };
}

/** Returns the values of a matrix of all experts in the order of transformers: [X, cols, parts rows]. */
function joined(path: string, parts: readonly string[], nibbleAt: NibbleAt): Float32Array {
  const checkpoint = openCheckpoint(path);
  const all: number[] = [];
  for (let expert = 0; expert < EXPERTS; expert++) {
    const matrices = parts.map((part) => {
      const tensor = checkpoint.tensors.get(`model.layers.0.mlp.experts.${expert}.${part}.weight`)!;
      // In two pieces, to read from different rows.
      const pieces = [tensor.readRows(0, 11), tensor.readRows(11, tensor.rows - 11)];
      return { tensor, values: pieces.flatMap((piece) => [...storedToFloat32(tensor.type, piece)]) };
    });
    const { rows, cols } = matrices[0].tensor;
    for (let col = 0; col < cols; col++) {
      for (let row = 0; row < rows; row++) {
        for (const [part, { values }] of matrices.entries()) {
          const value = values[row * cols + col];
          // transformers keeps the sign of -0; ggml, which Daybreak follows, does not.
          all.push(nibbleAt(expert, row * parts.length + part, col) === 8 ? -value : value);
        }
      }
    }
  }
  checkpoint.close();
  return Float32Array.from(all);
}

describe('experts in MXFP4', () => {
  const write = () =>
    writeGptOssMxfp4(temporaryFolder(), { experts: EXPERTS, width: WIDTH }, ({ matrix }) => ({
      blocks: bytesOf(goldens[matrix].blocks),
      scales: bytesOf(goldens[matrix].scales),
    }));

  it.each([
    ['gate_up_proj', ['gate_proj', 'up_proj']],
    ['down_proj', ['down_proj']],
  ])('dequantise to the bits of transformers, %s', (name, parts) => {
    const nibbles = nibblesOf(bytesOf(goldens[name].blocks), parts.length * WIDTH);
    const values = joined(write(), parts, nibbles);
    expect(createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex')).toBe(goldens[name].sha256);
  });

  it('are refused if their config has other shapes', () => {
    const folder = write();
    const path = join(folder, 'config.json');
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isJsonObject(json)) throw new Error('no config');
    writeFileSync(path, JSON.stringify({ ...json, num_local_experts: 4 }));
    expect(() => openCheckpoint(folder)).toThrow(/experts.\w+: is \[3(,\d+)+\]; the config requires \[4(,\d+)+\]/);
    writeFileSync(path, JSON.stringify({ ...json, model_type: 'llama' }));
    expect(() => openCheckpoint(folder)).toThrow(
      /quant_method: "mxfp4" is not supported; allowed: mxfp4 for gpt_oss only/,
    );
  });
});

it('a gpt-oss model is written as it was read, with its experts joined as in transformers', () => {
  const { model } = writeRandomModel(temporaryFolder(), 'gpt_oss');
  const checkpoint = openCheckpoint(model);
  const path = join(temporaryFolder(), 'model.safetensors');
  writeFileSync(path, Buffer.concat([...mergedWeights(checkpoint, null, 'f32').chunks()]));
  checkpoint.close();
  const [before, after] = [join(model, 'model.safetensors'), path].map((file) => new SafetensorsFile(file));
  expect([...after.entries.keys()].sort()).toEqual([...before.entries.keys()].sort());
  expect(after.entry('model.layers.1.mlp.experts.gate_up_proj').shape).toEqual([6, 64, 64]);
  for (const [name, { shape }] of before.entries) {
    expect(after.entry(name).shape, name).toEqual(shape);
    expect(after.readFloat32(name), name).toEqual(before.readFloat32(name));
  }
  for (const file of [before, after]) file.close();
});

it('an expert stored by columns is read once for all slices of its rows', () => {
  const checkpoint = openCheckpoint(writeRandomModel(temporaryFolder(), 'gpt_oss').model);
  const reads = vi.spyOn(SafetensorsFile.prototype, 'readBytes');
  const slices = (name: string) => {
    const tensor = checkpoint.tensors.get(`model.layers.0.mlp.experts.${name}.weight`)!;
    const each = Array.from({ length: tensor.rows }, (_, row) => tensor.readRows(row, 1));
    expect(Buffer.concat(each)).toEqual(Buffer.from(tensor.readRows(0, tensor.rows)));
  };
  const counts = ['0.gate_proj', '0.up_proj', '1.gate_proj', '1.down_proj', '0.gate_proj'].map((name) => {
    slices(name);
    return reads.mock.calls.length;
  });
  // Gates and ups of an expert are stored together; at most one expert is cached.
  expect(counts).toEqual([1, 1, 2, 3, 4]);
  reads.mockRestore();
  checkpoint.close();
});
