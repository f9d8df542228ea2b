/**
 * Shards of a step, at most: their gradients are what workers send each other, so more of them would cost more than
 * they spread, and with fewer a worker that is late holds up more.
 */
const MOST_SHARDS = 16;

/** The gradient of a shard, and what is known of its tokens. */
export interface ShardGradient {
  /** [elements] */
  gradient: Float32Array;
  /** [supervised tokens of the shard] x (log-probability, entropy) */
  statistics: Float32Array;
}

/**
 * The micro-batches of a step in runs whose lengths differ by one at most; none is empty. The gradient of each is
 * summed by itself, and then all are added in order, so that it changes no bit who computes them.
 */
export function shardsOf<Batch>(batches: readonly Batch[]): Batch[][] {
  const count = Math.min(batches.length, MOST_SHARDS);
  const start = (shard: number): number => Math.floor((shard * batches.length) / count);
  return Array.from({ length: count }, (_, shard) => batches.slice(start(shard), start(shard + 1)));
}
