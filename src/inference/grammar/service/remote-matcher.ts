import type { GrammarConstraint } from '../grammar.ts';
import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';
import type { GrammarPool, ProcessPlace } from './grammar-pool.ts';
import { type Answered, ProcessLost } from './grammar-process.ts';
import type { SessionLink } from './grammar-session.ts';
import type { GrammarStatus } from './grammar-status.ts';

export interface RemoteMatcherOptions {
  pool: GrammarPool;
  constraint: GrammarConstraint;
  owner: string;
  /** Of the grammar. */
  status: GrammarStatus;
  model: number;
  tokenizer: TokenizerInfo;
  onClose(): void;
}

/** Where an answer is served: each time that it is begun anew, it has another number there. */
interface Home extends ProcessPlace {
  session: number;
  leave(): void;
}

/**
 * One answer's way to the grammar processes: it is begun anew where its process is lost, or its steps take too long
 * there.
 */
export class RemoteMatcher implements SessionLink {
  readonly #options: RemoteMatcherOptions;
  #home: Home | undefined;
  #isClosed = false;
  /** Of the last time that it was begun or sent to rest: what was asked for before is of no interest any more. */
  #time = 0;

  constructor(options: RemoteMatcherOptions) {
    this.#options = options;
  }

  /**
   * Rejects with `ProcessLost` where it has been closed or sent to rest meanwhile, GrammarError where that was too
   * much.
   */
  async reopen(tokens: number[]): Promise<Uint32Array> {
    this.#leave();
    const time = ++this.#time;
    const { pool, constraint, model, status } = this.#options;
    const { grammar, endIds, lastIds, markers } = constraint;
    for (;;) {
      if (this.#isClosed || this.#time !== time) throw new ProcessLost();
      status.check();
      const home = this.#take(pool.place(status.tier));
      const { session } = home;
      const job = { kind: 'open', session, model, grammar, ends: { endIds, lastIds, markers }, tokens } as const;
      try {
        const mask = maskOf(await this.#ask(home, job));
        if (mask !== undefined && this.#home === home) return mask;
        // One that it had left was begun there all the same.
        if (mask !== undefined) home.process.forget(session);
        this.#leave(home);
      } catch (error) {
        this.#leave(home);
        if (!(error instanceof ProcessLost)) throw error;
      }
    }
  }

  async accept(token: number): Promise<Uint32Array> {
    const home = this.#home;
    if (home === undefined) throw new ProcessLost();
    const mask = maskOf(await this.#ask(home, { kind: 'accept', session: home.session, token }));
    if (mask === undefined) throw new ProcessLost();
    return mask;
  }

  rest(): void {
    this.#time += 1;
    this.#leave();
  }

  close(): void {
    this.#isClosed = true;
    this.rest();
    this.#options.onClose();
  }

  #ask(home: Home, job: Parameters<GrammarPool['ask']>[1]['job']): Promise<Answered | null> {
    const { pool, status, owner, tokenizer } = this.#options;
    return pool.ask(home, { job, status, owner, tokenizer });
  }

  #take(place: ProcessPlace): Home {
    const home = { ...place, session: this.#options.pool.number(), leave: place.process.hold() };
    this.#home = home;
    return home;
  }

  /** Leaves `home`, if that is still where it is served. */
  #leave(home = this.#home): void {
    if (home === undefined || home !== this.#home) return;
    this.#home = undefined;
    home.leave();
    home.process.forget(home.session);
  }
}

function maskOf(answer: Answered | null): Uint32Array | undefined {
  return answer?.kind === 'mask' ? answer.mask : undefined;
}
