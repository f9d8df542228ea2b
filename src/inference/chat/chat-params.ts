import { randomBytes } from 'node:crypto';
import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { SamplingParams } from '../generate-request.ts';
import { shippedProcessors } from '../processors/processor-table.ts';
import { type SamplingDefaults, withDefaults } from '../sampling-defaults.ts';
import { type BeamParams, readBeamParams } from './beam-params.ts';
import { type LogitFields, readLogitFields } from './logit-fields.ts';
import { type RepetitionDetection, readRepetition } from './repetition.ts';
import { RequestError } from './request-error.ts';
import { refuseUnservedFields } from './unserved-fields.ts';

/** The fields of a chat request that decide about sampling, stopping and output. Types are the contract's concern. */
export type ChatParamsBody = Omit<ChatCompletionRequest, 'messages'>;

export interface ModelLimits {
  contextLength: number;
  vocabSize: number;
  /** Names of the logits processors that are registered; those that come with the server where absent. */
  processors?: readonly string[];
  /** What fields that are left out mean; neutral where absent. */
  defaults?: SamplingDefaults;
}

/** What a chat request asks for, defaults filled in and ranges checked. */
export interface ChatParams {
  /** Number of choices, 1 to 128. */
  n: number;
  temperature: number;
  topK: number;
  topP: number;
  minP: number;
  logits: LogitFields;
  repetition: RepetitionDetection | null;
  /** Of choice 0; choice i draws with seed + i. Null where none was asked for: each choice has one of its own. */
  seed: bigint | null;
  /** Null is up to the context's end. */
  maxTokens: number | null;
  minTokens: number;
  stop: string[];
  includeStop: boolean;
  stopTokenIds: number[];
  ignoreEos: boolean;
  /** Alternatives to show with each token; 0 when they were not asked for. */
  topLogprobs: number;
  /** To show with each token in the place of the likeliest; empty when they were not asked for. */
  logprobTokenIds: number[];
  /** Tokens of thoughts before they are ended; null is no limit. */
  thinkingTokenBudget: number | null;
  /** Tokens of a chunk of a stream. */
  streamInterval: number;
  stream: boolean;
  includeUsage: boolean;
  continuousUsage: boolean;
  skipSpecialTokens: boolean;
  /** Keep this many tokens of the prompt: its last ones, or its first where `keepsFirst`. */
  promptTokensKept: number | null;
  keepsFirst: boolean;
  returnTokenIds: boolean;
  tokensAsIds: boolean;
  cacheSalt: string | null;
  /** Alternatives to show with each token of the prompt; null when not even the prompt's own are asked for. */
  promptLogprobs: number | null;
  /** Lower is served first. */
  priority: number;
  /** The beam search that takes the place of sampling, `n` beams wide; null for sampling. */
  beams: BeamParams | null;
}

/** Where a request has its prompt. */
export type PromptField = 'messages' | 'prompt';

/** Sampling defaults are neutral, because RL needs the policy itself. */
const NEUTRAL = { temperature: 1, topP: 1, topK: 0, minP: 0 } as const;
const GREEDY_BELOW = 1e-5;
const LEAST_TEMPERATURE = 0.01;
const MAX_CHOICES = 128;
const MAX_STOP_STRINGS = 16;
const MAX_TOP_LOGPROBS = 20;
const MAX_LOGPROB_TOKEN_IDS = 128;
const MAX_CACHE_SALT = 128;
/** Bounds counts that the context bounds better, later. */
const MAX_COUNT = 2 ** 31 - 1;
/** The contract's bound of `seed`, either way: 2^63 as a double is printed. */
const SEED_BOUND = 9223372036854776000n;
const LEAST_SEED = -(2n ** 63n);
const LARGEST_SEED = 2n ** 63n - 1n;

/**
 * Reads the request's fields, with the defaults in the place of what it leaves out. Throws a `RequestError` for a value
 * out of range or not served.
 */
export function readChatParams(asked: ChatParamsBody, limits: ModelLimits): ChatParams {
  const body = withDefaults(asked, limits.defaults ?? {});
  refuseUnservedFields(body);
  const beams = readBeamParams(asked);
  const n = within('n', body.n ?? 1, 1, MAX_CHOICES);
  const draw = readDraw(body, limits);
  if (draw.temperature === 0 && n > 1 && beams === null) {
    throw new RequestError(
      'n',
      `n: ${n} choices at temperature 0 would all be the same; send n 1 or a temperature above 0`,
    );
  }
  return {
    n,
    ...draw,
    logits: readLogitFields(body, limits.vocabSize, limits.processors ?? [...shippedProcessors.keys()]),
    repetition: readRepetition(body.repetition_detection),
    seed: readSeed(body.seed),
    maxTokens: readMaxTokens(body, limits),
    minTokens: within('min_tokens', body.min_tokens ?? 0, 0, MAX_COUNT),
    ...readStops(body, limits),
    ...readLogprobs(body, limits),
    thinkingTokenBudget: readThinkingBudget(body.thinking_token_budget),
    streamInterval: within('stream_interval', body.stream_interval ?? 1, 1, MAX_COUNT),
    ...readStream(body),
    skipSpecialTokens: body.skip_special_tokens ?? true,
    promptTokensKept: readTruncation(body, limits),
    keepsFirst: body.truncation_side === 'right',
    returnTokenIds: body.return_token_ids ?? false,
    tokensAsIds: body.return_tokens_as_token_ids ?? false,
    cacheSalt: readCacheSalt(body.cache_salt),
    promptLogprobs: readPromptLogprobs(body),
    priority: body.priority ?? 0,
    beams,
  };
}

