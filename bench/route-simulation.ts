import { LIMITED_TRIES, loadLimit, pickWorker, routeHash } from '../src/cluster/chat-router.ts';

export interface SimulationSize {
  workers: number;
  /** Sequences in one batch of a worker. */
  places: number;
  replicas: number;
  /** Share of all places that are taken. */
  load: number;
  /** Groups of chats that have a prompt in common. */
  groups: number;
}

export interface SimulationResult {
  /** Share of chats whose prompt their worker had. */
  prefixHits: number;
  /** Share of chats whose adapter their worker had. */
  adapterHits: number;
  /** Load of the busiest worker over the mean, in the mean over time. */
  maxOverMean: number;
  /** Share of offers that were refused. */
  busy: number;
}

const GROUP = 16;
const ADAPTERS = 5_000;
const ZIPF = 0.9;
/** Adapters and prompts that a worker keeps, the last used ones. */
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

/** What a replica believes of a worker: its last beat, and what it has sent there since. */
interface Belief {
  hash: number;
  load: number;
  places: number;
  index: number;
}

/**
 * Chats come in groups of 16 of one prompt, each group at one of 5,000 adapters (Zipf), at replicas that route them by
 * `pickWorker` on beats that are up to a second old. Nothing is sent: only what is decided counts.
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
  let [now, nextBeat] = [0, 0];
  for (let group = 0; group < groups; group++, now += -Math.log(1 - random()) * between) {
    for (const worker of ends.until(now)) workers[worker].running -= 1;
    for (; nextBeat <= now; nextBeat += BEAT_SECONDS) {
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

/** The last used of a few. */
class Kept {
  readonly #most: number;
  readonly #kept = new Set<number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether it was there. */
  use(one: number): boolean {
    const wasThere = this.#kept.delete(one);
    this.#kept.add(one);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.values().next().value as number);
    return wasThere;
  }
}

/** When chats end, in buckets of a tenth of a second. */
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

/** Numbers of adapters, the first ones far more often than the last. */
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
