import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { GeneratedToken } from '../generate-request.ts';
import type { AdapterSlots } from './adapter-slots.ts';
import type { PagePool } from './page-pool.ts';
import { type PageCopy, PrefixCache } from './prefix-cache.ts';
import type { Sequence } from './sequence.ts';
import { ServiceOrder } from './service-order.ts';

/** `count` tokens of a sequence, from its first uncached one, go through the model in this step. */
export interface Chunk {
  sequence: Sequence;
  count: number;
}

/** What a step does: first the copies, then the chunks. */
export interface StepPlan {
  copies: PageCopy[];
  chunks: Chunk[];
  /** Those that wait for nothing but their adapter, which has to be read into memory. */
  unread: Sequence[];
}

export interface SchedulerLimits {
  /** Sequences in one batch. */
  maxRunning: number;
  /** Rows of one step, at least `maxRunning`: every running sequence can then decode. */
  maxTokens: number;
  /** Rows of one step that score prompt tokens. */
  maxScored: number;
}

export interface SchedulerCounts {
  running: number;
  waiting: number;
  preemptions: number;
}

/**
 * Decides what each step computes. Sequences are served by priority, lower numbers first, then first come, first
 * served; they join and leave between steps. When pages or places run out, the sequence served last gives its own back
 * and waits, to be computed again; for a mere place, only one of a higher priority number has to.
 *
 * The first of the running sequences always gets its tokens and pages, so all come to their end.
 */
export class Scheduler {
  readonly #pool: PagePool;
  readonly #adapters: AdapterSlots;
  readonly #prefixes: PrefixCache;
  readonly #limits: SchedulerLimits;
  readonly #waiting = new ServiceOrder();
  readonly #running = new ServiceOrder();
  #preemptions = 0;

  constructor(pool: PagePool, adapters: AdapterSlots, weights: string, limits: SchedulerLimits) {
    if (limits.maxTokens < limits.maxRunning) {
      throw new RangeError(`${limits.maxTokens} rows a step are too few for ${limits.maxRunning} sequences`);
    }
    this.#pool = pool;
    this.#adapters = adapters;
    this.#prefixes = new PrefixCache(pool, weights);
    this.#limits = limits;
  }

  get idle(): boolean {
    return this.#waiting.length === 0 && this.#running.length === 0;
  }

