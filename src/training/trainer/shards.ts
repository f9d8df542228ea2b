/**
 * Parts of a step whose gradients are summed by themselves and then added in order, so that it changes no bit who
 * computes them.
 */
const MOST_SHARDS = 16;

/** The gradient of a shard, and what is known of its tokens. */
export interface ShardGradient {
  /** [elements] */
  gradient: Float32Array;
  /** [supervised tokens of the shard] x (log-probability, entropy) */
  statistics: Float32Array;
}

/** Contiguous runs of micro-batches whose lengths differ by one at most; none is empty. */
export function shardsOf<Batch>(batches: readonly Batch[]): Batch[][] {
  const count = Math.min(batches.length, MOST_SHARDS);
  const start = (shard: number): number => Math.floor((shard * batches.length) / count);
  return Array.from({ length: count }, (_, shard) => batches.slice(start(shard), start(shard + 1)));
}
