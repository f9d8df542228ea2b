import { isObject, type JsonObject, readIds, readList, readObject } from '../json-reading.ts';
import { type PlainMessage, readMessage } from '../plain-message.ts';
import { type Place, TrainingInputError } from '../training-input-error.ts';

/** An answer that a model sampled, as clients hand it back for training. */
export interface SampledChoice {
  place: Place;
  /** The answer as an assistant message. */
  message: PlainMessage;
  /** Ids of the sampled tokens and of the prompt before them, where the server gave them. */
  tokenIds: number[] | null;
  promptTokenIds: number[] | null;
  /** Log-probability of each sampled token, NaN where unknown; null when the choice was not sampled for training. */
  logprobs: number[] | null;
  /** The token texts beside the log-probabilities, for choices without ids. */
  tokenTexts: (string | null)[] | null;
}

/** A choice has a `message` and no `role`; plain messages are the other way round. */
export function isChoice(item: unknown): item is JsonObject {
  return isObject(item) && isObject(item.message) && item.role == null;
}

/**
 * Reads one choice. `art_completion_logprobs` or `compact_logprobs` stand in for `logprobs`. Throws a
 * `TrainingInputError` when the log-probabilities and token ids differ in number.
 */
export function readChoice(item: JsonObject, place: Place, promptIds: unknown = null): SampledChoice {
  const entries = logprobEntries(item.logprobs, [...place, 'logprobs']);
  const tokenIds = readIds(item.token_ids, [...place, 'token_ids']) ?? entryIds(entries, [...place, 'logprobs']);
  const compact = item.art_completion_logprobs ?? item.compact_logprobs;
  const logprobs =
    compact != null ? readLogprobs(compact, place) : (entries?.map((entry) => logprobOf(entry.logprob, place)) ?? null);
  if (logprobs !== null && tokenIds !== null && logprobs.length !== tokenIds.length) {
    throw new TrainingInputError(
      place,
      `it has ${tokenIds.length} token_ids but ${logprobs.length} log-probabilities; there must be one for each token`,
    );
  }
  return {
    place,
    message: assistantMessage(readObject(item.message, [...place, 'message']), [...place, 'message']),
    tokenIds,
    promptTokenIds: readIds(item.prompt_token_ids ?? promptIds, [...place, 'prompt_token_ids']),
    logprobs,
    tokenTexts: entries?.map((entry) => (typeof entry.token === 'string' ? entry.token : null)) ?? null,
  };
}

function assistantMessage(message: JsonObject, place: Place): PlainMessage {
  const { content, tool_calls: calls } = readMessage({ ...message, role: 'assistant' }, place);
  return { role: 'assistant', content, ...(calls == null || calls.length === 0 ? {} : { tool_calls: calls }) };
}

function logprobEntries(logprobs: unknown, place: Place): JsonObject[] | null {
  if (logprobs == null) return null;
  const { content, refusal } = readObject(logprobs, place);
  const entries = content ?? refusal;
  if (entries == null) return null;
  return readList(entries, [...place, 'content']).map((entry, index) =>
    readObject(entry, [...place, 'content', index]),
  );
}

/** The ids beside the log-probabilities: what is left of a stream where a client puts it together without `token_ids`. */
function entryIds(entries: JsonObject[] | null, place: Place): number[] | null {
  const ids = entries?.map((entry) => entry.token_id) ?? [];
  return ids.length > 0 && ids.every((id) => id != null) ? readIds(ids, [...place, 'token_id']) : null;
}

function readLogprobs(values: unknown, place: Place): number[] {
  return readList(values, [...place, 'art_completion_logprobs']).map((value) => logprobOf(value, place));
}

/** JSON cannot carry NaN, so null stands for an unknown log-probability. */
function logprobOf(value: unknown, place: Place): number {
  if (value === null) return Number.NaN;
  if (typeof value !== 'number') {
    throw new TrainingInputError([...place, 'logprobs'], 'every entry needs a logprob, a number or null');
  }
  return value;
}
