import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { GeneratedToken } from '../generate-request.ts';
import type { AdapterSlots } from './adapter-slots.ts';
import { MAX_DRAFTED_ROWS } from './drafter.ts';
import type { PagePool } from './page-pool.ts';
import { type PageCopy, PrefixCache } from './prefix-cache.ts';
import type { Sequence } from './sequence.ts';
import { type Served, ServiceOrder } from './service-order.ts';
import { StepRows } from './step-rows.ts';

/** Part of a sequence in a step: `count` tokens from its first uncached one on. */
export interface Chunk {
  sequence: Sequence;
  count: number;
  /** Draft tokens after them, which go through the model in the same step. */
  drafts: readonly number[];
}

/** Plan of a step: first the copies, then the chunks. */
export interface StepPlan {
  copies: PageCopy[];
  chunks: Chunk[];
  /** Sequences that wait only for their adapter, which has to be read into memory. */
  unread: Sequence[];
}

export interface SchedulerLimits {
  /** Most sequences in one batch. */
  maxRunning: number;
  /** Most rows of one step, at least `maxRunning`, so that every running sequence can decode. */
  maxTokens: number;
  /** Most rows of one step that score prompt tokens. */
  maxScored: number;
}

interface SchedulerCounts {
  running: number;
  waiting: number;
  deferred: number;
  preemptions: number;
}

/**
 * Decides what each step computes. Owners are served in turn, the sequences of one owner by priority, lower numbers
 * first, then first come, first served (`ServiceOrder`). Sequences join and leave between steps. When pages or places
 * run out, the sequence served last is preempted and prefilled again later. To admit a waiting sequence, a running one
 * is preempted only if it has the same owner and a higher priority number, or if its owner runs more sequences.
 *
 * The first running sequence always gets its tokens and pages, so every sequence finishes.
 */
export class Scheduler {
  readonly #pool: PagePool;
  readonly #adapters: AdapterSlots;
  readonly #prefixes: PrefixCache;
  readonly #limits: SchedulerLimits;
  readonly #waiting = new ServiceOrder();
  readonly #running = new ServiceOrder();
  /** Waiting sequences that the last step passed over, though there may have been a place and pages. */
  readonly #deferred = new Set<Sequence>();
  #preemptions = 0;
  #admissions = 0;
  /** Number of the last admission of each owner. */
  readonly #lastAdmissions = new Map<string, number>();
  /** Sequences admitted for the next step. They are not preempted for another sequence before it. */
  readonly #admitted = new Set<Sequence>();

