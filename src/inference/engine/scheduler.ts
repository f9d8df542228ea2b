import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { AdapterSlots } from './adapter-slots.ts';
import type { KvCache } from './kv-cache.ts';
import type { Sequence } from './sequence.ts';

/** `count` tokens of a sequence, from its first uncached one, go through the model in this step. */
export interface Chunk {
  sequence: Sequence;
  count: number;
}

/**
 * Decides what each step computes. Sequences are served first come, first served and join and leave between steps;
 * decode rows come before prefill chunks. When pages run out, the sequence admitted last gives its pages back and
 * waits, to be computed again.
 */
export class Scheduler {
  readonly #cache: KvCache;
  readonly #adapters: AdapterSlots;
  readonly #maxRunning: number;
  readonly #maxTokens: number;
  readonly #waiting: Sequence[] = [];
  readonly #running: Sequence[] = [];

  constructor(cache: KvCache, adapters: AdapterSlots, limits: { maxRunning: number; maxTokens: number }) {
    this.#cache = cache;
    this.#adapters = adapters;
    this.#maxRunning = limits.maxRunning;
    this.#maxTokens = limits.maxTokens;
  }

  get idle(): boolean {
    return this.#waiting.length === 0 && this.#running.length === 0;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(sequence: Sequence): void {
    this.#waiting.push(sequence);
  }

  /** Takes a sequence out, wherever it is, and frees all it holds. Unknown ones are fine. */
  remove(sequence: Sequence): void {
    const list = this.#running.includes(sequence) ? this.#running : this.#waiting;
    const at = list.indexOf(sequence);
    if (at < 0) return;
    list.splice(at, 1);
    this.#free(sequence);
  }

  all(): Sequence[] {
    return [...this.#running, ...this.#waiting];
  }

  /** The chunks of the next step, each with pages for all its tokens. Empty only when nothing can run. */
  next(): Chunk[] {
    this.#admit();
    const chunks: Chunk[] = [];
    let room = this.#maxTokens;
    for (const sequence of [...this.#running].sort((a, b) => Number(a.pending > 1) - Number(b.pending > 1))) {
      if (room === 0) break;
      // An earlier sequence of this step may have pushed this one out.
      if (!this.#running.includes(sequence)) continue;
      const count = this.#reserve(sequence, Math.min(sequence.pending, room), chunks);
      if (count === 0) continue;
      chunks.push({ sequence, count });
      room -= count;
    }
    return chunks;
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#running.length < this.#maxRunning) {
      const [sequence] = this.#waiting;
      // One page for the first chunk at least, or it would be pushed out again at once.
      if (this.#cache.freePages === 0) return;
      const { adapter } = sequence.request;
      try {
        sequence.slot = adapter ? this.#adapters.acquire(adapter) : undefined;
      } catch (error) {
        this.#waiting.shift();
        sequence.fail(error as Error);
        continue;
      }
      if (adapter && sequence.slot === undefined) return;
      this.#waiting.shift();
      this.#running.push(sequence);
    }
  }

  /** Makes sure of pages for up to `wanted` more tokens; returns for how many there are. */
  #reserve(sequence: Sequence, wanted: number, chunks: Chunk[]): number {
    while (sequence.pages.length * PAGE_TOKENS < sequence.cached + wanted) {
      const page = this.#cache.take();
      if (page !== undefined) sequence.pages.push(page);
      else if (!this.#preempt(sequence, chunks)) break;
    }
    return Math.min(wanted, sequence.pages.length * PAGE_TOKENS - sequence.cached);
  }

  /** Sends the sequence admitted last back to the head of the queue, unless it is in this step or `keep` itself. */
  #preempt(keep: Sequence, chunks: Chunk[]): boolean {
    const victim = this.#running[this.#running.length - 1];
    if (victim === keep || chunks.some(({ sequence }) => sequence === victim)) return false;
    this.#running.pop();
    this.#free(victim);
    this.#waiting.unshift(victim);
    return true;
  }

  #free(sequence: Sequence): void {
    this.#cache.giveBack(sequence.pages);
    sequence.pages = [];
    sequence.cached = 0;
    if (sequence.slot !== undefined) this.#adapters.release(sequence.slot);
    sequence.slot = undefined;
  }
}
