import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rope } from '../../src/compute/ops/rope.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { ropeTable } from '../../src/model/rope-table.ts';
import { randomFloats, shuffled } from '../reference/random.ts';
import { rmsnorm } from '../reference/rmsnorm.ts';
import { type Heads, rope as reference } from '../reference/rope.ts';
import { expectClose } from './closeness.ts';
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

function tableFor(E: number): Float32Array {
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
  };
  return ropeTable(config, 4096);
}

describe.each<Heads>([
  { H: 1, K: 1, E: 16 },
  { H: 3, K: 1, E: 32 },
  { H: 4, K: 2, E: 64 },
  { H: 2, K: 2, E: 128 },
])('rope of %j', (heads) => {
  const { H, K, E } = heads;
  const T = POSITIONS.length;
  const width = (H + 2 * K) * E;
  const qkv = randomFloats(1, T * width);
  const cacheRows = shuffled(2, CACHE_ROWS).slice(0, T);

  const weights = { q: randomFloats(3, E), k: randomFloats(4, E) };

  /** q and k, each head normed. */
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

  async function turned(how: { inverse?: boolean; cached?: boolean; normed?: boolean }) {
    const buffers = {
      rows: await test.input(Uint32Array.from(POSITIONS.flatMap((position, t) => [position, cacheRows[t], 9, 9]))),
      table: await test.input(tableFor(E)),
      qkv: await test.input(qkv),
    };
    const cache = how.cached
      ? { k: await test.output(CACHE_ROWS * K * E), v: await test.output(CACHE_ROWS * K * E) }
      : undefined;
    const norm = how.normed
      ? { q: await test.input(weights.q), k: await test.input(weights.k), epsilon: EPSILON }
      : undefined;
    test.run((recorder) => rope(recorder, { ...buffers, heads, T, norm, inverse: how.inverse, cache }));
    return {
      qkv: await test.floats(buffers.qkv),
      k: cache && (await test.floats(cache.k)),
      v: cache && (await test.floats(cache.v)),
    };
  }

  it.each([1, -1] as const)('in direction %i', async (direction) => {
    const result = await test.repeatable(async () => (await turned({ inverse: direction < 0 })).qkv);
    expectClose(result, reference(qkv, POSITIONS, heads, THETA, direction), 1e-6);
    for (let t = 0; t < T; t++) {
      const values = [t * width + (H + K) * E, (t + 1) * width];
      expect(sameBits(result.slice(...values), qkv.slice(...values))).toBe(true);
    }
  });

  it('norms each head before', async () => {
    const result = await test.repeatable(async () => (await turned({ normed: true })).qkv);
    expectClose(result, reference(normed(), POSITIONS, heads, THETA), 1e-5);
    const { qkv: cached } = await turned({ normed: true, cached: true });
    expect(sameBits(cached, result)).toBe(true);
    test.release();
  });

  it.each([false, true])('writes turned keys and plain values to their cache rows alone, normed: %s', async (norms) => {
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
  });
});
