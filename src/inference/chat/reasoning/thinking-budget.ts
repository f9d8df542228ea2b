import type { Tokenizer } from '../../../model/text/tokenizer.ts';
import { THOUGHTS_CLOSE, type ThoughtStart } from '../../grammar/thoughts.ts';
import type { ThinkingBudget } from '../../thinking-budget.ts';
import { RequestError } from '../request-error.ts';
import { thoughtTokens } from './thought-tokens.ts';

/**
 * What holds the thoughts of an answer to `tokens`; undefined without a limit, and where the prompt has ended them.
 * `start` is null for a model that does not think. Throws a `RequestError` where there are no tokens to end them by.
 */
export function readThinkingBudget(
  tokens: number | null,
  start: ThoughtStart | null,
  tokenizer: Tokenizer,
): ThinkingBudget | undefined {
  if (tokens === null || start === 'closed') return undefined;
  const thoughts = thoughtTokens(start, tokenizer);
  if (thoughts !== null) return { tokens, thoughts };
  const why = start === null ? 'this model does not think' : `this model has no token for ${THOUGHTS_CLOSE}`;
  throw new RequestError('thinking_token_budget', `thinking_token_budget: ${why}; leave it out or send -1`);
}
