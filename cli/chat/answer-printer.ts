import type { Context } from '../context.ts';
import { printableText } from '../output/printable.ts';
import type { AnswerPiece } from './conversation.ts';

const [dim, normal] = ['\u001b[2m', '\u001b[0m'];

/**
 * Prints an answer as it streams. Reasoning is dimmed, or goes to standard error if standard output is no terminal.
 * Tokens are followed by their log-probabilities if requested.
 */
export class AnswerPrinter {
  readonly #context: Context;
  #thinks = false;
  #endsLine = true;

  constructor(context: Context) {
    this.#context = context;
  }

  async take({ text, isReasoning, tokens }: AnswerPiece): Promise<void> {
    if (isReasoning !== this.#thinks) {
      if (!isReasoning) await this.#write('\n');
      this.#thinks = isReasoning;
    }
    if (tokens.length === 0) return this.#write(isReasoning ? this.#dimmed(printableText(text)) : printableText(text));
    for (const { token, logprob } of tokens) {
      await this.#write(`${printableText(token)}${this.#dimmed(`[${logprob.toFixed(2)}]`)}`);
    }
  }

  /** Ends the last line. */
  async end(): Promise<void> {
    if (!this.#endsLine) await this.#write('\n');
  }

  #dimmed(text: string): string {
    return this.#context.color ? `${dim}${text}${normal}` : text;
  }

  async #write(text: string): Promise<void> {
    if (text === '') return;
    this.#endsLine = text.endsWith('\n');
    if (this.#thinks && !this.#context.isTty) process.stderr.write(text);
    else await this.#context.write(text);
  }
}
