import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { PagePool } from './page-pool.ts';
import { PrefixKeys } from './prefix-keys.ts';
import type { Sequence } from './sequence.ts';

/**
 * Finds pages that were computed for the same tokens, by the same weights and adapter, for the same caller. Sequences
 * with a common beginning, such as the choices of one chat, wait for the first of them to compute it, then share it.
 */
export class PrefixCache {
  readonly #pool: PagePool;
  readonly #weights: string;
  /** Keys of pages that running sequences are about to compute. */
  readonly #computing = new Map<string, Sequence>();
  #askedTokens = 0;
  #foundTokens = 0;

  /** `weights` is the identity of the base model's weights. */
  constructor(pool: PagePool, weights: string) {
    this.#pool = pool;
    this.#weights = weights;
  }

  /** Prompt tokens of all sequences that were looked up, and how many of them were found. */
  get counts(): { askedTokens: number; foundTokens: number } {
    return { askedTokens: this.#askedTokens, foundTokens: this.#foundTokens };
  }

  /** Pages that running sequences have announced. */
  get announced(): number {
    return this.#computing.size;
  }

  /**
   * The computed pages that a waiting sequence begins with, never all of its tokens: the last one has to go through the
   * model. 'computing' when a running sequence that precedes it is about to compute the next.
   * `adapter` is the version of its adapter.
   */
  lookUp(sequence: Sequence, adapter: string | null): number[] | 'computing' {
    // Of another version of its adapter (its folder changed while it was pushed out), it shares nothing it had.
    sequence.keys = this.#keysOf(sequence, adapter);
    if (sequence.scoresPrompt) return [];
    const hits: number[] = [];
    for (let page = 0; page < shareable(sequence); page++) {
      const key = sequence.keys.at(page, sequence.tokens);
      const found = this.#pool.find(key);
      if (found === undefined) return this.#computing.get(key)?.precedes(sequence) ? 'computing' : hits;
      hits.push(found);
    }
    return hits;
  }

  /** Gives a sequence the pages that `lookUp` found, and announces those that it will compute. */
  join(sequence: Sequence, hits: readonly number[]): void {
    for (const page of hits) this.#pool.share(page);
    sequence.pages = [...hits];
    sequence.cached = hits.length * PAGE_TOKENS;
    if (sequence.promptHits === undefined) {
      sequence.promptHits = sequence.cached;
      this.#askedTokens += sequence.tokens.length;
      this.#foundTokens += sequence.cached;
    }
    for (let page = hits.length; page < shareable(sequence); page++) {
      const key = this.#key(sequence, page);
      if (!this.#computing.has(key)) this.#computing.set(key, sequence);
    }
  }

  /** Lets others find the pages that were filled since `before` tokens were cached. */
  publish(sequence: Sequence, before: number): void {
    for (let page = Math.floor(before / PAGE_TOKENS); (page + 1) * PAGE_TOKENS <= sequence.cached; page++) {
      const key = this.#key(sequence, page);
      this.#pool.publish(sequence.pages[page], key);
      if (this.#computing.get(key) === sequence) this.#computing.delete(key);
    }
  }

  /** Takes back what a sequence announced and has not computed. Call before its `cached` is reset. */
  leave(sequence: Sequence): void {
    if (sequence.keys === undefined) return;
    for (let page = Math.floor(sequence.cached / PAGE_TOKENS); page < shareable(sequence); page++) {
      const key = this.#key(sequence, page);
      if (this.#computing.get(key) === sequence) this.#computing.delete(key);
    }
  }

  #key(sequence: Sequence, page: number): string {
    return (sequence.keys as PrefixKeys).at(page, sequence.tokens);
  }

  #keysOf(sequence: Sequence, adapter: string | null): PrefixKeys {
    const root = { weights: this.#weights, adapter, caller: sequence.request.cacheRoot ?? '' };
    return sequence.keys?.isOf(root) ? sequence.keys : new PrefixKeys(root);
  }
}

/** Full pages that leave at least one token to compute. */
function shareable({ tokens }: Sequence): number {
  return Math.floor((tokens.length - 1) / PAGE_TOKENS);
}
