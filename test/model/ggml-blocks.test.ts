import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BLOCK_BYTES } from '../../src/compute/ops/weight.ts';
import { type BlockType, GGML_BLOCKS } from '../../src/model/checkpoint/ggml-blocks.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { KEPT_AS, packBlocks } from '../../src/model/weight-blocks.ts';

/** Written by llama.cpp's own gguf package: scripts/oracle/ggml-blocks.py. */
const goldens: Record<string, { blocks: string; sha256: string }> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'goldens/ggml-blocks.json'), 'utf8'),
);
const types = Object.keys(GGML_BLOCKS) as BlockType[];
const storedOf = (type: BlockType) => new Uint8Array(Buffer.from(goldens[type].blocks, 'base64'));

/** Returns the values of kept blocks, by the formulas of kernels/include/weight.wgsl. */
function kept(type: 'q8' | 'q4', packed: Uint8Array): { values: number[]; scales: number[] } {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const size = BLOCK_BYTES[type];
  const values: number[] = [];
  const scales: number[] = [];
  for (let at = 0; at < packed.length; at += size) {
    const scale = view.getFloat16(at, true);
    scales.push(scale);
    for (let i = 0; i < 32; i++) {
      const nibble = i < 16 ? packed[at + 4 + i] & 15 : packed[at + 4 + i - 16] >> 4;
      const value = type === 'q4' ? scale * nibble + view.getFloat16(at + 2, true) : scale * view.getInt8(at + 4 + i);
      values.push(value);
    }
  }
  return { values, scales };
}

test('every block type has a golden', () => {
  expect(Object.keys(goldens).sort()).toEqual([...types].sort());
});

describe.each(types)('%s', (type) => {
  test("dequantises to the bits of llama.cpp's gguf package", () => {
    const values = storedToFloat32(type, storedOf(type));
    expect(createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex')).toBe(goldens[type].sha256);
  });
});

const keptType = (type: BlockType) => KEPT_AS[type] as 'q8' | 'q4';

// Scales of these types are f16 or powers of two, and their minimum is f16 or absent.
test.each(['q4_1', 'q5_0', 'q8_0', 'iq4_nl'] as const)('%s is kept with exact values', (type) => {
  const stored = storedOf(type);
  const { values } = kept(keptType(type), packBlocks(type, stored));
  expect(Float32Array.from(values)).toEqual(storedToFloat32(type, stored));
});

// Rounding scale and minimum to f16 moves each by 2^-11 of itself, or by 2^-25 where it is subnormal.
test('mxfp4 is kept unchanged, or exactly in q8', () => {
  const stored = storedOf('mxfp4');
  expect(packBlocks('mxfp4', stored)).toBe(stored);
  // Scales that are exact in f16.
  const usual = stored.map((byte, i) => (i % 17 === 0 ? 115 + (byte % 16) : byte));
  const { values } = kept('q8', packBlocks('mxfp4', usual, 'q8'));
  expect(values.map((value) => value + 0)).toEqual([...storedToFloat32('mxfp4', usual)].map((value) => value + 0));
});

test.each(['q4_0', 'q4_k', 'iq4_xs'] as const)('%s keeps its integers, with f16 scales', (type) => {
  const stored = storedOf(type);
  const wanted = storedToFloat32(type, stored);
  const { values, scales } = kept(keptType(type), packBlocks(type, stored));
  expect(values).toHaveLength(wanted.length);
  wanted.forEach((value, i) => {
    const block = wanted.subarray(32 * Math.floor(i / 32), 32 * Math.floor(i / 32) + 32);
    const largest = block.reduce(
      (most, one) => Math.max(most, Math.abs(one)),
      Math.abs(scales[Math.floor(i / 32)]) * 127,
    );
    expect(Math.abs(values[i] - value)).toBeLessThanOrEqual(largest * 2 ** -10 + 127 * 2 ** -25);
  });
});

test.each(['q5_1', 'q2_k', 'q3_k', 'q5_k', 'q6_k'] as const)('%s is kept to within half a step of int8', (type) => {
  const stored = storedOf(type);
  const wanted = storedToFloat32(type, stored);
  const { values, scales } = kept(keptType(type), packBlocks(type, stored));
  expect(values).toHaveLength(wanted.length);
  wanted.forEach((value, i) => {
    expect(Math.abs(values[i] - value)).toBeLessThanOrEqual(scales[Math.floor(i / 32)] * 0.57 + 127 * 2 ** -25);
  });
});
