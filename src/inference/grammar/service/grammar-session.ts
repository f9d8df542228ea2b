import type { GrammarConstraint } from '../grammar.ts';
import { ReasoningTracker } from '../reasoning.ts';
import { ProcessLost } from './grammar-process.ts';
import type { DraftedToken } from './process-messages.ts';

/** Mask of the next token, and draft tokens with their masks. */
export interface NextMasks {
  mask: Uint32Array;
  drafts: DraftedToken[];
}

/** Connection of a session to its grammar process. `reopen` and `accept` may reject with `ProcessLost`. */
export interface SessionLink {
  /** Restarts the session in a process and returns the mask after `tokens` of the grammar. */
  reopen(tokens: number[]): Promise<Uint32Array>;
  /** Returns the mask after `tokens` more. `drafts` are likely to follow; null requests no masks for drafts. */
  accept(tokens: number[], drafts: readonly number[] | null): Promise<NextMasks>;
  /** Releases the session's state in the process until `reopen`. */
  suspend(): void;
  close(): void;
}

/**
 * Matcher of one answer, with its masks computed asynchronously in a grammar process. It has state in a process only
 * while it is awake.
 */
export class GrammarSession {
  readonly #constraint: GrammarConstraint;
  readonly #V: number;
  readonly #link: SessionLink;
  /** Null if the grammar constrains the output from its first token. */
  readonly #watch: ReasoningTracker | null;
  /** Tokens that the grammar has consumed so far. */
  readonly #tokens: number[] = [];
  #mask: Uint32Array | undefined;
  #drafts: DraftedToken[] = [];
  /** Accepted drafts that have not been sent to the process. */
  #unsent: number[] = [];
  /** Mask of the grammar's first token, while the process is at the beginning. */
  #first: Uint32Array | undefined;
  #error: Error | undefined;
  #settled: Promise<void> = Promise.resolve();
  #isActive = false;
  /** Number of the latest request to the process. Results of earlier ones are discarded. */
  #requestNumber = 0;

  constructor(constraint: GrammarConstraint, V: number, link: SessionLink) {
    this.#constraint = constraint;
    this.#V = V;
    this.#link = link;
    this.#watch = constraint.thoughts && new ReasoningTracker(constraint.thoughts);
  }

  /** Bitmask [ceil(V / 32)] of the next token. Undefined until it is computed, and while the session is at rest. */
  get mask(): Uint32Array | undefined {
    return this.#mask;
  }

  /** Consecutive draft tokens, each with the mask after it. */
  get drafts(): readonly DraftedToken[] {
    return this.#drafts;
  }

  /** Error that ended the session. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Resolves when the next mask or an error is available. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** Starts or resumes the session, and requests the next mask. */
  resume(): void {
    if (this.#isActive) return;
    this.#isActive = true;
    if (this.#place === 'thinking') this.#mask = this.#reasoningMask();
    else this.#reopen();
  }

  /** Releases the state in the process, for a time in which no tokens are sampled for this answer. */
  suspend(): void {
    this.#isActive = false;
    this.#requestNumber += 1;
    this.#mask = undefined;
    this.#first = undefined;
    this.#drafts = [];
    this.#link.suspend();
  }

  /**
   * Consumes the sampled token. At rest, a token that was in flight only changes the position at which the session
   * resumes. `drafts` are likely to follow; null requests no masks for drafts.
   */
  accept(token: number, drafts: readonly number[] | null = null): void {
    const before = this.#place;
    this.#watch?.accept(token);
    if (this.#place === 'thinking') {
      if (before === 'undecided') this.#enterReasoning();
    } else if (before === 'thinking') {
      if (this.#isActive) this.#enterGrammar();
    } else {
      this.#tokens.push(token);
      if (this.#isActive) this.#advance(token, drafts);
    }
  }

  close(): void {
    this.#requestNumber += 1;
    this.#link.close();
  }

  get #place(): ReasoningTracker['place'] {
    return this.#watch?.place ?? 'answering';
  }

  /** Enters the reasoning. The tokens before it were white space. */
  #enterReasoning(): void {
    this.#tokens.length = 0;
    if (this.#isActive) this.#mask = this.#reasoningMask();
  }

  /** Leaves the reasoning: the grammar begins. */
  #enterGrammar(): void {
    if (this.#first === undefined) this.#reopen();
    else this.#mask = this.#first;
  }

  #advance(token: number, drafts: readonly number[] | null): void {
    this.#first = undefined;
    this.#unsent.push(token);
    const known = this.#drafts.shift();
    if (known?.token === token) {
      this.#mask = known.mask;
      return;
    }
    const tokens = [...this.#tokens];
    const next = this.#link.accept(this.#unsent, drafts).catch(async (error: Error) => {
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

  #settle(found: Promise<NextMasks>, see = (_mask: Uint32Array): void => {}): void {
    this.#mask = undefined;
    this.#drafts = [];
    this.#unsent = [];
    const number = ++this.#requestNumber;
    this.#settled = found.then(
      ({ mask, drafts }) => {
        if (this.#requestNumber !== number) return;
        see(mask);
        this.#drafts = this.#place === 'answering' ? drafts : [];
        this.#mask = this.#place === 'undecided' ? this.#withReasoningOpen(mask) : mask;
      },
      (error: Error) => {
        if (this.#requestNumber === number) this.#error = error;
      },
    );
  }

  #withReasoningOpen(mask: Uint32Array): Uint32Array {
    const wider = mask.slice();
    const id = this.#constraint.thoughts?.openId as number;
    wider[id >>> 5] |= 1 << (id & 31);
    return wider;
  }

  /** Returns the mask of the reasoning: all tokens except stop tokens, which would end the output too early. */
  #reasoningMask(): Uint32Array {
    const mask = new Uint32Array(Math.ceil(this.#V / 32)).fill(0xffffffff);
    const { endIds, lastIds = [] } = this.#constraint;
    for (const id of [...endIds, ...lastIds]) mask[id >>> 5] &= ~(1 << (id & 31));
    return mask;
  }
}
