import type { DeviceBuffer } from '../buffer.ts';
import type { LoraUse } from './lora.ts';
import type { WeightMatrix, WeightShard } from './weight.ts';

/** Returns the buffers of a product's optional bias and LoRA (kernels/include/projection.wgsl). */
export function projectionBuffers(
  { bias }: WeightMatrix,
  lora: LoraUse | undefined,
): Partial<Record<'bias' | 'rows' | 'arena' | 'U', DeviceBuffer>> {
  return { bias, rows: lora?.rows, arena: lora?.arena, U: lora?.u };
}

/** Returns the sizes that products of all precisions share. */
export function projectionSizes(a: {
  shard: WeightShard;
  weight: WeightMatrix;
  lora: LoraUse | undefined;
  swiglu: boolean;
  T: number;
}) {
  const { shard, weight, lora, swiglu, T } = a;
  const factors = swiglu ? 2 : 1;
  const { offsetA, offsetB, segments, bounds } = lora?.group ?? { offsetA: 0, offsetB: 0, segments: 0, bounds: [0, 0] };
  return {
    T,
    N: shard.rows / factors,
    blocks: weight.cols / 32,
    strideY: weight.rows / factors,
    offsetY: shard.rowStart,
    loraA: offsetA / 4,
    loraB: offsetB / 4,
    loraStride: (lora?.stride ?? 0) / 4,
    scale: lora?.scale ?? 0,
    segments,
    bound1: bounds[0],
    bound2: bounds[1],
  };
}
