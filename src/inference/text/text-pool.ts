import type { ProcessBounds } from '../cost/prompt-bounds.ts';
import { FairSemaphore } from '../fair-semaphore.ts';
import type { TextAnswer, TextJob } from './text-job.ts';
import { TextProcess, TextProcessEnded } from './text-process.ts';

/** Owner of a request, and the signal that aborts it. */
export interface TextRequester {
  owner: string;
  signal?: AbortSignal;
}

/**
 * A pool of text processes for jobs of one kind. Owners share them fairly. If a process dies, only its current job
 * fails.
 */
export class TextPool {
  readonly bounds: ProcessBounds;
  readonly #slots: FairSemaphore;
  /** A stack: the most recent process is reused first, so that surplus processes stay idle and are ended. */
  readonly #idle: TextProcess[] = [];
  readonly #busy = new Set<TextProcess>();
  readonly #timers = new WeakMap<TextProcess, NodeJS.Timeout>();
  #closed = false;

  constructor(bounds: ProcessBounds) {
    this.bounds = bounds;
    this.#slots = new FairSemaphore(bounds.processes);
  }

  /** Runs a job. Rejects with `TextProcessEnded`, or with the signal's reason if it aborts before the job begins. */
  async run(job: TextJob, { owner, signal }: TextRequester): Promise<TextAnswer> {
    const end = await this.#slots.acquire(owner, signal);
    try {
      return await this.#try(job).catch((error: unknown) => {
        // Retry: the process was ended from outside, perhaps before it received the job.
        if (error instanceof TextProcessEnded && error.end === 'lost' && !this.#closed) return this.#try(job);
        throw error;
      });
    } finally {
      end();
    }
  }

  close(): void {
    this.#closed = true;
    for (const process of [...this.#idle, ...this.#busy]) process.kill();
  }

  async #try(job: TextJob): Promise<TextAnswer> {
    const process = this.#take();
    try {
      return await process.run(job);
    } finally {
      this.#putBack(process);
    }
  }

  #take(): TextProcess {
    const process = this.#takeIdle() ?? new TextProcess(this.bounds);
    this.#busy.add(process);
    return process;
  }

  #takeIdle(): TextProcess | undefined {
    for (;;) {
      const process = this.#idle.pop();
      if (process === undefined) return undefined;
      clearTimeout(this.#timers.get(process));
      if (process.isAlive) return process;
    }
  }

  #putBack(process: TextProcess): void {
    this.#busy.delete(process);
    if (this.#closed || !process.isAlive) {
      process.kill();
      return;
    }
    this.#idle.push(process);
    const { idleMilliseconds } = this.bounds;
    if (idleMilliseconds === null) return;
    this.#timers.set(process, setTimeout(() => this.#endIdle(process), idleMilliseconds).unref());
  }

  #endIdle(process: TextProcess): void {
    this.#idle.splice(this.#idle.indexOf(process), 1);
    process.kill();
  }
}
