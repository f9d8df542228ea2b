import { getHeapStatistics } from 'node:v8';
import type { ChoiceDelta } from '../../inference/chat/choice-stream.ts';
import { RequestError } from '../../inference/chat/request-error.ts';
import { ApiError } from '../errors/api-error.ts';

/** Maximum number of log-probabilities in a non-streamed answer; serializing more blocks the event loop for seconds. */
export const MAX_LISTED_LOGPROBS = 2 ** 20;
/** Upper bound of heap bytes per listed log-probability, including its share of the answer's JSON. */
const BYTES_EACH = 512;
const HEAP_SHARE = 1 / 4;

export interface RequestedTokens {
  /** Maximum number of tokens of each prompt's answer, from the context length or the request. */
  rooms: readonly number[];
  /** Choices per prompt. */
  n: number;
  /** Alternatives listed per token. */
  alternatives: number;
  minTokens: number;
  /** The request field that limits the tokens; null if neither is set. */
  field: 'max_tokens' | 'max_completion_tokens' | null;
}

/**
 * Returns the tokens that each choice of a non-streamed answer may have, so that it lists at most `MAX_LISTED_LOGPROBS`
 * log-probabilities. Throws a `RequestError` if the request's limit, or its minimum, is higher; without a limit, the
 * answer is shortened.
 */
export function listableTokens({ rooms, n, alternatives, minTokens, field }: RequestedTokens): number {
  const each = n * (1 + alternatives);
  const listed = each * rooms.reduce((sum, room) => sum + room, 0);
  if (listed <= MAX_LISTED_LOGPROBS) return Math.max(...rooms);
  const most = Math.floor(MAX_LISTED_LOGPROBS / (each * rooms.length));
  if (field === null && most >= Math.max(1, minTokens)) return most;
  const named = field ?? 'min_tokens';
  throw new RequestError(
    named,
    `${named}: the tokens of ${n * rooms.length} choices, with ${alternatives} alternatives each, may be ${listed} ` +
      `log-probabilities; an answer that is not streamed may have at most ${MAX_LISTED_LOGPROBS}`,
  );
}

/** Collects non-streamed answers, and bounds the memory that all answers in flight hold together. */
export class WholeChoices {
  readonly #most: number;
  #held = 0;
  /** Number of answers that hold deltas. */
  #answers = 0;

  constructor(most = (HEAP_SHARE * getHeapStatistics().heap_size_limit) / BYTES_EACH) {
    this.#most = most;
  }

  /**
   * Collects the deltas of each of `n` choices, without log-probabilities unless `lists`. Throws `queue_full` if the
   * answers in flight together hold too much, and this one holds at least the average.
   */
  async collect(n: number, deltas: AsyncIterable<ChoiceDelta>, lists = true): Promise<ChoiceDelta[][]> {
    const choices: ChoiceDelta[][] = Array.from({ length: n }, () => []);
    let own = 0;
    try {
      for await (const delta of deltas) {
        choices[delta.index].push(lists ? delta : { ...delta, logprobs: [] });
        if (own === 0) this.#answers += 1;
        const listed = lists ? delta.logprobs.reduce((sum, { top_logprobs: top }) => sum + 1 + top.length, 1) : 1;
        own += listed;
        this.#held += listed;
        if (this.#held > this.#most && own * this.#answers >= this.#held) throw tooMuch();
      }
      return choices;
    } finally {
      if (own > 0) this.#answers -= 1;
      this.#held -= own;
    }
  }
}

function tooMuch(): ApiError {
  const message = 'Requests in flight have too many log-probabilities. Stream them, or request fewer tokens at a time.';
  return new ApiError('queue_full', message, { retryAfter: 5 });
}
