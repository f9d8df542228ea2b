import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceBuffer } from '../../src/compute/buffer.ts';
import { type CacheType, cachedHeadBytes } from '../../src/compute/ops/layer-cache.ts';
import { rope } from '../../src/compute/ops/rope.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { ropeTable } from '../../src/model/rope-table.ts';
import { randomFloats, shuffled } from '../reference/random.ts';
import { rmsnorm } from '../reference/rmsnorm.ts';
import { type Heads, rope as reference } from '../reference/rope.ts';
import { isLong } from '../tier.ts';
import { expectClose } from './closeness.ts';
import { compiled } from './driver.ts';
import { sameBits, TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

const POSITIONS = [0, 1, 2, 3, 500, 7, 4095];
const THETA = 1e4;
const EPSILON = 1e-2;
const CACHE_ROWS = 32;

function tableFor({ E, rotated = E }: Heads): Float32Array {
  const config: ModelConfig = {
    model_type: 'llama',
    hidden_size: 64,
    num_hidden_layers: 1,
    num_attention_heads: 1,
    num_key_value_heads: 1,
    head_dim: E,
    intermediate_size: 64,
    vocab_size: 64,
    rms_norm_eps: 1e-5,
    rope_theta: THETA,
    rope_scaling: null,
    tie_word_embeddings: false,
    attention_bias: false,
    qk_norm: false,
    max_position_embeddings: 4096,
    partial_rotary_factor: rotated / E,
  };
  return ropeTable(config, 4096);
}

/**
 * Asserts that each number is an f16 next to the exact one, or 0 for one below 2^-14. Drivers round to nearest, except
 * SwiftShader, which truncates.
 */
function expectHalves(actual: Float32Array, exact: Float32Array): void {
  expect(actual).toEqual(actual.map(Math.f16round));
  expectClose(actual, exact, 2 ** -10, 2 ** -4);
}

/** Returns head `index` of an int8 cache. */
function int8Head(cache: Float32Array | Float16Array, index: number, E: number): { integers: number[]; scale: number } {
  const integers = [...new Int8Array(cache.buffer, index * E, E)];
  return { integers, scale: new Float32Array(cache.buffer, (cache.byteLength / (E + 4)) * E)[index] };
}

const FORMS: Heads[] = [
  { H: 4, K: 2, E: 64 },
  { H: 2, K: 1, E: 32, rotated: 24 },
  { H: 1, K: 1, E: 16 },
  { H: 3, K: 1, E: 32 },
  { H: 2, K: 2, E: 128 },
];

describe.each(compiled(FORMS, 2))('rope of %j', (heads) => {
  const { H, K, E } = heads;
  const T = POSITIONS.length;
  const width = (H + 2 * K) * E;
  const qkv = randomFloats(1, T * width);
  const cacheRows = shuffled(2, CACHE_ROWS).slice(0, T);

  const weights = { q: randomFloats(3, E), k: randomFloats(4, E) };

  /** Returns qkv with each head of q and k normed. */
  function normed(): Float32Array {
    const result = qkv.slice();
    for (let t = 0; t < T; t++) {
      for (let head = 0; head < H + K; head++) {
        const start = t * width + head * E;
        const weight = head < H ? weights.q : weights.k;
        result.set(rmsnorm(qkv.slice(start, start + E), weight, EPSILON), start);
      }
    }
    return result;
  }

  async function turned(how: { inverse?: boolean; cached?: boolean; normed?: boolean; cacheType?: CacheType }) {
    const buffers = {
      rows: await test.input(Uint32Array.from(POSITIONS.flatMap((position, t) => [position, cacheRows[t], 9, 9]))),
      table: await test.input(tableFor(heads)),
      qkv: await test.input(qkv),
    };
    const { inverse, cacheType = 'f32' } = how;
    const words = (CACHE_ROWS * K * cachedHeadBytes(cacheType, E)) / 4;
    const place = async () => ({ k: await test.output(words), v: await test.output(words), tokens: CACHE_ROWS });
    const cache = how.cached ? await place() : undefined;
    const norm = how.normed
      ? { q: await test.input(weights.q), k: await test.input(weights.k), epsilon: EPSILON }
      : undefined;
    test.run((recorder) => rope(recorder, { ...buffers, heads, T, norm, inverse, cache, cacheType }));
    const cached = async (buffer: DeviceBuffer) => {
      return cacheType === 'f16' ? new Float16Array((await test.words(buffer)).buffer) : test.floats(buffer);
    };
    return {
      qkv: await test.floats(buffers.qkv),
      k: cache && (await cached(cache.k)),
      v: cache && (await cached(cache.v)),
    };
  }

  it.each([1, -1] as const)(
    'rotates q and k in direction %i as float64 does, and leaves values unchanged',
    async (direction) => {
      const result = await test.repeatable(async () => (await turned({ inverse: direction < 0 })).qkv);
      expectClose(result, reference(qkv, POSITIONS, heads, THETA, direction), 1e-6);
      for (let t = 0; t < T; t++) {
        const values = [t * width + (H + K) * E, (t + 1) * width];
        expect(sameBits(result.slice(...values), qkv.slice(...values))).toBe(true);
      }
    },
  );

  it('norms each head before the rotation', async () => {
    const result = await test.repeatable(async () => (await turned({ normed: true })).qkv);
    expectClose(result, reference(normed(), POSITIONS, heads, THETA), 1e-5);
    const { qkv: cached } = await turned({ normed: true, cached: true });
    expect(sameBits(cached, result)).toBe(true);
    test.release();
  });

  it.each([false, true])(
    'writes rotated keys and plain values to their cache rows alone, normed: %s',
    async (norms) => {
      const { k, v, qkv: after } = await turned({ cached: true, normed: norms });
      expectClose(after, reference(norms ? normed() : qkv, POSITIONS, heads, THETA), norms ? 1e-5 : 1e-6);
      for (let row = 0; row < CACHE_ROWS; row++) {
        const t = cacheRows.indexOf(row);
        for (let i = 0; i < K * E; i++) {
          const key = t * width + H * E + i;
          expect(k?.[row * K * E + i]).toBe(t < 0 ? Number.NaN : after[key]);
          expect(v?.[row * K * E + i]).toBe(t < 0 ? Number.NaN : qkv[key + K * E]);
        }
      }
      test.release();
    },
  );

  it.each([false, true])(
    'rounds rotated keys and values to f16, in training as in the cache, normed: %s',
    async (norms) => {
      const { qkv: exact } = await turned({ normed: norms });
      const { qkv: trained } = await turned({ normed: norms, cacheType: 'f16' });
      const { qkv: after, k, v } = await turned({ normed: norms, cacheType: 'f16', cached: true });
      const part = (row: Float32Array, t: number, from: number, to: number) =>
        row.slice(t * width + from * E, t * width + to * E);
      for (let t = 0; t < T; t++) {
        expectHalves(part(trained, t, H, H + 2 * K), part(exact, t, H, H + 2 * K));
        // The norm sums in another order.
        expectClose(part(trained, t, 0, H), part(exact, t, 0, H), norms ? 1e-6 : 0);
        expect(sameBits(part(after, t, 0, H + K), part(trained, t, 0, H + K))).toBe(true);
        const row = cacheRows[t] * K * E;
        expect([...(k ?? []).slice(row, row + K * E)]).toEqual([...part(trained, t, H, H + K)]);
        expect([...(v ?? []).slice(row, row + K * E)]).toEqual([...part(trained, t, H + K, H + 2 * K)]);
      }
      const written = (cached: ArrayLike<number> = []) => Array.from(cached).filter((x) => !Number.isNaN(x)).length;
      expect([written(k), written(v)]).toEqual([T * K * E, T * K * E]);
      test.release();
    },
  );

  it.each(isLong ? [false, true] : [true])(
    'rounds rotated keys and values to int8 with a scale per head, in training as the cache reads, normed: %s',
    async (norms) => {
      const { qkv: exact } = await turned({ normed: norms });
      const { qkv: trained } = await turned({ normed: norms, cacheType: 'int8' });
      const { qkv: after, k, v } = await turned({ normed: norms, cacheType: 'int8', cached: true });
      for (let t = 0; t < T; t++) {
        const queries: [number, number] = [t * width, t * width + H * E];
        expect(sameBits(trained.slice(...queries), exact.slice(...queries))).toBe(true);
        expect(sameBits(after.slice(...queries), exact.slice(...queries))).toBe(true);
        for (let head = 0; head < 2 * K; head++) {
          const from = t * width + (H + head) * E;
          const { integers, scale } = int8Head(head < K ? k! : v!, cacheRows[t] * K + (head % K), E);
          const x = exact.subarray(from, from + E);
          const least = x.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127;
          expect(scale / least).toBeGreaterThan(1 - 1e-6);
          expect(scale / least).toBeLessThan(9 / 8);
          for (const [e, integer] of integers.entries()) expect(Math.abs(x[e] / scale - integer)).toBeLessThan(0.50001);
          const read = Float32Array.from(integers, (integer) => scale * integer);
          expect(trained.slice(from, from + E)).toEqual(read);
          expect(read).toEqual(read.map(Math.f16round));
        }
      }
      for (const cache of [k!, v!]) {
        const words = new Uint32Array(cache.buffer);
        expect(words.filter((word) => word === 0xffffffff)).toHaveLength((CACHE_ROWS - T) * K * (E / 4 + 1));
      }
      test.release();
    },
  );
});

it('rope clamps cached values to the range of f16, and keeps non-finite values non-finite', async () => {
  const heads = { H: 1, K: 1, E: 8 };
  const odd = [1e6, -1e6, 65_519, 1e-9, 3e-6, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const qkv = await test.input(Float32Array.from([...odd, ...odd, ...odd]));
  const cache = { k: await test.output(4), v: await test.output(4), tokens: 1 };
  const rows = await test.input(Uint32Array.of(0, 0, 0, 0));
  const table = await test.input(tableFor({ H: 1, K: 1, E: 8 }));
  test.run((recorder) => rope(recorder, { rows, table, qkv, heads, T: 1, cache, cacheType: 'f16' }));
  const values = new Float16Array((await test.words(cache.v)).buffer);
  expect([...values.slice(0, 3)]).toEqual([65_504, -65_504, 65_504]);
  expectClose(values.slice(3, 5), [1e-9, 3e-6], 1, 2 ** -14);
  expect([...values].slice(5).some(Number.isFinite)).toBe(false);
  test.run((recorder) => rope(recorder, { rows, table, qkv, heads, T: 1, cacheType: 'f16' }));
  expect([...(await test.floats(qkv)).slice(16)]).toEqual([...values]);
  test.release();
});

const NONE = new Array(8).fill(Number.NaN);

it.each([
  { x: [1e6, -1e6, 65_000, 300, 0, 0, 0, -200], read: [65_024, -65_024, 65_024, 512, 0, 0, 0, 0] },
  { x: [3e-5, -1e-8, 5e-6, 1e-38, 0, 0, 0, 0], read: [63 * 2 ** -21, 0, 10 * 2 ** -21, 0, 0, 0, 0, 0] },
  { x: new Array(8).fill(0), read: new Array(8).fill(0) },
  { x: [1, Number.NaN, 0, 0, 0, 0, 0, 0], read: NONE },
  { x: [1, 2, 3, 4, Number.NEGATIVE_INFINITY, 0, 0, 0], read: NONE },
])('rope quantises $x to int8, which reads as $read', async ({ x, read }) => {
  const heads = { H: 1, K: 1, E: 8 };
  const qkv = await test.input(Float32Array.from([...new Array(16).fill(1), ...x]));
  const a = {
    rows: await test.input(Uint32Array.of(0, 0, 0, 0)),
    table: await test.input(tableFor(heads)),
    qkv,
    heads,
  };
  const cache = { k: await test.output(3), v: await test.output(3), tokens: 1 };
  test.run((recorder) => rope(recorder, { ...a, T: 1, cache, cacheType: 'int8' }));
  const { integers, scale } = int8Head(await test.floats(cache.v), 0, 8);
  test.run((recorder) => rope(recorder, { ...a, T: 1, cacheType: 'int8' }));
  const trained = [...(await test.floats(qkv)).slice(16)];
  if (read === NONE) {
    expect([scale, ...trained]).toEqual([Number.NaN, ...NONE]);
  } else {
    // + 0 makes -0 equal 0.
    expect(trained.map((number) => number + 0)).toEqual(read);
    expect(integers.map((integer) => integer * scale)).toEqual(read);
  }
  test.release();
});
