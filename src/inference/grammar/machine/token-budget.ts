import type { NodeNumbers, Terminal } from './node.ts';
import { StateTable, StepCache } from './state-table.ts';
import type { TextTerminal } from './text-terminal.ts';

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
