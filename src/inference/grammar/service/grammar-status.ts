import { GrammarLimitError } from '../grammar-error.ts';
import type { Death } from './grammar-process.ts';
import type { ProcessLimits } from './process-limits.ts';

/**
 * What is quick goes on beside others that are; what is not, in other processes, where it keeps only its like waiting.
 */
export type Tier = 'quick' | 'slow';

/** How long a grammar stays refused that took too long or too much: it may have been the machine's fault. */
const REFUSED_MS = 60_000;

/** What is known of one grammar, for all answers that are held to it. */
export class GrammarStatus {
  readonly #limits: ProcessLimits;
  #tier: Tier = 'quick';
  /** At its last job. */
  #wasKilled = false;
  #refusal: { error: GrammarLimitError; until: number } | undefined;

  constructor(limits: ProcessLimits) {
    this.#limits = limits;
  }

  get tier(): Tier {
    return this.#tier;
  }

  /** Throws GrammarLimitError where it has taken too long or too much. */
  check(): void {
    if (this.#refusal !== undefined && performance.now() < this.#refusal.until) throw this.#refusal.error;
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
    this.#refusal = { error: new GrammarLimitError(why), until: performance.now() + REFUSED_MS };
  }
}
