import type { Grammar } from '../grammar.ts';
import type { GrammarWorker } from './grammar-worker.ts';
import type { Manners } from './thread-messages.ts';
import { TrialThreads } from './trial-threads.ts';

/** Texts with more letters for each of a lane's milliseconds are not tried there: few would come to their end. */
const LETTERS_A_MS = 8_000;

/** How much the first threads let others go first, of 19, and how much more those of each further kind. */
const NICENESS = { first: 3, more: 3 };

/** What the others rest during steps: the brief ones longer, since they come when a step has the most to do. */
const BRIEF_REST_MS = 40;
const REST_MS = 10;

/** How long a grammar took to try, one of them for each lane: it had better keep only such ones waiting when it is served. */
const PACES = ['quick', 'brisk', 'middling', 'slow'] as const;
export type Pace = (typeof PACES)[number];

/**
 * Tries each new grammar for a moment, then for longer ones, and only then for as long as it may take, in other threads
 * each time. How long one takes is not known before, but of large ones that it is no moment; this way a quick one waits for
 * no more than the moments of the others, its own owner's too. That slow ones are begun again and again costs them little,
 * each time being several times longer than the last.
 */
export class TrialLanes {
  readonly #moments: readonly number[];
  readonly #brief: TrialThreads[];
  readonly #patient: TrialThreads;

  /**
   * `threads` is of the last ones, where an owner could keep others waiting for long; two at least. The longer a try may
   * take, the more its thread lets others go first: the next quick grammar, and the engine.
   */
  constructor(start: (manners: Manners) => Promise<GrammarWorker>, momentsMs: readonly number[], threads: number) {
    this.#moments = momentsMs;
    const lane = (number: number) => () => {
      const restMs = number < momentsMs.length ? BRIEF_REST_MS : REST_MS;
      return start({ niceness: NICENESS.first + NICENESS.more * number, restMs: number === 0 ? null : restMs });
    };
    this.#brief = momentsMs.map((ms, i) => new TrialThreads(lane(i), threads - 1, ms));
    this.#patient = new TrialThreads(lane(momentsMs.length), threads);
  }

  /** Rejects with GrammarError where the grammar is refused. */
  async check(grammar: Grammar, owner: string): Promise<Pace> {
    const letters = lettersOf(grammar);
    for (const [lane, threads] of this.#brief.entries()) {
      if (letters > this.#moments[lane] * LETTERS_A_MS) continue;
      if (await threads.check(grammar, owner)) return PACES[lane];
    }
    await this.#patient.check(grammar, owner);
    return 'slow';
  }

  async end(cause: Error): Promise<void> {
    for (const threads of [...this.#brief, this.#patient]) await threads.end(cause);
  }
}

/** Of all texts in it. */
function lettersOf(part: unknown): number {
  if (typeof part === 'string') return part.length;
  if (typeof part !== 'object' || part === null) return 0;
  return Object.values(part).reduce((sum, inner) => sum + lettersOf(inner), 0);
}
