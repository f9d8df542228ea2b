import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { LoraUse, NextLowRank } from './lora.ts';
import { fusesNorms, isOfFewRows } from './matmul.ts';
import type { WeightMatrix } from './weight.ts';

/** A projection that reads the output of the kernel being recorded. */
export interface NextProjection {
  /** Name of the projection in its layer. */
  kind: string;
  lora: LoraUse | undefined;
  weight: WeightMatrix;
  /** Weight of the norm before the projection, if there is one. */
  norm?: DeviceBuffer;
}

/**
 * Bytes of parts that the workgroups of one product may read in total to save a dispatch. A GPU's caches deliver them
 * in about the time that a dispatch takes to begin.
 */
const MAX_BYTES = 16 * 2 ** 20;
/** Fewest rows of W per workgroup. */
const WORKGROUP_ROWS = 16;
/** Largest T R of low-rank activations for which a workgroup has room in WORKGROUP_BYTES, beside staged factors. */
const MAX_RANKS = 256;
const WORKGROUP_BYTES = 32 * 2 ** 10;

/**
 * Returns the output for parts of the next projection's low-rank activations, so that it needs no `loraShrink`. The
 * kernel that produces the projection's X computes them. Returns undefined if `loraShrink` is better, and in training,
 * which needs the activations again later.
 */
export function nextLowRank(
  recorder: Recorder,
  { kind, lora, weight, norm }: NextProjection,
  T: number,
): NextLowRank | undefined {
  if (norm ? !fusesNorms(recorder, T, weight.cols) : !isOfFewRows(recorder, T)) return undefined;
  if (!lora || lora.single || T * lora.rank > MAX_RANKS) return undefined;
  if (recorder.device.gpu.limits.maxComputeWorkgroupStorageSize < WORKGROUP_BYTES) return undefined;
  // Bytes that a workgroup reads: both parts of each 16 elements of K, for the ranks of its columns.
  const bytes = (T * weight.cols * lora.rank * 4) / 8;
  if ((weight.rows / WORKGROUP_ROWS) * bytes > MAX_BYTES) return undefined;
  return { lora, norm, parts: recorder.scratch(`low-rank parts of ${kind}`, bytes * lora.group.segments) };
}
