import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';
import { type Answered, GrammarProcess, ProcessDied } from './grammar-process.ts';
import type { GrammarStatus, Tier } from './grammar-status.ts';
import { type ProcessLimits, processLimits } from './process-limits.ts';
import type { GrammarJob } from './process-messages.ts';

/** Where a job is done. */
export interface ProcessPlace {
  process: GrammarProcess;
  tier: Tier;
}

/** A job and what it is asked for. */
export interface AskedJob {
  job: GrammarJob;
  status: GrammarStatus;
  owner: string;
  tokenizer: TokenizerInfo | null;
}

/**
 * The processes of all models' grammars, started when they are needed and again after they have died. Half of them
 * serve what is quick. Each new grammar has a short slice of time there, and what does not finish begins again in the
 * others, as do answers whose steps take long.
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

  /** The ids of the processes that there are now. */
  get pids(): number[] {
    return Object.values(this.#tiers)
      .flat()
      .flatMap((process) => (process?.dead === false && process.pid !== undefined ? [process.pid] : []));
  }

  /** A number that no other session or model of this pool has. */
  number(): number {
    return this.#numbers++;
  }

  /** The process that has the least to do for grammars of `tier`. */
  place(tier: Tier): ProcessPlace {
    if (this.#isClosed) throw new Error('the server is stopping');
    const processes = this.#tiers[tier];
    const loads = processes.map((process) => (process === undefined || process.dead ? 0 : process.load));
    const at = loads.indexOf(Math.min(...loads));
    let process = processes[at];
    if (process === undefined || process.dead) {
      process = new GrammarProcess(this.limits.heapMiB);
      processes[at] = process;
    }
    return { process, tier };
  }

  /**
   * Does a job at `place`; null where it was broken off, or the process died of it, which the grammar's status then
   * tells. Rejects with GrammarError, or `ProcessLost` where the job is to be asked for again.
   */
  async ask({ process, tier }: ProcessPlace, { job, status, owner, tokenizer }: AskedJob): Promise<Answered | null> {
    const { sliceMs, compileMs, stepMs } = this.limits;
    const what = job.kind === 'accept' ? 'step' : 'compile';
    const withinMs = tier === 'quick' ? sliceMs : what === 'step' ? stepMs : compileMs;
    try {
      const answer = await process.ask(job, withinMs, owner, tokenizer);
      if (answer.kind !== 'late') {
        status.done();
        return answer;
      }
      status.late(tier, what);
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      if (this.#isClosed) throw new Error('the server is stopping');
      status.died(tier, error.how, what);
    }
    return null;
  }

  /** Ends the processes; what is in flight fails. */
  close(): void {
    this.#isClosed = true;
    for (const process of Object.values(this.#tiers).flat()) process?.end();
  }
}
