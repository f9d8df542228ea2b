import type { ChatTokenLogprob } from '../../generated/types.ts';
import type { GeneratedToken } from '../generate-request.ts';

/** What token ids stand for, special tokens shown; incomplete UTF-8 becomes U+FFFD. */
export type Decode = (ids: readonly number[]) => string;

const REPLACEMENT = '\uFFFD';
/** JSON has no infinity, so -Infinity and NaN are written as this. */
const LEAST_LOGPROB = -9999;
/** A character of UTF-8 spreads over at most four tokens before the one that completes it. */
const MAX_CONTEXT = 4;

const utf8 = new TextEncoder();

interface TokenLogprobOptions {
  decode: Decode;
  /** Alternatives to list: the sampled token first, then the best others. */
  topLogprobs: number;
  /** Write tokens as `token_id:<id>`. */
  asIds: boolean;
}

/** The log-probability entry of a token that follows the generated tokens `history`. */
export function tokenLogprob(
  token: GeneratedToken,
  history: readonly number[],
  options: TokenLogprobOptions,
): ChatTokenLogprob {
  const text = tokenText(token.id, history, options.decode);
  const others = token.topIds.map((id, place) => ({ id, logprob: token.topLogprobs[place] }));
  const ranked = [token, ...others.filter((other) => other.id !== token.id)].slice(0, options.topLogprobs);
  return {
    token: options.asIds ? `token_id:${token.id}` : text,
    token_id: token.id,
    logprob: finiteLogprob(token.logprob),
    bytes: [...utf8.encode(text)],
    top_logprobs: ranked.map(({ id, logprob }) => {
      const label = options.asIds ? `token_id:${id}` : tokenText(id, history, options.decode);
      return { token: label, logprob: finiteLogprob(logprob), bytes: [...utf8.encode(label)] };
    }),
  };
}

/**
 * The text of one token, special tokens shown. A token that ends inside a character has none; the token that completes
 * the character carries all of it.
 */
function tokenText(id: number, history: readonly number[], decode: Decode): string {
  const alone = decode([id]);
  if (!isBroken(alone)) return alone;
  for (let count = 1; count <= Math.min(history.length, MAX_CONTEXT); count += 1) {
    const context = history.slice(-count);
    const whole = decode([...context, id]);
    if (isBroken(whole)) continue;
    const prefix = decode(wholeTokens(context, decode));
    if (whole.startsWith(prefix)) return whole.slice(prefix.length);
  }
  return alone.endsWith(REPLACEMENT) ? '' : alone;
}

/** `context` without the tokens at its end that break off inside a character. */
function wholeTokens(context: readonly number[], decode: Decode): readonly number[] {
  let end = context.length;
  while (end > 0 && decode([context[end - 1]]).endsWith(REPLACEMENT)) end -= 1;
  return context.slice(0, end);
}

function isBroken(text: string): boolean {
  return text.startsWith(REPLACEMENT) || text.endsWith(REPLACEMENT);
}

/** A log-probability as JSON can write it. */
export function finiteLogprob(logprob: number): number {
  return Number.isFinite(logprob) ? Math.max(logprob, LEAST_LOGPROB) : LEAST_LOGPROB;
}
