import { type FormatBody, refusedFormat } from '../../inference/chat/answer-format.ts';
import { WorkerError } from '../../worker/worker-error.ts';

/** Answers, and names the field of `body` whose grammar the compute process refuses. */
export async function namingFormat<T>(body: FormatBody, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof WorkerError && error.code === 'invalid_grammar') throw refusedFormat(body, error.message);
    throw error;
  }
}
