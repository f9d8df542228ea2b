import { GrammarLimitError } from '../grammar-error.ts';
import type { Death } from './grammar-process.ts';
import type { ProcessLimits } from './process-limits.ts';

/**
 * A cost tier of the compile queue: what takes longer than a slice of time goes on in other processes, where it keeps
 * only its like waiting.
 */
export type Tier = 'quick' | 'slow';

/** What is known of one grammar, for all answers that it constrains: its tier, and whether it is refused. */
export class GrammarStatus {
  readonly #limits: ProcessLimits;
  #tier: Tier = 'quick';
  /** At its last job. */
  #wasKilled = false;
  #refusal: GrammarLimitError | undefined;
  #hasCheapDrafts = true;

  constructor(limits: ProcessLimits) {
    this.#limits = limits;
  }

  get tier(): Tier {
    return this.#tier;
  }

  /** Whether it may be asked for drafts: what takes too long in the slow tier is refused. */
  get mayDraft(): boolean {
    return this.#hasCheapDrafts && this.#tier === 'quick';
  }

  /** Its drafts took too long or too much. */
  stopDrafts(): void {
    this.#hasCheapDrafts = false;
  }

  /** Throws GrammarLimitError where it has taken too long or too much. */
  check(): void {
    if (this.#refusal?.stands) throw this.#refusal;
  }

  /** A job of it in `tier` was broken off after its time. */
  late(tier: Tier, what: 'compile' | 'step'): void {
    if (tier === 'quick') {
      this.#tier = 'slow';
      return;
    }
    const { compileMs, stepMs } = this.#limits;
    const [doing, ms] = what === 'step' ? ['Finding what may come next', stepMs] : ['Compiling the grammar', compileMs];
    this.#refuse(`${doing} takes more than ${ms / 1000} seconds, the limit`);
  }

  /** A job of it was done. */
  done(): void {
    this.#wasKilled = false;
  }

  /**
   * A process of `tier` died at a job of it. That need not be the grammar's fault, where others had filled the process
   * too or somebody killed it: it is tried again.
   */
  died(tier: Tier, how: Death, what: 'compile' | 'step'): void {
    if (how === 'killed' && !this.#wasKilled) this.#wasKilled = true;
    else if (tier === 'quick') this.#tier = 'slow';
    else if (how === 'time') this.late(tier, what);
    else this.#refuse(`the grammar takes more than ${this.#limits.heapMiB} MiB, the limit`);
  }

  #refuse(why: string): void {
    this.#refusal = new GrammarLimitError(why);
  }
}
