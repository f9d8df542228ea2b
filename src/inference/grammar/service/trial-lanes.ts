import type { Grammar } from '../grammar.ts';
import type { GrammarWorker } from './grammar-worker.ts';
import { TrialThreads } from './trial-threads.ts';

/** Of the threads of the first trials; each kind after them lets those before it go first. */
const FIRST_NICENESS = 3;

/** Whether a grammar was slow to try, and had better keep only slow ones waiting when it is served. */
export type Pace = 'quick' | 'slow';

/**
 * Tries each new grammar for a moment, then for longer ones, and only then for as long as it may take, in other threads
 * each time. How long one takes is not known before; this way a quick one waits for no more than the moments of the others,
 * its own owner's too. That slow ones are begun again and again costs them little, each time being several times longer than the last.
 */
export class TrialLanes {
  readonly #brief: TrialThreads[];
  readonly #patient: TrialThreads;

  /**
   * `threads` is of the last ones, where an owner could keep others waiting for long; two at least. The longer a try may
   * take, the more its thread lets others go first: the next quick grammar, and the engine.
   */
  constructor(start: (niceness: number) => Promise<GrammarWorker>, momentsMs: readonly number[], threads: number) {
    this.#brief = momentsMs.map((ms, i) => new TrialThreads(() => start(FIRST_NICENESS + i), threads - 1, ms));
    this.#patient = new TrialThreads(() => start(FIRST_NICENESS + momentsMs.length), threads);
  }

  /** Rejects with GrammarError where the grammar is refused. */
  async check(grammar: Grammar, owner: string): Promise<Pace> {
    for (const threads of this.#brief) {
      if (await threads.check(grammar, owner)) return 'quick';
    }
    await this.#patient.check(grammar, owner);
    return 'slow';
  }

  async end(cause: Error): Promise<void> {
    for (const threads of [...this.#brief, this.#patient]) await threads.end(cause);
  }
}
