import type { PromptLogprobs } from '../../generated/types.ts';
import type { PromptTokenLogprobs } from '../generate-request.ts';
import { RequestError } from './request-error.ts';
import { type Decode, finiteLogprob } from './token-logprobs.ts';

/** One entry for each token of a prompt, the first null: by token id, the prompt's own token and the best others. */
export type PromptLogprobsList = (PromptLogprobs | null)[];

/** Log-probabilities of prompts that one answer may list: what is made of them holds the event loop up for 0.2 s. */
const MAX_LISTED = 2 ** 17;

/**
 * Refuses an answer with too many log-probabilities of prompts: `copies` times one, and `alternatives`, for each token.
 * Throws a `RequestError` that names `field`.
 */
export function boundPromptLogprobs(
  field: 'prompt_logprobs' | 'logprobs',
  { tokens, copies, alternatives }: { tokens: number; copies: number; alternatives: number },
): void {
  const listed = tokens * copies * (alternatives + 1);
  if (listed <= MAX_LISTED) return;
  throw new RequestError(
    field,
    `${field}: ${tokens} prompt tokens with ${alternatives} alternatives each, for ${copies} choices, are ${listed} ` +
      `log-probabilities; allowed are ${MAX_LISTED}`,
  );
}

/** The wire's form of what the engine reports; null where it was not asked. */
export function promptLogprobs(
  promptIds: Uint32Array,
  logprobs: readonly (PromptTokenLogprobs | null)[] | null,
  decode: Decode,
): PromptLogprobsList | null {
  if (logprobs === null) return null;
  return logprobs.map((own, position) => (own === null ? null : entry(promptIds[position], own, decode)));
}

function entry(
  own: number,
  { logprob, rank, topIds, topLogprobs }: PromptTokenLogprobs,
  decode: Decode,
): PromptLogprobs {
  const listed = topIds.map((id, place) => ({ id, logprob: topLogprobs[place], rank: place + 1 }));
  const all = [{ id: own, logprob, rank }, ...listed.filter(({ id }) => id !== own)];
  return Object.fromEntries(
    all.map(({ id, logprob, rank }) => [id, { logprob: finiteLogprob(logprob), rank, decoded_token: decode([id]) }]),
  );
}
