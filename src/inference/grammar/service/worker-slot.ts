import type { GrammarWorker } from './grammar-worker.ts';

/** A thread that is started when it is needed, and again after it has died. */
export class WorkerSlot {
  readonly #start: () => Promise<GrammarWorker>;
  #current: Promise<GrammarWorker> | undefined;

  constructor(start: () => Promise<GrammarWorker>) {
    this.#start = start;
  }

  async get(): Promise<GrammarWorker> {
    for (;;) {
      const current = this.#current ?? this.#start();
      this.#current = current;
      try {
        const worker = await current;
        if (!worker.dead) return worker;
      } catch (error) {
        if (this.#current === current) this.#current = undefined;
        throw error;
      }
      if (this.#current === current) this.#current = undefined;
    }
  }

  async end(cause: Error): Promise<void> {
    const worker = await this.#current?.catch(() => undefined);
    worker?.end(cause);
  }
}
