import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { loraShrink } from './lora.ts';
import { type NextProjection, nextLowRank } from './low-rank-parts.ts';
import { type Matmul, matmul } from './matmul.ts';
import type { RowNorm } from './rmsnorm.ts';

export interface AdaptedMatmul extends Omit<Matmul, 'next'> {
  /** Input of the norm that produced x, on GPUs, if the product does not compute the norm. `loraShrink` reads it. */
  unnormed?: { x: DeviceBuffer; norm: RowNorm };
  /** The projection that reads y. */
  next?: NextProjection;
}

/**
 * Bytes of A that the workgroups of one product may read in total to save a dispatch. A GPU's caches deliver them in
 * about the time that a dispatch takes to begin.
 */
const MAX_BYTES = 16 * 2 ** 20;
/** Fewest rows of W per workgroup. */
const WORKGROUP_ROWS = 16;

/**
 * Computes `matmul` with the adapters of its rows, whose low-rank activations are computed before it, or in it
 * (`canFuseLoraShrink`). Returns parts of the next projection's low-rank activations, if it computes any.
 */
export function adaptedMatmul(recorder: Recorder, a: AdaptedMatmul): DeviceBuffer | undefined {
  const { unnormed, next: reader, ...product } = a;
  const { x, norm, lora, T, parts } = product;
  const isMade = parts !== undefined || canFuseLoraShrink(recorder, product);
  if (lora && !isMade) loraShrink(recorder, unnormed?.x ?? x, lora, T, unnormed?.norm ?? norm);
  const next = reader && leavesParts(product) ? nextLowRank(recorder, reader, T) : undefined;
  matmul(recorder, { ...product, fusesLoraShrink: isMade, next });
  return next?.parts;
}

/**
 * Returns whether a product of one row computes its low-rank activation from A. Not in training, which needs the
 * activation again later.
 */
function canFuseLoraShrink({ device }: Recorder, { lora, weight, T }: Matmul): boolean {
  if (!device.class.staged || T > 1 || !lora || lora.single) return false;
  return (weight.rows / WORKGROUP_ROWS) * lora.rank * weight.cols * 4 <= MAX_BYTES;
}

/**
 * Returns whether a product can compute parts for the next projection: it binds adapters and computes whole tiles of y.
 */
function leavesParts({ lora, weight: { bias, shards, rows } }: Matmul): boolean {
  return lora !== undefined && !bias && shards.length === 1 && rows % 32 === 0;
}
