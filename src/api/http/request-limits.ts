import { getHeapStatistics } from 'node:v8';
import type { KeyLimits } from '../access/key-limit.ts';

/** Limits on the requests of clients. */
export interface RequestLimits {
  key: KeyLimits;
  /** Wrong API keys per minute from one address. */
  failedKeys: number;
  /** Maximum number of open connections. */
  connections: number;
  /** Maximum number of open connections from one address, or one /64 of IPv6. */
  connectionsPerAddress: number;
  /** Maximum raw size of the bodies of requests in flight, in bytes. One key may take half of it. */
  bodyBytes: number;
  /** Maximum heap of the parsed bodies of requests in flight, in bytes. One key may take half of it. */
  parsedBytes: number;
  /** Size from which bodies of training jobs are parsed in a separate thread, in bytes. */
  largeBodyBytes: number;
  /** Milliseconds over which a body slower than 1 KiB/s is refused. */
  slowBodyMs: number;
  /** Milliseconds after which a client that reads nothing of its response is disconnected. */
  stalledMs: number;
  /** Timeout of a request's head, in milliseconds. */
  headMs: number;
  /** Timeout of a whole request, however steadily it arrives, in milliseconds; at least `headMs`. */
  requestMs: number;
}

/**
 * Defaults that no working client comes near: the hosted service allows 2,000 requests at a time, and an engine's queue
 * holds as many chats.
 */
export const defaultLimits: RequestLimits = {
  key: { concurrency: 4_096, rate: 20_000 },
  failedKeys: 600,
  connections: 10_000,
  connectionsPerAddress: 5_000,
  bodyBytes: 2 ** 30,
  // A quarter of the heap; the rest is for data derived from bodies, and everything else.
  parsedBytes: Math.floor(getHeapStatistics().heap_size_limit / 4),
  largeBodyBytes: 2 ** 21,
  slowBodyMs: 30_000,
  stalledMs: 60_000,
  headMs: 10_000,
  requestMs: 3_600_000,
};
