import type { NodeNumbers, Terminal } from './node.ts';

/** Byte trie of texts. `next`: transitions of each state by byte; 0 is the root. `ends`: last state of each text. */
export interface ByteTrie {
  next: Map<number, number>[];
  ends: number[];
}

export function byteTrie(texts: readonly string[]): ByteTrie {
  const next: Map<number, number>[] = [new Map()];
  const ends = texts.map((text) => {
    let state = 0;
    for (const byte of Buffer.from(text)) {
      let after = next[state].get(byte);
      if (after === undefined) {
        after = next.length;
        next.push(new Map());
        next[state].set(byte, after);
      }
      state = after;
    }
    return state;
  });
  return { next, ends };
}

/** Terminal that matches one of several texts, in UTF-8. */
export class LiteralTerminal implements Terminal {
  readonly id: number;
  readonly start = 0;
  readonly #next: readonly ReadonlyMap<number, number>[];
  readonly #final: ReadonlySet<number>;

  constructor(numbers: NodeNumbers, texts: readonly string[]) {
    const { next, ends } = byteTrie(texts);
    this.id = numbers.next();
    this.#next = next;
    this.#final = new Set(ends);
  }

  step(state: number, byte: number): number {
    return this.#next[state].get(byte) ?? -1;
  }

  final(state: number): boolean {
    return this.#final.has(state);
  }
}
