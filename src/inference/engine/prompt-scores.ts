import type { PromptTokenLogprobs } from '../generate-request.ts';

/** What the tokens of one prompt score, filled as chunks of it go through the model. */
export class PromptScores {
  readonly entries: (PromptTokenLogprobs | null)[];

  /** `length` tokens; nothing is known about the first. */
  constructor(length: number) {
    this.entries = new Array<PromptTokenLogprobs | null>(length).fill(null);
  }

  set(position: number, entry: PromptTokenLogprobs): void {
    this.entries[position] = entry;
  }
}
