/** How models write where their thoughts begin and end. */
export const THOUGHTS_OPEN = '<think>';
export const THOUGHTS_CLOSE = '</think>';

/**
 * Where an answer begins: after a `<think>` in the prompt, after a `</think>` there, or with neither; or with the
 * header of a message (`channels`), thoughts being messages of their own.
 */
export type ThoughtStart = 'open' | 'closed' | 'undecided' | 'channels';

/** The tokens by which the thoughts of an answer are told from the rest of it; plain data. */
export interface Thoughts {
  /** Whether they have begun in the prompt. */
  begun: boolean;
  /** The token that begins them; null where the model has none, which only those do that have begun. */
  openId: number | null;
  closeId: number;
  /** Tokens of nothing but white space, which may come before `openId`. */
  spaceIds: readonly number[];
}

/**
 * Follows an answer's tokens into its thoughts and out of them. The text is never looked at: a model that spells a mark
 * with other tokens writes about it. Whoever reads answers and whoever constrains them both go by this.
 */
export class ThoughtWatch {
  readonly #thoughts: Thoughts;
  #place: 'undecided' | 'thinking' | 'answering';
  #isFirst = true;

  constructor(thoughts: Thoughts) {
    this.#thoughts = thoughts;
    this.#place = thoughts.begun ? 'thinking' : 'undecided';
  }

  /** What comes next: undecided, it may be either. */
  get place(): 'undecided' | 'thinking' | 'answering' {
    return this.#place;
  }

  /** Takes the next token; whether it is a mark, which is part of neither. */
  accept(id: number): boolean {
    const { openId, closeId, spaceIds } = this.#thoughts;
    if (this.#isFirst && !spaceIds.includes(id)) {
      this.#isFirst = false;
      if (id === openId) {
        this.#place = 'thinking';
        return true;
      }
      if (this.#place === 'undecided') this.#place = 'answering';
    }
    if (this.#place !== 'thinking' || id !== closeId) return false;
    this.#place = 'answering';
    return true;
  }
}
