/**
 * Most shards of a step. Workers send each other the gradient of each shard, so more shards cost more traffic than
 * they save time. With fewer shards, a slow worker delays a larger part.
 */
const MAX_SHARDS = 16;

/** The gradient of a shard, and the statistics of its tokens. */
export interface ShardGradient {
  /** [elements] */
  gradient: Float32Array;
  /** [supervised tokens of the shard] x (log-probability, entropy) */
  statistics: Float32Array;
}

/**
 * Divides the micro-batches of a step into shards: runs that are not empty and differ in length by at most one. The
 * gradient of each shard is summed separately, then the shards are added in order. So the result is bit-identical
 * whichever worker computes a shard.
 */
export function shardsOf<Batch>(batches: readonly Batch[]): Batch[][] {
  const count = Math.min(batches.length, MAX_SHARDS);
  const start = (shard: number): number => Math.floor((shard * batches.length) / count);
  return Array.from({ length: count }, (_, shard) => batches.slice(start(shard), start(shard + 1)));
}
