import type { ScoredSequence } from '../train-step.ts';

/** Throws RangeError for a token outside a vocabulary of V. */
export function checkTokens(sequences: readonly ScoredSequence[], V: number): void {
  sequences.forEach(({ ids }, index) => {
    const wrong = ids.find((id) => id >= V);
    if (wrong !== undefined) throw new RangeError(`sequence ${index}: token id ${wrong} is not below ${V}`);
  });
}
