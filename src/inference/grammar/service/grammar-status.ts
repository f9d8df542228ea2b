import { GrammarLimitError } from '../grammar-error.ts';
import type { ExitCause } from './grammar-process.ts';
import type { ProcessLimits } from './process-limits.ts';

/**
 * Cost tier of the compile queue. Jobs that exceed the time slice move to the slow tier's processes, where they delay
 * only other slow jobs.
 */
export type Tier = 'quick' | 'slow';

/** Status of one grammar, shared by all its sessions: its tier, and whether it is refused. */
export class GrammarStatus {
  readonly #limits: ProcessLimits;
  #tier: Tier = 'quick';
  /** Whether its last job's process was killed. */
  #wasKilled = false;
  #refusal: GrammarLimitError | undefined;
  #hasCheapDrafts = true;

  constructor(limits: ProcessLimits) {
    this.#limits = limits;
  }

  get tier(): Tier {
    return this.#tier;
  }

  /** Whether masks of drafts may be requested. Not in the slow tier, where a timeout would refuse the grammar. */
  get mayDraft(): boolean {
    return this.#hasCheapDrafts && this.#tier === 'quick';
  }

  /** Disables drafts, after they exceeded the time or memory limit. */
  stopDrafts(): void {
    this.#hasCheapDrafts = false;
  }

  /** Throws GrammarLimitError if the grammar has exceeded the time or memory limit. */
  check(): void {
    if (this.#refusal?.isInEffect) throw this.#refusal;
  }

  /** Records that a job in `tier` timed out. */
  onTimeout(tier: Tier, what: 'compile' | 'step'): void {
    if (tier === 'quick') {
      this.#tier = 'slow';
      return;
    }
    const { compileMs, stepMs } = this.#limits;
    const [doing, ms] =
      what === 'step' ? ['Computing the allowed tokens', stepMs] : ['Compiling the grammar', compileMs];
    this.#refuse(`${doing} takes more than ${ms / 1000} seconds, the limit`);
  }

  /** Records that a job was completed. */
  onDone(): void {
    this.#wasKilled = false;
  }

  /**
   * Records that a process of `tier` died during a job. The grammar may not be the cause, since others may have filled
   * the process or somebody may have killed it. The grammar is therefore retried first.
   */
  onProcessExit(tier: Tier, how: ExitCause, what: 'compile' | 'step'): void {
    if (how === 'killed' && !this.#wasKilled) this.#wasKilled = true;
    else if (tier === 'quick') this.#tier = 'slow';
    else if (how === 'time') this.onTimeout(tier, what);
    else this.#refuse(`the grammar takes more than ${this.#limits.heapMiB} MiB, the limit`);
  }

  #refuse(why: string): void {
    this.#refusal = new GrammarLimitError(why);
  }
}
