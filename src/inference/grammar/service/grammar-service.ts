import type { Grammar, GrammarConstraint } from '../grammar.ts';
import { THREAD_LIMITS, type ThreadLimits } from '../limits.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { GrammarSession } from './grammar-session.ts';
import { GrammarWorker, ThreadLost } from './grammar-worker.ts';
import type { ModelTokens, ThreadAnswer } from './thread-messages.ts';
import { WorkerSlot } from './worker-slot.ts';

/** Verdicts on grammars that are remembered. */
const MOST_VERDICTS = 256;

/**
 * Grammars of one model, in two threads that can be thrown away: the first tries each new grammar, the second serves
 * those that passed. Neither the engine's loop nor other answers wait for one that takes too long.
 */
export class GrammarService {
  readonly #tokens: ModelTokens;
  readonly #limits: ThreadLimits;
  readonly #verdicts = new Map<string, Promise<void>>();
  readonly #sessions = new Map<number, GrammarSession>();
  #vocabulary: Vocabulary | null = null;
  readonly #trial = new WorkerSlot(() => this.#start());
  readonly #serving = new WorkerSlot(() => this.#start());
  /** The thread that each answer was begun in. */
  readonly #homes = new Map<number, GrammarWorker>();
  #numbers = 0;

  constructor(tokens: ModelTokens, limits: ThreadLimits = THREAD_LIMITS) {
    this.#tokens = tokens;
    this.#limits = limits;
  }

  /** Answers under way. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Begins an answer. Rejects with GrammarError where the grammar is refused. */
  async open(constraint: GrammarConstraint): Promise<GrammarSession> {
    await this.#check(constraint.grammar);
    const number = this.#numbers++;
    const session = new GrammarSession(constraint, this.#tokens.V, {
      reopen: (tokens) => this.#reopen(number, constraint, tokens),
      accept: (token) => this.#accept(number, token),
      close: () => this.#close(number),
    });
    this.#sessions.set(number, session);
    try {
      await session.begin();
    } catch (error) {
      session.close();
      throw error;
    }
    return session;
  }

  /** Ends the threads; what is under way fails. */
  async close(): Promise<void> {
    for (const slot of [this.#trial, this.#serving]) await slot.end(new Error('the server is stopping'));
  }

  #check(grammar: Grammar): Promise<void> {
    const key = JSON.stringify(grammar);
    let verdict = this.#verdicts.get(key);
    if (verdict === undefined) {
      verdict = this.#try(grammar);
      this.#verdicts.set(key, verdict);
      const [oldest] = this.#verdicts.keys();
      if (this.#verdicts.size > MOST_VERDICTS) this.#verdicts.delete(oldest);
      // A refusal may have been one of time: the next request tries again.
      verdict.catch(() => this.#verdicts.delete(key));
    }
    return verdict;
  }

  async #try(grammar: Grammar): Promise<void> {
    for (;;) {
      try {
        await (await this.#trial.get()).ask({ kind: 'check', grammar });
        return;
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error;
      }
    }
  }

  /**
   * After the thread died of another answer, this one begins anew in the next thread. Rejects with `ThreadLost` where it
   * has been closed meanwhile.
   */
  async #reopen(
    session: number,
    { grammar, endIds, lastIds, markers }: GrammarConstraint,
    tokens: number[],
  ): Promise<Uint32Array> {
    for (;;) {
      try {
        const worker = await this.#serving.get();
        if (!this.#sessions.has(session)) break;
        this.#homes.set(session, worker);
        return maskOf(await worker.ask({ kind: 'open', session, grammar, held: { endIds, lastIds, markers }, tokens }));
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error;
      }
    }
    throw new ThreadLost();
  }

  async #accept(session: number, token: number): Promise<Uint32Array> {
    const worker = this.#homes.get(session);
    if (worker === undefined) throw new ThreadLost();
    return maskOf(await worker.ask({ kind: 'accept', session, token }));
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

  #close(session: number): void {
    if (!this.#sessions.delete(session)) return;
    const worker = this.#homes.get(session);
    this.#homes.delete(session);
    worker?.ask({ kind: 'close', session }).catch(() => {});
  }
}

function maskOf(answer: ThreadAnswer): Uint32Array {
  return (answer as ThreadAnswer & { mask: Uint32Array }).mask;
}
