import { createHash } from 'node:crypto';

/** A worker that could take a sequence. */
export interface Candidate {
  /** See `workerHash`. */
  hash: number;
  /** Sequences that it has or waits with. */
  load: number;
  /** Sequences that it can have in one batch. */
  places: number;
}

/** Below so many sequences no worker counts as busier than the others. */
const LEAST_BOUND = 4;
/** How much more than the mean a worker may have, as far as a replica knows. */
const BOUND_OF_MEAN = 1.25;
/** How much more a worker may have in truth: what other replicas have sent meanwhile is not known. */
const LIMIT_OF_MEAN = 1.45;

/** How often a call is offered with such a limit: in a sudden rush no replica knows the mean. */
export const LIMITED_TRIES = 2;

/** 32 bits that stand for a worker or for what a request shares with others. */
export function routeHash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0);
}

/**
 * The worker for what `key` hashes: rendezvous hashing with bounded load, so that what shares a prefix and an adapter
 * meets the same caches, a worker that goes moves only what was its own, and none is much busier than the mean. Null
 * where all places are taken. The order is that of Thaler and Ravishankar's highest random weight; the bound is that
 * of Mirrokni et al., "Consistent hashing with bounded loads".
 */
export function pickWorker<Worker extends Candidate>(key: number, workers: readonly Worker[]): Worker | null {
  const bound = Math.max(LEAST_BOUND, BOUND_OF_MEAN * meanWithOneMore(workers));
  let best: Worker | null = null;
  let bestWeight = -1;
  let spare: Worker | null = null;
  let spareWeight = -1;
  for (const worker of workers) {
    if (worker.load >= worker.places) continue;
    const weight = weightOf(key, worker.hash);
    if (weight > spareWeight) {
      spare = worker;
      spareWeight = weight;
    }
    if (worker.load < bound && weight > bestWeight) {
      best = worker;
      bestWeight = weight;
    }
  }
  return best ?? spare;
}

/** The load at which a worker refuses what a replica offers it that knows of these: others have more room. */
export function loadLimit(workers: readonly Candidate[]): number {
  return Math.max(LEAST_BOUND, Math.ceil(LIMIT_OF_MEAN * meanWithOneMore(workers)));
}

function meanWithOneMore(workers: readonly Candidate[]): number {
  let total = 1;
  for (const { load } of workers) total += load;
  return total / workers.length;
}

/** A number that looks random, of the two: the finalizer of MurmurHash3 over their mix. */
function weightOf(key: number, hash: number): number {
  let mixed = key ^ Math.imul(hash, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
