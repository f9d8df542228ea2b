/** Current state of an engine, and counts since it was created. Counts only grow. */
export interface EngineStats {
  running: number;
  waiting: number;
  /**
   * Waiting sequences that lack an adapter, or a prefix that another sequence computes, rather than a place or pages.
   */
  deferred: number;
  /** Completed steps. An engine that has work but completes none hangs. */
  steps: number;
  /** Tokens of prompts and answers that went through the model in these steps, including repeats after preemption. */
  stepTokens: number;
  /** Steps that sampled tokens, as `IterationTokens` counts them. */
  iterations: { atMost: number[]; count: number; sum: number };
  /** Steps that were submitted before the previous step was read. */
  stepsAhead: number;
  /** Speculative decoding: how often a sequence drafted in a step, draft tokens, and accepted draft tokens. */
  specDecode: { drafts: number; draftTokens: number; acceptedTokens: number };
  /** Preemptions of sequences. */
  preemptions: number;
  /** Pages of the KV cache, and those in use. Pages kept only for the prefix cache are not in use. */
  pages: number;
  pagesHeld: number;
  /** Tokens per page. */
  pageTokens: number;
  /** Type of cached keys and values, by PyTorch's name. */
  cacheType: 'int8' | 'float16' | 'float32';
  /** Tokens of the longest sequence that is allowed. */
  contextLength: number;
  /** Sequences that use an adapter slot. */
  adapterUsers: number;
  adapterSlots: number;
  /** Checkpoint ids of the adapters of running sequences, and of waiting sequences. */
  runningAdapters: string[];
  waitingAdapters: string[];
  /** Prompt tokens looked up in the prefix cache, and tokens found there. */
  prefixQueries: number;
  prefixHits: number;
}

/** Upper bounds by which iterations are counted, in tokens, as in vLLM. */
export const iterationBounds = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384];

/**
 * Counts the tokens of iterations as vLLM does. A step that samples tokens counts these. The first token of a sequence
 * also counts its whole prompt, whether or not it was chunked or cached.
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

  /** Counts so far. `atMost`: how many iterations had at most as many tokens as each of `iterationBounds`. */
  get counts(): { atMost: number[]; count: number; sum: number } {
    return { atMost: [...this.#atMost], count: this.#count, sum: this.#sum };
  }
}
