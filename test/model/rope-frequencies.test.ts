import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseModelConfig } from '../../src/model/checkpoint/hf-config.ts';
import { ropeFrequencies, ropeKind, ropeTable } from '../../src/model/rope-table.ts';

/** Written by transformers: scripts/oracle/rope-frequencies.py. */
const goldens: {
  name: string;
  scaling: Record<string, unknown>;
  positions: number;
  frequencies: number[];
  factor: number;
}[] = JSON.parse(readFileSync(join(import.meta.dirname, 'goldens/rope-frequencies.json'), 'utf8'));

const E = 32;
const parse = (fields: Record<string, unknown>) =>
  parseModelConfig('m/config.json', {
    model_type: 'llama',
    hidden_size: 4 * E,
    num_hidden_layers: 8,
    num_attention_heads: 4,
    intermediate_size: 64,
    vocab_size: 32,
    max_position_embeddings: 131072,
    rope_theta: 500000,
    ...fields,
  });

test.each(goldens)('$name has the frequencies and the factor of transformers', ({ scaling, positions, ...wanted }) => {
  const isPartial = 'partial_rotary_factor' in scaling;
  const found = ropeFrequencies(parse({ model_type: isPartial ? 'phi3' : 'llama', rope_scaling: scaling }), positions);
  expect(found.factor).toBeCloseTo(wanted.factor, 12);
  expect(found.frequencies).toHaveLength(wanted.frequencies.length);
  // Theirs are computed in float32.
  found.frequencies.forEach((frequency, i) => {
    expect(Math.abs(frequency / wanted.frequencies[i] - 1)).toBeLessThan(2e-6);
  });
});

describe('the longest sequence', () => {
  const longest = (fields: Record<string, unknown>) => parse(fields).max_position_embeddings;
  const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 32768 };

  test('with YaRN is the extended length, or that of the config if larger', () => {
    expect(longest({ max_position_embeddings: 40960, rope_scaling: yarn })).toBe(131072);
    expect(longest({ max_position_embeddings: 200000, rope_scaling: yarn })).toBe(200000);
  });

  test('with dynamic scaling is the length without scaling', () => {
    const fields = { max_position_embeddings: 4096, rope_scaling: { type: 'dynamic', factor: 4 } };
    expect([longest(fields), parse(fields).rope_scaling]).toEqual([4096, null]);
  });

  test('may exceed a sliding window', () => {
    expect(longest({ model_type: 'mistral', num_key_value_heads: 2, sliding_window: 4096 })).toBe(131072);
  });
});

test('a RoPE table has the score factor in cos and sin; a layer without RoPE rotates nothing', () => {
  const config = parse({ model_type: 'granite', attention_multiplier: 0.02 });
  const factor = Math.fround(Math.sqrt(0.02 * Math.sqrt(E)));
  expect([...ropeTable(config, 1).subarray(0, 4)]).toEqual([factor, 0, factor, 0]);
  const smollm3 = parse({ model_type: 'smollm3' });
  const kinds = (of: typeof config) => Array.from({ length: 8 }, (_, layer) => ropeKind(of, layer));
  expect(kinds(smollm3)).toEqual([0, 1].flatMap(() => ['global', 'global', 'global', 'none']));
  expect([...ropeTable(smollm3, 2, 'none').subarray(E, E + 4)]).toEqual([1, 0, 1, 0]);
  expect(new Set(kinds(config))).toEqual(new Set(['global']));
});

test("RoPE of Gemma 3's layers with a window has another base and no scaling, and the score factor", () => {
  const fields = { sliding_window: 512, query_pre_attn_scalar: 64, head_dim: E, num_hidden_layers: 8 };
  const rope = { rope_theta: undefined, rope_scaling: { rope_type: 'linear', factor: 8 } };
  const gemma = parse({ ...fields, model_type: 'gemma3_text', ...rope });
  expect(Array.from({ length: 8 }, (_, layer) => ropeKind(gemma, layer))).toEqual(
    [1, 1, 1, 1, 1, 0, 1, 1].map((local) => (local ? 'local' : 'global')),
  );
  const factor = Math.sqrt(Math.sqrt(E / 64));
  // The last frequency at position 1.
  const [i, last] = [E / 2 - 1, (2 - E) / E];
  const sine = (kind: 'local' | 'global') => ropeTable(gemma, 2, kind)[E + 2 * i + 1];
  expect(sine('local')).toBeCloseTo(factor * Math.sin(10_000 ** last), 9);
  expect(sine('global')).toBeCloseTo(factor * Math.sin(1_000_000 ** last / 8), 9);
});

test('partial RoPE leaves the other elements of a head as they are, without LongRoPE\u2019s factor', () => {
  const factors = Array.from({ length: 4 }, () => 2);
  const scaling = { type: 'longrope', short_factor: factors, long_factor: factors, attention_factor: 1.5 };
  const phi = parse({ model_type: 'phi3', partial_rotary_factor: 0.25, rope_scaling: scaling });
  const table = ropeTable(phi, 2);
  expect(table).toHaveLength(2 * E);
  expect([...table.subarray(E, E + 2)]).toEqual([1.5 * Math.cos(0.5), 1.5 * Math.sin(0.5)].map(Math.fround));
  expect([...table.subarray(E + 8)]).toEqual(Array.from({ length: 12 }, () => [1, 0]).flat());
});

test('LongRoPE has the factors of the served context at all positions', () => {
  const factors = (value: number) => Array.from({ length: E / 2 }, () => value);
  const scaling = { type: 'longrope', short_factor: factors(2), long_factor: factors(8), attention_factor: 1 };
  const phi = parse({ model_type: 'phi3', original_max_position_embeddings: 64, rope_scaling: scaling });
  const sines = (context: number) => [1, 63].map((position) => ropeTable(phi, context)[position * E + 1]);
  expect(sines(64)).toEqual([Math.sin(1 / 2), Math.sin(63 / 2)].map(Math.fround));
  expect(sines(65)).toEqual([Math.sin(1 / 8), Math.sin(63 / 8)].map(Math.fround));
});

test.each([
  [{ rope_scaling: { rope_type: 'yarn', factor: 0 } }, /factor: must be a number above 0/],
  [{ rope_scaling: { rope_type: 'longrope', short_factor: [1] } }, /short_factor: must be 16 numbers above 0/],
  [{ partial_rotary_factor: 0.5 }, /partial_rotary_factor: 0.5 is not supported for this model_type; only 1 is/],
  [{ model_type: 'phi3', partial_rotary_factor: 0.3 }, /0.3 of 32 elements is 9; it must be a multiple of 4 up to 32/],
  [{ rope_scaling: { rope_type: 'mrope' } }, /"mrope" is not supported; allowed: default, linear, dynamic, yarn/],
  [{ model_type: 'smollm3', no_rope_layers: [1, 0] }, /no_rope_layers: must be 8 numbers, each 0 or 1/],
  [{ model_type: 'granite', residual_multiplier: -1 }, /residual_multiplier: must be a number above 0/],
])('%j is refused by its field', (fields, message) => {
  expect(() => parse(fields)).toThrow(message);
});
