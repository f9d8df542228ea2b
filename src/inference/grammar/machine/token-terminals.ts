import type { NodeNumbers, Terminal } from './node.ts';
import { StateTable, StepCache } from './state-table.ts';
import type { TextTerminal } from './text-terminal.ts';

/** Set of allowed tokens: one token, or all except special tokens and the listed ones. */
export type TokenSet = { only: number } | { but: ReadonlySet<number> };

const TAKEN = 1;

/** Terminal that matches one whole token by its id. A special token matches only `only`. */
export class TokenTerminal implements Terminal {
  readonly id: number;
  readonly start = 0;
  readonly tokens: TokenSet;

  constructor(numbers: NodeNumbers, tokens: TokenSet) {
    this.id = numbers.next();
    this.tokens = tokens;
  }

  /** Rejects every byte: `take` consumes the token as a whole. */
  step(): number {
    return -1;
  }

  final(state: number): boolean {
    return state === TAKEN;
  }

  /** Returns the state after the token `id`, or -1. `hasText` is false for special tokens. */
  take(state: number, id: number, hasText: boolean): number {
    if (state === TAKEN) return -1;
    const { tokens } = this;
    return ('only' in tokens ? tokens.only === id : hasText && !tokens.but.has(id)) ? TAKEN : -1;
  }
}

interface BudgetState {
  at: number;
  /** Tokens that may still begin in this text. */
  left: number;
  /** Whether the current token has been counted. */
  counted: boolean;
}

/** A character has at most 3 bytes after its first, so masks are equal for all budgets of 4 tokens or more. */
const MANY = 4;

/** Text of at most `most` tokens. A token that lies only partly in the text counts too. */
export class TokenBudget implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #text: TextTerminal;
  readonly #states = new StateTable<BudgetState>();
  readonly #cache = new StepCache();

  /** `text` must be able to end after every character. */
  constructor(numbers: NodeNumbers, text: TextTerminal, most: number) {
    this.id = numbers.next();
    this.#text = text;
    this.start = this.#number({ at: text.start, left: most, counted: false });
  }

  step(state: number, byte: number): number {
    return this.#cache.step(state, byte, this.#compute);
  }

  final(state: number): boolean {
    return this.#text.final(this.#states.at(state).at);
  }

  /** Returns -1 if the budget is below the missing bytes of a character, since each may need a separate token. */
  tokenEnd(state: number): number {
    const { at, left } = this.#states.at(state);
    return this.#text.missing(at) > left ? -1 : this.#number({ at, left, counted: false });
  }

  maskState(state: number): number {
    const { at, left, counted } = this.#states.at(state);
    return left > MANY ? this.#number({ at, left: MANY, counted }) : state;
  }

  readonly #compute = (state: number, byte: number): number => {
    const { at, left, counted } = this.#states.at(state);
    if (!counted && left === 0) return -1;
    const next = this.#text.step(at, byte);
    return next < 0 ? -1 : this.#number({ at: next, left: counted ? left : left - 1, counted: true });
  };

  #number(state: BudgetState): number {
    return this.#states.number(`${state.at},${state.left},${state.counted}`, () => state);
  }
}
