import type { ProcessBounds } from '../cost/prompt-bounds.ts';
import { FairSemaphore } from '../fair-semaphore.ts';
import type { TextAnswer, TextJob } from './text-job.ts';
import { TextProcess, TextProcessEnded } from './text-process.ts';

/** Who asks, and the end of the request. */
export interface Asker {
  owner: string;
  signal?: AbortSignal;
}

/**
 * A pool of text processes for jobs of one kind. Owners share them fairly; one that dies costs only the job that it was
 * at.
 */
export class TextPool {
  readonly bounds: ProcessBounds;
  readonly #slots: FairSemaphore;
  /** The last to come is the first to go, so that one that is not needed stays idle and is ended. */
  readonly #idle: TextProcess[] = [];
  readonly #busy = new Set<TextProcess>();
  readonly #timers = new WeakMap<TextProcess, NodeJS.Timeout>();
  #closed = false;

  constructor(bounds: ProcessBounds) {
    this.bounds = bounds;
    this.#slots = new FairSemaphore(bounds.processes);
  }

  /** Rejects with `TextProcessEnded`, and with the signal's reason where it aborts before the job begins. */
  async run(job: TextJob, { owner, signal }: Asker): Promise<TextAnswer> {
    const end = await this.#slots.take(owner, signal);
    try {
      return await this.#try(job).catch((error: unknown) => {
        // One that was ended from outside, perhaps before it had the job.
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
