import { FairTurns } from '../../fair-turns.ts';
import type { Grammar } from '../grammar.ts';
import { type GrammarWorker, ThreadLost } from './grammar-worker.ts';
import { WorkerSlot } from './worker-slot.ts';

/** Threads that find out which grammars compile, for all owners in turn. */
export class TrialThreads {
  readonly #turns: FairTurns;
  readonly #slots: WorkerSlot[];
  /** The one that was used last is used first: further ones are started only where they are needed. */
  readonly #idle: WorkerSlot[];

  constructor(start: () => Promise<GrammarWorker>, threads: number) {
    this.#turns = new FairTurns(threads);
    this.#slots = Array.from({ length: threads }, () => new WorkerSlot(start));
    this.#idle = this.#slots.toReversed();
  }

  /** Rejects with GrammarError where the grammar is refused. */
  check(grammar: Grammar, owner: string): Promise<void> {
    return this.#turns.run(owner, async () => {
      const slot = this.#idle.pop() as WorkerSlot;
      try {
        await this.#try(slot, grammar);
      } finally {
        this.#idle.push(slot);
      }
    });
  }

  async end(cause: Error): Promise<void> {
    for (const slot of this.#slots) await slot.end(cause);
  }

  async #try(slot: WorkerSlot, grammar: Grammar): Promise<void> {
    for (;;) {
      try {
        await (await slot.get()).ask({ kind: 'check', grammar });
        return;
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error;
      }
    }
  }
}
