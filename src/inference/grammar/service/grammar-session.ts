import type { GrammarConstraint } from '../grammar.ts';
import { ThreadLost } from './grammar-worker.ts';

/** How a session reaches the thread that serves it. Each may reject with `ThreadLost`. */
export interface SessionLink {
  /** The mask after `tokens` of the grammar, the session being begun anew. */
  reopen(tokens: number[]): Promise<Uint32Array>;
  /** The mask after one more token. */
  accept(token: number): Promise<Uint32Array>;
  close(): void;
}

/** One answer that is held to a grammar: which tokens may come next, as soon as that is known. */
export class GrammarSession {
  readonly #constraint: GrammarConstraint;
  readonly #V: number;
  readonly #link: SessionLink;
  /** Tokens of the grammar so far. */
  readonly #tokens: number[] = [];
  #place: 'undecided' | 'thinking' | 'answering';
  #mask: Uint32Array | undefined;
  #first: Uint32Array | undefined;
  #error: Error | undefined;
  #settled: Promise<void> = Promise.resolve();

  constructor(constraint: GrammarConstraint, V: number, link: SessionLink) {
    this.#constraint = constraint;
    this.#V = V;
    this.#link = link;
    const { thoughts } = constraint;
    this.#place = thoughts === null ? 'answering' : thoughts.openId === null ? 'thinking' : 'undecided';
  }

  /** [ceil(V / 32)] the tokens that may come next; undefined until that is known. */
  get mask(): Uint32Array | undefined {
    return this.#mask;
  }

  /** Why it cannot go on. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Resolves when the next mask, or an error, is there. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** Finds the first mask; rejects with GrammarError, or what else the thread failed by. */
  async begin(): Promise<void> {
    this.#first = await this.#link.reopen([]);
    if (this.#place === 'answering') this.#mask = this.#first;
    else if (this.#place === 'thinking') this.#mask = this.#anything();
    else this.#mask = withBit(this.#first, this.#constraint.thoughts?.openId as number);
  }

  /** Takes the token that was drawn. */
  accept(token: number): void {
    const { thoughts } = this.#constraint;
    if (this.#place === 'undecided') {
      this.#place = token === thoughts?.openId ? 'thinking' : 'answering';
      if (this.#place === 'thinking') this.#mask = this.#anything();
    } else if (this.#place === 'thinking' && token === thoughts?.closeId) {
      this.#place = 'answering';
      this.#mask = this.#first;
      return;
    }
    if (this.#place === 'answering') this.#advance(token);
  }

  close(): void {
    this.#link.close();
  }

  #advance(token: number): void {
    this.#tokens.push(token);
    this.#mask = undefined;
    const tokens = [...this.#tokens];
    this.#settled = this.#link
      .accept(token)
      .catch((error: Error) => {
        if (error instanceof ThreadLost) return this.#link.reopen(tokens);
        throw error;
      })
      .then(
        (mask) => {
          this.#mask = mask;
        },
        (error: Error) => {
          this.#error = error;
        },
      );
  }

  /** Thoughts may hold any token but one that would end the answer before it has begun. */
  #anything(): Uint32Array {
    const mask = new Uint32Array(Math.ceil(this.#V / 32)).fill(0xffffffff);
    const { endIds, lastIds = [] } = this.#constraint;
    for (const id of [...endIds, ...lastIds]) mask[id >>> 5] &= ~(1 << (id & 31));
    return mask;
  }
}

function withBit(mask: Uint32Array, id: number): Uint32Array {
  const wider = mask.slice();
  wider[id >>> 5] |= 1 << (id & 31);
  return wider;
}
