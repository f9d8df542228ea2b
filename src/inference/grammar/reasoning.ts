/** Marks with which models open and close their reasoning. */
export const REASONING_OPEN = '<think>';
export const REASONING_CLOSE = '</think>';

/**
 * How an output begins: after a `<think>` in the prompt (`open`), after a `</think>` there (`closed`) or after neither
 * (`undecided`). With `channels` it begins with a message header, and reasoning is a separate message.
 */
export type ReasoningStart = 'open' | 'closed' | 'undecided' | 'channels';

/** Tokens that delimit the reasoning in an output; plain data. */
export interface ReasoningMarkers {
  /** Whether the reasoning has begun in the prompt. */
  begun: boolean;
  /** Token that opens the reasoning. Null if the model has none; then `begun` is true. */
  openId: number | null;
  closeId: number;
  /** Tokens of only white space, which may precede `openId`. */
  spaceIds: readonly number[];
}

/**
 * Tracks whether an output is in its reasoning, token by token. It ignores the text: a model that spells a mark with
 * other tokens is only writing about it. The parser and the constraint of an output share this logic.
 */
export class ReasoningTracker {
  readonly #markers: ReasoningMarkers;
  #place: 'undecided' | 'thinking' | 'answering';
  #isFirst = true;

  constructor(markers: ReasoningMarkers) {
    this.#markers = markers;
    this.#place = markers.begun ? 'thinking' : 'undecided';
  }

  /** Section of the next token. `undecided` means either. */
  get place(): 'undecided' | 'thinking' | 'answering' {
    return this.#place;
  }

  /** Consumes the next token. Returns whether it is a mark, which belongs to neither section. */
  accept(id: number): boolean {
    const { openId, closeId, spaceIds } = this.#markers;
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
