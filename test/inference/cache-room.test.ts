import { describe, expect, it } from 'vitest';
import type { CacheType } from '../../src/compute/ops/layer-cache.ts';
import { cacheBytes, cacheTokens } from '../../src/inference/engine/kv-cache.ts';
import { cacheTypeOf, smallerCacheTypes } from '../../src/model/cache-type.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import type { DeviceMemory } from '../../src/worker/process/device-memory.ts';
import { cacheRoom, trainingRoom } from '../../src/worker/process/memory-budget.ts';

const GiB = 2 ** 30;
const gpu = { info: { fallback: false }, maxBindingBytes: 2 ** 32 - 4 };
const cpu = { info: { fallback: true }, maxBindingBytes: 2 ** 31 };
/** Qwen3-0.6B and 8B in 16 bits: 229,376 and 294,912 bytes of keys and values a token, which are f32. */
const small = shape(28, 1_192_000_000);
const large = shape(36, 16_381_000_000);

function shape(layers: number, weightBytes: number, longest = 40_960) {
  const config = { num_hidden_layers: layers, num_key_value_heads: 8, head_dim: 128, max_position_embeddings: longest };
  return { config: config as ModelConfig, cacheType: 'f32' as CacheType, weightBytes };
}

function tokensOn(device: typeof gpu, model: typeof small, memory: DeviceMemory, job: number | null) {
  const tokens = cacheTokens(device, model, 64, cacheRoom(memory, model.weightBytes, { operator: job, longRows: 0 }));
  expect(tokens % 16).toBe(0);
  return tokens;
}

describe('the KV cache of a GPU', () => {
  it.each([
    [8, small, 14_240],
    [24, small, 47_952],
    [80, small, 165_920],
    [141, small, 294_416],
    [24, large, 11_536],
    [80, large, 103_296],
    [141, large, 203_232],
  ])('with %d GiB gets half of the memory that the weights leave', (gib, model, tokens) => {
    expect(tokensOn(gpu, model, { bytes: gib * GiB, source: 'driver' }, null)).toBe(tokens);
  });

  it('whose driver reports no memory gets half of what the weights leave of 8 GiB', () => {
    expect(tokensOn(gpu, small, { bytes: 8 * GiB, source: 'assumed' }, null)).toBe(14_240);
  });

  it('holds twice as many tokens in f16', () => {
    const memory: DeviceMemory = { bytes: 80 * GiB, source: 'driver' };
    expect(tokensOn(gpu, { ...large, cacheType: 'f16' }, memory, null)).toBe(206_592);
    expect(cacheBytes({ ...large, cacheType: 'f16' }, 16)).toBe(cacheBytes(large, 8));
  });

  it('holds nearly four times as many tokens in int8, with a scale for each head of a token', () => {
    const memory: DeviceMemory = { bytes: 80 * GiB, source: 'driver' };
    expect(tokensOn(gpu, { ...large, cacheType: 'int8' }, memory, null)).toBe(400_672);
    expect(cacheBytes({ ...large, cacheType: 'int8' }, 1)).toBe(2 * 36 * 8 * (128 + 4));
  });

  it('gets the memory that the training limit of the operator leaves', () => {
    const memory: DeviceMemory = { bytes: 24 * GiB, source: 'driver' };
    const room = cacheRoom(memory, 4 * GiB, { operator: GiB, longRows: 0 });
    expect(room).toBe(Math.floor(0.9 * 24 * GiB - 4 * GiB - 4 * GiB));
    expect(cacheRoom(memory, 4 * GiB, { operator: 3 * GiB, longRows: 0 })).toBeLessThan(room);
  });

  it('leaves training more than 2 GiB, all together within 90% of the memory', () => {
    for (const gib of [8, 24, 80, 141]) {
      const memory: DeviceMemory = { bytes: gib * GiB, source: 'driver' };
      const cached = cacheBytes(small, tokensOn(gpu, small, memory, null));
      const training = trainingRoom(memory, small.weightBytes + cached, { operator: null, longRows: 0 }).roomBytes;
      expect(training).toBeGreaterThan(2 * GiB);
      expect(small.weightBytes + cached + training).toBeLessThanOrEqual(0.9 * gib * GiB);
    }
  });

  it('is limited to 64 of the longest sequences, and to one binding', () => {
    const memory: DeviceMemory = { bytes: 141 * GiB, source: 'driver' };
    expect(tokensOn(gpu, shape(2, 0, 100), memory, null)).toBe(64 * 112);
    expect(tokensOn({ ...gpu, maxBindingBytes: 2 ** 27 }, small, memory, null)).toBe(2 ** 27 / 4096);
  });

  it('has a minimum size on a GPU that the weights fill', () => {
    expect(tokensOn(gpu, large, { bytes: 16 * GiB, source: 'driver' }, null)).toBe(896);
    expect(tokensOn(gpu, large, { bytes: 24 * GiB, source: 'driver' }, 8 * GiB)).toBe(896);
  });
});

