import type { DeviceBuffer } from '../buffer.ts';
import type { Device } from '../device.ts';
import type { Recorder } from '../recorder.ts';
import type { CacheType, LayerCache } from './layer-cache.ts';
import { type HeadNorm, type HeadShape, rope } from './rope.ts';

/** RoPE of q and k that attention has yet to apply, before it caches k and v. */
export interface PendingRope {
  /** [positions, E / 2] x (cos, sin) */
  table: DeviceBuffer;
  norm?: HeadNorm;
  /** Whether each row is of a sequence of its own: a key that others see was there before, with the same bits. */
  oneRowPerSequence: boolean;
}

interface RopeOperands {
  rope?: PendingRope;
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
  /** The knob of kernels/include/attention_tile.wgsl; by matrices absent, where rotated heads take no more room. */
  QUERIES?: number;
  /** The first binding that is free. */
  at: number;
}

/** Lanes that share a head in rope.wgsl. */
const HEAD_LANES = 64;

/** Applies RoPE, and caches k and v, by a dispatch of its own, where that is still to be done. */
export function ropeBefore(recorder: Recorder, { rope: pending, ...a }: RopeOperands): void {
  if (pending) rope(recorder, { ...a, table: pending.table, norm: pending.norm });
}

/**
 * The RoPE that attention itself can apply (kernels/include/attention_rope.wgsl): on GPUs, whose workgroups have all
 * query heads of a kv head. Undefined where none is pending, or it has to be applied before. int8 of a cache is not
 * made there: a scale shares its 8 bytes with that of another workgroup's head.
 */
export function ropeInside(
  device: Device,
  a: RopeOperands,
  { HEADS, ROWS, QUERIES, at }: Taken,
): PendingRope | undefined {
  const { rope, cacheType } = a;
  const { H, K, E } = a.heads;
  if (!rope?.oneRowPerSequence || cacheType === 'int8' || HEADS !== H / K) return undefined;
  const { maxStorageBuffersPerShaderStage, maxComputeWorkgroupStorageSize } = device.gpu.limits;
  // WebGPU promises 8 buffers, and 16 KiB of workgroup memory.
  const buffers = at + (rope.norm ? 3 : 1);
  const memory = QUERIES ? (8 + 3 * QUERIES) * 2 ** 10 + 4 * (HEADS * ROWS * (E + 8) + 8 + E) : 0;
  const hasRoom = buffers <= maxStorageBuffersPerShaderStage && memory <= maxComputeWorkgroupStorageSize;
  return hasRoom ? rope : undefined;
}

/** Knobs, buffers and sizes of attention that applies `inside`; of one that applies none where it is undefined. */
export function ropeCall(inside: PendingRope | undefined, { heads, cacheType }: RopeOperands, at: number) {
  const { E, rotated = E } = heads;
  const HALF = inside && cacheType === 'f16' ? 1 : 0;
  const isNormed = inside?.norm !== undefined;
  return {
    knobs: {
      ROPE: inside ? 1 : 0,
      ROPE_AT: inside ? at : 0,
      HALF,
      NORM: isNormed ? 1 : 0,
      ROTATED: inside && rotated < E ? rotated : 0,
      PASSES: isNormed ? Math.ceil(E / (2 * HEAD_LANES * (HALF + 1))) : 0,
    },
    buffers: { turns: inside?.table, qNorm: inside?.norm?.q, kNorm: inside?.norm?.k },
    sizes: { epsilon: inside?.norm?.epsilon ?? 0 },
  };
}
