import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { LoraUse, NextLowRank } from './lora.ts';
import { isOfFewRows, makesNorms } from './matmul.ts';
import type { WeightMatrix } from './weight.ts';

/** The projection that reads what is made. */
export interface NextProjection {
  /** Which of a layer's it is. */
  kind: string;
  lora: LoraUse | undefined;
  weight: WeightMatrix;
  /** The weight of the norm before it. */
  norm?: DeviceBuffer;
}

/**
 * Bytes of parts that the workgroups of one product may read in all, to save a dispatch: a GPU's caches have them in
 * about the time that one takes to begin.
 */
const MOST_BYTES = 16 * 2 ** 20;
/** Rows of W that a workgroup has, at least. */
const WORKGROUP_ROWS = 16;
/** T R of low-rank activations that a workgroup has room for, beside what products stage, in as much memory. */
const MOST_RANKS = 256;
const WORKGROUP_BYTES = 32 * 2 ** 10;

/**
 * Where what makes the X of the next projection leaves parts of its low-rank activations (`NextLowRank`), so that no
 * `loraShrink` goes before it; undefined where that had better go, and in training, which needs them later too.
 */
export function nextLowRank(
  recorder: Recorder,
  { kind, lora, weight, norm }: NextProjection,
  T: number,
): NextLowRank | undefined {
  if (norm ? !makesNorms(recorder, T, weight.cols) : !isOfFewRows(recorder, T)) return undefined;
  if (!lora || lora.single || T * lora.rank > MOST_RANKS) return undefined;
  if (recorder.device.gpu.limits.maxComputeWorkgroupStorageSize < WORKGROUP_BYTES) return undefined;
  // What a workgroup reads: both parts of a group of 16 of K, for the ranks of its columns.
  const bytes = (T * weight.cols * lora.rank * 4) / 8;
  if ((weight.rows / WORKGROUP_ROWS) * bytes > MOST_BYTES) return undefined;
  return { lora, norm, parts: recorder.scratch(`low-rank parts of ${kind}`, bytes * lora.group.segments) };
}