  constructor(pool: PagePool, adapters: AdapterSlots, weights: string, limits: SchedulerLimits) {
    if (limits.maxTokens < limits.maxRunning) {
      throw new RangeError(`${limits.maxTokens} rows per step are too few for ${limits.maxRunning} sequences`);
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
    const [running, waiting] = [this.#running.length, this.#waiting.length];
    return { running, waiting, deferred: this.#deferred.size, preemptions: this.#preemptions };
  }

  /** Returns the checkpoint ids of the adapters of running and of waiting sequences. */
  adapters(): { runningAdapters: string[]; waitingAdapters: string[] } {
    return { runningAdapters: adaptersOf(this.#running), waitingAdapters: adaptersOf(this.#waiting) };
  }

  /** Returns the number of waiting sequences of an owner. */
  waitingOf(owner: string): number {
    return this.#waiting.countOf(owner);
  }

  get prefixes(): PrefixCache {
    return this.#prefixes;
  }

  add(sequence: Sequence): void {
    // The mask of its first token is then there by the next step, so that it need not skip that step.
    if (this.#running.length + this.#waiting.length < this.#limits.maxRunning) sequence.grammar?.resume();
    this.#waiting.add(sequence);
  }

  /** Removes a sequence, running or waiting, and frees all that it holds. Ignores unknown sequences. */
  remove(sequence: Sequence): void {
    this.#deferred.delete(sequence);
    if (this.#running.remove(sequence) || this.#waiting.remove(sequence)) this.#free(sequence);
  }

  get running(): Sequence[] {
    return [...this.#running];
  }

  all(): Sequence[] {
    return [...this.#running, ...this.#waiting];
  }

  /**
   * Plans the next step, with pages for all tokens of its chunks. The step before may still be in flight. The plan has
   * no chunks only if no sequence is open, or if each sequence that could run is blocked, or waits for its last token
   * or its adapter.
   */
  next(): StepPlan {
    const { copies, unread } = this.#admit();
    const { maxTokens, maxScored } = this.#limits;
    const chunks: Chunk[] = [];
    const canRun = [...this.#running].filter(({ blocked, hasAllTokens }) => !blocked && !hasAllTokens);
    this.#allowDrafts(canRun);
    const rows = new StepRows(maxTokens, canRun);
    let scored = maxScored;
    for (const sequence of canRun) {
      // An earlier sequence of this step may have preempted it.
      if (!this.#running.has(sequence)) continue;
      let wanted = rows.room(sequence);
      if (sequence.scoresPrompt) wanted = Math.min(wanted, scored);
      const count = this.#reserve(sequence, wanted);
      if (count === 0) continue;
      chunks.push({ sequence, count, drafts: [] });
      rows.take(sequence, count);
      if (sequence.scoresPrompt) scored -= count;
    }
    for (const chunk of chunks) chunk.drafts = this.#draft(chunk.sequence);
    return { copies, chunks, unread };
  }

  /** Whether a running sequence could draft in the next step if its token in flight were known. */
  get couldDraft(): boolean {
    return [...this.#running].some((sequence) => sequence.couldDraft);
  }

  /**
   * Allows decoding sequences to draft when no other owner pays for it: in steps without prompts, while the sequences
   * of only one owner run. They share the rows.
   */
  #allowDrafts(canRun: readonly Sequence[]): void {
    const { maxRunning, maxTokens } = this.#limits;
    const rows = Math.min(MAX_DRAFTED_ROWS, maxRunning, maxTokens);
    const decode = canRun.every(({ pending, scoresPrompt }) => pending === 1 && !scoresPrompt);
    const ofOne = new Set([...this.#running].map(({ owner }) => owner)).size === 1;
    const most = decode && ofOne ? Math.max(0, Math.floor(rows / canRun.length) - 1) : 0;
    for (const sequence of canRun) sequence.drafter?.allow(most, canRun.length);
  }

  /** Returns the draft tokens of a sequence of the step, with pages for them. No sequence is preempted for drafts. */
  #draft(sequence: Sequence): readonly number[] {
    const drafts = sequence.draft();
    if (drafts.length === 0) return drafts;
    while (sequence.pages.length * PAGE_TOKENS < sequence.cached + sequence.pending + drafts.length) {
      // One page per running sequence is left for its next token.
      const page = this.#pool.available > this.#running.length ? this.#pool.allocate() : undefined;
      if (page === undefined) return [];
      sequence.pages.push(page);
    }
    return drafts;
  }

  /** Counts the chunks of a submitted step as computed, and publishes their full pages for later sequences. */
  advance(chunks: readonly Pick<Chunk, 'sequence' | 'count'>[]): void {
    for (const { sequence, count } of chunks) {
      sequence.compute(count);
      this.#prefixes.publish(sequence);
    }
  }

  /** Gives a sequence the token that a step sampled for it. Removes the sequence if that was its last token. */
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
    /**
     * Slots reserved for sequences that wait for one, and that come before the sequences that would use the slot's
     * adapter.
     */
    const promised = new Set<number>();
    /** Owners whose next sequence finds no place in the batch. */
    const placeless = new Set<string>();
    this.#admitted.clear();
    this.#deferred.clear();
    const served = (owner: string): Served => ({
      rounds: this.#running.countOf(owner),
      turn: this.#lastAdmissions.get(owner) ?? 0,
    });
    for (const sequence of this.#waiting.inTurn(served, placeless)) {
      // It was preempted with a token in flight, so the tokens to prefill again are not all known yet.
      if (sequence.inFlight > 0) continue;
      const { adapter } = sequence.request;
      if (!this.#hasPlace(sequence)) {
        placeless.add(sequence.owner);
        continue;
      }
      this.#deferred.add(sequence);
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
      if (admitted !== 'later') this.#deferred.delete(sequence);
      if (admitted === 'admitted') continue;
      this.#releaseSlot(sequence);
      if (admitted === 'no pages') break;
    }
    // Later writes to these pages come after the copies.
    for (const { from } of copies) this.#pool.release([from]);
    return { copies, unread };
  }

  /** Returns whether the batch has a place for the sequence, possibly by preempting another. */
  #hasPlace(sequence: Sequence): boolean {
    return this.#running.length < this.#limits.maxRunning || this.#preemptionVictim(sequence) !== undefined;
  }

  /**
   * Returns the running sequence to preempt in a full batch for a waiting one. It is the last of an owner that would
   * then still run as many as the waiting sequence's owner. Otherwise it is the last of the same owner, if its priority
   * number is higher.
   */
  #preemptionVictim(sequence: Sequence): Sequence | undefined {
    const { last } = this.#running;
    if (last !== undefined && this.#mayPreempt(last, sequence)) return last;
    const own = this.#running.lastOf(sequence.owner);
    return own !== undefined && this.#mayPreempt(own, sequence) ? own : undefined;
  }

  /** Returns whether a running sequence may be preempted to admit a waiting one. */
  #mayPreempt(running: Sequence, { owner, priority }: Sequence): boolean {
    if (this.#admitted.has(running)) return false;
    if (running.owner === owner) return running.priority > priority;
    return this.#running.roundOf(running) > this.#running.countOf(owner);
  }

  /** Admits a sequence if there are pages for all its tokens. Pages that are cached already are shared. */
  #admitWithPages(sequence: Sequence, copies: PageCopy[]): 'admitted' | 'later' | 'no pages' {
    const version = sequence.slot === undefined ? null : this.#adapters.version(sequence.slot);
    const hits = this.#prefixes.lookUp(sequence, version);
    // A running sequence that is served before this one computes the next page. Wait, and share it.
    if (hits === 'computing') return 'later';
    const wanted =
      Math.ceil(sequence.tokens.length / PAGE_TOKENS) - hits.pages.filter((page) => this.#inUse(page)).length;
    if (!this.#makePages(sequence, wanted)) return 'no pages';
    // Preempt only now, so that no sequence is preempted in vain.
    if (this.#running.length === this.#limits.maxRunning) this.#preempt(this.#preemptionVictim(sequence) as Sequence);
    this.#waiting.remove(sequence);
    const copy = this.#prefixes.attach(sequence, hits);
    if (copy !== undefined) copies.push(copy);
    this.#running.add(sequence);
    this.#admitted.add(sequence);
    this.#lastAdmissions.set(sequence.owner, ++this.#admissions);
    sequence.clock.admit();
    sequence.grammar?.resume();
    return 'admitted';
  }

  #inUse(page: number): boolean {
    return this.#pool.refCount(page) > 0;
  }

  /**
   * Makes `wanted` pages available, preempting sequences that give way if needed. Returns false if that is not enough.
   */
  #makePages(sequence: Sequence, wanted: number): boolean {
    const below = [...this.#running].filter((running) => this.#mayPreempt(running, sequence));
    const theirs = below.flatMap(({ pages }) => pages).filter((page) => this.#pool.refCount(page) === 1).length;
    if (this.#pool.available + theirs < wanted) return false;
    while (this.#pool.available < wanted) this.#preempt(below.pop() as Sequence);
    return true;
  }

  /**
   * Takes pages for up to `wanted` more tokens, preempting later sequences if needed. Returns for how many tokens there
   * are pages.
   */
  #reserve(sequence: Sequence, wanted: number): number {
    while (sequence.pages.length * PAGE_TOKENS < sequence.cached + wanted) {
      const page = this.#pool.allocate();
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
    sequence.grammar?.suspend();
    this.#waiting.add(sequence);
    this.#preemptions += 1;
    sequence.preemptions += 1;
  }

  #free(sequence: Sequence): void {
    this.#prefixes.withdraw(sequence);
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

/** Returns the distinct checkpoint ids of the adapters of `sequences`. */
function adaptersOf(sequences: Iterable<Sequence>): string[] {
  const ids = Array.from(sequences, ({ request }) => request.adapter?.id);
  return [...new Set(ids)].filter((id) => id !== undefined);
}
