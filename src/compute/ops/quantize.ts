import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/**
 * Bytes of 32 activations in int8: the values, their two scales, sums and squares (kernels/include/int8_block.wgsl).
 */
export const QUANTIZED_BLOCK_BYTES = 64;

interface QuantizeRows {
  /** [M, K]; K is a multiple of 32. */
  x: DeviceBuffer;
  /** [M, K / 32] blocks */
  q: DeviceBuffer;
  M: number;
  K: number;
  /** [K] weight of a norm that the product completes. Q then holds weight * x, and the squares of x. */
  norm?: DeviceBuffer;
}

/** Quantizes rows to int8 blocks, for `matmulInt8`. */
export function quantizeRows(recorder: Recorder, { x, q, M, K, norm }: QuantizeRows): void {
  const { lanes } = recorder.device.class;
  const halves = (M * K) / 16;
  const groups = Math.ceil(halves / lanes);
  recorder.dispatch('quantize_rows', {
    knobs: { LANES: lanes, NORM: norm ? 1 : 0 },
    buffers: { X: x, Q: q, weight: norm },
    sizes: { halves, K4: K / 4 },
    grid: [Math.min(groups, 65535), Math.ceil(groups / 65535), 1],
    cost: { flops: 4 * M * K, bytes: 6 * M * K },
  });
}
