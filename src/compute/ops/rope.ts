import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** H query heads, K key/value heads, E elements a head. */
export interface HeadShape {
  H: number;
  K: number;
  E: number;
}

interface Rope {
  /** [T] x (position, cache row, ..) */
  rows: DeviceBuffer;
  /** [positions, E / 2] x (cos, sin) */
  table: DeviceBuffer;
  /** [T, (H + 2 K) E], turned in place. */
  qkv: DeviceBuffer;
  heads: HeadShape;
  T: number;
  /** Rotates back: the gradient. */
  inverse?: boolean;
  /** Where to write keys and values as well, [rows, K, E]. */
  cache?: { k: DeviceBuffer; v: DeviceBuffer };
}

export function rope(recorder: Recorder, { rows, table, qkv, heads, T, inverse = false, cache }: Rope): void {
  const { lanes } = recorder.device.class;
  const { H, K, E } = heads;
  const touched = (cache ? H + 2 * K : H + K) * E;
  recorder.dispatch('rope', {
    knobs: { LANES: lanes, E, INVERSE: inverse ? 1 : 0, CACHE: cache ? 1 : 0 },
    buffers: { rows, turns: table, qkv, kCache: cache?.k, vCache: cache?.v },
    sizes: { T, H, K },
    grid: [1, T, 1],
    cost: { flops: 3 * T * touched, bytes: 8 * T * touched },
  });
}
