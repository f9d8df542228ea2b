import type { NodeNumbers, Terminal } from './node.ts';
import { StateTable, StepCache } from './state-table.ts';
import type { TextTerminal } from './text-terminal.ts';

/** Which single tokens may come: one, or all with text of their own but those listed. */
export type TokenSet = { only: number } | { but: ReadonlySet<number> };

const TAKEN = 1;

/** One whole token, whatever its bytes are; a special one too, where it is the one. */
export class TokenTerminal implements Terminal {
  readonly id: number;
  readonly start = 0;
  readonly tokens: TokenSet;

  constructor(numbers: NodeNumbers, tokens: TokenSet) {
    this.id = numbers.next();
    this.tokens = tokens;
  }

  /** It reads no bytes: a token is taken at once. */
  step(): number {
    return -1;
  }

  final(state: number): boolean {
    return state === TAKEN;
  }

  /** The state after the token `id`, or -1; `hasText`: it is no special token. */
  take(state: number, id: number, hasText: boolean): number {
    if (state === TAKEN) return -1;
    const { tokens } = this;
    return ('only' in tokens ? tokens.only === id : hasText && !tokens.but.has(id)) ? TAKEN : -1;
  }
}

interface BudgetState {
  at: number;
  /** Tokens that may still have bytes here. */
  left: number;
  /** Whether the token that is being read is counted already. */
  counted: boolean;
}

/** No character takes more bytes after its first; one token more than that is as good as any number. */
const MANY = 4;

/** Text in at most so many tokens. One that only begins or ends here counts as well. */
export class TokenBudget implements Terminal {
  readonly id: number;
  readonly start: number;
  readonly #text: TextTerminal;
  readonly #states = new StateTable<BudgetState>();
  readonly #cache = new StepCache();

  /** `text` may end after each of its characters. */
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

  /** Each byte of a character may need a token of its own. */
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
