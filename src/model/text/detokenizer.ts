import type { Tokenizer } from './tokenizer.ts';

/**
 * Turns the tokens of one answer into text as they come. Text never changes once it is out: the bytes of a character
 * that is not complete yet are held back, and dropped if the answer ends there.
 */
export class Detokenizer {
  #tokenizer: Tokenizer;
  #skipSpecialTokens: boolean;
  #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(tokenizer: Tokenizer, skipSpecialTokens: boolean) {
    this.#tokenizer = tokenizer;
    this.#skipSpecialTokens = skipSpecialTokens;
  }

  /** The text that `id` completes; often empty for a part of a character or a hidden special token. */
  push(id: number): string {
    if (this.#skipSpecialTokens && this.#tokenizer.specialIds.has(id)) return '';
    return this.#utf8.decode(this.#tokenizer.tokenBytes(id), { stream: true });
  }
}
