import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { WeightMatrix } from './weight.ts';

/** X[T, D] = W[tokens[T]]. Token ids must be below the matrix's rows. */
export function embedding(
  recorder: Recorder,
  { tokens, weight, x, T }: { tokens: DeviceBuffer; weight: WeightMatrix; x: DeviceBuffer; T: number },
): void {
  const { lanes } = recorder.device.class;
  for (const shard of weight.shards) {
    recorder.dispatch({
      kernel: recorder.device.kernels.get('embedding', { LANES: lanes, WEIGHT: shard.type }),
      buffers: [shard.buffer, tokens, x],
      immediates: [T, shard.rows, weight.cols / 32, shard.rowStart],
      grid: [Math.ceil(weight.cols / 8 / lanes), T, 1],
      cost: { flops: 0, bytes: 8 * T * weight.cols },
    });
  }
}
