import { availableParallelism } from 'node:os';
import type { Grammar, GrammarConstraint } from '../grammar.ts';
import { THREAD_LIMITS, type ThreadLimits } from '../limits.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { GrammarSession } from './grammar-session.ts';
import { GrammarWorker } from './grammar-worker.ts';
import { ServedAnswer } from './served-answer.ts';
import { ServingThreads } from './serving-threads.ts';
import { StepGate } from './step-gate.ts';
import type { Manners, ModelTokens } from './thread-messages.ts';
import { type Pace, TrialLanes } from './trial-lanes.ts';
import { Verdicts } from './verdicts.ts';

/** Threads of each kind: with fewer than two, one owner could keep all others waiting. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()));

/** Threads that serve what was not quick to try. */
const SLOW_THREADS = 2;

/**
 * What the threads that serve let the engine's own go first by, of 19: dozens of grammars at once made its steps three
 * times as long. Not 19, for somebody's grammar has to come to its end beside a busy engine.
 */
const SERVING_NICENESS: Record<Pace, number> = { quick: 2, brisk: 6, middling: 10, slow: 14 };

/**
 * Grammars of one model, in threads that can be thrown away: some try each new grammar, others serve those that passed.
 * Neither the engine's loop nor answers of other owners wait for one that takes too long, nor do grammars that are quick.
 */
export class GrammarService {
  /** Closed while the device is at a step, where that takes the threads' own processors. */
  readonly gate: StepGate;
  readonly #tokens: ModelTokens;
  readonly #limits: ThreadLimits;
  readonly #verdicts = new Verdicts<Pace>();
  readonly #trials: TrialLanes;
  readonly #serving: Record<Pace, ServingThreads>;
  #vocabulary: Vocabulary | null = null;
  #size = 0;

  constructor(tokens: ModelTokens, limits: ThreadLimits = THREAD_LIMITS, threads = THREADS, gate = new StepGate()) {
    this.gate = gate;
    this.#tokens = tokens;
    this.#limits = limits;
    const start = (manners: Manners) => this.#start(manners);
    this.#trials = new TrialLanes(start, limits.momentsMs, threads);
    // What takes long to compile does so again in the thread that serves it.
    const serving = (pace: Pace, count: number) => {
      // These do not wait for steps: answers that are under way wait for them.
      return new ServingThreads(() => start({ niceness: SERVING_NICENESS[pace], restMs: null }), count);
    };
    this.#serving = {
      quick: serving('quick', threads),
      brisk: serving('brisk', threads),
      middling: serving('middling', SLOW_THREADS),
      slow: serving('slow', SLOW_THREADS),
    };
  }

  /** Answers under way. */
  get size(): number {
    return this.#size;
  }

  /** Answers that have room in a thread. */
  get awake(): number {
    return Object.values(this.#serving).reduce((sum, { answers }) => sum + answers, 0);
  }

  /** Begins an answer, which is then to be woken. Rejects with GrammarError where the grammar is refused. */
  async open(constraint: GrammarConstraint, owner = ''): Promise<GrammarSession> {
    const { grammar, beside } = constraint;
    const pace = await this.#judge(grammar, owner);
    if (beside !== undefined) await this.#judge(beside, owner);
    this.#size += 1;
    const onClose = () => {
      this.#size -= 1;
    };
    const served = new ServedAnswer(constraint, owner, this.#serving[pace], onClose);
    return new GrammarSession(constraint, this.#tokens.V, served);
  }

  /** Ends the threads; what is under way fails. */
  async close(): Promise<void> {
    for (const threads of [this.#trials, ...Object.values(this.#serving)])
      await threads.end(new Error('the server is stopping'));
  }

  #judge(grammar: Grammar, owner: string): Promise<Pace> {
    return this.#verdicts.of(grammar, () => this.#trials.check(grammar, owner));
  }

  async #start(manners: Manners): Promise<GrammarWorker> {
    const worker = new GrammarWorker(this.#limits, manners, this.gate);
    try {
      this.#vocabulary = await worker.vocabulary(this.#tokens, this.#vocabulary);
    } catch (error) {
      worker.end(error as Error);
      throw error;
    }
    return worker;
  }
}
