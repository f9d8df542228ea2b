import { randomBytes } from 'node:crypto';
import { limits } from '../../generated/limits.ts';
import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { BeamRequest } from '../beam-request.ts';
import type { SamplingParams } from '../generate-request.ts';
import { shippedProcessors } from '../processors/processor-table.ts';
import { type SamplingDefaults, withDefaults } from '../sampling-defaults.ts';
import { type LogitFields, readLogitFields } from './logit-fields.ts';
import { type RepetitionDetection, readRepetition } from './repetition.ts';
import { RequestError } from './request-error.ts';

/** Fields of a chat request for sampling, stopping and output. */
export type ChatParamsBody = Omit<ChatCompletionRequest, 'messages'>;

interface ModelLimits {
  contextLength: number;
  /** Largest `max_tokens` of a request; the context length by default. */
  mostTokens?: number;
  vocabSize: number;
  /** Names of the registered logits processors; the built-in ones by default. */
  processors?: readonly string[];
  /** Defaults of absent request fields; neutral if not given. */
  defaults?: SamplingDefaults;
}

/** Parameters of a chat request, with defaults filled in. */
export interface ChatParams {
  /** Number of choices. */
  n: number;
  temperature: number;
  topK: number;
  topP: number;
  minP: number;
  logits: LogitFields;
  repetition: RepetitionDetection | null;
  /** Seed of choice 0; choice i has seed + i. Null if not requested: each choice then gets a random seed. */
  seed: bigint | null;
  /** Null allows tokens up to the end of the context. */
  maxTokens: number | null;
  minTokens: number;
  stop: string[];
  includeStop: boolean;
  stopTokenIds: number[];
  ignoreEos: boolean;
  /** Number of alternatives to report with each token; 0 if not requested. */
  topLogprobs: number;
  /** Ids to report with each token instead of the most likely ones; empty if not requested. */
  logprobTokenIds: number[];
  /** Most reasoning tokens before the reasoning is ended; null for no limit. */
  thinkingTokenBudget: number | null;
  /** Tokens per chunk of a stream. */
  streamInterval: number;
  stream: boolean;
  includeUsage: boolean;
  continuousUsage: boolean;
  skipSpecialTokens: boolean;
  /** Number of prompt tokens to keep: the last ones, or the first if `keepsFirst`. Null keeps all. */
  promptTokensKept: number | null;
  keepsFirst: boolean;
  returnTokenIds: boolean;
  tokensAsIds: boolean;
  cacheSalt: string | null;
  /** Number of alternatives to report with each prompt token; null for no prompt log-probabilities at all. */
  promptLogprobs: number | null;
  /** Lower values are served first. */
  priority: number;
  /** Whether draft tokens may be used. */
  speculation: boolean;
  /** Beam search instead of sampling, `n` beams wide; null for sampling. */
  beams: BeamParams | null;
}

/** Beam search parameters of a request. */
type BeamParams = Pick<BeamRequest, 'width' | 'lengthPenalty'>;

/** The request field that holds the prompt. */
type PromptField = 'messages' | 'prompt';

/** The contract's limits. Its sampling defaults are neutral, because RL needs samples of the unmodified policy. */
const LIMITS = limits.ChatCompletionRequest;
const GREEDY_BELOW = 1e-5;
const MIN_TEMPERATURE = 0.01;
/** The contract's bounds of `seed`, from their decimal digits: as doubles they are 2^63 and -2^63. */
const [SEED_MINIMUM, SEED_MAXIMUM] = [LIMITS.seed.minimum, LIMITS.seed.maximum].map((bound) => BigInt(String(bound)));
const MIN_SEED = -(2n ** 63n);
const LARGEST_SEED = 2n ** 63n - 1n;

/**
 * Reads the fields of a request that has been validated against the contract, and fills in defaults. Throws a
 * `RequestError` for values that the model does not allow: token ids beyond its vocabulary, counts beyond its context,
 * and the model's own defaults if they are out of range.
 */
export function readChatParams(asked: ChatParamsBody, model: ModelLimits): ChatParams {
  const body = withDefaults(asked, model.defaults ?? {});
  const beams = readBeamParams(asked);
  const n = body.n ?? LIMITS.n.default;
  const sampling = readSampling(body, model);
  const thinkingBudget = body.thinking_token_budget ?? -1;
  if (sampling.temperature === 0 && n > 1 && beams === null) {
    throw new RequestError(
      'n',
      `n: ${n} choices at temperature 0 would all be the same; send n 1 or a temperature above 0`,
    );
  }
  return {
    n,
    ...sampling,
    logits: readLogitFields(body, model.vocabSize, model.processors ?? [...shippedProcessors.keys()]),
    repetition: readRepetition(body.repetition_detection),
    seed: readSeed(body.seed),
    maxTokens: readMaxTokens(body, model),
    minTokens: body.min_tokens ?? LIMITS.min_tokens.default,
    ...readStops(body, model),
    ...readLogprobs(body, model),
    thinkingTokenBudget: thinkingBudget === -1 ? null : thinkingBudget,
    streamInterval: body.stream_interval ?? 1,
    ...readStream(body),
    skipSpecialTokens: body.skip_special_tokens ?? true,
    promptTokensKept: readTruncation(body, model),
    keepsFirst: body.truncation_side === 'right',
    returnTokenIds: body.return_token_ids ?? false,
    tokensAsIds: body.return_tokens_as_token_ids ?? false,
    cacheSalt: body.cache_salt ?? null,
    promptLogprobs: readPromptLogprobs(body),
    priority: body.priority ?? LIMITS.priority.default,
    speculation: body.speculation ?? true,
    beams,
  };
}

