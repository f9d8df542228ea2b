import type { GrammarConstraint } from '../grammar.ts';
import { ThoughtWatch } from '../thoughts.ts';
import { ProcessLost } from './grammar-process.ts';
import type { DraftedToken } from './process-messages.ts';

/** What may come next, and some tokens that are likely to. */
export interface NextTokens {
  mask: Uint32Array;
  drafts: DraftedToken[];
}

/** How a session reaches the process that serves it. `reopen` and `accept` may reject with `ProcessLost`. */
export interface SessionLink {
  /** The mask after `tokens` of the grammar, the session being begun anew. */
  reopen(tokens: number[]): Promise<Uint32Array>;
  /** What may come after these `tokens` more; `drafts` are likely to come then. With null no drafts are asked for. */
  accept(tokens: number[], drafts: readonly number[] | null): Promise<NextTokens>;
  /** Nothing of it is needed in the process until it is begun anew. */
  rest(): void;
  close(): void;
}

/**
 * One answer that a grammar constrains: which tokens may come next, as soon as that is known. It takes room in a
 * process only while it is awake.
 */
export class GrammarSession {
  readonly #constraint: GrammarConstraint;
  readonly #V: number;
  readonly #link: SessionLink;
  /** Null where there are no thoughts. */
  readonly #watch: ThoughtWatch | null;
  /** Tokens of the grammar so far. */
  readonly #tokens: number[] = [];
  #mask: Uint32Array | undefined;
  #drafts: DraftedToken[] = [];
  /** Drafts that came true: the process has not been told. */
  #untold: number[] = [];
  /** What may come first, while the process is at the beginning. */
  #first: Uint32Array | undefined;
  #error: Error | undefined;
  #settled: Promise<void> = Promise.resolve();
  #isAwake = false;
  /** Counts what the process was asked: only the last answer is of interest. */
  #asked = 0;

  constructor(constraint: GrammarConstraint, V: number, link: SessionLink) {
    this.#constraint = constraint;
    this.#V = V;
    this.#link = link;
    this.#watch = constraint.thoughts && new ThoughtWatch(constraint.thoughts);
  }

  /** [ceil(V / 32)] the tokens that may come next; undefined until that is known, and while it is not awake. */
  get mask(): Uint32Array | undefined {
    return this.#mask;
  }

  /** Tokens that are likely to come next, one after the other, with what may come after each. */
  get drafts(): readonly DraftedToken[] {
    return this.#drafts;
  }

  /** Why it cannot go on. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Resolves when the next mask, or an error, is there. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** Begins, or goes on where it was: finds what may come next. */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    if (this.#place === 'thinking') this.#mask = this.#anything();
    else this.#reopen();
  }

  /** Gives back what it has in the process; for the time in which no token is sampled for it. */
  rest(): void {
    this.#isAwake = false;
    this.#asked += 1;
    this.#mask = undefined;
    this.#first = undefined;
    this.#drafts = [];
    this.#link.rest();
  }

  /**
   * Takes the token that was sampled; one that was in flight when it went to rest only tells where it is to begin
   * again. `drafts` are likely to come after it; null asks for none.
   */
  accept(token: number, drafts: readonly number[] | null = null): void {
    const before = this.#place;
    this.#watch?.accept(token);
    if (this.#place === 'thinking') {
      if (before === 'undecided') this.#think();
    } else if (before === 'thinking') {
      if (this.#isAwake) this.#begin();
    } else {
      this.#tokens.push(token);
      if (this.#isAwake) this.#advance(token, drafts);
    }
  }

  close(): void {
    this.#asked += 1;
    this.#link.close();
  }

  get #place(): ThoughtWatch['place'] {
    return this.#watch?.place ?? 'answering';
  }

  /** Thoughts begin; what came before them was white space. */
  #think(): void {
    this.#tokens.length = 0;
    if (this.#isAwake) this.#mask = this.#anything();
  }

  /** Thoughts are over. */
  #begin(): void {
    if (this.#first === undefined) this.#reopen();
    else this.#mask = this.#first;
  }

  #advance(token: number, drafts: readonly number[] | null): void {
    this.#first = undefined;
    this.#untold.push(token);
    const known = this.#drafts.shift();
    if (known?.token === token) {
      this.#mask = known.mask;
      return;
    }
    const tokens = [...this.#tokens];
    const next = this.#link.accept(this.#untold, drafts).catch(async (error: Error) => {
      if (error instanceof ProcessLost) return { mask: await this.#link.reopen(tokens), drafts: [] };
      throw error;
    });
    this.#settle(next);
  }

  #reopen(): void {
    const isFirst = this.#tokens.length === 0;
    const found = this.#link.reopen([...this.#tokens]);
    this.#settle(
      found.then((mask) => ({ mask, drafts: [] })),
      (mask) => {
        if (isFirst) this.#first = mask;
      },
    );
  }

  #settle(found: Promise<NextTokens>, see = (_mask: Uint32Array): void => {}): void {
    this.#mask = undefined;
    this.#drafts = [];
    this.#untold = [];
    const number = ++this.#asked;
    this.#settled = found.then(
      ({ mask, drafts }) => {
        if (this.#asked !== number) return;
        see(mask);
        this.#drafts = this.#place === 'answering' ? drafts : [];
        this.#mask = this.#place === 'undecided' ? this.#orThoughts(mask) : mask;
      },
      (error: Error) => {
        if (this.#asked === number) this.#error = error;
      },
    );
  }

  #orThoughts(mask: Uint32Array): Uint32Array {
    const wider = mask.slice();
    const id = this.#constraint.thoughts?.openId as number;
    wider[id >>> 5] |= 1 << (id & 31);
    return wider;
  }

  /** Thoughts may have any token but one that would end the answer before it has begun. */
  #anything(): Uint32Array {
    const mask = new Uint32Array(Math.ceil(this.#V / 32)).fill(0xffffffff);
    const { endIds, lastIds = [] } = this.#constraint;
    for (const id of [...endIds, ...lastIds]) mask[id >>> 5] &= ~(1 << (id & 31));
    return mask;
  }
}
