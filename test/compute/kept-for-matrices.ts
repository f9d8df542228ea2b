import { bytesForMatrices, copiedForMatrices } from '../../src/compute/ops/matrix-tiles.ts';
import { f16TermsOf, type WeightMatrix, type WeightShard } from '../../src/compute/ops/weight.ts';
import type { TestDevice } from './test-device.ts';

/** Returns the weight in the layout of subgroup matrices. */
export async function keptForMatrices(test: TestDevice, weight: WeightMatrix): Promise<WeightMatrix> {
  const shards: WeightShard[] = [];
  const summands = f16TermsOf(weight);
  for (const shard of weight.shards) {
    const buffer = await test.output(bytesForMatrices(shard, weight.cols)! / 4);
    test.run((recorder) => shards.push(copiedForMatrices(recorder, shard, { K: weight.cols, buffer, summands })));
  }
  return { ...weight, shards };
}
