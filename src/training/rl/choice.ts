import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import { readIds, readList, requireObject } from '../json-reading.ts';
import { type PlainMessage, readPlainMessage } from '../plain-message.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';

/** A sampled answer that a client sends back for training. */
export interface SampledChoice {
  place: InputPath;
  /** The answer as an assistant message. */
  message: PlainMessage;
  /** Ids of the sampled tokens and of the prompt before them; null if the client did not send them. */
  tokenIds: Uint32Array<ArrayBuffer> | null;
  promptTokenIds: Uint32Array<ArrayBuffer> | null;
  /** Log-probability of each sampled token, NaN if unknown; null if the choice was not sampled for training. */
  logprobs: Float32Array<ArrayBuffer> | null;
  /** Token texts from the log-probability entries, for choices without ids. */
  tokenTexts: (string | null)[] | null;
  /** Whether a length limit ended the answer. */
  truncated: boolean;
}

/** Largest positive log-probability that is accepted as a sampler's rounding error. */
const ROUNDING = 1e-3;

/** Returns whether an item is a choice: it has a `message` and no `role`, unlike a message. */
export function isChoice(item: unknown): item is JsonObject {
  return isJsonObject(item) && isJsonObject(item.message) && item.role == null;
}

/**
 * Reads one choice. `art_completion_logprobs` or `compact_logprobs` override `logprobs`. Throws a
 * `TrainingInputError` if the log-probabilities and token ids differ in number.
 */
export function readChoice(item: JsonObject, place: InputPath, promptIds: unknown = null): SampledChoice {
  const entries = logprobEntries(item.logprobs, [...place, 'logprobs']);
  const tokenIds = readIds(item.token_ids, [...place, 'token_ids']) ?? entryIds(entries, [...place, 'logprobs']);
  const compact = item.art_completion_logprobs ?? item.compact_logprobs;
  const values =
    compact != null ? readList(compact, [...place, 'art_completion_logprobs']) : entries?.map(({ logprob }) => logprob);
  const logprobs = values == null ? null : Float32Array.from(values, (value) => logprobOf(value, place));
  requireOneEach(tokenIds, logprobs, place);
  return {
    place,
    message: assistantMessage(requireObject(item.message, [...place, 'message']), [...place, 'message']),
    tokenIds,
    promptTokenIds: readIds(item.prompt_token_ids ?? promptIds, [...place, 'prompt_token_ids']),
    logprobs,
    tokenTexts:
      tokenIds === null ? (entries?.map(({ token }) => (typeof token === 'string' ? token : null)) ?? null) : null,
    truncated: item.finish_reason === 'length',
  };
}

/** Reads a choice of a text completion; its log-probabilities are a plain list. Throws as `readChoice` does. */
export function readTextChoice(item: JsonObject, place: InputPath, promptIds: unknown): SampledChoice {
  const tokenIds = readIds(item.token_ids, [...place, 'token_ids']);
  const list = [...place, 'logprobs', 'token_logprobs'];
  const values = item.logprobs == null ? null : requireObject(item.logprobs, [...place, 'logprobs']).token_logprobs;
  const logprobs =
    values == null ? null : Float32Array.from(readList(values, list), (value) => logprobOf(value, place));
  requireOneEach(tokenIds, logprobs, place);
  return {
    place,
    message: { role: 'assistant', content: typeof item.text === 'string' ? item.text : '' },
    tokenIds,
    promptTokenIds: readIds(item.prompt_token_ids ?? promptIds, [...place, 'prompt_token_ids']),
    logprobs,
    tokenTexts: null,
    truncated: item.finish_reason === 'length',
  };
}

/** Throws a `TrainingInputError` if token ids and log-probabilities differ in number. */
export function requireOneEach(ids: Uint32Array | null, logprobs: Float32Array | null, place: InputPath): void {
  if (ids === null || logprobs === null || ids.length === logprobs.length) return;
  throw new TrainingInputError(
    place,
    `it has ${ids.length} token_ids but ${logprobs.length} log-probabilities; there must be one for each token`,
  );
}

function assistantMessage(message: JsonObject, place: InputPath): PlainMessage {
  const { content, tool_calls: calls } = readPlainMessage({ ...message, role: 'assistant' }, place);
  return { role: 'assistant', content, ...(calls == null || calls.length === 0 ? {} : { tool_calls: calls }) };
}

/**
 * Throws a `TrainingInputError` if a choice has an empty `logprobs`. The client wants to train on that choice, but it
 * would be skipped silently.
 */
export function requireLogprobEntries(
  { logprobs: given }: JsonObject,
  { place, logprobs, tokenIds }: SampledChoice,
): void {
  if (given == null || tokenIds?.length === 0 || (logprobs !== null && logprobs.length > 0)) return;
  const reason =
    'it has no log-probabilities; sample with logprobs: true, ' +
    'or send logprobs: null for an answer that is not to be trained on';
  throw new TrainingInputError([...place, 'logprobs'], reason);
}

function logprobEntries(logprobs: unknown, place: InputPath): JsonObject[] | null {
  if (logprobs == null) return null;
  const { content, refusal } = requireObject(logprobs, place);
  const entries = content ?? refusal;
  if (entries == null) return null;
  return readList(entries, [...place, 'content']).map((entry, index) =>
    requireObject(entry, [...place, 'content', index]),
  );
}

/**
 * Returns the ids from the log-probability entries. They remain if a client assembles a stream without `token_ids`.
 */
function entryIds(entries: JsonObject[] | null, place: InputPath): Uint32Array<ArrayBuffer> | null {
  const ids = entries?.map((entry) => entry.token_id) ?? [];
  return ids.length > 0 && ids.every((id) => id != null) ? readIds(ids, [...place, 'token_id']) : null;
}

/**
 * Reads a log-probability. Null means unknown, since JSON has no NaN. Throws a `TrainingInputError` for a value that is
 * not a number, or that is above 0 by more than rounding.
 */
export function logprobOf(value: unknown, place: InputPath): number {
  if (value === null) return Number.NaN;
  if (typeof value !== 'number') {
    throw new TrainingInputError([...place, 'logprobs'], 'every entry needs a logprob, a number or null');
  }
  if (value > ROUNDING) {
    const reason = `${value} is not a log-probability: it is above 0; is it a probability, or is its sign wrong?`;
    throw new TrainingInputError([...place, 'logprobs'], reason);
  }
  return value;
}
