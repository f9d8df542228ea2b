/** A worker that could take a sequence. */
export interface Candidate {
  /** See `routeHash`. */
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

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * 32 bits that stand for a worker, or for what a request shares with others: FNV-1a over UTF-16 code units. `before` is
 * the hash of what comes before the text. It is taken of each call, so it leaves the garbage collector nothing.
 */
export function routeHash(text: string, before: number = FNV_BASIS): number {
  let hash = Math.imul(before ^ text.length, FNV_PRIME);
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), FNV_PRIME);
  return hash >>> 0;
}

/**
 * The worker for what `key` hashes: rendezvous hashing with bounded load, so that what shares a prefix and an adapter
 * meets the same caches, a worker that goes moves only what was its own, and none is much busier than the mean. Null
 * where all places are taken. The order is that of Thaler and Ravishankar's highest random weight; the bound is that
 * of Mirrokni et al., "Consistent hashing with bounded loads".
 */
export function pickWorker<Worker extends Candidate>(key: number, workers: readonly Worker[]): Worker | null {
  let total = 1;
  let first: Worker | null = null;
  let firstWeight = -1;
  for (const worker of workers) {
    const { load, hash } = worker;
    total += load;
    if (load >= worker.places) continue;
    const weight = weightOf(key, hash);
    if (weight <= firstWeight) continue;
    first = worker;
    firstWeight = weight;
  }
  const bound = Math.max(LEAST_BOUND, (BOUND_OF_MEAN * total) / workers.length);
  if (first === null || first.load < bound) return first;
  return firstBelow(bound, key, workers) ?? first;
}

/** The first in the order of `key` of those that have places and less than `bound`. */
function firstBelow<Worker extends Candidate>(bound: number, key: number, workers: readonly Worker[]): Worker | null {
  let first: Worker | null = null;
  let firstWeight = -1;
  for (const worker of workers) {
    if (worker.load >= Math.min(bound, worker.places)) continue;
    const weight = weightOf(key, worker.hash);
    if (weight <= firstWeight) continue;
    first = worker;
    firstWeight = weight;
  }
  return first;
}

/** The load at which a worker refuses what a replica offers it that knows of these: others have more room. */
export function loadLimit(workers: readonly Candidate[]): number {
  let total = 1;
  for (const { load } of workers) total += load;
  return Math.max(LEAST_BOUND, Math.ceil((LIMIT_OF_MEAN * total) / workers.length));
}

/** A number that looks random, of the two: the finalizer of MurmurHash3 over their mix. */
function weightOf(key: number, hash: number): number {
  let mixed = key ^ Math.imul(hash, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
