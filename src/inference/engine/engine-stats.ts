/** What an engine does and holds now, and what it has done since it was made. Counts only grow. */
export interface EngineStats {
  running: number;
  waiting: number;
  /** Those that wait not for a place or pages but for an adapter, or for what another computes for them too. */
  deferred: number;
  /** Steps that have come back from the device. An engine with work that makes none hangs. */
  steps: number;
  /** Tokens that went through the model in these steps: prompts' and answers', those computed again too. */
  stepTokens: number;
  /** Steps that gave tokens, as `IterationTokens` counts them. */
  iterations: { atMost: number[]; count: number; sum: number };
  /** Steps that were submitted before the one before them had been read. */
  stepsAhead: number;
  /** Times that a sequence drafted tokens, these, and those of them that were sampled. */
  specDecode: { drafts: number; draftTokens: number; acceptedTokens: number };
  /** Times that a sequence was pushed out, to be computed again. */
  preemptions: number;
  /** Pages of the KV cache, and those in use; pages that are only kept for whoever may share them are not. */
  pages: number;
  pagesHeld: number;
  /** Tokens of a page. */
  pageTokens: number;
  /** The type of cached keys and values, by PyTorch's name. */
  cacheType: 'int8' | 'float16' | 'float32';
  /** Tokens of the longest sequence. */
  contextLength: number;
  /** Sequences that use an adapter slot. */
  adapterUsers: number;
  adapterSlots: number;
  /** Checkpoint ids of the adapters that sequences run with, and of those that sequences wait to run with. */
  runningAdapters: string[];
  waitingAdapters: string[];
  /** Prompt tokens looked up in the cache, and found there. */
  prefixAsked: number;
  prefixFound: number;
}

/** Upper bounds that iterations are counted by, in tokens: vLLM's. */
export const iterationBounds = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384];

/**
 * Counts the tokens of iterations as vLLM does: of each step that gives tokens to anybody, these, and the whole prompt
 * of a sequence with its first token, however many steps it took and whatever of it was cached.
 */
export class IterationTokens {
  readonly #atMost = iterationBounds.map(() => 0);
  #count = 0;
  #sum = 0;

  add(tokens: number): void {
    if (tokens === 0) return;
    this.#count += 1;
    this.#sum += tokens;
    iterationBounds.forEach((bound, i) => {
      if (tokens <= bound) this.#atMost[i] += 1;
    });
  }

  /** `atMost`: how many iterations had at most so many tokens, for each of `iterationBounds`. */
  get counts(): { atMost: number[]; count: number; sum: number } {
    return { atMost: [...this.#atMost], count: this.#count, sum: this.#sum };
  }
}
