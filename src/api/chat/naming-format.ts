import { refusedGrammar } from '../../inference/chat/answer-grammar.ts';
import { WorkerError } from '../../worker/client/worker-error.ts';

/** Answers, and names the field of `body` whose grammar the compute process refuses. */
export async function namingFormat<T>(
  body: Parameters<typeof refusedGrammar>[0],
  answer: () => Promise<T>,
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof WorkerError && error.code === 'invalid_grammar') throw refusedGrammar(body, error.message);
    throw error;
  }
}
