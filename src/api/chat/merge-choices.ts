import type { ChoiceDelta, ChoiceStream } from '../../inference/chat/choice-stream.ts';
import type { PromptReport } from '../../inference/generate-request.ts';
import type { Generation } from '../../worker/client/generation.ts';
import { WorkerError } from '../../worker/client/worker-error.ts';
import type { SequenceMeter } from '../metrics/sequence-meter.ts';

/** One choice of an answer: its tokens as they are sampled, and what turns them into text. */
export interface RunningChoice {
  generation: Generation;
  stream: ChoiceStream;
  meter: SequenceMeter;
}

/** An answer that is in flight. */
export interface StartedAnswer {
  /** Its choices. */
  n: number;
  deltas: AsyncGenerator<ChoiceDelta, void, void>;
  /** What is known of the prompt; null until the first delta came. */
  report(): PromptReport | null;
}

/** The deltas of one choice, until it finishes. Leaving early, or a stop string, ends the generation too. */
async function* choiceDeltas(choice: RunningChoice): AsyncGenerator<ChoiceDelta, void, void> {
  const { generation, stream, meter } = choice;
  try {
    for await (const token of generation) {
      meter.prompt(generation.prompt);
      meter.token(generation.preemptions);
      const delta = stream.push(token);
      if (delta.finish !== null) meter.finish(delta.finish);
      yield delta;
      if (delta.finish !== null) return;
    }
    if (stream.finished) return;
    meter.prompt(generation.prompt);
    const last = stream.close(generation.cause);
    if (last.finish !== null) meter.finish(last.finish);
    yield last;
  } catch (error) {
    endFailed(meter, error);
    throw error;
  }
}

/**
 * Counts a sequence that failed. One whose adapter is gone has not begun: `answerOnTarget` may begin it on another. Nor
 * has one whose grammar is refused: the mistake is the caller's, and no reason to look after the server.
 */
export function endFailed(meter: SequenceMeter, error: unknown): void {
  if (lacksAdapter(error) || (error instanceof WorkerError && error.code === 'invalid_grammar')) meter.drop();
  else meter.end(error instanceof WorkerError && error.code === 'aborted' ? 'abort' : 'error');
}

/** Whether the adapter of a sequence could not be read. */
export function lacksAdapter(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'adapter_load_failed';
}

/**
 * The deltas of all choices in the order in which they come. The first failure ends all. `cancel` is called at the end,
 * whatever it is, and stops the generations that still run.
 */
export async function* mergeChoices(
  choices: readonly RunningChoice[],
  cancel: () => void,
): AsyncGenerator<ChoiceDelta, void, void> {
  const sources = choices.map(choiceDeltas);
  const next = async (source: AsyncGenerator<ChoiceDelta, void, void>) => ({ source, item: await source.next() });
  const waiting = new Map(sources.map((source) => [source, next(source)]));
  try {
    while (waiting.size > 0) {
      const { source, item } = await Promise.race(waiting.values());
      if (item.done) waiting.delete(source);
      else {
        waiting.set(source, next(source));
        yield item.value;
      }
    }
  } catch (error) {
    // The others have the same adapter.
    if (lacksAdapter(error)) for (const { meter } of choices) meter.drop();
    throw error;
  } finally {
    cancel();
    // Those that have ended have been counted as what they were.
    for (const { meter } of choices) meter.end('abort');
    for (const pending of waiting.values()) pending.catch(() => {});
  }
}
