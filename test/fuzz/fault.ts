import fc from 'fast-check';
import { type Answer, exchange, type FuzzRequest, type Target } from './exchange.ts';

export interface FuzzOptions {
  seed: number;
  /** Number of requests of each kind for each operation. */
  runs: number;
}

/** Error for a fault that the fuzzer found, with the request, the answer, and what is wrong with the answer. */
export class FuzzFault extends Error {
  override name = 'FuzzFault';

  constructor(request: FuzzRequest, wrong: string, answer: Answer | null) {
    const answered = answer === null ? '' : `\nanswered ${answer.status}: ${answer.text.slice(0, 2_000)}`;
    super(`${wrong}\n${request[fc.toStringMethod]()}${answered}`);
  }
}

/** Sends a request. Throws FuzzFault for a 5xx status, a missing request id, or a broken connection. */
export async function soundAnswer(target: Target, request: FuzzRequest): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await exchange(target, request);
  } catch (error) {
    throw new FuzzFault(request, `no answer: ${error instanceof Error ? error.message : error}`, null);
  }
  const { status, headers } = answer;
  if (status >= 500) throw new FuzzFault(request, 'a fault of the server', answer);
  if (headers['x-request-id'] === undefined) throw new FuzzFault(request, 'no X-Request-Id', answer);
  const { json, text } = answer;
  if (status >= 400 && typeof json?.error?.message !== 'string') throw new FuzzFault(request, 'no error body', answer);
  if (text.includes('data: ') && /"code":"(internal_error|compute_unavailable)"/.test(text)) {
    throw new FuzzFault(request, 'a fault of the server within a stream', answer);
  }
  return answer;
}
