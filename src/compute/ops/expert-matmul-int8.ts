import type { Recorder } from '../recorder.ts';
import { type ExpertMatmul, expertProductCost, expertRows, productSizes } from './expert-matmul.ts';
import { blockProducts } from './matmul_int8.ts';
import { maxTiles, tileRowsOf } from './moe-group.ts';

/** Rows of W per workgroup. */
const BAND = 32;

/**
 * Computes `expertMatmul` with x in int8 blocks (ops/quantize.ts) and weights in q8 or q4. Ignores `half` of the
 * weight.
 */
export function expertMatmulInt8(recorder: Recorder, a: ExpertMatmul): void {
  const { weight, shape, grouped, shared, y, parts, x } = a;
  const { subgroup, staged } = recorder.device.class;
  const ROWS = tileRowsOf(shape);
  for (const shard of weight.shards) {
    recorder.dispatch('expert_matmul_int8', {
      knobs: {
        WEIGHT: shard.type,
        PRODUCTS: blockProducts(shard.type, subgroup),
        ROWS,
        // With few lanes there is one slot, because barriers cost a CPU adapter more than a sum.
        SLOTS: staged ? 8 : 1,
        COLUMNS: staged ? 1 : 4,
        SUBGROUP: subgroup ? 1 : 0,
        BIAS: weight.bias ? 1 : 0,
        NORM: 0,
      },
      buffers: { W: shard.buffer, ...grouped, X: x, Y: y, bias: weight.bias },
      sizes: { ...productSizes(a, shard), share: shared ? shape.choices : 1 },
      grid: [(parts * expertRows(a)) / BAND, maxTiles(shape, ROWS), 1],
      cut: 'y',
      cost: expertProductCost(a, shard),
    });
  }
}