it('the cache type follows the setting; by default it is f16 for f16 models with heads of a multiple of 8', () => {
  const of = (head_dim: number, precision: 'f32' | 'f16' | 'int8') => ({ config: { head_dim }, precision });
  expect(cacheTypeOf(of(64, 'f32'))).toBe('f32');
  expect(cacheTypeOf(of(64, 'int8'), 'auto')).toBe('f32');
  expect(cacheTypeOf(of(64, 'f16'), 'auto')).toBe('f16');
  expect(cacheTypeOf(of(100, 'f16'), 'auto')).toBe('f32');
  expect(cacheTypeOf(of(64, 'f16'), 'f32')).toBe('f32');
  expect(cacheTypeOf(of(64, 'int8'), 'f16')).toBe('f16');
  expect(cacheTypeOf(of(64, 'f16'), 'int8')).toBe('int8');
  expect(() => cacheTypeOf(of(100, 'f16'), 'f16')).toThrow(/KV_CACHE=f16 .* multiple of 8; .* is 100\. Use auto/);
  expect(() => cacheTypeOf(of(100, 'f32'), 'int8')).toThrow(/KV_CACHE=int8 .* multiple of 8; .* is 100\. Use au/);
});

it('smaller cache types are listed nearest first, and none if heads are no multiple of 8', () => {
  expect(smallerCacheTypes({ head_dim: 64 }, 'f32')).toEqual(['f16', 'int8']);
  expect(smallerCacheTypes({ head_dim: 64 }, 'f16')).toEqual(['int8']);
  expect(smallerCacheTypes({ head_dim: 64 }, 'int8')).toEqual([]);
  expect(smallerCacheTypes({ head_dim: 100 }, 'f32')).toEqual([]);
});

describe('the KV cache in memory shared with other programs', () => {
  it('gets an eighth of what the weights leave of three quarters of the memory', () => {
    const room = cacheRoom({ bytes: 16 * GiB, source: 'machine' }, 2 * GiB, { operator: null, longRows: 0 });
    expect(room).toBe((0.75 * 16 - 2) * (GiB / 8));
    expect(cacheRoom({ bytes: 16 * GiB, source: 'machine' }, 2 * GiB, { operator: 2 * GiB, longRows: 0 })).toBe(room);
  });

  it('is 512 MiB on a CPU, or one longest sequence if that is more', () => {
    const memory: DeviceMemory = { bytes: 1024 * GiB, source: 'machine' };
    expect(tokensOn(cpu, shape(28, 0, 1024), memory, null)).toBe(2_336);
    expect(tokensOn(cpu, small, memory, null)).toBe(40_960);
  });

  it('is smaller in a container of 4 GiB', () => {
    expect(tokensOn(cpu, small, { bytes: 4 * GiB, source: 'machine' }, null)).toBe(1_168);
  });
});
