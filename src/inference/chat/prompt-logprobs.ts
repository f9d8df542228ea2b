import type { PromptLogprobs } from '../../generated/types.ts';
import type { PromptTokenLogprobs } from '../generate-request.ts';
import { RequestError } from './request-error.ts';
import { type Decode, finiteLogprob } from './token-logprobs.ts';

/** One entry per prompt token, the first null. An entry maps ids of the prompt's token and the best alternatives. */
export type PromptLogprobsList = (PromptLogprobs | null)[];

/** Most prompt log-probabilities in one answer: formatting so many blocks the event loop for 0.2 s. */
const MAX_LISTED = 2 ** 17;

/**
 * Throws a `RequestError` that names `field` if an answer would list too many prompt log-probabilities: for each of
 * `copies`, every token has one and its `alternatives`.
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
      `log-probabilities; at most ${MAX_LISTED} are allowed`,
  );
}

/** Converts the engine's report to its JSON form; null if not requested. */
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