/** The sampling parameters of choice `index` of the request's n. */
export function choiceSampling(params: ChatParams, index: number): SamplingParams {
  return {
    temperature: params.temperature,
    topK: params.topK,
    topP: params.topP,
    minP: params.minP,
    seed: params.seed === null ? randomBytes(8).readBigInt64LE() : BigInt.asIntN(64, params.seed + BigInt(index)),
  };
}

/** The token ids that end an answer: the model's own unless `ignore_eos`, and the request's. */
export function stopTokens(params: ChatParams, eosIds: readonly number[]): number[] {
  return [...new Set([...(params.ignoreEos ? [] : eosIds), ...params.stopTokenIds])];
}

/**
 * Cuts the prompt as `truncate_prompt_tokens` says and finds how many tokens may follow it, at least one.
 * Throws a `RequestError` for an empty prompt, one that leaves no room, and `min_tokens` beyond the room.
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
    const why = 'the least of max_tokens and of what the prompt leaves of the context';
    throw new RequestError(
      'min_tokens',
      `min_tokens: ${params.minTokens} is not allowed; it is from 0 to ${maxTokens}, ${why}`,
    );
  }
  return { promptIds: ids, maxTokens };
}

/** A prompt of so many tokens or more is refused; null where it is cut instead. */
export function tooManyTokens(params: ChatParams, contextLength: number): number | null {
  return params.promptTokensKept === null ? contextLength : null;
}

/**
 * Refuses, as `fitPrompt` would, a prompt of which is known that it has `leastTokens` or more: to encode a text of many
 * megabytes takes the time of many requests.
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

/** The refusal of a text of which more characters came than any prompt that fits could have. */
export function tooManyCharacters(
  { characters, allowed }: { characters: number; allowed: number },
  contextLength: number,
  field: PromptField = 'messages',
): RequestError {
  return tooLong(field, `${characters} characters, of which ${allowed} are allowed`, contextLength);
}

function tooLong(field: PromptField, has: string, contextLength: number): RequestError {
  return new RequestError(
    field,
    // Clients tell an overflow, and turn to a model of a longer context, by the words from "this model's" to "tokens".
    `${field}: the prompt has ${has}, but this model's maximum context length is ${contextLength} tokens, answer ` +
      `included; shorten the ${field} or set truncate_prompt_tokens`,
    'invalid_request_error',
    'context_length_exceeded',
  );
}

function readDraw(
  body: ChatParamsBody,
  limits: ModelLimits,
): Pick<ChatParams, 'temperature' | 'topK' | 'topP' | 'minP'> {
  const temperature = within('temperature', body.temperature ?? NEUTRAL.temperature, 0, 2);
  const topP = body.top_p ?? NEUTRAL.topP;
  if (!(topP > 0 && topP <= 1))
    throw new RequestError('top_p', `top_p: ${topP} is not allowed; it is above 0 and at most 1`);
  const topK = body.top_k ?? NEUTRAL.topK;
  if (!(topK >= -1))
    throw new RequestError('top_k', `top_k: ${topK} is not allowed; it is at least 1, or 0 or -1 for off`);
  const minP = within('min_p', body.min_p ?? NEUTRAL.minP, 0, 1);
  if (temperature < GREEDY_BELOW) return { temperature: 0, topP: 1, topK: 0, minP: 0 };
  return {
    temperature: Math.max(temperature, LEAST_TEMPERATURE),
    topP,
    topK: topK < 1 || topK >= limits.vocabSize ? 0 : topK,
    minP,
  };
}

/**
 * Throws for a seed beyond the contract's bounds, which 64 bits do not quite hold: the nearest that they do is taken.
 */
function readSeed(seed: number | bigint | null | undefined): bigint | null {
  // vLLM's way to ask for none.
  if (seed == null || seed === -1 || seed === -1n) return null;
  const exact = BigInt(seed);
  if (exact > SEED_BOUND || exact < -SEED_BOUND) {
    throw new RequestError('seed', `seed: ${exact} is not allowed; it is from -${SEED_BOUND} to ${SEED_BOUND}`);
  }
  if (exact > LARGEST_SEED) return LARGEST_SEED;
  return exact < LEAST_SEED ? LEAST_SEED : exact;
}

