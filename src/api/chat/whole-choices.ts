import { getHeapStatistics } from 'node:v8';
import type { ChoiceDelta } from '../../inference/chat/choice-stream.ts';
import { RequestError } from '../../inference/chat/request-error.ts';
import { ApiError } from '../errors/api-error.ts';

/** Log-probabilities that one whole answer may list: to write more holds the event loop up for seconds. */
export const MAX_LISTED = 2 ** 20;
/** Bytes of the heap that a listed log-probability takes at most, with its share of the answer that is made of it. */
const BYTES_EACH = 512;
const HEAP_SHARE = 1 / 4;

export interface AskedTokens {
  /** Tokens that each prompt has room for, or that the request asks for at most. */
  rooms: readonly number[];
  /** Choices of each prompt. */
  n: number;
  /** Alternatives that are listed with each token. */
  alternatives: number;
  minTokens: number;
  /** The field in which the request says how many tokens it wants; null where it does not. */
  field: 'max_tokens' | 'max_completion_tokens' | null;
}

/**
 * Tokens that each choice of a whole answer may have, so that it lists at most `MAX_LISTED` log-probabilities. Throws a
 * `RequestError` where the request asks for more, or for more at least; one that says nothing has what there is.
 */
export function listableTokens({ rooms, n, alternatives, minTokens, field }: AskedTokens): number {
  const each = n * (1 + alternatives);
  const listed = each * rooms.reduce((sum, room) => sum + room, 0);
  if (listed <= MAX_LISTED) return Math.max(...rooms);
  const most = Math.floor(MAX_LISTED / (each * rooms.length));
  if (field === null && most >= Math.max(1, minTokens)) return most;
  const named = field ?? 'min_tokens';
  throw new RequestError(
    named,
    `${named}: the tokens of ${n * rooms.length} choices, with ${alternatives} alternatives each, may be ${listed} ` +
      `log-probabilities; an answer that is not streamed lists at most ${MAX_LISTED}`,
  );
}

/** Collects answers that are sent whole, and bounds what all that are in flight hold together. */
export class WholeChoices {
  readonly #most: number;
  #held = 0;
  /** Answers of which something is held. */
  #answers = 0;

  constructor(most = (HEAP_SHARE * getHeapStatistics().heap_size_limit) / BYTES_EACH) {
    this.#most = most;
  }

  /**
   * The deltas of each of `n` choices; without log-probabilities where the answer does not list them. Throws
   * `queue_full` where all answers in flight hold too much, and this one no less than the others do in the mean.
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
  const message = 'Answers in flight hold too many log-probabilities. Stream them, or ask for fewer tokens at a time.';
  return new ApiError('queue_full', message, { retryAfter: 5 });
}
