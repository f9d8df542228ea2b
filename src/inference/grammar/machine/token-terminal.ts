import type { NodeNumbers, Terminal } from './node.ts';

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
