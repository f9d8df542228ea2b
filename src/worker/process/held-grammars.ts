import type { GenerateRequest } from '../../inference/generate-request.ts';
import type { GrammarConstraint } from '../../inference/grammar/grammar.ts';
import type { GenerateCall, GrammarMessage } from '../protocol.ts';

/** The grammars that the parent has sent, by number: the other end of `SentGrammars`. */
export class HeldGrammars {
  readonly #held = new Map<number, GrammarConstraint>();

  accept({ number, grammar }: GrammarMessage): void {
    if (grammar === null) this.#held.delete(number);
    else this.#held.set(number, grammar);
  }

  /**
   * The request of a call, with its grammar. Sequences of one request have one object. Throws for a grammar that is not
   * held, for without one the answer would be free.
   */
  requestOf({ args, grammar: number }: GenerateCall): GenerateRequest {
    if (number === null) return args;
    const grammar = this.#held.get(number);
    if (grammar === undefined) throw new Error(`grammar ${number} is not held here`);
    return { ...args, grammar };
  }
}
