import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blockElements, CheckpointError } from '../../src/model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { storedToFloat32 } from '../../src/model/checkpoint/stored-float32.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { packBlocks } from '../../src/model/weight-blocks.ts';
import { temporaryFolder } from '../model/temporary-folder.ts';
import { isLong } from '../tier.ts';

const goldens = join(import.meta.dirname, '../model/goldens');
const quantized = join(goldens, 'quantized');

/** Returns a generator of integers by Marsaglia's xorshift32. */
function randomInts(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Returns a copy with a few bytes or digits changed, mostly in the header, or with the end cut off. */
function mutated(original: Buffer, headerEnd: number, int: (below: number) => number): Buffer {
  const bytes = Buffer.from(original);
  if (int(20) === 0) return bytes.subarray(0, int(bytes.length));
  for (let change = 0; change <= int(4); change++) {
    const at = int(int(10) === 0 ? bytes.length : headerEnd);
    const isDigit = bytes[at] >= 0x30 && bytes[at] <= 0x39;
    bytes[at] = isDigit ? 0x30 + int(10) : [0, 0xff, 0x7f, bytes[at] ^ (1 << int(8)), int(256)][int(5)];
  }
  return bytes;
}

/** Opens the model as a server does, and reads all its tensors. */
function readAll(path: string): void {
  const checkpoint = openCheckpoint(path);
  try {
    for (const { type, rows, cols, readRows } of checkpoint.tensors.values()) {
      const stored = readRows(0, rows);
      expect(storedToFloat32(type, stored)).toHaveLength(rows * cols);
      if (cols % Math.max(32, blockElements(type)) === 0) packBlocks(type, stored);
    }
  } finally {
    checkpoint.close();
  }
}

/** Opens broken copies and counts the outcomes. Throws if an error is not a CheckpointError that names the folder. */
function outcomes(folder: string, file: string, headerEnd: number, count: number, open: () => void) {
  const path = join(folder, file);
  const original = readFileSync(path);
  const int = randomInts(original.length);
  let [opened, refused] = [0, 0];
  for (let i = 0; i < count; i++) {
    const bytes = mutated(original, headerEnd, int);
    writeFileSync(path, bytes);
    try {
      open();
      opened += 1;
    } catch (error) {
      if (!(error instanceof CheckpointError) || !error.message.includes(folder)) throw error;
      refused += 1;
    }
  }
  return { opened, refused };
}

/** Number of copies per file; about a million in total in the long tier. */
const each = isLong ? 55_000 : 150;

describe('a broken file is read, or refused with an error that names it', () => {
  test.each(readdirSync(quantized))('%s', (kind) => {
    const folder = join(temporaryFolder(), kind);
    cpSync(join(quantized, kind), folder, { recursive: true });
    const headerEnd = 8 + Number(readFileSync(join(folder, 'model.safetensors')).readBigUInt64LE(0));
    const found = outcomes(folder, 'model.safetensors', headerEnd, each, () => readAll(folder));
    expect(found.opened).toBeGreaterThan(0);
    expect(found.refused).toBeGreaterThan(each / 4);
    const length = readFileSync(join(quantized, kind, 'config.json')).length;
    cpSync(join(quantized, kind), folder, { recursive: true });
    const configs = outcomes(folder, 'config.json', length, each / 2, () => readAll(folder));
    expect(configs.refused).toBeGreaterThan(each / 8);
  });

  test('GGUF', () => {
    const folder = temporaryFolder();
    cpSync(join(goldens, 'tiny.gguf'), join(folder, 'tiny.gguf'));
    const headerEnd = readFileSync(join(folder, 'tiny.gguf')).indexOf('rope_freqs.weight') + 64;
    const found = outcomes(folder, 'tiny.gguf', headerEnd, 2 * each, () => {
      readAll(join(folder, 'tiny.gguf'));
      openModelText(join(folder, 'tiny.gguf'));
    });
    expect(found.opened).toBeGreaterThan(0);
    expect(found.refused).toBeGreaterThan(each / 4);
  });

  test('parts of a GGUF model', () => {
    const folder = join(temporaryFolder(), 'split');
    cpSync(join(goldens, 'split'), folder, { recursive: true });
    for (const part of readdirSync(folder)) {
      const found = outcomes(folder, part, 900, each / 2, () => readAll(join(folder, 'tiny-00001-of-00004.gguf')));
      expect(found.refused).toBeGreaterThan(each / 16);
      cpSync(join(goldens, 'split'), folder, { recursive: true });
    }
  });
});
