import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import type { WeightMatrix } from './weight.ts';

interface Embedding {
  tokens: DeviceBuffer;
  weight: WeightMatrix;
  x: DeviceBuffer;
  T: number;
  /** 1 by default. */
  scale?: number;
}

/** Computes X[T, D] = scale W[tokens[T]]. Token ids must be below the number of rows of W. */
export function embedding(recorder: Recorder, { tokens, weight, x, T, scale = 1 }: Embedding): void {
  const { lanes } = recorder.device.class;
  for (const shard of weight.shards) {
    recorder.dispatch('embedding', {
      knobs: { LANES: lanes, WEIGHT: shard.type, SCALED: scale === 1 ? 0 : 1 },
      buffers: { W: shard.buffer, tokens, X: x },
      sizes: { T, N: shard.rows, blocks: weight.cols / 32, rowStart: shard.rowStart, scale },
      grid: [Math.ceil(weight.cols / 8 / lanes), T, 1],
      cost: { flops: 0, bytes: 8 * T * weight.cols },
    });
  }
}