  get counts(): SchedulerCounts {
    return { running: this.#running.length, waiting: this.#waiting.length, preemptions: this.#preemptions };
  }

  /** Checkpoint ids of the adapters of those that run and of those that wait. */
  adapters(): { runningAdapters: string[]; waitingAdapters: string[] } {
    return { runningAdapters: adaptersOf(this.#running), waitingAdapters: adaptersOf(this.#waiting) };
  }

  get prefixes(): PrefixCache {
    return this.#prefixes;
  }

  add(sequence: Sequence): void {
    // What may come first is known by the next step then, so that it need not sit that out.
    if (this.#running.length + this.#waiting.length < this.#limits.maxRunning) sequence.grammar?.wake();
    this.#waiting.add(sequence);
  }

  /** Takes a sequence out, wherever it is, and frees all it holds. Unknown ones are fine. */
  remove(sequence: Sequence): void {
    if (this.#running.remove(sequence) || this.#waiting.remove(sequence)) this.#free(sequence);
  }

  get running(): Sequence[] {
    return [...this.#running];
  }

  all(): Sequence[] {
    return [...this.#running, ...this.#waiting];
  }

  /**
   * The next step; its chunks each with pages for all its tokens. The step before need not have come back. No chunks only
   * when nothing is open, or all that could run is blocked, waits for its last token, or for its adapter to be read.
   */
  next(): StepPlan {
    const { copies, unread } = this.#admit();
    const { maxTokens, maxScored } = this.#limits;
    const chunks: Chunk[] = [];
    // Every sequence that decodes has its row; prompts share what is left.
    let room = maxTokens - [...this.#running].filter(({ pending }) => pending === 1).length;
    let scored = maxScored;
    for (const sequence of this.#running) {
      // An earlier one of this step may have pushed it out.
      if (!this.#running.has(sequence) || sequence.blocked || sequence.isSpent) continue;
      const decodes = sequence.pending === 1;
      let wanted = decodes ? 1 : Math.min(sequence.pending, room);
      if (sequence.scoresPrompt) wanted = Math.min(wanted, scored);
      const count = this.#reserve(sequence, wanted);
      if (count === 0) continue;
      chunks.push({ sequence, count });
      if (!decodes) room -= count;
      if (sequence.scoresPrompt) scored -= count;
    }
    return { copies, chunks, unread };
  }

  /** Counts the chunks of a submitted step as computed; whoever comes later finds their full pages. */
  advance(chunks: readonly Chunk[]): void {
    for (const { sequence, count } of chunks) {
      sequence.compute(count);
      this.#prefixes.publish(sequence);
    }
  }

  /** Gives a sequence the token that a step drew for it; takes it out where that was its last. */
  deliver(sequence: Sequence, token: GeneratedToken): void {
    const cause = sequence.push(token);
    if (cause === undefined) {
      if (this.#running.has(sequence)) this.#prefixes.publish(sequence);
      return;
    }
    this.remove(sequence);
    sequence.finish(cause);
  }

  #admit(): Pick<StepPlan, 'copies' | 'unread'> {
    const copies: PageCopy[] = [];
    const unread: Sequence[] = [];
    /** Slots that are left to whoever waits for one, and has waited longer than those who would use it as it is. */
    const promised = new Set<number>();
    for (const sequence of this.#waiting) {
      // It was pushed out while a step drew for it: what it has to compute again is not known yet.
      if (sequence.underWay > 0) continue;
      const { adapter } = sequence.request;
      if (!this.#hasPlace(sequence)) break;
      if (adapter) {
        const held = this.#adapters.find(adapter);
        if (held !== undefined && promised.has(held)) continue;
        const acquired = this.#adapters.acquire(adapter);
        if (typeof acquired === 'number') {
          sequence.slot = acquired;
        } else {
          const soonest = this.#adapters.soonestIdle(promised);
          if (soonest === undefined) continue;
          promised.add(soonest);
          if (acquired === 'unread') unread.push(sequence);
          continue;
        }
      }
      const admitted = this.#admitWithPages(sequence, copies);
      if (admitted === 'admitted') continue;
      this.#releaseSlot(sequence);
      if (admitted === 'no pages') break;
    }
    // What is written to these pages from now on is written after the copies.
    for (const { from } of copies) this.#pool.release([from]);
    return { copies, unread };
  }

  /** Whether there is a place in the batch, if need be that of a sequence of higher priority number. */
  #hasPlace({ priority }: Sequence): boolean {
    const { length, last } = this.#running;
    return length < this.#limits.maxRunning || (last !== undefined && last.priority > priority);
  }

  /** Admits a sequence all of whose tokens find pages; those that others have computed already are shared. */
  #admitWithPages(sequence: Sequence, copies: PageCopy[]): 'admitted' | 'later' | 'no pages' {
    const version = sequence.slot === undefined ? null : this.#adapters.version(sequence.slot);
    const hits = this.#prefixes.lookUp(sequence, version);
    // Another one computes the next page right now, and is served before this one anyway: let it, and share.
    if (hits === 'computing') return 'later';
    const wanted =
      Math.ceil(sequence.tokens.length / PAGE_TOKENS) - hits.pages.filter((page) => this.#inUse(page)).length;
    if (!this.#makePages(sequence, wanted)) return 'no pages';
    // Nobody is pushed out for one that could not run after all.
    if (this.#running.length === this.#limits.maxRunning) this.#preempt(this.#running.last as Sequence);
    this.#waiting.remove(sequence);
    const copy = this.#prefixes.join(sequence, hits);
    if (copy !== undefined) copies.push(copy);
    this.#running.add(sequence);
    sequence.clock.admit();
    sequence.grammar?.wake();
    return 'admitted';
  }

  #inUse(page: number): boolean {
    return this.#pool.holders(page) > 0;
  }

  /** Makes sure that `wanted` pages are available, if need be those of sequences of higher priority number. */
  #makePages(sequence: Sequence, wanted: number): boolean {
    const below = [...this.#running].filter(({ priority }) => priority > sequence.priority);
    const theirs = below.flatMap(({ pages }) => pages).filter((page) => this.#pool.holders(page) === 1).length;
    if (this.#pool.available + theirs < wanted) return false;
    while (this.#pool.available < wanted) this.#preempt(below.pop() as Sequence);
    return true;
  }

  /** Makes sure of pages for up to `wanted` more tokens; returns for how many there are. */
  #reserve(sequence: Sequence, wanted: number): number {
    while (sequence.pages.length * PAGE_TOKENS < sequence.cached + wanted) {
      const page = this.#pool.take();
      if (page !== undefined) {
        sequence.pages.push(page);
        continue;
      }
      const last = this.#running.last as Sequence;
      if (last === sequence) break;
      this.#preempt(last);
    }
    return Math.max(0, Math.min(wanted, sequence.pages.length * PAGE_TOKENS - sequence.cached));
  }

  #preempt(sequence: Sequence): void {
    this.#running.remove(sequence);
    this.#free(sequence);
    sequence.grammar?.rest();
    this.#waiting.add(sequence);
    this.#preemptions += 1;
  }

  #free(sequence: Sequence): void {
    this.#prefixes.leave(sequence);
    this.#pool.release(sequence.pages);
    sequence.pages = [];
    sequence.cached = 0;
    this.#releaseSlot(sequence);
  }

  #releaseSlot(sequence: Sequence): void {
    if (sequence.slot !== undefined) this.#adapters.release(sequence.slot);
    sequence.slot = undefined;
  }
}

/** Each once. */
function adaptersOf(sequences: Iterable<Sequence>): string[] {
  const ids = Array.from(sequences, ({ request }) => request.adapter?.id);
  return [...new Set(ids)].filter((id) => id !== undefined);
}
