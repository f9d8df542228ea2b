import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RANDOM_MODELS, randomConfig } from '../../scripts/oracle/random-models.ts';
import { rootFolder } from '../../scripts/root-folder.mjs';
import { FAMILIES, familyOfGguf } from '../../src/model/families/all-families.ts';
import { FAMILIES as GGUF_FAMILIES } from '../oracle/gguf-families.ts';

const types = FAMILIES.map(({ model_type }) => model_type);

describe('each family that is described', () => {
  it('has a name of its own', () => {
    expect(new Set(types).size).toBe(types.length);
  });

  it('is compared with PyTorch, by a random model', () => {
    const compared = new Set(RANDOM_MODELS.map((kind) => randomConfig(kind).model_type));
    expect(types.filter((type) => !compared.has(type))).toEqual([]);
  });

  it('is compared with llama.cpp, by a GGUF file', () => {
    const compared = Object.values(GGUF_FAMILIES).map(({ model_type = 'llama' }) => model_type);
    expect(types.filter((type) => !compared.includes(type))).toEqual([]);
  });

  it('stands in docs/models.md', () => {
    const told = readFileSync(join(rootFolder, 'docs/models.md'), 'utf8');
    const rows = FAMILIES.map(({ model_type, gguf }) => [`\`${model_type}\``, `\`${gguf.architecture}\` |`]);
    const isTold = (names: string[]) => told.split('\n').some((row) => names.every((name) => row.includes(name)));
    expect(rows.filter((names) => !isTold(names))).toEqual([]);
  });
});

it('a GGUF file of an architecture that several families have is of the one that a key tells', () => {
  expect(familyOfGguf('llama')?.model_type).toBe('llama');
  expect(familyOfGguf('olmo2')?.model_type).toBe('olmo2');
  expect(familyOfGguf('olmo2', (key) => key === 'attention.sliding_window')?.model_type).toBe('olmo3');
  expect(familyOfGguf('gemma')).toBeUndefined();
});
