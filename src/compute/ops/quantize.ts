import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/** Bytes of 32 activations in int8: the values, their two scales and their sum (kernels/quantize_rows.wgsl). */
export const QUANTIZED_BLOCK_BYTES = 48;

/** Q[M, K / 32] of int8 blocks from X[M, K]; K is a multiple of 32. */
export function quantizeRows(
  recorder: Recorder,
  { x, q, M, K }: { x: DeviceBuffer; q: DeviceBuffer; M: number; K: number },
): void {
  const { lanes } = recorder.device.tuning;
  const blocks = (M * K) / 32;
  const groups = Math.ceil(blocks / lanes);
  recorder.dispatch({
    kernel: recorder.device.kernels.get('quantize_rows', { LANES: lanes }),
    buffers: [x, q],
    immediates: [blocks],
    grid: [Math.min(groups, 65535), Math.ceil(groups / 65535), 1],
    cost: { flops: 4 * M * K, bytes: blocks * (128 + QUANTIZED_BLOCK_BYTES) },
  });
}
