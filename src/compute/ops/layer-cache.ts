import { allocate, type DeviceBuffer } from '../buffer.ts';
import type { Device } from '../device.ts';

/** K kv heads of E elements each. */
export interface CachedHeads {
  K: number;
  E: number;
}

/**
 * Type of cached keys and values, to which training rounds its own as well. `int8`: for each head of a token, E
 * integers in -127 .. 127 and one f32 scale, max |x| / 127 rounded up to four significant bits, so that integer times
 * scale is an f16.
 */
export type CacheType = 'f32' | 'f16' | 'int8';

/** Keys and values of one layer, [tokens, K, E] each. With int8 their scales follow, [tokens, K]. */
export interface LayerCache {
  k: DeviceBuffer;
  v: DeviceBuffer;
  /** Capacity in tokens: whole pages. */
  tokens: number;
}

/** Allocates a zeroed cache. Throws DeviceOutOfMemoryError. */
export async function allocateLayerCache(
  device: Device,
  { type, heads, tokens }: { type: CacheType; heads: CachedHeads; tokens: number },
): Promise<LayerCache> {
  const bytes = tokens * heads.K * cachedHeadBytes(type, heads.E);
  return { k: await allocate(device, bytes, 'key cache'), v: await allocate(device, bytes, 'value cache'), tokens };
}

/** Returns the bytes of the key, or of the value, of one head of a token. */
export function cachedHeadBytes(type: CacheType, E: number): number {
  return { f32: 4 * E, f16: 2 * E, int8: E + 4 }[type];
}

/** Returns the word at which the scales of an int8 cache begin. */
export function scalesStart({ K, E }: CachedHeads, tokens: number): number {
  return (tokens * K * E) / 4;
}
