import type { GrammarConstraint } from '../grammar.ts';
import type { SessionLink } from './grammar-session.ts';
import { ThreadLost } from './grammar-worker.ts';
import type { ServingPlace, ServingThreads } from './serving-threads.ts';
import type { ThreadAnswer } from './thread-messages.ts';

/** Where an answer is served: each time that it is begun anew, it has another number there. */
interface Home extends ServingPlace {
  number: number;
}

/** One answer's way to the threads: it is begun anew where its thread is lost, or kept busy by another owner. */
export class ServedAnswer implements SessionLink {
  readonly #constraint: GrammarConstraint;
  readonly #owner: string;
  readonly #threads: ServingThreads;
  readonly #onClose: () => void;
  #home: Home | undefined;
  #isClosed = false;
  /** Of the last time that it was begun or sent to rest: what was asked for before is of no interest any more. */
  #time = 0;

  constructor(constraint: GrammarConstraint, owner: string, threads: ServingThreads, onClose: () => void) {
    this.#constraint = constraint;
    this.#owner = owner;
    this.#threads = threads;
    this.#onClose = onClose;
  }

  /** Rejects with `ThreadLost` where it has been closed or sent to rest meanwhile, GrammarError where that was too much. */
  async reopen(tokens: number[]): Promise<Uint32Array> {
    this.#leave();
    const time = ++this.#time;
    const { grammar, endIds, lastIds, markers } = this.#constraint;
    const job = { kind: 'open', grammar, held: { endIds, lastIds, markers }, tokens } as const;
    for (;;) {
      if (this.#isClosed) throw new ThreadLost();
      const home = await this.#threads.take(this.#owner);
      try {
        if (this.#time !== time) throw new ThreadLost();
        this.#home = home;
        const mask = maskOf(await home.worker.ask({ ...job, session: home.number }, this.#owner));
        if (this.#home === home) return mask;
        home.worker.forget(home.number);
      } catch (error) {
        if (this.#home === home) this.#leave();
        else home.leave();
        if (!(error instanceof ThreadLost)) throw error;
      }
      if (this.#time !== time) throw new ThreadLost();
    }
  }

  async accept(token: number): Promise<Uint32Array> {
    const home = this.#home;
    if (home === undefined || home.worker.keepsWaiting(this.#owner)) throw new ThreadLost();
    return maskOf(await home.worker.ask({ kind: 'accept', session: home.number, token }, this.#owner));
  }

  rest(): void {
    this.#time += 1;
    this.#leave();
  }

  close(): void {
    this.#isClosed = true;
    this.rest();
    this.#onClose();
  }

  #leave(): void {
    const home = this.#home;
    this.#home = undefined;
    if (home === undefined) return;
    home.leave();
    home.worker.forget(home.number);
  }
}

function maskOf(answer: ThreadAnswer): Uint32Array {
  return (answer as ThreadAnswer & { mask: Uint32Array }).mask;
}
