import type { GrammarConstraint } from '../grammar.ts';
import type { TokenizerInfo } from '../tokens/tokenizer-info.ts';
import type { GrammarPool, ProcessPlace } from './grammar-pool.ts';
import { type GrammarResult, ProcessLost } from './grammar-process.ts';
import type { NextMasks, SessionLink } from './grammar-session.ts';
import type { GrammarStatus } from './grammar-status.ts';

export interface RemoteMatcherOptions {
  pool: GrammarPool;
  constraint: GrammarConstraint;
  owner: string;
  /** Status of the grammar. */
  status: GrammarStatus;
  model: number;
  tokenizer: TokenizerInfo;
  onClose(): void;
}

/** Session in a process. Each `reopen` gives it a new number. */
interface RemoteSession extends ProcessPlace {
  session: number;
  release(): void;
}

/**
 * Link of one answer to the grammar processes. It reopens the session elsewhere if its process is lost or a step times
 * out.
 */
export class RemoteMatcher implements SessionLink {
  readonly #options: RemoteMatcherOptions;
  #remote: RemoteSession | undefined;
  #isClosed = false;
  /** Number of calls of `reopen` and `suspend`. A `reopen` that another call has superseded gives up. */
  #time = 0;

  constructor(options: RemoteMatcherOptions) {
    this.#options = options;
  }

  /**
   * Rejects with `ProcessLost` if the link is closed or sent to rest meanwhile, and with GrammarError if the grammar
   * exceeds a limit.
   */
  async reopen(tokens: number[]): Promise<Uint32Array> {
    this.#release();
    const time = ++this.#time;
    const { pool, constraint, model, status } = this.#options;
    const { grammar, endIds, lastIds, markers } = constraint;
    for (;;) {
      if (this.#isClosed || this.#time !== time) throw new ProcessLost();
      status.check();
      const remote = this.#take(pool.place(status.tier));
      const { session } = remote;
      const job = { kind: 'open', session, model, grammar, ends: { endIds, lastIds, markers }, tokens } as const;
      try {
        const next = maskIn(await this.#ask(remote, job));
        if (next !== undefined && this.#remote === remote) return next.mask;
        // The session was left in the meantime, but the process has opened it.
        if (next !== undefined) remote.process.forget(session);
        this.#release(remote);
      } catch (error) {
        this.#release(remote);
        if (!(error instanceof ProcessLost)) throw error;
      }
    }
  }

  async accept(tokens: number[], likely: readonly number[] | null): Promise<NextMasks> {
    const remote = this.#remote;
    if (remote === undefined) throw new ProcessLost();
    const { session, tier } = remote;
    const { status } = this.#options;
    const drafts = likely !== null && tier === 'quick' && status.mayDraft ? [...likely] : null;
    const next = maskIn(await this.#ask(remote, { kind: 'accept', session, tokens, drafts }));
    if (next === undefined) throw new ProcessLost();
    if (next.drafts === null) status.stopDrafts();
    return { mask: next.mask, drafts: next.drafts ?? [] };
  }

  suspend(): void {
    this.#time += 1;
    this.#release();
  }

  close(): void {
    this.#isClosed = true;
    this.suspend();
    this.#options.onClose();
  }

  #ask(remote: RemoteSession, job: Parameters<GrammarPool['ask']>[1]['job']): Promise<GrammarResult | null> {
    const { pool, status, owner, tokenizer } = this.#options;
    return pool.ask(remote, { job, status, owner, tokenizer });
  }

  #take(place: ProcessPlace): RemoteSession {
    const remote = { ...place, session: this.#options.pool.number(), release: place.process.addSession() };
    this.#remote = remote;
    return remote;
  }

  /** Closes `remote` if it is still the current session. */
  #release(remote = this.#remote): void {
    if (remote === undefined || remote !== this.#remote) return;
    this.#remote = undefined;
    remote.release();
    remote.process.forget(remote.session);
  }
}

function maskIn(answer: GrammarResult | null): Extract<GrammarResult, { kind: 'mask' }> | undefined {
  return answer?.kind === 'mask' ? answer : undefined;
}
