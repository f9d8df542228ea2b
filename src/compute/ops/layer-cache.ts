import { allocate, type DeviceBuffer } from '../buffer.ts';
import type { Device } from '../device.ts';

/** Key/value heads, and elements of each. */
export interface CachedHeads {
  K: number;
  E: number;
}

/**
 * What keys and values are cached as, and what training rounds its own to. `int8`: of each head of a token E integers
 * in -127 .. 127 and one f32 scale, max |x| / 127 rounded up to four significant bits: integer times scale is an f16.
 */
export type CacheType = 'f32' | 'f16' | 'int8';

/** Keys and values of one layer, [tokens, K, E] each; behind those in int8 lie their scales, [tokens, K]. */
export interface LayerCache {
  k: DeviceBuffer;
  v: DeviceBuffer;
  /** Tokens that there is room for: whole pages. */
  tokens: number;
}

/** A cache of zeros. Throws DeviceOutOfMemoryError. */
export async function allocateLayerCache(
  device: Device,
  { type, heads, tokens }: { type: CacheType; heads: CachedHeads; tokens: number },
): Promise<LayerCache> {
  const bytes = tokens * heads.K * cachedHeadBytes(type, heads.E);
  return { k: await allocate(device, bytes, 'key cache'), v: await allocate(device, bytes, 'value cache'), tokens };
}

/** Bytes of the key, or of the value, of one head of a token. */
export function cachedHeadBytes(type: CacheType, E: number): number {
  return { f32: 4 * E, f16: 2 * E, int8: E + 4 }[type];
}

/** The word of a cache of int8 at which its scales begin. */
export function scalesStart({ K, E }: CachedHeads, tokens: number): number {
  return (tokens * K * E) / 4;
}
