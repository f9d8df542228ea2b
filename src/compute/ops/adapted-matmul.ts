import type { Recorder } from '../recorder.ts';
import { loraShrink } from './lora.ts';
import { type Matmul, matmul } from './matmul.ts';

/**
 * Bytes of A that workgroups of one product may read in all, to save a dispatch: a GPU's caches have them in about the
 * time that one takes to begin.
 */
const MOST_BYTES = 16 * 2 ** 20;
/** Rows of W that a workgroup has, at least. */
const WORKGROUP_ROWS = 16;

/** `matmul` with the adapters of its rows, whose low-rank activation is made before it, or in it (`makesLowRank`). */
export function adaptedMatmul(recorder: Recorder, a: Matmul): void {
  const isMade = makesLowRank(recorder, a);
  if (a.lora && !isMade) loraShrink(recorder, a.x, a.lora, a.T, a.norm);
  matmul(recorder, { ...a, makesLowRank: isMade });
}

/** Whether a product of one row makes the low-rank activation by itself; training needs it later too. */
function makesLowRank({ device }: Recorder, { lora, weight, T }: Matmul): boolean {
  if (!device.class.staged || T > 1 || !lora || lora.single) return false;
  return (weight.rows / WORKGROUP_ROWS) * lora.rank * weight.cols * 4 <= MOST_BYTES;
}
