import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { CacheType, LayerCache } from './layer-cache.ts';
import { type HeadNorm, type HeadShape, rope } from './rope.ts';

/** What q and k have before them when attention begins, which also caches k and v. */
export interface Turns {
  /** [positions, E / 2] x (cos, sin) */
  table: DeviceBuffer;
  norm?: HeadNorm;
  /** Whether each row is of a sequence of its own: a key that others see was there before, with the same bits. */
  apart: boolean;
}

interface Turned {
  turns?: Turns;
  qkv: DeviceBuffer;
  rows: DeviceBuffer;
  cache: LayerCache;
  cacheType?: CacheType;
  heads: HeadShape;
  T: number;
}

/** What a workgroup of attention takes. */
interface Taken {
  /** Query heads, of so many rows. */
  HEADS: number;
  ROWS: number;
  /** The knob of kernels/include/attention_tile.wgsl; by matrices absent, where turned heads take no more room. */
  QUERIES?: number;
  /** The first binding that is free. */
  at: number;
}

/** Lanes that share a head in rope.wgsl. */
const HEAD_LANES = 64;

/** Turns q and k, and caches k and v, by a dispatch of its own, where that is still to be done. */
export function turnBefore(recorder: Recorder, { turns, ...a }: Turned): void {
  if (turns) rope(recorder, { ...a, table: turns.table, norm: turns.norm });
}

/**
 * The same inside attention, of workgroups that have all query heads of a kv head (GPUs): knobs, buffers and sizes of
 * kernels/include/attention_rope.wgsl. Where that cannot be it is done before. int8 of a cache is not made there: a
 * scale shares its 8 bytes with that of another workgroup's head.
 */
export function turnInside(recorder: Recorder, a: Turned, { HEADS, ROWS, QUERIES, at }: Taken) {
  const { turns, cacheType = 'f32' } = a;
  const { H, K, E, rotated = E } = a.heads;
  const { maxStorageBuffersPerShaderStage, maxComputeWorkgroupStorageSize } = recorder.device.gpu.limits;
  // Of workgroup memory, of which WebGPU promises 16 KiB.
  const needed = QUERIES ? (8 + 3 * QUERIES) * 2 ** 10 + 4 * (HEADS * ROWS * (E + 8) + 8 + E) : 0;
  // WebGPU promises 8 buffers.
  const isBound = at + (turns?.norm ? 3 : 1) <= maxStorageBuffersPerShaderStage;
  const hasRoom = isBound && needed <= maxComputeWorkgroupStorageSize;
  const inside = turns?.apart && cacheType !== 'int8' && HEADS === H / K && hasRoom ? turns : undefined;
  if (!inside) turnBefore(recorder, a);
  const HALF = cacheType === 'f16' ? 1 : 0;
  const isNormed = inside?.norm !== undefined;
  return {
    knobs: {
      ROPE: inside ? 1 : 0,
      ROPE_AT: inside ? at : 0,
      HALF: inside ? HALF : 0,
      NORM: isNormed ? 1 : 0,
      ROTATED: inside && rotated < E ? rotated : 0,
      PASSES: isNormed ? Math.ceil(E / (2 * HEAD_LANES * (HALF + 1))) : 0,
    },
    buffers: { turns: inside?.table, qNorm: inside?.norm?.q, kNorm: inside?.norm?.k },
    sizes: { epsilon: inside?.norm?.epsilon ?? 0 },
  };
}
