import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { loraShrink } from './lora.ts';
import { type NextProjection, nextLowRank } from './low-rank-parts.ts';
import { type Matmul, matmul } from './matmul.ts';
import type { RowNorm } from './rmsnorm.ts';

export interface AdaptedMatmul extends Omit<Matmul, 'next'> {
  /** What x is the norm of, on GPUs, where the product does not norm it by itself: adapters read it from there. */
  unnormed?: { x: DeviceBuffer; norm: RowNorm };
  /** What reads y next. */
  next?: NextProjection;
}

/**
 * Bytes of A that workgroups of one product may read in all, to save a dispatch: a GPU's caches have them in about the
 * time that one takes to begin.
 */
const MOST_BYTES = 16 * 2 ** 20;
/** Rows of W that a workgroup has, at least. */
const WORKGROUP_ROWS = 16;

/**
 * `matmul` with the adapters of its rows, whose low-rank activations are made before it, or in it (`makesLowRank`).
 * Returns the parts that it leaves for what comes next, where it does.
 */
export function adaptedMatmul(recorder: Recorder, a: AdaptedMatmul): DeviceBuffer | undefined {
  const { unnormed, next: reader, ...product } = a;
  const { x, norm, lora, T, parts } = product;
  const isMade = parts !== undefined || makesLowRank(recorder, product);
  if (lora && !isMade) loraShrink(recorder, unnormed?.x ?? x, lora, T, unnormed?.norm ?? norm);
  const next = reader && leavesParts(product) ? nextLowRank(recorder, reader, T) : undefined;
  matmul(recorder, { ...product, makesLowRank: isMade, next });
  return next?.parts;
}

/** Whether a product of one row makes the low-rank activation of A; training needs it later too. */
function makesLowRank({ device }: Recorder, { lora, weight, T }: Matmul): boolean {
  if (!device.class.staged || T > 1 || !lora || lora.single) return false;
  return (weight.rows / WORKGROUP_ROWS) * lora.rank * weight.cols * 4 <= MOST_BYTES;
}

/** Whether a product binds the adapters of its rows, and makes whole tiles of y. */
function leavesParts({ lora, weight: { bias, shards, rows } }: Matmul): boolean {
  return lora !== undefined && !bias && shards.length === 1 && rows % 32 === 0;
}