/** Reads the beam search parameters; null if not requested. Throws a `RequestError` for fields it does not support. */
function readBeamParams(body: ChatParamsBody): BeamParams | null {
  if (!body.use_beam_search) return null;
  for (const [field, saysNothing] of Object.entries({
    logprob_token_ids: (body.logprob_token_ids ?? []).length === 0,
    thinking_token_budget: (body.thinking_token_budget ?? -1) === -1,
    stream_interval: (body.stream_interval ?? 1) === 1,
  })) {
    if (!saysNothing) throw new RequestError(field, `${field}: beam search cannot honour it; leave it out`);
  }
  return { width: body.n ?? LIMITS.n.default, lengthPenalty: body.length_penalty ?? LIMITS.length_penalty.default };
}

/** Returns the sampling parameters of choice `index`. */
export function choiceSampling(params: ChatParams, index: number): SamplingParams {
  return {
    temperature: params.temperature,
    topK: params.topK,
    topP: params.topP,
    minP: params.minP,
    seed: params.seed === null ? randomBytes(8).readBigInt64LE() : BigInt.asIntN(64, params.seed + BigInt(index)),
  };
}

/** Returns the token ids that end an answer: the model's own unless `ignore_eos`, and the request's. */
export function stopTokens(params: ChatParams, eosIds: readonly number[]): number[] {
  return [...new Set([...(params.ignoreEos ? [] : eosIds), ...params.stopTokenIds])];
}

/**
 * Truncates the prompt to `truncate_prompt_tokens` and computes how many tokens may follow it, at least one.
 * Throws a `RequestError` for an empty prompt, a prompt that leaves no room, and `min_tokens` beyond the room.
 */
export function fitPrompt(
  promptIds: Uint32Array,
  params: ChatParams,
  contextLength: number,
  field: PromptField = 'messages',
): { promptIds: Uint32Array; maxTokens: number } {
  const kept = params.promptTokensKept ?? promptIds.length;
  const ids = params.keepsFirst ? promptIds.slice(0, kept) : promptIds.slice(Math.max(0, promptIds.length - kept));
  if (ids.length === 0) throw new RequestError(field, `${field}: the prompt has no tokens; give it some text`);
  const room = contextLength - ids.length;
  if (room < 1) throw tooLong(field, `${ids.length} tokens`, contextLength);
  const maxTokens = Math.min(room, params.maxTokens ?? room);
  if (params.minTokens > maxTokens) {
    const why = 'the lower of max_tokens and the room that the prompt leaves in the context';
    throw new RequestError(
      'min_tokens',
      `min_tokens: ${params.minTokens} is not allowed; it is from 0 to ${maxTokens}, ${why}`,
    );
  }
  return { promptIds: ids, maxTokens };
}

/** Returns the number of tokens from which a prompt is refused; null if it is truncated instead. */
export function tooManyTokens(params: ChatParams, contextLength: number): number | null {
  return params.promptTokensKept === null ? contextLength : null;
}

/**
 * Refuses a prompt as `fitPrompt` would, but before it is encoded, since encoding megabytes of text takes as long as
 * many requests. The prompt is known to have at least `leastTokens` tokens.
 */
export function refuseLongPrompt(
  leastTokens: number,
  params: ChatParams,
  contextLength: number,
  field: PromptField = 'messages',
): void {
  if (params.promptTokensKept === null && leastTokens >= contextLength) {
    throw tooLong(field, `at least ${leastTokens} tokens`, contextLength);
  }
}

/** Returns the error for a text with more characters than any prompt that fits the context. */
export function tooManyCharacters(
  { characters, allowed }: { characters: number; allowed: number },
  contextLength: number,
  field: PromptField = 'messages',
): RequestError {
  return tooLong(field, `${characters} characters, at most ${allowed} are allowed`, contextLength);
}

function tooLong(field: PromptField, has: string, contextLength: number): RequestError {
  return new RequestError(
    field,
    // Clients recognise an overflow by the words from "this model's" to "tokens", and retry with a longer context.
    `${field}: the prompt has ${has}, but this model's maximum context length is ${contextLength} tokens, answer ` +
      `included; shorten the ${field} or set truncate_prompt_tokens`,
    'invalid_request_error',
    'context_length_exceeded',
  );
}

