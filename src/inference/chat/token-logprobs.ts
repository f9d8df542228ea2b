import type { ChatTokenLogprob } from '../../generated/types.ts';
import type { GeneratedToken } from '../generate-request.ts';

/** Returns the text of token ids, special tokens included; incomplete UTF-8 becomes U+FFFD. */
export type Decode = (ids: readonly number[]) => string;

const REPLACEMENT = '\uFFFD';
/** Replaces -Infinity and NaN, which JSON cannot express. */
const MIN_LOGPROB = -9999;
/** Most tokens over which a UTF-8 character spreads before the token that completes it. */
const MAX_CONTEXT = 4;

const utf8 = new TextEncoder();

interface TokenLogprobOptions {
  decode: Decode;
  /** Number of alternatives to list: the sampled token first, then the best others. */
  topLogprobs: number;
  /** Whether tokens are written as `token_id:<id>`. */
  asIds: boolean;
}

/** Returns the log-probability entry of a token that follows the generated tokens `history`. */
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
 * Returns the text of one token, special tokens included. A token that ends inside a character has no text; the token
 * that completes the character has all of it.
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

/** Returns `context` without trailing tokens that end inside a character. */
function wholeTokens(context: readonly number[], decode: Decode): readonly number[] {
  let end = context.length;
  while (end > 0 && decode([context[end - 1]]).endsWith(REPLACEMENT)) end -= 1;
  return context.slice(0, end);
}

function isBroken(text: string): boolean {
  return text.startsWith(REPLACEMENT) || text.endsWith(REPLACEMENT);
}

/** Returns a log-probability that JSON can express. */
export function finiteLogprob(logprob: number): number {
  return Number.isFinite(logprob) ? Math.max(logprob, MIN_LOGPROB) : MIN_LOGPROB;
}