function readMaxTokens(body: ChatParamsBody, limits: ModelLimits): number | null {
  const field = body.max_completion_tokens != null ? 'max_completion_tokens' : 'max_tokens';
  const asked = body[field];
  return asked == null ? null : within(field, asked, 1, limits.contextLength);
}

function readStops(
  body: ChatParamsBody,
  limits: ModelLimits,
): Pick<ChatParams, 'stop' | 'includeStop' | 'stopTokenIds' | 'ignoreEos'> {
  const stop = typeof body.stop === 'string' ? [body.stop] : (body.stop ?? []);
  if (stop.length > MAX_STOP_STRINGS) {
    throw new RequestError('stop', `stop: ${stop.length} strings are too many; ${MAX_STOP_STRINGS} are allowed`);
  }
  if (stop.includes('')) throw new RequestError('stop', 'stop: an empty string is not allowed');
  const stopTokenIds = [...new Set(body.stop_token_ids ?? [])];
  for (const id of stopTokenIds) within('stop_token_ids', id, 0, limits.vocabSize - 1);
  return {
    stop,
    includeStop: body.include_stop_str_in_output ?? false,
    stopTokenIds,
    ignoreEos: body.ignore_eos ?? false,
  };
}

/** Tokens that are named take the place of the likeliest, as with vLLM. */
function readLogprobs(body: ChatParamsBody, limits: ModelLimits): Pick<ChatParams, 'topLogprobs' | 'logprobTokenIds'> {
  const topLogprobs = readTopLogprobs(body);
  const ids = [...new Set(body.logprob_token_ids ?? [])];
  if (ids.length === 0) return { topLogprobs, logprobTokenIds: [] };
  if (!body.logprobs) throw new RequestError('logprob_token_ids', 'logprob_token_ids: it needs logprobs');
  if (ids.length > MAX_LOGPROB_TOKEN_IDS) {
    const allowed = `${MAX_LOGPROB_TOKEN_IDS} are allowed`;
    throw new RequestError('logprob_token_ids', `logprob_token_ids: ${ids.length} ids are too many; ${allowed}`);
  }
  for (const id of ids) within('logprob_token_ids', id, 0, limits.vocabSize - 1);
  return { topLogprobs: 0, logprobTokenIds: ids };
}

function readThinkingBudget(asked: number | null | undefined): number | null {
  const budget = within('thinking_token_budget', asked ?? -1, -1, MAX_COUNT);
  return budget === -1 ? null : budget;
}

function readTopLogprobs(body: ChatParamsBody): number {
  const count = within('top_logprobs', body.top_logprobs ?? 0, 0, MAX_TOP_LOGPROBS);
  if (count > 0 && !body.logprobs) throw new RequestError('top_logprobs', 'top_logprobs: it needs logprobs: true');
  return count;
}

/** `echo` alone shows them too, in a whole answer, with as many alternatives as the answer's tokens have. */
function readPromptLogprobs(body: ChatParamsBody): number | null {
  const asked = body.prompt_logprobs;
  if (asked == null) return body.echo && !body.stream ? (body.top_logprobs ?? 0) : null;
  within('prompt_logprobs', asked, 0, MAX_TOP_LOGPROBS);
  if (body.stream && asked > 0) {
    throw new RequestError('prompt_logprobs', 'prompt_logprobs: they are not available with stream: true; send 0');
  }
  return body.stream ? null : asked;
}

function readStream(body: ChatParamsBody): Pick<ChatParams, 'stream' | 'includeUsage' | 'continuousUsage'> {
  const stream = body.stream ?? false;
  const options = body.stream_options ?? {};
  if (!stream && Object.keys(options).length > 0) {
    throw new RequestError('stream_options', 'stream_options: they are only allowed with stream: true');
  }
  const includeUsage = options.include_usage ?? false;
  return { stream, includeUsage, continuousUsage: includeUsage && (options.continuous_usage_stats ?? false) };
}

function readTruncation(body: ChatParamsBody, limits: ModelLimits): number | null {
  if (body.truncate_prompt_tokens == null) return null;
  const asked = within('truncate_prompt_tokens', body.truncate_prompt_tokens, -1, limits.contextLength);
  return asked === -1 ? limits.contextLength - 1 : asked;
}

function readCacheSalt(salt: string | null | undefined): string | null {
  if (salt == null) return null;
  // Characters, as the contract counts them, not halves of those beyond 16 bits.
  const { length } = [...salt];
  if (length === 0 || length > MAX_CACHE_SALT) {
    throw new RequestError('cache_salt', `cache_salt: it has 1 to ${MAX_CACHE_SALT} characters, not ${length}`);
  }
  return salt;
}

/** Also refuses NaN. */
function within(field: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new RequestError(field, `${field}: ${value} is not allowed; it is from ${least} to ${most}`);
}
