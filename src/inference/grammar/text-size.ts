import { GrammarError } from './grammar-error.ts';
import { GRAMMAR_LIMITS } from './limits.ts';

/** Throws GrammarError, with `what` in front, for a text that is larger than any grammar may be. */
export function checkTextSize(text: string, what: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= GRAMMAR_LIMITS.textBytes) return;
  throw new GrammarError(`the ${what} has ${bytes} bytes; ${GRAMMAR_LIMITS.textBytes} is the limit`);
}
