import { LIMITED_TRIES, loadLimit, pickWorker, routeHash } from '../src/cluster/chat-router.ts';

export interface SimulationSize {
  workers: number;
  /** Sequences in one batch of a worker. */
  places: number;
  replicas: number;
  /** Share of all places in use. */
  load: number;
  /** Number of groups of chats with the same prompt. */
  groups: number;
}

export interface SimulationResult {
  /** Share of chats whose prompt was cached by their worker. */
  prefixHits: number;
  /** Share of chats whose adapter was loaded by their worker. */
  adapterHits: number;
  /** Load of the busiest worker over the mean load, averaged over time. */
  maxOverMean: number;
  /** Share of offers that were refused. */
  busy: number;
}

const GROUP = 16;
const ADAPTERS = 5_000;
const ZIPF = 0.9;
/** Capacities of a worker's LRU caches of adapters and prompts. */
const ADAPTER_SLOTS = 8;
const PROMPTS_KEPT = 256;
const BEAT_SECONDS = 1;
const CHAT_SECONDS = 8;

interface SimulatedWorker {
  hash: number;
  running: number;
  adapters: Kept;
  prompts: Kept;
}

/** State of a worker as a replica sees it: its last heartbeat, and the requests sent to it since. */
interface Belief {
  hash: number;
  load: number;
  places: number;
  index: number;
}

/**
 * Simulates routing. Chats arrive in groups of 16 with the same prompt, each group for one of 5,000 adapters (Zipf).
 * Replicas route them with `pickWorker` on heartbeats that are up to a second old. Only decisions are simulated;
 * nothing is sent.
 */
export function simulateRouting(size: SimulationSize, random: () => number): SimulationResult {
  const { workers: count, places, replicas, load, groups } = size;
  const workers = Array.from({ length: count }, (_, index): SimulatedWorker => {
    const kept = { adapters: new Kept(ADAPTER_SLOTS), prompts: new Kept(PROMPTS_KEPT) };
    return { hash: routeHash(`worker ${index}`), running: 0, ...kept };
  });
  const beliefs = Array.from({ length: replicas }, () =>
    workers.map(({ hash }, index): Belief => ({ hash, load: 0, places, index })),
  );
  const adapterOf = zipf(random);
  const ends = new EndTimes();
  const between = (CHAT_SECONDS * GROUP) / (count * places * load);
  const seen = { chats: 0, prompts: 0, adapters: 0, offers: 0, busy: 0, loads: [] as number[] };
  let [now, nextHeartbeat] = [0, 0];
  for (let group = 0; group < groups; group++, now += -Math.log(1 - random()) * between) {
    for (const worker of ends.until(now)) workers[worker].running -= 1;
    for (; nextHeartbeat <= now; nextHeartbeat += BEAT_SECONDS) {
      for (const belief of beliefs.flat()) belief.load = workers[belief.index].running;
      const running = workers.map((worker) => worker.running);
      const mean = running.reduce((a, b) => a + b) / count;
      if (group > groups / 4) seen.loads.push(Math.max(...running) / mean);
    }
    const adapter = adapterOf();
    const key = routeHash(JSON.stringify([adapter, group]));
    const belief = beliefs[Math.floor(random() * replicas)];
    for (let member = 0; member < GROUP; member++) {
      const refused = new Set<number>();
      const limit = loadLimit(belief);
      for (;;) {
        const fitting = refused.size === 0 ? belief : belief.filter(({ index }) => !refused.has(index));
        const chosen = pickWorker(key, fitting);
        if (chosen === null) break;
        const worker = workers[chosen.index];
        seen.offers += 1;
        if (worker.running >= Math.min(places, refused.size < LIMITED_TRIES ? limit : places)) {
          seen.busy += 1;
          refused.add(chosen.index);
          continue;
        }
        chosen.load += 1;
        worker.running += 1;
        ends.add(now - Math.log(1 - random()) * CHAT_SECONDS, chosen.index);
        seen.chats += 1;
        if (worker.prompts.use(group)) seen.prompts += 1;
        if (worker.adapters.use(adapter)) seen.adapters += 1;
        break;
      }
    }
  }
  return {
    prefixHits: seen.prompts / seen.chats,
    adapterHits: seen.adapters / seen.chats,
    maxOverMean: seen.loads.reduce((a, b) => a + b) / seen.loads.length,
    busy: seen.busy / seen.offers,
  };
}

/** LRU set of limited size. */
class Kept {
  readonly #most: number;
  readonly #kept = new Set<number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Marks an entry as used; returns whether it was present. */
  use(one: number): boolean {
    const wasThere = this.#kept.delete(one);
    this.#kept.add(one);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.values().next().value as number);
    return wasThere;
  }
}

/** End times of chats, in buckets of a tenth of a second. */
class EndTimes {
  readonly #buckets = new Map<number, number[]>();
  #next = 0;

  add(time: number, worker: number): void {
    const bucket = Math.max(this.#next, Math.ceil(time * 10));
    const there = this.#buckets.get(bucket);
    if (there === undefined) this.#buckets.set(bucket, [worker]);
    else there.push(worker);
  }

  until(time: number): number[] {
    const ended: number[] = [];
    for (; this.#next <= time * 10; this.#next++) {
      ended.push(...(this.#buckets.get(this.#next) ?? []));
      this.#buckets.delete(this.#next);
    }
    return ended;
  }
}

/** Returns a generator of adapter indices with a Zipf distribution. */
function zipf(random: () => number): () => number {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= ADAPTERS; rank++) {
    sum += rank ** -ZIPF;
    sums.push(sum);
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, ADAPTERS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
