import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { GeneratedToken } from '../generate-request.ts';
import type { AdapterSlots } from './adapter-slots.ts';
import { MOST_DRAFTED_ROWS } from './drafter.ts';
import type { PagePool } from './page-pool.ts';
import { type PageCopy, PrefixCache } from './prefix-cache.ts';
import type { Sequence } from './sequence.ts';
import { type Served, ServiceOrder } from './service-order.ts';
import { StepRows } from './step-rows.ts';

/** `count` tokens of a sequence, from its first uncached one, go through the model in this step. */
export interface Chunk {
  sequence: Sequence;
  count: number;
  /** Tokens that may come after them, and go through the model with them. */
  drafts: readonly number[];
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

interface SchedulerCounts {
  running: number;
  waiting: number;
  deferred: number;
  preemptions: number;
}

/**
 * Decides what each step computes. Owners are served in turn, the sequences of one owner by priority, lower numbers
 * first, then first come, first served (`ServiceOrder`); they join and leave between steps. When pages or places run
 * out, the sequence served last gives its own back and waits, to be computed again. For one that is still to be
 * admitted, only one of the same owner and a higher priority number has to, and one of an owner who runs more.
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
  /** Those that the last step passed over, though there may have been a place and pages. */
  readonly #deferred = new Set<Sequence>();
  #preemptions = 0;
  #admissions = 0;
  /** The number of each owner's last admission. */
  readonly #lastAdmissions = new Map<string, number>();
  /** Those that were admitted for the next step: they are not pushed out for another before it. */
  readonly #admitted = new Set<Sequence>();

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
    const [running, waiting] = [this.#running.length, this.#waiting.length];
    return { running, waiting, deferred: this.#deferred.size, preemptions: this.#preemptions };
  }

  /** Checkpoint ids of the adapters of those that run and of those that wait. */
  adapters(): { runningAdapters: string[]; waitingAdapters: string[] } {
    return { runningAdapters: adaptersOf(this.#running), waitingAdapters: adaptersOf(this.#waiting) };
  }

  /** Sequences of an owner that wait. */
  waitingOf(owner: string): number {
    return this.#waiting.countOf(owner);
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
   * The next step; its chunks each with pages for all its tokens. The step before need not have come back. No chunks
   * only when nothing is open, or all that could run is blocked, waits for its last token, or for its adapter to be
   * read.
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
      // An earlier one of this step may have pushed it out.
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

  /** Whether a running sequence could draft in the next step, were its token that is in flight known. */
  get waitsToDraft(): boolean {
    return [...this.#running].some((sequence) => sequence.waitsToDraft);
  }

  /**
   * Who decodes may draft where nobody else pays for it: in steps without prompts, while only one owner's sequences
   * run, which share the rows.
   */
  #allowDrafts(canRun: readonly Sequence[]): void {
    const { maxRunning, maxTokens } = this.#limits;
    const rows = Math.min(MOST_DRAFTED_ROWS, maxRunning, maxTokens);
    const decode = canRun.every(({ pending, scoresPrompt }) => pending === 1 && !scoresPrompt);
    const ofOne = new Set([...this.#running].map(({ owner }) => owner)).size === 1;
    const most = decode && ofOne ? Math.max(0, Math.floor(rows / canRun.length) - 1) : 0;
    for (const sequence of canRun) sequence.drafter?.allow(most, canRun.length);
  }

  /** The draft tokens of a sequence of the step, with pages for them; nobody is pushed out for these. */
  #draft(sequence: Sequence): readonly number[] {
    const drafts = sequence.draft();
    if (drafts.length === 0) return drafts;
    while (sequence.pages.length * PAGE_TOKENS < sequence.cached + sequence.pending + drafts.length) {
      // As many as there are sequences are left to them for their next tokens.
      const page = this.#pool.available > this.#running.length ? this.#pool.take() : undefined;
      if (page === undefined) return [];
      sequence.pages.push(page);
    }
    return drafts;
  }

  /** Counts the chunks of a submitted step as computed; whoever comes later finds their full pages. */
  advance(chunks: readonly Pick<Chunk, 'sequence' | 'count'>[]): void {
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
    /** Owners for whose next sequence the batch has no place. */
    const placeless = new Set<string>();
    this.#admitted.clear();
    this.#deferred.clear();
    const served = (owner: string): Served => ({
      rounds: this.#running.countOf(owner),
      turn: this.#lastAdmissions.get(owner) ?? 0,
    });
    for (const sequence of this.#waiting.inTurn(served, placeless)) {
      // It was pushed out while a step drew for it: what it has to compute again is not known yet.
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
    // What is written to these pages from now on is written after the copies.
    for (const { from } of copies) this.#pool.release([from]);
    return { copies, unread };
  }

  /** Whether there is a place in the batch, if need be that of another sequence. */
  #hasPlace(sequence: Sequence): boolean {
    return this.#running.length < this.#limits.maxRunning || this.#whoMakesRoom(sequence) !== undefined;
  }

  /**
   * The running sequence that makes room in a full batch for one that waits: the last of an owner who would still run
   * as many as the owner of that one, else the last of his own, where its priority number is higher.
   */
  #whoMakesRoom(sequence: Sequence): Sequence | undefined {
    const { last } = this.#running;
    if (last !== undefined && this.#givesWay(last, sequence)) return last;
    const own = this.#running.lastOf(sequence.owner);
    return own !== undefined && this.#givesWay(own, sequence) ? own : undefined;
  }

  /** Whether a running sequence may be pushed out so that one that waits is admitted. */
  #givesWay(running: Sequence, { owner, priority }: Sequence): boolean {
    if (this.#admitted.has(running)) return false;
    if (running.owner === owner) return running.priority > priority;
    return this.#running.roundOf(running) > this.#running.countOf(owner);
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
    if (this.#running.length === this.#limits.maxRunning) this.#preempt(this.#whoMakesRoom(sequence) as Sequence);
    this.#waiting.remove(sequence);
    const copy = this.#prefixes.join(sequence, hits);
    if (copy !== undefined) copies.push(copy);
    this.#running.add(sequence);
    this.#admitted.add(sequence);
    this.#lastAdmissions.set(sequence.owner, ++this.#admissions);
    sequence.clock.admit();
    sequence.grammar?.wake();
    return 'admitted';
  }

  #inUse(page: number): boolean {
    return this.#pool.holders(page) > 0;
  }

  /** Makes sure that `wanted` pages are available, if need be those of sequences that give way. */
  #makePages(sequence: Sequence, wanted: number): boolean {
    const below = [...this.#running].filter((running) => this.#givesWay(running, sequence));
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
    sequence.preemptions += 1;
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
