import type { GenerateRequest } from '../../inference/generate-request.ts';
import type { GrammarConstraint } from '../../inference/grammar/grammar.ts';
import type { GenerateCall, GrammarMessage } from '../protocol.ts';

/** Grammars that the parent has sent, by number; the counterpart of `SentGrammars`. */
export class ReceivedGrammars {
  readonly #grammars = new Map<number, GrammarConstraint>();

  accept({ number, grammar }: GrammarMessage): void {
    if (grammar === null) this.#grammars.delete(number);
    else this.#grammars.set(number, grammar);
  }

  /**
   * Returns the request of a call with its grammar. Sequences of one request share one object. Throws for an unknown
   * grammar, since without it the answer would be unconstrained.
   */
  requestOf({ args, grammar: number }: GenerateCall): GenerateRequest {
    if (number === null) return args;
    const grammar = this.#grammars.get(number);
    if (grammar === undefined) throw new Error(`grammar ${number} is unknown`);
    return { ...args, grammar };
  }
}
