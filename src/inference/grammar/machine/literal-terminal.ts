import type { NodeNumbers, Terminal } from './node.ts';

/** A trie of texts' bytes; states are numbers, 0 is the root. */
export class ByteTrie {
  readonly #next: Map<number, number>[] = [new Map()];

  /** The state at the end of the text. */
  add(text: string): number {
    let state = 0;
    for (const byte of Buffer.from(text)) {
      let next = this.#next[state].get(byte);
      if (next === undefined) {
        next = this.#next.length;
        this.#next.push(new Map());
        this.#next[state].set(byte, next);
      }
      state = next;
    }
    return state;
  }

  next(state: number, byte: number): number | undefined {
    return this.#next[state].get(byte);
  }

  children(state: number): ReadonlyMap<number, number> {
    return this.#next[state];
  }
}

/** One of some texts, as UTF-8. */
export class LiteralTerminal implements Terminal {
  readonly id: number;
  readonly start = 0;
  readonly #trie = new ByteTrie();
  readonly #final: ReadonlySet<number>;

  constructor(numbers: NodeNumbers, texts: readonly string[]) {
    this.id = numbers.next();
    this.#final = new Set(texts.map((text) => this.#trie.add(text)));
  }

  step(state: number, byte: number): number {
    return this.#trie.next(state, byte) ?? -1;
  }

  final(state: number): boolean {
    return this.#final.has(state);
  }
}
