import { describe, expect, it } from 'vitest';
import { PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import { AdapterSlots } from '../../src/inference/engine/adapter-slots.ts';
import { PagePool } from '../../src/inference/engine/page-pool.ts';
import type { PageCopy } from '../../src/inference/engine/prefix-cache.ts';
import { PrefixKeys, type PrefixRoot } from '../../src/inference/engine/prefix-keys.ts';
import { Scheduler, type SchedulerLimits } from '../../src/inference/engine/scheduler.ts';
import { Sequence } from '../../src/inference/engine/sequence.ts';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import { uniform } from '../reference/random.ts';
import { isLong } from '../tier.ts';

/**
 * An engine without a device. Every page records the tokens, adapter and caller that it was written for, so a sequence
 * that reads a wrong page is detected at once.
 */
class Simulation {
  readonly pool: PagePool;
  readonly adapters: AdapterSlots;
  readonly scheduler: Scheduler;
  readonly ended: Sequence[] = [];
  /** Prefix hash written to each position of the cache. */
  readonly #written: number[];
  readonly #inSlot: string[] = [];
  /** Adapters that were read and have no slot yet; at most two stay. */
  readonly #inMemory = new Set<string>();
  /** Whether the last step had adapters to read. */
  reads = false;
  readonly #pages: number;
  /** Tokens that were sampled but not delivered yet. */
  readonly #inFlight = new Map<Sequence, number[]>();
  #unread: Sequence[] = [];
  #arrivals = 0;
  readonly #told: number[] = [];
  computed = 0;
  copied = 0;

  constructor({ pages, slots, ...limits }: { pages: number; slots: number } & SchedulerLimits) {
    this.#pages = pages;
    this.pool = new PagePool(pages);
    this.adapters = new AdapterSlots(slots, ({ id }, slot) => {
      if (!this.#inMemory.delete(id)) return undefined;
      this.#inSlot[slot] = id;
      return `content of ${id}`;
    });
    this.scheduler = new Scheduler(this.pool, this.adapters, 'weights', limits);
    this.#written = new Array<number>(pages * PAGE_TOKENS).fill(-1);
  }

  add(changes: Partial<GenerateRequest>): Sequence {
    const sequence = new Sequence(
      {
        model: 'toy',
        adapter: null,
        promptIds: Uint32Array.of(1),
        maxTokens: 1,
        stopTokenIds: [],
        sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n },
        topLogprobs: 0,
        ...changes,
      },
      this.#arrivals++,
      { onToken: (_, preemptions) => this.#told.push(preemptions) },
    );
    sequence.finished.catch(() => {});
    this.scheduler.add(sequence);
    return sequence;
  }

  /** Preemptions that came with tokens, one by one. */
  get told(): number[] {
    return this.#told.filter((preemptions) => preemptions > 0);
  }

  /** Whether a step has not been read. */
  get waits(): boolean {
    return this.#unread.length > 0;
  }

  /** Runs a step and returns its sequences. With `ahead`, its tokens are delivered after the next step. */
  step(ahead = false): Sequence[] {
    const { copies, chunks, unread } = this.scheduler.next();
    this.#read(unread);
    this.#copy(copies);
    const rows = chunks.reduce((sum, { count }) => sum + count, 0);
    this.computed += rows;
    for (const { sequence, count } of chunks) this.#compute(sequence, count);
    const drawn = chunks.filter(({ sequence, count }) => sequence.pending === count);
    this.scheduler.advance(chunks);
    for (const { sequence } of drawn) {
      const next = nextToken({ request: sequence.request, tokens: this.#tokens(sequence) });
      this.#inFlight.set(sequence, [...(this.#inFlight.get(sequence) ?? []), next]);
    }
    this.#deliver();
    this.#unread = drawn.map(({ sequence }) => sequence);
    if (!ahead) this.#deliver();
    return chunks.map(({ sequence }) => sequence);
  }

  /** Reads adapters, which are in memory for the next step. */
  #read(sequences: readonly Sequence[]): void {
    this.reads = sequences.length > 0;
    for (const sequence of sequences) {
      const { id, folder } = sequence.request.adapter as { id: string; folder: string };
      if (folder === 'nowhere') {
        this.scheduler.remove(sequence);
        sequence.fail(new Error('no such adapter'));
        continue;
      }
      this.#inMemory.add(id);
      const [oldest] = this.#inMemory;
      if (this.#inMemory.size > 2) this.#inMemory.delete(oldest);
    }
  }

  #deliver(): void {
    for (const sequence of this.#unread) {
      const id = this.#inFlight.get(sequence)?.shift() as number;
      if (sequence.isOver) continue;
      this.scheduler.deliver(sequence, { id, logprob: 0, topIds: [], topLogprobs: [] });
      if (sequence.isOver) this.ended.push(sequence);
    }
    this.#unread = [];
  }

  #tokens(sequence: Sequence): number[] {
    return [...sequence.tokens, ...(this.#inFlight.get(sequence) ?? [])];
  }

  /** Copies all pages at once, as the device does. */
  #copy(copies: PageCopy[]): void {
    const before = [...this.#written];
    for (const { from, to, tokens } of copies) {
      this.copied += tokens;
      if (copies.some((other) => other.from === to))
        throw new Error('a page is read by one copy and written by another');
      for (let i = 0; i < tokens; i++) this.#written[to * PAGE_TOKENS + i] = before[from * PAGE_TOKENS + i];
    }
    if (new Set(copies.map(({ to }) => to)).size < copies.length) throw new Error('two copies go to one page');
  }

  #compute(sequence: Sequence, count: number): void {
    const { adapter, cacheRoot } = sequence.request;
    if (adapter) expect(this.#inSlot[sequence.slot as number]).toBe(adapter.id);
    const states = prefixHashes(`${adapter?.id} ${cacheRoot}`, this.#tokens(sequence));
    const place = (position: number): number =>
      sequence.pages[Math.floor(position / PAGE_TOKENS)] * PAGE_TOKENS + (position % PAGE_TOKENS);
    for (let position = 0; position < sequence.cached; position++) {
      if (this.#written[place(position)] !== states[position]) throw new Error('a page holds what another wrote');
    }
    for (let position = sequence.cached; position < sequence.cached + count; position++) {
      if (this.pool.refCount(sequence.pages[Math.floor(position / PAGE_TOKENS)]) !== 1) {
        throw new Error('a shared page is written to');
      }
      if (states[position] === undefined) throw new Error('a token goes through the model that nobody has drawn');
      this.#written[place(position)] = states[position];
    }
  }

  /** Asserts that everything is as before the first request. */
  expectNothingHeld(): void {
    expect(this.scheduler.idle).toBe(true);
    expect(this.pool.used).toBe(0);
    expect(this.pool.available).toBe(this.#pages);
    expect(this.adapters.users).toBe(0);
    expect(this.scheduler.prefixes.pendingPages).toBe(0);
    const taken = Array.from({ length: this.#pages }, () => this.pool.allocate());
    expect(new Set(taken).size).toBe(this.#pages);
    this.pool.release(taken as number[]);
  }
}

/** Returns a hash of each prefix of `tokens` under `root`. */
function prefixHashes(root: string, tokens: readonly number[]): number[] {
  let state = [...root].reduce((sum, character) => Math.imul(sum, 31) + character.charCodeAt(0), 7);
  return tokens.map((token) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + token + 1;
    return state >>> 0;
  });
}

function nextToken({ tokens, request }: Pick<Sequence, 'tokens' | 'request'>): number {
  return (tokens.reduce((sum, token) => (sum * 31 + token) % 7, 0) + (request.adapter?.id.length ?? 0)) % 7;
}

/** Returns whether the finished answer is the one that the sequence has alone. */
function isRight({ request, tokens }: Sequence): boolean {
  const alone = { request, tokens: [...request.promptIds] };
  for (let i = 0; i < request.maxTokens; i++) {
    const next = nextToken(alone);
    alone.tokens.push(next);
    if (request.stopTokenIds.includes(next)) break;
  }
  return alone.tokens.join() === tokens.join();
}

/** Runs a random workload: arrivals, aborts, and steps until all is done. */
function live(seed: number): void {
  const random = uniform(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pages = 3 + below(10);
  const maxRunning = 1 + below(6);
  const simulation = new Simulation({
    pages,
    slots: 1 + below(3),
    maxRunning,
    maxTokens: maxRunning + below(40),
    maxScored: 1 + below(8),
  });
  const context = pages * PAGE_TOKENS;
  const open = new Set<Sequence>();
  const owners = ['a', 'b', 'c'].slice(below(3));
  const prompts = Array.from({ length: 3 }, () => Array.from({ length: context }, () => below(7)));
  let steps = 0;
  let work = 0;
  for (let round = 0; round < 30 || !simulation.scheduler.idle; round++) {
    while (round < 30 && random() < 0.5) {
      const length = 1 + below(context - 1);
      const own = prompts[below(3)].slice(0, length);
      if (random() < 0.5) own[below(length)] = below(7);
      // A fork: the prompt of another request, or its answer continued by one token.
      const origin = simulation.ended[below(simulation.ended.length)] ?? [...open].at(-1);
      const fork = origin === undefined ? [] : [...origin.tokens.slice(0, context - 2)];
      if (random() < 0.5) fork.push(below(7));
      const forks = random() < 0.4 && fork.length > 0 && fork.length < context;
      const lost = random() < 0.05;
      const adapter = random() < 0.6 ? { id: 'x'.repeat(1 + below(6)), folder: lost ? 'nowhere' : 'somewhere' } : null;
      const promptIds = Uint32Array.from(forks ? fork : own);
      const maxTokens = 1 + below(Math.min(20, context - promptIds.length));
      work += promptIds.length + maxTokens;
      const sequence = simulation.add({
        promptIds,
        maxTokens,
        adapter: (forks ? origin?.request.adapter : adapter) ?? null,
        priority: below(3) - 1,
        owner: owners[below(owners.length)],
        cacheRoot: (forks ? origin?.request.cacheRoot : undefined) ?? `caller ${below(2)}`,
        promptLogprobs: random() < 0.2 ? 0 : null,
        stopTokenIds: random() < 0.5 ? [3] : [],
      });
      open.add(sequence);
      sequence.finished.catch(() => open.delete(sequence));
    }
    if (random() < 0.15) {
      const [doomed] = [...open].filter(() => random() < 0.3);
      if (doomed) {
        simulation.scheduler.remove(doomed);
        doomed.fail(new Error('given up'));
        open.delete(doomed);
      }
    }
    if (simulation.scheduler.idle) continue;
    const waited = simulation.waits;
    const ran = simulation.step(random() < 0.7);
    if (ran.length === 0 && !waited && !simulation.reads && !simulation.scheduler.idle)
      throw new Error(`seed ${seed}: nothing runs, though all could`);
    // A preempted sequence is computed more than once, but not for ever.
    if (++steps > 60 + 20 * work) throw new Error(`seed ${seed}: it does not come to an end`);
  }
  for (const sequence of simulation.ended) if (!isRight(sequence)) throw new Error(`seed ${seed}: a wrong answer`);
  simulation.expectNothingHeld();
}

describe('the scheduler', () => {
  it('finishes every request of random workloads, and holds nothing afterwards', () => {
    for (let seed = 1; seed <= (isLong ? 2_000 : 500); seed++) live(seed);
  });

  const ample = { pages: 64, slots: 2, maxRunning: 2, maxTokens: 32, maxScored: 8 };
  const prompt = (length: number, first = 1): Uint32Array => Uint32Array.from({ length }, (_, i) => (first + i) % 50);

  function finishAll(simulation: Simulation): Sequence[] {
    while (!simulation.scheduler.idle) simulation.step();
    return simulation.ended;
  }

  it('serves lower priority numbers first, and equal ones in order of arrival', () => {
    const simulation = new Simulation({ ...ample, maxRunning: 1 });
    const [late, first, second, urgent] = [5, 0, 0, -1].map((priority) => simulation.add({ priority }));
    expect(finishAll(simulation)).toEqual([urgent, first, second, late]);
  });

  it('preempts a lower priority for an urgent request, and resumes it from its cached pages', () => {
    const simulation = new Simulation({ ...ample, maxRunning: 1 });
    const slow = simulation.add({ promptIds: prompt(40), maxTokens: 20, priority: 1 });
    for (let i = 0; i < 5; i++) simulation.step();
    const before = simulation.computed;
    const urgent = simulation.add({ promptIds: prompt(8, 9), maxTokens: 3 });
    const equal = simulation.add({ priority: 1 });
    expect(finishAll(simulation)).toEqual([urgent, slow, equal]);
    expect(simulation.scheduler.counts.preemptions).toBe(1);
    // With the first token that comes after it.
    expect(simulation.told).toEqual([1]);
    // The urgent one: 8 + 2; the slow one: what of its 43 tokens is in no full page, and the rest; the last: 1.
    expect(simulation.computed - before).toBe(10 + (43 - 32 + 16) + 1);
  });

  it('counts requests that wait for an adapter apart from requests that wait for room', () => {
    const simulation = new Simulation({ ...ample, maxRunning: 2 });
    const [, another] = [simulation.add({ maxTokens: 9 }), simulation.add({ adapter: { id: 'a', folder: 'a' } })];
    simulation.scheduler.next();
    expect(simulation.scheduler.counts).toMatchObject({ running: 1, waiting: 1, deferred: 1 });
    simulation.scheduler.remove(another);
    expect(simulation.scheduler.counts).toMatchObject({ waiting: 0, deferred: 0 });
    for (let i = 0; i < 3; i++) simulation.add({});
    simulation.scheduler.next();
    expect(simulation.scheduler.counts).toMatchObject({ running: 2, waiting: 2, deferred: 0 });
  });

  it('never preempts a request of equal priority for a place', () => {
    const simulation = new Simulation({ ...ample, maxRunning: 1 });
    simulation.add({ maxTokens: 9 });
    simulation.step();
    simulation.add({});
    finishAll(simulation);
    expect(simulation.scheduler.counts.preemptions).toBe(0);
  });

  it('computes a shared prefix once for concurrent requests', () => {
    const simulation = new Simulation({ ...ample, maxRunning: 16 });
    const choices = Array.from({ length: 8 }, () => simulation.add({ promptIds: prompt(100), maxTokens: 1 }));
    finishAll(simulation);
    // The prompt once; its last token by each of the others.
    expect(simulation.computed).toBe(100 + 7);
    expect(choices.map(({ promptHits }) => promptHits)).toEqual([0, ...new Array(7).fill(99)]);
  });

  it('continues in the last page of a finished answer, and copies it for all but the first request', () => {
    const simulation = new Simulation({ ...ample, maxRunning: 16 });
    const parent = simulation.add({ promptIds: prompt(21) });
    finishAll(simulation);
    const before = simulation.computed;
    const forks = [1, 2, 3].map((token) => simulation.add({ promptIds: Uint32Array.of(...prompt(21), token) }));
    simulation.step();
    expect(simulation.ended).toEqual([parent, ...forks]);
    expect(forks.map(({ promptHits }) => promptHits)).toEqual([21, 21, 21]);
    expect(simulation.computed - before).toBe(3);
    expect(simulation.copied).toBe(2 * 5);
    simulation.expectNothingHeld();
  });

  it('finishes both requests if there is no page for a copy', () => {
    const simulation = new Simulation({ ...ample, pages: 3, maxRunning: 16 });
    const first = simulation.add({ promptIds: prompt(40), maxTokens: 6 });
    simulation.step();
    simulation.step();
    const second = simulation.add({ promptIds: prompt(40), maxTokens: 2 });
    expect(finishAll(simulation)).toEqual([first, second]);
  });

  it('computes at least the last token of a cached prompt', () => {
    const simulation = new Simulation(ample);
    for (const length of [64, 64, 65, 16, 17]) {
      simulation.add({ promptIds: prompt(length) });
      finishAll(simulation);
    }
    expect(simulation.ended.map(({ promptHits }) => promptHits)).toEqual([0, 63, 64, 0, 16]);
  });

  it('caches a page that was filled before all its tokens were read', () => {
    const simulation = new Simulation(ample);
    const first = simulation.add({ promptIds: prompt(10), maxTokens: 7 });
    while (!simulation.scheduler.idle) simulation.step(true);
    const next = simulation.add({ promptIds: Uint32Array.from(first.tokens) });
    finishAll(simulation);
    expect(next.promptHits).toBe(16);
  });

  it('shares no page between callers or adapters, nor with a request for prompt log-probabilities', () => {
    const simulation = new Simulation({ ...ample, pages: 256 });
    const a = { id: 'a', folder: 'a' };
    const hits = (changes: Partial<GenerateRequest>): number | undefined => {
      const sequence = simulation.add({ promptIds: prompt(33), ...changes });
      finishAll(simulation);
      return sequence.promptHits;
    };
    expect([hits({}), hits({})]).toEqual([0, 32]);
    expect([hits({ cacheRoot: 'bob' }), hits({ cacheRoot: 'bob' }), hits({ cacheRoot: 'eve' })]).toEqual([0, 32, 0]);
    expect([hits({ adapter: a }), hits({ adapter: a }), hits({ adapter: { id: 'b', folder: 'b' } })]).toEqual([
      0, 32, 0,
    ]);
    expect(hits({ promptLogprobs: 0 })).toBe(0);
  });

  it('runs others while a request waits for an adapter slot, and does not starve it', () => {
    const simulation = new Simulation({ ...ample, slots: 1, maxRunning: 4 });
    const resident = { id: 'resident', folder: '' };
    const busy = simulation.add({ adapter: resident, maxTokens: 10 });
    simulation.step();
    const stranger = simulation.add({ adapter: { id: 'stranger', folder: '' } });
    const plain = simulation.add({});
    // A flow of requests for the adapter that is there.
    const flow = Array.from({ length: 30 }, () => simulation.add({ adapter: resident, maxTokens: 2 }));
    const order = finishAll(simulation);
    expect(order.indexOf(plain)).toBeLessThan(order.indexOf(busy));
    expect(order.indexOf(stranger)).toBeLessThan(Math.min(...flow.map((sequence) => order.indexOf(sequence))));
  });

  it('fails only the request whose adapter cannot be loaded', async () => {
    const simulation = new Simulation(ample);
    const bad = simulation.add({ adapter: { id: 'bad', folder: 'nowhere' } });
    const good = simulation.add({});
    const failure = expect(bad.finished).rejects.toThrow('no such adapter');
    expect(finishAll(simulation)).toEqual([good]);
    await failure;
    simulation.expectNothingHeld();
  });

  it('preempts nothing for an urgent request whose adapter cannot be loaded', async () => {
    const simulation = new Simulation({ ...ample, maxRunning: 1 });
    const patient = simulation.add({ maxTokens: 3, priority: 1 });
    simulation.step();
    const bad = simulation.add({ adapter: { id: 'bad', folder: 'nowhere' } });
    expect(simulation.step()).toEqual([patient]);
    await expect(bad.finished).rejects.toThrow('no such adapter');
    expect(simulation.scheduler.counts.preemptions).toBe(0);
  });
});

describe('owners', () => {
  const ample = { pages: 256, slots: 2, maxRunning: 8, maxTokens: 16, maxScored: 8 };
  const prompt = (length: number, first = 1): Uint32Array => Uint32Array.from({ length }, (_, i) => (first + i) % 50);

  /** Steps until a sequence has ended. */
  function stepsTo(simulation: Simulation, sequence: Sequence): number {
    for (let steps = 1; ; steps++) {
      simulation.step();
      if (sequence.isOver) return steps;
      if (steps === 10_000) throw new Error('it does not come to an end');
    }
  }

  it('are admitted in turn, whatever their priorities and however many requests wait', () => {
    const simulation = new Simulation({ ...ample, maxRunning: 1 });
    for (let i = 0; i < 100; i++) simulation.add({ owner: 'a', priority: -1e9 });
    simulation.step();
    const [late, urgent] = [5, 0].map((priority) => simulation.add({ owner: 'b', priority, maxTokens: 1 }));
    // The turn of b comes first, then every second time.
    expect([stepsTo(simulation, urgent), stepsTo(simulation, late)]).toEqual([1, 2]);
  });

  it('preempt each other in a full batch until each runs as many requests, and no further', () => {
    const simulation = new Simulation(ample);
    const many = Array.from({ length: 50 }, () => simulation.add({ owner: 'a', priority: -1e9, maxTokens: 100 }));
    simulation.step();
    expect(simulation.scheduler.running).toEqual(many.slice(0, 8));
    const others = Array.from({ length: 6 }, () => simulation.add({ owner: 'b', maxTokens: 100 }));
    simulation.step();
    const running = simulation.scheduler.running;
    expect(many.filter((sequence) => running.includes(sequence))).toEqual(many.slice(0, 4));
    expect(others.filter((sequence) => running.includes(sequence))).toEqual(others.slice(0, 4));
    for (let i = 0; i < 20; i++) simulation.step();
    expect(simulation.scheduler.counts.preemptions).toBe(4);
  });

  it('get pages from an owner with more sequences', () => {
    const simulation = new Simulation({ ...ample, pages: 16 });
    const long = [1, 2, 3].map((first) =>
      simulation.add({ owner: 'a', priority: -1e9, promptIds: prompt(64, 10 * first), maxTokens: 15 }),
    );
    for (let i = 0; i < 13; i++) simulation.step();
    expect(simulation.scheduler.running).toEqual(long);
    const chat = simulation.add({ owner: 'b', promptIds: prompt(96, 7), maxTokens: 3 });
    expect(stepsTo(simulation, chat)).toBeLessThan(12);
    while (!simulation.scheduler.idle) simulation.step();
    expect(simulation.ended.every(isRight)).toBe(true);
    simulation.expectNothingHeld();
  });

  it('share the rows of a step: a prefill gets half of them beside the full batch of another owner', () => {
    const simulation = new Simulation({ ...ample, maxRunning: 16 });
    for (let i = 0; i < 40; i++) simulation.add({ owner: 'a', priority: -1e9, maxTokens: 200 });
    simulation.step();
    const chat = simulation.add({ owner: 'b', promptIds: prompt(64), maxTokens: 4 });
    // Half of 16 rows are for b: 8 steps for the prompt, one for each further token.
    expect(stepsTo(simulation, chat)).toBe(8 + 3);
  });

  it('do not wait for the prompts of another owner', () => {
    const simulation = new Simulation(ample);
    for (let i = 0; i < 8; i++) simulation.add({ owner: 'a', promptIds: prompt(300, i), maxTokens: 2 });
    simulation.step();
    const chat = simulation.add({ owner: 'b', cacheRoot: 'b', promptIds: prompt(20), maxTokens: 2 });
    expect(stepsTo(simulation, chat)).toBeLessThanOrEqual(4);
  });
});

describe('pages', () => {
  it('are reused least recently released first, the end of a sequence before its beginning', () => {
    const pool = new PagePool(4);
    const [a, b, c] = [pool.allocate()!, pool.allocate()!, pool.allocate()!];
    pool.publish(a, 'a');
    pool.publish(b, 'b');
    pool.publish(c, 'c');
    pool.release([c]);
    pool.release([a, b]);
    pool.allocate(); // The page that never had a key.
    expect(pool.allocate()).toBe(c);
    expect([pool.find('a'), pool.find('b'), pool.find('c')]).toEqual([a, b, undefined]);
    pool.addReference(b);
    expect(pool.allocate()).toBe(a);
    expect(pool.allocate()).toBeUndefined();
    expect(() => pool.release([b, b])).toThrow(/more often/);
  });
});

describe('the key of a page', () => {
  const root = { weights: 'w', adapter: 'a 1', caller: 'c' };
  const tokens = Array.from({ length: 40 }, (_, i) => i);
  const key = (changes: Partial<PrefixRoot>, changed = tokens): string => {
    return new PrefixKeys({ ...root, ...changes }).at(1, changed);
  };

  it('changes with the weights, the adapter, the caller and any token up to its end, but not with later tokens', () => {
    const others = [{ weights: 'v' }, { adapter: null }, { adapter: 'a 2' }, { caller: 'd' }].map((change) =>
      key(change),
    );
    const first = tokens.with(0, 99);
    const last = tokens.with(31, 99);
    expect(new Set([key({}), key({}, first), key({}, last), ...others]).size).toBe(7);
    expect(key({}, tokens.with(32, 99))).toBe(key({}));
    expect(() => new PrefixKeys(root).at(2, tokens)).toThrow(/not full/);
  });
});
