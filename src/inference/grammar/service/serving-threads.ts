import type { GrammarWorker } from './grammar-worker.ts';
import { WorkerSlot } from './worker-slot.ts';

/** What an answer has of the threads until it gives it back. */
export interface ServingPlace {
  worker: GrammarWorker;
  /** Of the answer, among all that there ever were. */
  number: number;
  leave(): void;
}

interface Serving {
  slot: WorkerSlot;
  /** The thread, once it has been asked for. */
  worker: GrammarWorker | undefined;
  /** Answers under way, by owner. */
  answers: Map<string, number>;
}

/** Threads that serve answers under way: an owner's all in one, the owners in different ones as far as there are enough. */
export class ServingThreads {
  readonly #all: Serving[];
  #numbers = 0;

  constructor(start: () => Promise<GrammarWorker>, threads: number) {
    this.#all = Array.from({ length: threads }, () => {
      return { slot: new WorkerSlot(start), worker: undefined, answers: new Map() };
    });
  }

  /** Answers under way. */
  get answers(): number {
    return this.#all.flatMap(({ answers }) => [...answers.values()]).reduce((sum, count) => sum + count, 0);
  }

  /** The thread for one more answer of an owner: none that keeps him waiting, if there is another. */
  async take(owner: string): Promise<ServingPlace> {
    const serving = this.#best(owner);
    const { answers } = serving;
    answers.set(owner, (answers.get(owner) ?? 0) + 1);
    let isOver = false;
    const leave = (): void => {
      if (isOver) return;
      isOver = true;
      const left = (answers.get(owner) ?? 0) - 1;
      if (left > 0) answers.set(owner, left);
      else answers.delete(owner);
    };
    try {
      const worker = await serving.slot.get();
      serving.worker = worker;
      return { worker, number: this.#numbers++, leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async end(cause: Error): Promise<void> {
    for (const { slot } of this.#all) await slot.end(cause);
  }

  #best(owner: string): Serving {
    const rank = ({ worker, answers }: Serving): number[] => {
      const others = [...answers.keys()].filter((other) => other !== owner).length;
      return [Number(worker?.keepsWaiting(owner) ?? false), Number(!answers.has(owner)), others];
    };
    return this.#all.toSorted((a, b) => {
      const [first, second] = [rank(a), rank(b)];
      const at = first.findIndex((value, i) => value !== second[i]);
      return at < 0 ? 0 : first[at] - second[at];
    })[0];
  }
}
