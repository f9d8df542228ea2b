import { availableParallelism } from 'node:os';
import type { GrammarConstraint } from '../grammar.ts';
import { THREAD_LIMITS, type ThreadLimits } from '../limits.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { GrammarSession } from './grammar-session.ts';
import { GrammarWorker } from './grammar-worker.ts';
import { ServedAnswer } from './served-answer.ts';
import { ServingThreads } from './serving-threads.ts';
import type { ModelTokens } from './thread-messages.ts';
import { TrialThreads } from './trial-threads.ts';
import { Verdicts } from './verdicts.ts';

/** Threads of each kind: with fewer than two, one owner could keep all others waiting. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()));

/**
 * Grammars of one model, in threads that can be thrown away: some try each new grammar, others serve those that passed.
 * Neither the engine's loop nor answers of other owners wait for one that takes too long.
 */
export class GrammarService {
  readonly #tokens: ModelTokens;
  readonly #limits: ThreadLimits;
  readonly #verdicts = new Verdicts();
  readonly #trials: TrialThreads;
  readonly #serving: ServingThreads;
  #vocabulary: Vocabulary | null = null;
  #size = 0;

  constructor(tokens: ModelTokens, limits: ThreadLimits = THREAD_LIMITS, threads = THREADS) {
    this.#tokens = tokens;
    this.#limits = limits;
    this.#trials = new TrialThreads(() => this.#start(), threads);
    this.#serving = new ServingThreads(() => this.#start(), threads);
  }

  /** Answers under way. */
  get size(): number {
    return this.#size;
  }

  /** Answers that have room in a thread. */
  get awake(): number {
    return this.#serving.answers;
  }

  /** Begins an answer, which is then to be woken. Rejects with GrammarError where the grammar is refused. */
  async open(constraint: GrammarConstraint, owner = ''): Promise<GrammarSession> {
    const { grammar, beside } = constraint;
    for (const one of beside === undefined ? [grammar] : [grammar, beside]) {
      await this.#verdicts.of(one, () => this.#trials.check(one, owner));
    }
    this.#size += 1;
    const onClose = () => {
      this.#size -= 1;
    };
    return new GrammarSession(constraint, this.#tokens.V, new ServedAnswer(constraint, owner, this.#serving, onClose));
  }

  /** Ends the threads; what is under way fails. */
  async close(): Promise<void> {
    for (const threads of [this.#trials, this.#serving]) await threads.end(new Error('the server is stopping'));
  }

  async #start(): Promise<GrammarWorker> {
    const worker = new GrammarWorker(this.#limits);
    try {
      this.#vocabulary = await worker.vocabulary(this.#tokens, this.#vocabulary);
    } catch (error) {
      worker.end(error as Error);
      throw error;
    }
    return worker;
  }
}