function readSampling(
  body: ChatParamsBody,
  { vocabSize }: ModelLimits,
): Pick<ChatParams, 'temperature' | 'topK' | 'topP' | 'minP'> {
  const { temperature: t, top_p: p, top_k: k, min_p: m } = LIMITS;
  const temperature = within('temperature', body.temperature ?? t.default, t.minimum, t.maximum);
  const topP = body.top_p ?? p.default;
  if (!(topP > p.exclusiveMinimum && topP <= p.maximum)) {
    const allowed = `it is above ${p.exclusiveMinimum} and at most ${p.maximum}`;
    throw new RequestError('top_p', `top_p: ${topP} is not allowed; ${allowed}`);
  }
  const topK = body.top_k ?? k.default;
  if (!(topK >= k.minimum))
    throw new RequestError('top_k', `top_k: ${topK} is not allowed; it is at least 1, or 0 or -1 for off`);
  const minP = within('min_p', body.min_p ?? m.default, m.minimum, m.maximum);
  if (temperature < GREEDY_BELOW) return { temperature: 0, topP: 1, topK: 0, minP: 0 };
  return {
    temperature: Math.max(temperature, MIN_TEMPERATURE),
    topP,
    topK: topK < 1 || topK >= vocabSize ? 0 : topK,
    minP,
  };
}

/**
 * Reads the seed; throws for one beyond the contract's bounds. The bounds slightly exceed 64 bits, so it is clamped.
 */
function readSeed(seed: number | bigint | null | undefined): bigint | null {
  // As in vLLM, -1 means no seed.
  if (seed == null || seed === -1 || seed === -1n) return null;
  const exact = BigInt(seed);
  if (exact > SEED_MAXIMUM || exact < SEED_MINIMUM) {
    throw new RequestError('seed', `seed: ${exact} is not allowed; it is from ${SEED_MINIMUM} to ${SEED_MAXIMUM}`);
  }
  if (exact > LARGEST_SEED) return LARGEST_SEED;
  return exact < MIN_SEED ? MIN_SEED : exact;
}

function readMaxTokens(body: ChatParamsBody, { contextLength, mostTokens }: ModelLimits): number | null {
  const field = body.max_completion_tokens != null ? 'max_completion_tokens' : 'max_tokens';
  const asked = body[field];
  return asked == null ? null : within(field, asked, LIMITS[field].minimum, mostTokens ?? contextLength);
}

function readStops(
  body: ChatParamsBody,
  { vocabSize }: ModelLimits,
): Pick<ChatParams, 'stop' | 'includeStop' | 'stopTokenIds' | 'ignoreEos'> {
  const stopTokenIds = [...new Set(body.stop_token_ids ?? [])];
  for (const id of stopTokenIds) within('stop_token_ids', id, 0, vocabSize - 1);
  return {
    stop: typeof body.stop === 'string' ? [body.stop] : (body.stop ?? []),
    includeStop: body.include_stop_str_in_output ?? false,
    stopTokenIds,
    ignoreEos: body.ignore_eos ?? false,
  };
}

/** Reads which log-probabilities to report. `logprob_token_ids` replace the most likely tokens, as in vLLM. */
function readLogprobs(
  body: ChatParamsBody,
  { vocabSize }: ModelLimits,
): Pick<ChatParams, 'topLogprobs' | 'logprobTokenIds'> {
  const ids = [...new Set(body.logprob_token_ids ?? [])];
  if (ids.length === 0) {
    return { topLogprobs: body.top_logprobs ?? LIMITS.top_logprobs.default, logprobTokenIds: [] };
  }
  if (!body.logprobs) throw new RequestError('logprob_token_ids', 'logprob_token_ids: it needs logprobs');
  for (const id of ids) within('logprob_token_ids', id, 0, vocabSize - 1);
  return { topLogprobs: 0, logprobTokenIds: ids };
}

/** Reads `prompt_logprobs`, for answers without streaming. `echo` implies it, with `top_logprobs` alternatives. */
function readPromptLogprobs(body: ChatParamsBody): number | null {
  if (body.stream) return null;
  return body.prompt_logprobs ?? (body.echo ? (body.top_logprobs ?? 0) : null);
}

function readStream(body: ChatParamsBody): Pick<ChatParams, 'stream' | 'includeUsage' | 'continuousUsage'> {
  const { include_usage: includeUsage, continuous_usage_stats: continuousUsage } = body.stream_options ?? {};
  return {
    stream: body.stream ?? false,
    includeUsage: includeUsage ?? false,
    continuousUsage: (includeUsage && continuousUsage) ?? false,
  };
}

function readTruncation(body: ChatParamsBody, { contextLength }: ModelLimits): number | null {
  if (body.truncate_prompt_tokens == null) return null;
  const { minimum } = LIMITS.truncate_prompt_tokens;
  const asked = within('truncate_prompt_tokens', body.truncate_prompt_tokens, minimum, contextLength);
  return asked === -1 ? contextLength - 1 : asked;
}

/** Returns a value within bounds; throws for other values, including NaN. */
function within(field: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new RequestError(field, `${field}: ${value} is not allowed; it is from ${least} to ${most}`);
}
