import { type InputPath, TrainingInputError } from '../training-input-error.ts';

/** T tokens of one conversation, and which of them the model sampled. */
export interface TokenSequence {
  ids: Uint32Array;
  /** [T] 1 for trainable tokens; 0 for the first token, which nothing predicts. */
  mask: Uint8Array;
  /** [T] log-probability at sampling time; NaN if unknown or not trainable. */
  oldLogprobs: Float32Array;
}

/** Builds a token sequence from prompt tokens and sampled tokens. */
export class SequenceBuilder {
  readonly #ids: number[] = [];
  readonly #mask: number[] = [];
  readonly #logprobs: number[] = [];

  get length(): number {
    return this.#ids.length;
  }

  addPrompt(ids: Iterable<number>): void {
    for (const id of ids) this.#add(id, 0, Number.NaN);
  }

  /** Adds sampled tokens. Null `logprobs` mean the current policy sampled them; a non-finite value is unknown. */
  addSampled(ids: ArrayLike<number>, logprobs: ArrayLike<number> | null): void {
    for (let place = 0; place < ids.length; place += 1) {
      const logprob = logprobs?.[place] ?? Number.NaN;
      this.#add(ids[place], this.#ids.length === 0 ? 0 : 1, Number.isFinite(logprob) ? logprob : Number.NaN);
    }
  }

  /** Returns whether `ids` begins with all tokens added so far. */
  isPrefixOf(ids: ArrayLike<number>): boolean {
    return this.#ids.length <= ids.length && this.#ids.every((id, place) => id === ids[place]);
  }

  build(): TokenSequence {
    return {
      ids: Uint32Array.from(this.#ids),
      mask: Uint8Array.from(this.#mask),
      oldLogprobs: Float32Array.from(this.#logprobs),
    };
  }

  #add(id: number, mask: number, logprob: number): void {
    this.#ids.push(id);
    this.#mask.push(mask);
    this.#logprobs.push(logprob);
  }
}

export function trainableTokens({ mask }: { mask: Uint8Array }): number {
  return mask.reduce((sum, bit) => sum + bit, 0);
}

/** Throws a `TrainingInputError` for an id beyond the vocabulary. */
export function checkIds(place: InputPath, ids: Iterable<number>, vocabSize: number): void {
  const wrong = firstBeyond(ids, vocabSize);
  if (wrong === null) return;
  const reason = `token id ${wrong} is not in the model's vocabulary of ${vocabSize}; was it sampled from another model?`;
  throw new TrainingInputError(place, reason);
}

function firstBeyond(ids: Iterable<number>, vocabSize: number): number | null {
  for (const id of ids) if (id >= vocabSize) return id;
  return null;
}
