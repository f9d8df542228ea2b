import { getHeapStatistics } from 'node:v8';
import type { ChatParams } from '../../inference/chat/chat-params.ts';
import type { ChoiceDelta } from '../../inference/chat/choice-stream.ts';
import { RequestError } from '../../inference/chat/request-error.ts';
import { ApiError } from '../errors/api-error.ts';

/** Log-probabilities that one whole answer may list: to write more holds the event loop up for seconds. */
export const MAX_LISTED = 2 ** 20;
/** Bytes of the heap that a listed log-probability takes with its share of the token's other fields, at most. */
const BYTES_EACH = 512;
const HEAP_SHARE = 1 / 4;

/**
 * Tokens that each choice may have: `room` in a stream, else so many that the answer lists at most `MAX_LISTED`
 * log-probabilities, where the request does not say how many. Throws a `RequestError` where it asks for more.
 */
export function listableTokens(params: ChatParams, prompts: number, room: number): number {
  const alternatives = params.logprobTokenIds.length || params.topLogprobs;
  const each = prompts * params.n * (1 + alternatives);
  if (params.stream || each * room <= MAX_LISTED) return room;
  if (params.maxTokens === null && params.minTokens === 0) return Math.max(1, Math.floor(MAX_LISTED / each));
  throw new RequestError(
    'max_tokens',
    `max_tokens: ${room} tokens with ${alternatives} alternatives each, for ${prompts * params.n} choices, are ` +
      `${each * room} log-probabilities; an answer that is not streamed lists at most ${MAX_LISTED}`,
  );
}

/** Collects answers that are sent whole, and bounds what all that are in flight hold together. */
export class WholeChoices {
  readonly #most: number;
  #held = 0;
  #answers = 0;

  constructor(most = (HEAP_SHARE * getHeapStatistics().heap_size_limit) / BYTES_EACH) {
    this.#most = most;
  }

  /**
   * The deltas of each of `n` choices. Throws `queue_full` where all answers in flight hold too much, and this one no
   * less than the others do in the mean.
   */
  async collect(n: number, deltas: AsyncIterable<ChoiceDelta>): Promise<ChoiceDelta[][]> {
    const choices: ChoiceDelta[][] = Array.from({ length: n }, () => []);
    let own = 0;
    this.#answers += 1;
    try {
      for await (const delta of deltas) {
        choices[delta.index].push(delta);
        const listed = delta.logprobs.reduce((sum, { top_logprobs: top }) => sum + 1 + top.length, 1);
        own += listed;
        this.#held += listed;
        if (this.#held > this.#most && own * this.#answers >= this.#held) throw tooMuch();
      }
      return choices;
    } finally {
      this.#answers -= 1;
      this.#held -= own;
    }
  }
}

function tooMuch(): ApiError {
  const message = 'Answers in flight hold too many log-probabilities. Stream them, or ask for fewer tokens at a time.';
  return new ApiError('queue_full', message, { retryAfter: 5 });
}
