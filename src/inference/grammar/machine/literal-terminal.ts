import type { NodeNumbers, Terminal } from './node.ts';

/** One of some texts, as UTF-8. */
export class LiteralTerminal implements Terminal {
  readonly id: number;
  readonly start = 0;
  readonly #next: Map<number, number>[] = [new Map()];
  readonly #final = new Set<number>();

  constructor(numbers: NodeNumbers, texts: readonly string[]) {
    this.id = numbers.next();
    for (const text of texts) {
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
      this.#final.add(state);
    }
  }

  step(state: number, byte: number): number {
    return this.#next[state].get(byte) ?? -1;
  }

  final(state: number): boolean {
    return this.#final.has(state);
  }
}
