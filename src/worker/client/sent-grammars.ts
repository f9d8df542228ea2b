import type { GrammarConstraint } from '../../inference/grammar/grammar.ts';

/** Which grammars the compute process holds for this one: each crosses once, however many sequences are held to it. */
export class SentGrammars {
  readonly #held = new Map<GrammarConstraint, { number: number; users: number }>();
  #last = 0;

  /** One more sequence of `grammar`: its number there, and whether it has still to be sent. */
  take(grammar: GrammarConstraint): { number: number; isNew: boolean } {
    const known = this.#held.get(grammar);
    if (known !== undefined) {
      known.users += 1;
      return { number: known.number, isNew: false };
    }
    const number = ++this.#last;
    this.#held.set(grammar, { number, users: 1 });
    return { number, isNew: true };
  }

  /** One sequence less; whether that was the last, so that the grammar is not needed there any more. */
  leave(grammar: GrammarConstraint): boolean {
    const known = this.#held.get(grammar);
    if (known === undefined || --known.users > 0) return false;
    return this.#held.delete(grammar);
  }
}
