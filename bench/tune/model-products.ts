import { FEW_ROWS } from '../../src/compute/ops/matmul.ts';
import type { WeightMatrix, WeightType } from '../../src/compute/ops/weight.ts';
import { candidatesOf, type ProductShape, ROW_BUCKETS, type TunedKernel } from '../../src/compute/tuning.ts';
import type { DecoderWeights } from '../../src/model/device-weights.ts';

/** Kernel and matmul shape of a model, with all weights of that shape. */
export interface ModelProduct {
  kernel: TunedKernel;
  shape: ProductShape & { type: WeightType };
  weights: WeightMatrix[];
}

/**
 * With this many rows, each weight is reused so often that caching does not matter; then this many weights are enough.
 */
const MANY_ROWS = 64;
const FEW_WEIGHTS = 4;
/** Largest matrix in bytes; larger results, such as the head's, are computed in parts. */
const MAX_BYTES = 2 ** 26;

/** Returns the matmuls of a model with tunable kernels, by shape; those of experts are not tunable. */
export function productsOf({ layers, head }: DecoderWeights): ModelProduct[] {
  const ofLayers = layers.flatMap(({ qkv, o, router, gateUp, down }) => [
    qkv,
    o,
    ...(router ? [router] : [gateUp, down]),
  ]);
  const matrices = [...ofLayers, head].flatMap(shardsOf);
  const shapes = Map.groupBy(matrices, ({ rows, cols, shards }) => `${shards[0].type} ${rows} ${cols}`);
  return [...shapes.values()].flatMap((weights) => {
    const [{ rows: N, cols: K, shards }] = weights;
    return ROW_BUCKETS.flatMap((T) =>
      kernelsFor(T)
        .filter((kernel) => candidatesOf(kernel, { T, N, K }).length > 1 && 4 * T * Math.max(N, K) <= MAX_BYTES)
        .map((kernel): ModelProduct => {
          const measured = T < MANY_ROWS ? weights : weights.slice(0, FEW_WEIGHTS);
          return { kernel, shape: { type: shards[0].type, T, N, K }, weights: measured };
        }),
    );
  });
}

function kernelsFor(T: number): TunedKernel[] {
  return T <= FEW_ROWS ? ['matvec'] : ['matmul_tiled', 'matmul_transposed_tiled'];
}

/** Returns each shard as a separate matrix without a bias. */
function shardsOf({ cols, shards }: WeightMatrix): WeightMatrix[] {
  return shards.map((shard) => {
    return { rows: shard.rows, cols, shards: [{ ...shard, rowStart: 0 }], bias: undefined };
  });
}
