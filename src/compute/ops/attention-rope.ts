import type { DeviceBuffer } from '../buffer.ts';
import type { Device } from '../device.ts';
import type { Recorder } from '../recorder.ts';
import type { CacheType, LayerCache } from './layer-cache.ts';
import { type HeadNorm, type HeadShape, rope } from './rope.ts';

/** RoPE that attention has yet to apply to q and k, before it caches k and v. */
export interface PendingRope {
  /** [positions, E / 2] x (cos, sin) */
  table: DeviceBuffer;
  norm?: HeadNorm;
  /**
   * Whether each row is of a different sequence. A key that other rows see is then already in the cache, with the same
   * bits.
   */
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

/** Queries of an attention workgroup, and its bindings. */
interface Taken {
  /** Query heads, for ROWS rows each. */
  HEADS: number;
  ROWS: number;
  /**
   * Knob of kernels/include/attention_tile.wgsl. Absent with subgroup matrices, which need no more memory for rotated
   * heads.
   */
  QUERIES?: number;
  /** First free binding. */
  at: number;
}

/** Lanes that share a head in rope.wgsl. */
const HEAD_LANES = 64;

/** Applies pending RoPE and caches k and v in a separate dispatch. */
export function ropeBefore(recorder: Recorder, { rope: pending, ...a }: RopeOperands): void {
  if (pending) rope(recorder, { ...a, table: pending.table, norm: pending.norm });
}

/**
 * Returns the RoPE that attention itself can apply (kernels/include/attention_rope.wgsl), on GPUs whose workgroups have
 * all query heads of a kv head. Returns undefined if none is pending or it needs a separate dispatch. An int8 cache
 * does, because a scale shares its 8 bytes with the scale of another workgroup's head.
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
  // WebGPU guarantees 8 storage buffers, and 16 KiB of workgroup memory.
  const buffers = at + (rope.norm ? 3 : 1);
  const memory = QUERIES ? (8 + 3 * QUERIES) * 2 ** 10 + 4 * (HEADS * ROWS * (E + 8) + 8 + E) : 0;
  const hasRoom = buffers <= maxStorageBuffersPerShaderStage && memory <= maxComputeWorkgroupStorageSize;
  return hasRoom ? rope : undefined;
}

/** Returns the knobs, buffers and sizes of attention that applies `inside`, or no RoPE if it is undefined. */
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
