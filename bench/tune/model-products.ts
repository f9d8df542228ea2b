import { FEW_ROWS } from '../../src/compute/ops/matmul.ts';
import type { WeightMatrix, WeightType } from '../../src/compute/ops/weight.ts';
import { candidatesOf, type ProductShape, ROW_BUCKETS, type TunedKernel } from '../../src/compute/tuning.ts';
import type { DecoderWeights } from '../../src/model/device-weights.ts';

/** A kernel and a shape of a model, with all weights of that shape. */
export interface ModelProduct {
  kernel: TunedKernel;
  shape: ProductShape & { type: WeightType };
  weights: WeightMatrix[];
}

/** Rows from which weights are used so often that it does not matter where they come from, and how many do then. */
const MANY_ROWS = 64;
const FEW_WEIGHTS = 4;
/** Results that are larger are made in parts, as those of the head. */
const MOST_BYTES = 2 ** 26;

/** The products of a model for which there is a choice, by shape; for those of experts there is none. */
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
        .filter((kernel) => candidatesOf(kernel, { T, N, K }).length > 1 && 4 * T * Math.max(N, K) <= MOST_BYTES)
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

/** Each shard as a matrix of its own, without a bias. */
function shardsOf({ cols, shards }: WeightMatrix): WeightMatrix[] {
  return shards.map((shard) => {
    return { rows: shard.rows, cols, shards: [{ ...shard, rowStart: 0 }], bias: undefined };
  });
}
