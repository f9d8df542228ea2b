import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { BeamRequest } from '../beam-request.ts';
import { RequestError } from './request-error.ts';

/** What a request asks of beam search. */
export type BeamParams = Pick<BeamRequest, 'width' | 'lengthPenalty'>;

const MAX_WIDTH = 32;

/** Whether a value of a field, null apart, changes nothing. */
type Neutral = (value: unknown) => boolean;

const is =
  (...values: unknown[]): Neutral =>
  (value) =>
    values.includes(value);
const empty: Neutral = (value) => typeof value === 'object' && Object.keys(value as object).length === 0;

/** Fields that choose among tokens or end an answer, which beams do by log-probability and the model's own end alone. */
const WITHOUT_MEANING: Record<string, { neutral: Neutral; allowed: string }> = {
  temperature: { neutral: is(0, 1), allowed: '0 or 1' },
  top_p: { neutral: is(1), allowed: '1' },
  top_k: { neutral: is(0, -1), allowed: '0' },
  min_p: { neutral: is(0), allowed: '0' },
  frequency_penalty: { neutral: is(0), allowed: '0' },
  presence_penalty: { neutral: is(0), allowed: '0' },
  repetition_penalty: { neutral: is(1), allowed: '1' },
  logit_bias: { neutral: empty, allowed: 'an empty object' },
  allowed_token_ids: { neutral: () => false, allowed: 'null' },
  bad_words: { neutral: empty, allowed: 'an empty list' },
  min_tokens: { neutral: is(0), allowed: '0' },
  stop: { neutral: empty, allowed: 'an empty list' },
  stop_token_ids: { neutral: empty, allowed: 'an empty list' },
  logits_processors: { neutral: empty, allowed: 'an empty list' },
  repetition_detection: { neutral: has('max_pattern_size', undefined, null, 0), allowed: 'max_pattern_size 0' },
  tool_choice: { neutral: is('none', 'auto'), allowed: "'none'" },
  structured_outputs: { neutral: () => false, allowed: 'null' },
  response_format: { neutral: has('type', 'text'), allowed: '{"type": "text"}' },
};

/**
 * What a request asks of beam search, or null where it does not ask for it. Throws a `RequestError` that names the
 * first field with a value that beams cannot honour.
 */
export function readBeamParams(body: Omit<ChatCompletionRequest, 'messages'>): BeamParams | null {
  if (!body.use_beam_search) return null;
  const values: Record<string, unknown> = { ...body };
  for (const [field, { neutral, allowed }] of Object.entries(WITHOUT_MEANING)) {
    if (values[field] != null && !neutral(values[field])) throw meaningless(field, allowed);
  }
  const width = body.n ?? 1;
  if (!(width >= 1 && width <= MAX_WIDTH)) {
    throw new RequestError('n', `n: ${width} beams are not allowed; there are 1 to ${MAX_WIDTH}`);
  }
  return { width, lengthPenalty: body.length_penalty ?? 1 };
}

function has(key: string, ...values: unknown[]): Neutral {
  return (value) => values.includes((value as Record<string, unknown>)[key]);
}

function meaningless(field: string, allowed: string): RequestError {
  const message = `${field}: beam search cannot honour this value; leave it out or send ${allowed}`;
  return new RequestError(field, message, 'invalid_request_error', 'unsupported_value');
}
