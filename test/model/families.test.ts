import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RANDOM_MODELS, randomConfig } from '../../scripts/oracle/random-models.ts';
import { rootFolder } from '../../scripts/root-folder.mjs';
import { FAMILIES, familyOfGguf } from '../../src/model/families/all-families.ts';
import { FAMILIES as GGUF_FAMILIES } from '../oracle/gguf-families.ts';

const types = FAMILIES.map(({ model_type }) => model_type);

describe('each model family', () => {
  it('has a unique name', () => {
    expect(new Set(types).size).toBe(types.length);
  });

  it('has a random model that is compared with PyTorch', () => {
    const compared = new Set(RANDOM_MODELS.map((kind) => randomConfig(kind).model_type));
    expect(types.filter((type) => !compared.has(type))).toEqual([]);
  });

  it('has a GGUF file that is compared with llama.cpp', () => {
    const compared = Object.values(GGUF_FAMILIES).map(({ model_type = 'llama' }) => model_type);
    expect(types.filter((type) => !compared.includes(type))).toEqual([]);
  });

  it('is listed in docs/models.md', () => {
    const told = readFileSync(join(rootFolder, 'docs/models.md'), 'utf8');
    const rows = FAMILIES.map(({ model_type, gguf }) => [`\`${model_type}\``, `\`${gguf.architecture}\` |`]);
    const isTold = (names: string[]) => told.split('\n').some((row) => names.every((name) => row.includes(name)));
    expect(rows.filter((names) => !isTold(names))).toEqual([]);
  });
});

it('families that share a GGUF architecture are told apart by a key', () => {
  expect(familyOfGguf('llama')?.model_type).toBe('llama');
  expect(familyOfGguf('olmo2')?.model_type).toBe('olmo2');
  expect(familyOfGguf('olmo2', (key) => key === 'attention.sliding_window')?.model_type).toBe('olmo3');
  expect(familyOfGguf('gemma')).toBeUndefined();
});
