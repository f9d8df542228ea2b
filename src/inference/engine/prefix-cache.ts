import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { PagePool } from './page-pool.ts';
import { PrefixKeys } from './prefix-keys.ts';
import type { Sequence } from './sequence.ts';

/** Cached prefix of a sequence. */
interface PrefixHits {
  /** Full pages. */
  pages: number[];
  /** The next page, if it begins with all remaining tokens of the sequence except the last. */
  end: number | undefined;
}

/**
 * Copy of the first `tokens` tokens of page `from`, held once for this copy, to page `to`, before the rest of the step.
 */
export interface PageCopy {
  from: number;
  to: number;
  tokens: number;
}

/**
 * Finds pages that were computed for the same tokens, by the same weights and adapter, for the same caller. Sequences
 * with a common prefix, for example the choices of one chat, wait until the first has computed it, then share it. They
 * share full pages as they are, and each continues in its own copy of the last page. Each computes only its last token
 * itself.
 */
export class PrefixCache {
  readonly #pool: PagePool;
  readonly #weights: string;
  /** Keys of pages that a running sequence will compute, with that sequence. */
  readonly #computing = new Map<string, Sequence>();
  #queriedTokens = 0;
  #hitTokens = 0;

  /** `weights` is the identity of the base model's weights. */
  constructor(pool: PagePool, weights: string) {
    this.#pool = pool;
    this.#weights = weights;
  }

  /** Prompt tokens that were looked up, of all sequences, and how many of them were found. */
  get counts(): { queriedTokens: number; hitTokens: number } {
    return { queriedTokens: this.#queriedTokens, hitTokens: this.#hitTokens };
  }

  /** Number of pages that running sequences have announced. */
  get pendingPages(): number {
    return this.#computing.size;
  }

  /**
   * Returns the cached pages with which a waiting sequence begins. They never include its last token, which has to go
   * through the model. Returns 'computing' if a running sequence that precedes it will compute the next page. `adapter`
   * is the version of its adapter.
   */
  lookUp(sequence: Sequence, adapter: string | null): PrefixHits | 'computing' {
    // If the version of its adapter changed while it was preempted, it shares none of its earlier pages.
    sequence.keys = this.#keysOf(sequence, adapter);
    const pages: number[] = [];
    const none = { pages, end: undefined };
    if (sequence.scoresPrompt) return none;
    for (const length of shareable(sequence)) {
      const key = this.#key(sequence, length);
      const found = this.#pool.find(key);
      if (found === undefined) return this.#computing.get(key)?.precedes(sequence) ? 'computing' : none;
      if (length % PAGE_TOKENS > 0) return { pages, end: found };
      pages.push(found);
    }
    return none;
  }

  /**
   * Assigns to a sequence the pages that `lookUp` found, and announces the pages that it will compute. Returns the page
   * copy that it needs, if any.
   */
  attach(sequence: Sequence, { pages, end }: PrefixHits): PageCopy | undefined {
    for (const page of pages) this.#pool.addReference(page);
    sequence.pages = [...pages];
    sequence.sharedPages = pages.length;
    sequence.cached = pages.length * PAGE_TOKENS;
    const copy = end === undefined ? undefined : this.#continueInPage(sequence, end);
    if (sequence.promptHits === undefined) {
      sequence.promptHits = sequence.cached;
      this.#queriedTokens += sequence.tokens.length;
      this.#hitTokens += sequence.cached;
    }
    const { length } = sequence.tokens;
    sequence.forks = [length - 1, length].filter((fork) => fork % PAGE_TOKENS > 0 && fork > sequence.cached);
    for (const ahead of shareable(sequence)) {
      if (ahead <= sequence.cached) continue;
      const key = this.#key(sequence, ahead);
      if (!this.#computing.has(key)) this.#computing.set(key, sequence);
    }
    return copy;
  }

  /** Continues the sequence in page `end`, or in a copy of it if other sequences need the page. */
  #continueInPage(sequence: Sequence, end: number): PageCopy | undefined {
    const length = sequence.tokens.length - 1;
    const isOpen = this.#pool.isOpenEnd(end, this.#key(sequence, length));
    this.#pool.addReference(end);
    // The page is held until all copies of the step are planned, so it cannot be the target of another copy.
    const page = isOpen ? end : this.#pool.allocate();
    if (page === undefined) {
      this.#pool.release([end]);
      return undefined;
    }
    const tokens = length - sequence.cached;
    sequence.pages.push(page);
    sequence.cached = length;
    return isOpen ? undefined : { from: end, to: page, tokens };
  }

  /** Publishes the pages computed since the last call, as far as their tokens are known. */
  publish(sequence: Sequence): void {
    const known = Math.min(sequence.cached, sequence.tokens.length);
    for (;;) {
      const filled = (sequence.sharedPages + 1) * PAGE_TOKENS;
      const [fork = filled] = sequence.forks;
      // The shorter prefix first, so that the last key of a page is its longest.
      const length = Math.min(fork, filled);
      if (length > known) return;
      this.#publish(sequence, Math.floor((length - 1) / PAGE_TOKENS), length);
      if (length === filled) sequence.sharedPages += 1;
      else sequence.forks.shift();
    }
  }

  #publish(sequence: Sequence, page: number, length: number): void {
    const key = this.#key(sequence, length);
    this.#pool.publish(sequence.pages[page], key);
    if (this.#computing.get(key) === sequence) this.#computing.delete(key);
  }

  /** Withdraws the pages that a sequence announced and has not computed. */
  withdraw(sequence: Sequence): void {
    if (sequence.keys === undefined) return;
    for (const length of shareable(sequence)) {
      if (length <= sequence.sharedPages * PAGE_TOKENS) continue;
      const key = this.#key(sequence, length);
      if (this.#computing.get(key) === sequence) this.#computing.delete(key);
    }
    sequence.sharedPages = 0;
    sequence.forks = [];
  }

  #key(sequence: Sequence, length: number): string {
    return (sequence.keys as PrefixKeys).upTo(length, sequence.tokens);
  }

  #keysOf(sequence: Sequence, adapter: string | null): PrefixKeys {
    const root = { weights: this.#weights, adapter, caller: sequence.request.cacheRoot ?? '' };
    return sequence.keys?.isOf(root) ? sequence.keys : new PrefixKeys(root);
  }
}

/**
 * Returns the lengths of the prefixes that a sequence can share, in tokens: full pages, then all but its last token.
 */
function shareable({ tokens }: Sequence): number[] {
  const most = tokens.length - 1;
  const lengths = Array.from({ length: Math.floor(most / PAGE_TOKENS) }, (_, page) => (page + 1) * PAGE_TOKENS);
  if (most % PAGE_TOKENS > 0) lengths.push(most);
  return lengths;
}
