import type { ChatCompletionRequest } from '../generated/types.ts';

const NUMBERS = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'repetition_penalty',
  'presence_penalty',
  'frequency_penalty',
] as const;

/** Defaults of absent request fields, if the operator enables the model's own sampling settings. */
export type SamplingDefaults = Pick<
  ChatCompletionRequest,
  (typeof NUMBERS)[number] | 'max_tokens' | 'skip_special_tokens'
>;

/**
 * Reads the defaults in a model's `generation_config.json`; `max_new_tokens` becomes `max_tokens`, within the context.
 * Values of another type are left out.
 */
export function readSamplingDefaults(
  generation: Readonly<Record<string, unknown>>,
  contextLength: number,
): SamplingDefaults {
  const defaults: SamplingDefaults = {};
  for (const name of NUMBERS) {
    const value = generation[name];
    if (typeof value === 'number') defaults[name] = value;
  }
  const { max_new_tokens: most, skip_special_tokens: skip } = generation;
  if (Number.isInteger(most)) defaults.max_tokens = Math.min(most as number, contextLength);
  if (typeof skip === 'boolean') defaults.skip_special_tokens = skip;
  return defaults;
}

/** Returns the request with defaults for its absent fields. */
export function withDefaults<Body extends SamplingDefaults & Pick<ChatCompletionRequest, 'max_completion_tokens'>>(
  body: Body,
  { max_tokens, ...defaults }: SamplingDefaults,
): Body {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
  const filled = { ...body, ...defaults, ...given };
  const most = body.max_tokens ?? (body.max_completion_tokens == null ? max_tokens : null);
  return most == null ? filled : { ...filled, max_tokens: most };
}
