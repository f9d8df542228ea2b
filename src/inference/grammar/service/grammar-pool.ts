import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';
import { GrammarProcess, type GrammarResult, ProcessDied } from './grammar-process.ts';
import type { GrammarStatus, Tier } from './grammar-status.ts';
import { type ProcessLimits, processLimits } from './process-limits.ts';
import type { GrammarJob } from './process-messages.ts';

/** Process and tier that a job runs on. */
export interface ProcessPlace {
  process: GrammarProcess;
  tier: Tier;
}

/** Job with the grammar's status, its owner and the tokenizer of its model. */
export interface RequestedJob {
  job: GrammarJob;
  status: GrammarStatus;
  owner: string;
  tokenizer: TokenizerInfo | null;
}

/**
 * Pool of grammar processes for all models. A process starts on demand, also after it has died. Half of the processes
 * are the quick tier. A new grammar first gets a short time slice there. A compilation or step that exceeds the slice
 * is restarted in the slow tier.
 */
export class GrammarPool {
  readonly limits: ProcessLimits;
  readonly #tiers: Record<Tier, (GrammarProcess | undefined)[]>;
  #isClosed = false;
  #numbers = 0;

  constructor(limits: ProcessLimits = processLimits()) {
    this.limits = limits;
    const slow = Math.floor(limits.processes / 2);
    this.#tiers = { quick: new Array(limits.processes - slow).fill(undefined), slow: new Array(slow).fill(undefined) };
  }

  /** Ids of the live processes. */
  get pids(): number[] {
    return Object.values(this.#tiers)
      .flat()
      .flatMap((process) => (process?.hasExited === false && process.pid !== undefined ? [process.pid] : []));
  }

  /** Returns a unique number for a session or model of this pool. */
  number(): number {
    return this.#numbers++;
  }

  /** Returns the least loaded process of `tier`. */
  place(tier: Tier): ProcessPlace {
    if (this.#isClosed) throw new Error('the server is stopping');
    const processes = this.#tiers[tier];
    const loads = processes.map((process) => (process === undefined || process.hasExited ? 0 : process.load));
    const at = loads.indexOf(Math.min(...loads));
    let process = processes[at];
    if (process === undefined || process.hasExited) {
      process = new GrammarProcess(this.limits.heapMiB);
      processes[at] = process;
    }
    return { process, tier };
  }

  /**
   * Runs a job at `place`. Returns null if the job timed out or its process died, and records that in `status`. Rejects
   * with GrammarError, or with `ProcessLost` if the caller should retry.
   */
  async ask(
    { process, tier }: ProcessPlace,
    { job, status, owner, tokenizer }: RequestedJob,
  ): Promise<GrammarResult | null> {
    const { sliceMs, compileMs, stepMs } = this.limits;
    const what = job.kind === 'accept' ? 'step' : 'compile';
    const withinMs = tier === 'quick' ? sliceMs : what === 'step' ? stepMs : compileMs;
    try {
      const answer = await process.ask(job, withinMs, owner, tokenizer);
      if (answer.kind !== 'late') {
        status.onDone();
        return answer;
      }
      status.onTimeout(tier, what);
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      if (this.#isClosed) throw new Error('the server is stopping');
      status.onProcessExit(tier, error.exitCause, what);
    }
    return null;
  }

  /** Kills the processes. Jobs in flight fail. */
  close(): void {
    this.#isClosed = true;
    for (const process of Object.values(this.#tiers).flat()) process?.end();
  }
}
