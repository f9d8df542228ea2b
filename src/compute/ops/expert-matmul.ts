import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { type ExpertTiles, type MoeShape, mostTiles, tileRowsOf } from './moe-group.ts';
import { roundToF16 } from './round-to-f16.ts';
import { isPacked, shardBytes, type WeightMatrix, type WeightShard } from './weight.ts';

/** Products by the weights of experts. N and K are multiples of 32. */
interface ExpertProduct {
  /**
   * [parts X N, K]: of `parts` matrices of each expert (gate and up, or down alone), those of all experts one after the
   * other. No expert's is cut by the end of a shard. Its bias is added to what they make.
   */
  weight: WeightMatrix;
  /** 2 of gate and up. */
  parts: number;
  shape: MoeShape;
  /** As `moeGroup` made it for these tokens. */
  grouped: ExpertTiles;
}

export interface ExpertMatmul extends ExpertProduct {
  /** [T, K], or, where each pair has its own, [T, C, K]; rounded in place where the weight is `half`. */
  x: DeviceBuffer;
  /** Whether all experts of a token read the same row of x. */
  shared: boolean;
  /** [T, parts, C, N] */
  y: DeviceBuffer;
}

/** What each token's experts make of their rows of x. */
export function expertMatmul(recorder: Recorder, a: ExpertMatmul): void {
  const { weight, shape, grouped, shared, y, parts } = a;
  const { subgroup, lanes } = recorder.device.class;
  const { T, choices } = shape;
  if (weight.half) roundToF16(recorder, a.x, T, (shared ? 1 : choices) * weight.cols);
  const ROWS = tileRowsOf(shape);
  // Few lanes have no slots: barriers cost a CPU adapter more than a sum.
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
      grid: [(parts * expertRows(a)) / COLUMNS, mostTiles(shape, ROWS), 1],
      cut: 'y',
      cost: productCost(a, shard),
    });
  }
}

interface ExpertMatmulTransposed extends ExpertProduct {
  /** [T, parts, C, N], or, where all experts of a token share it, [T, N]. */
  dY: DeviceBuffer;
  shared: boolean;
  /** [T, C, K] */
  dX: DeviceBuffer;
}

/** The gradient of what the experts read, of each pair. */
export function expertMatmulTransposed(recorder: Recorder, a: ExpertMatmulTransposed): void {
  const { weight, shape, grouped, dY, dX, shared } = a;
  const { lanes: LANES } = recorder.device.class;
  const ROWS = tileRowsOf(shape);
  weight.shards.forEach((shard, index) => {
    recorder.dispatch('expert_matmul_transposed', {
      knobs: { ...weightKnobs(weight, shard), ROWS, LANES, SHARED: shared ? 1 : 0, ADD: index > 0 ? 1 : 0 },
      buffers: { W: shard.buffer, ...grouped, dY, dInput: dX },
      sizes: productSizes(a, shard),
      grid: [Math.ceil(weight.cols / 8 / LANES), mostTiles(shape, ROWS), 1],
      cut: 'y',
      cost: productCost(a, shard),
    });
  });
}

/** N: rows of one of an expert's matrices. */
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

/** What the pairs take that fall into the shard, if all experts are chosen alike. */
export function productCost({ weight, shape }: ExpertProduct, shard: WeightShard): { flops: number; bytes: number } {
  const pairs = shape.T * shape.choices;
  const share = shard.rows / shape.experts;
  const used = Math.min(1, pairs / shape.experts);
  return {
    flops: 2 * pairs * share * weight.cols,
    bytes: used * shardBytes(shard, weight.cols) + 4 * pairs * (weight.cols + share),
  };
}
