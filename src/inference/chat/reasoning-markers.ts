import type { Tokenizer } from '../../model/text/tokenizer.ts';
import { REASONING_CLOSE, REASONING_OPEN, type ReasoningMarkers, type ReasoningStart } from '../grammar/reasoning.ts';
import type { ThinkingBudget } from '../thinking-budget.ts';
import { RequestError } from './request-error.ts';

const spaces = new WeakMap<Tokenizer, readonly number[]>();

/**
 * Returns the tokens that mark the reasoning of an answer. Null if the answer has no marked reasoning, or if the
 * tokenizer lacks these tokens: the model then spells the marks as text.
 */
export function reasoningMarkers(start: ReasoningStart | null, tokenizer: Tokenizer): ReasoningMarkers | null {
  if (start === null || start === 'closed' || start === 'channels') return null;
  const begun = start === 'open';
  const [openId, closeId] = [tokenizer.tokenId(REASONING_OPEN), tokenizer.tokenId(REASONING_CLOSE)];
  if (closeId === null || (openId === null && !begun)) return null;
  return { begun, openId, closeId, spaceIds: spacesOf(tokenizer) };
}

function spacesOf(tokenizer: Tokenizer): readonly number[] {
  const known = spaces.get(tokenizer);
  if (known) return known;
  const found = Array.from({ length: tokenizer.vocabSize }, (_, id) => id).filter(
    (id) => !tokenizer.specialIds.has(id) && isSpace(tokenizer.tokenBytes(id)),
  );
  spaces.set(tokenizer, found);
  return found;
}

function isSpace(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/**
 * Returns the budget that limits an answer's reasoning to `tokens`; undefined without a limit, or if the prompt has
 * closed it. `start` is null for a model without reasoning. Throws a `RequestError` if no token can end the reasoning.
 */
export function readThinkingBudget(
  tokens: number | null,
  start: ReasoningStart | null,
  tokenizer: Tokenizer,
): ThinkingBudget | undefined {
  if (tokens === null || start === 'closed') return undefined;
  const markers = reasoningMarkers(start, tokenizer);
  if (markers !== null) return { tokens, thoughts: markers };
  throw new RequestError('thinking_token_budget', `thinking_token_budget: ${whyNoEnd(start)}; leave it out or send -1`);
}

function whyNoEnd(start: ReasoningStart | null): string {
  if (start === null) return 'this model does not think';
  if (start === 'channels') return 'this model thinks in a separate channel, whose end cannot be forced';
  return `this model has no token for ${REASONING_CLOSE}`;
}
