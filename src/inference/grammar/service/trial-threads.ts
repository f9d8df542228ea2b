import { FairTurns } from '../../fair-turns.ts';
import type { Grammar } from '../grammar.ts';
import { type GrammarWorker, ThreadLost } from './grammar-worker.ts';
import { WorkerSlot } from './worker-slot.ts';

/** Threads that find out which grammars compile, for all owners in turn. */
export class TrialThreads {
  readonly #withinMs: number | undefined;
  readonly #turns: FairTurns;
  readonly #slots: WorkerSlot[];
  /** The one that was used last is used first: further ones are started only where they are needed. */
  readonly #idle: WorkerSlot[];

  /** What takes longer than `withinMs` is broken off. */
  constructor(start: () => Promise<GrammarWorker>, threads: number, withinMs?: number) {
    this.#withinMs = withinMs;
    this.#turns = new FairTurns(threads);
    this.#slots = Array.from({ length: threads }, () => new WorkerSlot(start));
    this.#idle = this.#slots.toReversed();
  }

  /** False where it was broken off. Rejects with GrammarError where the grammar is refused. */
  check(grammar: Grammar, owner: string): Promise<boolean> {
    return this.#turns.run(owner, async () => {
      const slot = this.#idle.pop() as WorkerSlot;
      try {
        return await this.#try(slot, grammar);
      } finally {
        this.#idle.push(slot);
      }
    });
  }

  async end(cause: Error): Promise<void> {
    this.#turns.dismiss(cause);
    for (const slot of this.#slots) await slot.end(cause);
  }

  async #try(slot: WorkerSlot, grammar: Grammar): Promise<boolean> {
    for (;;) {
      try {
        return await (await slot.get()).check(grammar, this.#withinMs);
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error;
      }
    }
  }
}
