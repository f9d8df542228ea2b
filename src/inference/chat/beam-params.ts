import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { BeamRequest } from '../beam-request.ts';
import { RequestError } from './request-error.ts';

/** What a request asks of beam search. */
export type BeamParams = Pick<BeamRequest, 'width' | 'lengthPenalty'>;

const MAX_WIDTH = 32;

/**
 * What a request asks of beam search, or null where it does not ask for it. The contract has ruled out most fields that
 * beams cannot honour. Throws a `RequestError` for the others, and for a width out of range.
 */
export function readBeamParams(body: Omit<ChatCompletionRequest, 'messages'>): BeamParams | null {
  if (!body.use_beam_search) return null;
  const width = body.n ?? 1;
  if (!(width >= 1 && width <= MAX_WIDTH)) {
    throw new RequestError('n', `n: ${width} beams are not allowed; there are 1 to ${MAX_WIDTH}`);
  }
  for (const [field, saysNothing] of Object.entries({
    logprob_token_ids: (body.logprob_token_ids ?? []).length === 0,
    thinking_token_budget: (body.thinking_token_budget ?? -1) === -1,
    stream_interval: (body.stream_interval ?? 1) === 1,
  })) {
    if (!saysNothing) throw new RequestError(field, `${field}: beam search cannot honour it; leave it out`);
  }
  return { width, lengthPenalty: body.length_penalty ?? 1 };
}
