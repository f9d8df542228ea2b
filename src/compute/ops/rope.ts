import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { type CacheType, type LayerCache, scalesStart } from './layer-cache.ts';

/**
 * H query heads and K kv heads of E elements each. RoPE rotates the first `rotated` of them: E by default, otherwise a
 * multiple of 4.
 */
export interface HeadShape {
  H: number;
  K: number;
  E: number;
  rotated?: number;
}

/** RMSNorm weights of query heads and of key heads, [E] each (Qwen3). */
export interface HeadNorm {
  q: DeviceBuffer;
  k: DeviceBuffer;
  epsilon: number;
}

/** Workgroups that keep a device busy. With more rows than that, each row has one workgroup. */
const WORKGROUPS = 64;

interface Rope {
  /** [T] x (position, cache row, ..) */
  rows: DeviceBuffer;
  /** [positions, E / 2] x (cos, sin) */
  table: DeviceBuffer;
  /** [T, (H + 2 K) E], rotated in place. */
  qkv: DeviceBuffer;
  heads: HeadShape;
  T: number;
  /** Norm of q and k before the rotation, if the model has one. */
  norm?: HeadNorm;
  /** Applies the inverse rotation, for the gradient. */
  inverse?: boolean;
  /** Cache to write keys and values to as well. */
  cache?: LayerCache;
  /** Type to which keys and values are rounded, and of the cache. E is a multiple of 8 unless it is f32. */
  cacheType?: CacheType;
}

export function rope(recorder: Recorder, a: Rope): void {
  const { rows, table, qkv, heads, T, norm, inverse = false, cache, cacheType = 'f32' } = a;
  const { lanes, subgroup } = recorder.device.class;
  const { H, K, E, rotated = E } = heads;
  const touched = cache || cacheType !== 'f32' ? H + 2 * K : H + K;
  const groups = Math.min(H + K, Math.ceil(WORKGROUPS / T));
  recorder.dispatch('rope', {
    knobs: {
      LANES: lanes,
      SUBGROUP: subgroup ? 1 : 0,
      E,
      ROTATED: rotated < E ? rotated : 0,
      INVERSE: inverse ? 1 : 0,
      CACHE: cache ? 1 : 0,
      COPY: cache && cacheType === 'f32' ? 1 : 0,
      HALF: cacheType === 'f16' ? 1 : 0,
      BYTES: cacheType === 'int8' ? 1 : 0,
      NORM: norm ? 1 : 0,
      REDUCE: norm || cacheType === 'int8' ? 1 : 0,
    },
    buffers: { rows, turns: table, qkv, kCache: cache?.k, vCache: cache?.v, qNorm: norm?.q, kNorm: norm?.k },
    sizes: { H, K, groups, epsilon: norm?.epsilon ?? 0, scales: cache ? scalesStart(heads, cache.tokens) : 0 },
    grid: [groups, T, 1],
    cost: { flops: (norm ? 7 : 3) * T * touched * E, bytes: 8 * T * touched * E },
  });
}
