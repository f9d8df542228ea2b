import { getHeapStatistics } from 'node:v8';
import type { KeyLimits } from '../access/key-limit.ts';

/** What a client may ask of the server. */
export interface RequestLimits {
  key: KeyLimits;
  /** Wrong API keys a minute from one address. */
  failedKeys: number;
  /** Open connections. */
  connections: number;
  /** Open connections from one address, or one /64 of IPv6. */
  connectionsPerAddress: number;
  /** Bodies of requests in flight, in bytes, as they came. One key may take half of them. */
  bodyBytes: number;
  /**
   * Heap that the bodies of requests in flight may take once they are parsed, in bytes. One key may take half of it.
   */
  parsedBytes: number;
  /** Bodies of training jobs from this size on are parsed in a thread of their own, in bytes. */
  largeBodyBytes: number;
  /** A client whose body comes slower than 1 KiB/s over this time is refused, in milliseconds. */
  slowBodyMs: number;
  /** A client that takes nothing of its answer for this long is cut off, in milliseconds. */
  stalledMs: number;
  /** The time for the head of a request, in milliseconds. */
  headMs: number;
  /** The time for a request as a whole, however steadily it comes, in milliseconds; at least `headMs`. */
  requestMs: number;
}

/**
 * Wide enough that no client that works comes near: the hosted service allows 2,000 requests at a time, and an engine's
 * queue holds as many chats.
 */
export const defaultLimits: RequestLimits = {
  key: { concurrency: 4_096, rate: 20_000 },
  failedKeys: 600,
  connections: 10_000,
  connectionsPerAddress: 5_000,
  bodyBytes: 2 ** 30,
  // A quarter: what is made of bodies, and all else, has its place beside them.
  parsedBytes: Math.floor(getHeapStatistics().heap_size_limit / 4),
  largeBodyBytes: 2 ** 21,
  slowBodyMs: 30_000,
  stalledMs: 60_000,
  headMs: 10_000,
  requestMs: 3_600_000,
};
