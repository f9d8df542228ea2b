import type { ChoiceDelta, ChoiceStream } from '../../inference/chat/choice-stream.ts';
import type { PromptReport } from '../../inference/generate-request.ts';
import type { Generation } from '../../worker/client/generation.ts';
import { WorkerError } from '../../worker/client/worker-error.ts';
import type { SequenceMeter } from '../metrics/sequence-meter.ts';

/** One choice of an answer: its sampled tokens and the stream that decodes them. */
export interface RunningChoice {
  generation: Generation;
  stream: ChoiceStream;
  meter: SequenceMeter;
}

/** An answer that is in flight. */
export interface StartedAnswer {
  /** Number of choices. */
  n: number;
  deltas: AsyncGenerator<ChoiceDelta, void, void>;
  /** Returns statistics of the prompt; null until the first delta. */
  report(): PromptReport | null;
}

/** Yields the deltas of one choice until it finishes. Leaving early, or a stop string, also ends the generation. */
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
 * Records a failed sequence. A sequence whose adapter is missing is dropped: it has not begun, and `answerOnTarget` may
 * retry it on another checkpoint. A refused grammar is dropped too: it is the caller's mistake, not an error of the
 * server.
 */
export function endFailed(meter: SequenceMeter, error: unknown): void {
  if (lacksAdapter(error) || (error instanceof WorkerError && error.code === 'invalid_grammar')) meter.drop();
  else meter.end(error instanceof WorkerError && error.code === 'aborted' ? 'abort' : 'error');
}

/** Returns whether the error says that the adapter could not be read. */
export function lacksAdapter(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'adapter_load_failed';
}

/**
 * Yields the deltas of all choices as they arrive. The first failure ends all. `cancel` is always called at the end,
 * and stops the generations that still run.
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
    // All choices use the same adapter.
    if (lacksAdapter(error)) for (const { meter } of choices) meter.drop();
    throw error;
  } finally {
    cancel();
    // No effect on choices that have already finished.
    for (const { meter } of choices) meter.end('abort');
    for (const pending of waiting.values()) pending.catch(() => {});
  }
}
