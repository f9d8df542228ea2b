import type { CacheType } from '../../src/compute/ops/layer-cache.ts';
import { randomFloats, uniform } from './random.ts';
import type { Heads } from './rope.ts';

/** Returns heads of keys or values that an int8 cache stores exactly: integers times one scale, one of them 127. */
export function int8Heads(seed: number, heads: number, E: number): Float32Array {
  const draw = uniform(seed);
  const numbers = new Float32Array(heads * E);
  for (let head = 0; head < heads; head++) {
    // Three bits of scale and seven of integer fit into the eleven bits of f16.
    const scale = (4 + Math.floor(4 * draw())) * 2 ** -9;
    const largest = Math.floor(E * draw());
    for (let e = 0; e < E; e++) {
      numbers[head * E + e] = scale * (e === largest ? 127 : Math.floor(255 * draw()) - 127);
    }
  }
  return numbers;
}

/** Returns heads of size E in the layout of the cache. A head with NaN has all bits set. */
export function cached(numbers: Float32Array, type: CacheType, E: number): Float32Array | Float16Array | Uint32Array {
  if (type === 'f32') return numbers;
  if (type === 'f16') return Float16Array.from(numbers);
  const heads = numbers.length / E;
  const words = new Uint32Array(heads * (E / 4 + 1)).fill(0xffffffff);
  const integers = new Int8Array(words.buffer);
  const scales = new Float32Array(words.buffer, heads * E);
  for (let head = 0; head < heads; head++) {
    const x = numbers.subarray(head * E, (head + 1) * E);
    const most = x.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    if (Number.isNaN(most)) continue;
    scales[head] = most / 127;
    for (let e = 0; e < E; e++) integers[head * E + e] = Math.round(x[e] / scales[head]);
  }
  return words;
}

/** Returns rows of qkv [T, (H + 2 K) E] whose keys and values the cache stores exactly. */
export function cachedRows(seed: number, T: number, { H, K, E }: Heads, type: CacheType): Float32Array {
  const width = (H + 2 * K) * E;
  const rows = randomFloats(seed, T * width, 1.5);
  if (type === 'f32') return rows;
  for (let t = 0; t < T; t++) {
    const keysAndValues = rows.subarray(t * width + H * E, (t + 1) * width);
    if (type === 'f16') keysAndValues.set(keysAndValues.map(Math.f16round));
    else keysAndValues.set(int8Heads(seed + t, 2 * K, E));
  }
  return rows;
}
