import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { type ExpertTiles, type MoeShape, maxTiles, tileRowsOf } from './moe-group.ts';
import { roundToF16 } from './round-to-f16.ts';
import { isPacked, shardBytes, type WeightMatrix, type WeightShard } from './weight.ts';

/** A product of tokens with the weights of their experts. N and K are multiples of 32. */
interface ExpertProduct {
  /**
   * [parts X N, K]: for each of the `parts` (gate and up, or down alone) the matrices of all experts in order. No
   * expert's matrix spans two shards. The bias is added to the product.
   */
  weight: WeightMatrix;
  /** 2 for gate and up, 1 for down. */
  parts: number;
  shape: MoeShape;
  /** Grouping of these tokens by `moeGroup`. */
  grouped: ExpertTiles;
}

export interface ExpertMatmul extends ExpertProduct {
  /** [T, K] if `shared`, else [T, C, K]. Rounded in place if the weight is `half`. */
  x: DeviceBuffer;
  /** Whether all experts of a token read the same row of x. */
  shared: boolean;
  /** [T, parts, C, N] */
  y: DeviceBuffer;
}

/** Computes the products of x with the weights of each token's experts. */
export function expertMatmul(recorder: Recorder, a: ExpertMatmul): void {
  const { weight, shape, grouped, shared, y, parts } = a;
  const { subgroup, lanes } = recorder.device.class;
  const { T, choices } = shape;
  if (weight.half) roundToF16(recorder, a.x, T, (shared ? 1 : choices) * weight.cols);
  const ROWS = tileRowsOf(shape);
  // With few lanes there is one slot, because barriers cost a CPU adapter more than a sum.
  const SLOTS = lanes < 32 ? 1 : 8;
  const COLUMNS = SLOTS === 1 ? lanes : 32;
  for (const shard of weight.shards) {
    recorder.dispatch('expert_matmul', {
      knobs: {
        ...weightKnobs(weight, shard),
        ROWS,
        SLOTS,
        COLUMNS,
        SUBGROUP: subgroup ? 1 : 0,
        BIAS: weight.bias ? 1 : 0,
      },
      buffers: { W: shard.buffer, ...grouped, input: a.x, Y: y, bias: weight.bias },
      sizes: { ...productSizes(a, shard), share: shared ? choices : 1 },
      grid: [(parts * expertRows(a)) / COLUMNS, maxTiles(shape, ROWS), 1],
      cut: 'y',
      cost: expertProductCost(a, shard),
    });
  }
}

interface ExpertMatmulTransposed extends ExpertProduct {
  /** [T, N] if `shared`, else [T, parts, C, N]. */
  dY: DeviceBuffer;
  shared: boolean;
  /** [T, C, K] */
  dX: DeviceBuffer;
}

/** Computes dX, the gradient of each pair's expert input. */
export function expertMatmulTransposed(recorder: Recorder, a: ExpertMatmulTransposed): void {
  const { weight, shape, grouped, dY, dX, shared } = a;
  const { lanes: LANES } = recorder.device.class;
  const ROWS = tileRowsOf(shape);
  weight.shards.forEach((shard, index) => {
    recorder.dispatch('expert_matmul_transposed', {
      knobs: { ...weightKnobs(weight, shard), ROWS, LANES, SHARED: shared ? 1 : 0, ADD: index > 0 ? 1 : 0 },
      buffers: { W: shard.buffer, ...grouped, dY, dInput: dX },
      sizes: productSizes(a, shard),
      grid: [Math.ceil(weight.cols / 8 / LANES), maxTiles(shape, ROWS), 1],
      cut: 'y',
      cost: expertProductCost(a, shard),
    });
  });
}

/** Returns N, the rows of one matrix of an expert. */
export function expertRows({ weight, parts, shape }: ExpertProduct): number {
  return weight.rows / parts / shape.experts;
}

function weightKnobs({ half }: WeightMatrix, { type }: WeightShard) {
  return { WEIGHT: type, PACKED: isPacked(type) ? 1 : 0, HALF: half ? 1 : 0 };
}

export function productSizes(a: ExpertProduct, { rowStart, rows }: WeightShard) {
  const { weight, shape, parts } = a;
  const { experts, choices } = shape;
  return { N: expertRows(a), blocks: weight.cols / 32, experts, choices, parts, rowStart, rows };
}

/** Returns the cost of the pairs whose experts are in the shard, if all experts are chosen equally often. */
export function expertProductCost(
  { weight, shape }: ExpertProduct,
  shard: WeightShard,
): { flops: number; bytes: number } {
  const pairs = shape.T * shape.choices;
  const share = shard.rows / shape.experts;
  const used = Math.min(1, pairs / shape.experts);
  return {
    flops: 2 * pairs * share * weight.cols,
    bytes: used * shardBytes(shard, weight.cols) + 4 * pairs * (weight.cols + share),
  };
}
