/** A worker that may run a sequence. */
export interface Candidate {
  /** Hash of the worker; see `routeHash`. */
  hash: number;
  /** Sequences that run or wait there. */
  load: number;
  /** Most sequences in one batch. */
  places: number;
}

/** Load below which no worker counts as busier than the others. */
const MIN_BOUND = 4;
/** Most load of a worker, relative to the mean, by what a replica knows. */
const BOUND_OF_MEAN = 1.25;
/**
 * Most actual load of a worker, relative to the mean. It is higher, since a replica does not know the calls that other
 * replicas have just sent.
 */
const LIMIT_OF_MEAN = 1.45;

/** Number of offers of a call with such a limit: in a sudden rush no replica knows the mean. */
export const LIMITED_TRIES = 2;

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Returns a 32-bit hash of a worker, or of the prefix and adapter that requests share: FNV-1a over UTF-16 code units.
 * `before` is the hash of the preceding text. It runs for each call, so it allocates nothing.
 */
export function routeHash(text: string, before: number = FNV_BASIS): number {
  let hash = Math.imul(before ^ text.length, FNV_PRIME);
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), FNV_PRIME);
  return hash >>> 0;
}

/**
 * Picks a worker for the hash `key` by rendezvous hashing with bounded load. Requests that share a prefix and an
 * adapter meet the same caches. When a worker goes, only its own calls move. No worker gets much busier than the mean.
 * Returns null if all are full. The order is highest random weight (Thaler and Ravishankar); the bound follows Mirrokni
 * et al., "Consistent hashing with bounded loads".
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
  const bound = Math.max(MIN_BOUND, (BOUND_OF_MEAN * total) / workers.length);
  if (first === null || first.load < bound) return first;
  return firstBelow(bound, key, workers) ?? first;
}

/** Returns the worker of highest weight for `key` whose load is below `bound` and its capacity. */
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

/** Returns the load from which a worker should refuse a call, given all loads that the replica knows. */
export function loadLimit(workers: readonly Candidate[]): number {
  let total = 1;
  for (const { load } of workers) total += load;
  return Math.max(MIN_BOUND, Math.ceil((LIMIT_OF_MEAN * total) / workers.length));
}

/** Mixes both hashes into a pseudo-random number with the finalizer of MurmurHash3. */
function weightOf(key: number, hash: number): number {
  let mixed = key ^ Math.imul(hash, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
