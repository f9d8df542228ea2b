import { WorkerError } from '../../worker/client/worker-error.ts';
import { type ChatTarget, type ChatTargetParts, findChatTarget } from './chat-target.ts';
import { lacksAdapter } from './merge-choices.ts';
import type { ChoiceParts } from './start-choices.ts';

export interface NamedTarget {
  owner: string;
  /** The request's `model`. */
  model: string | null | undefined;
}

/**
 * What `answer` gives on the model that is named; once more where its checkpoint has been deleted while the request
 * waited, as the name means another one by then, or none. Throws `model_not_found`, and what `answer` throws.
 */
export async function answerOnTarget<Reply>(
  parts: ChatTargetParts & Pick<ChoiceParts, 'metrics'>,
  { owner, model }: NamedTarget,
  answer: (target: ChatTarget) => Promise<Reply>,
): Promise<Reply> {
  for (let target = await findChatTarget(parts, owner, model ?? null); ; ) {
    try {
      return await answer(target);
    } catch (error) {
      if (error instanceof WorkerError && error.code === 'queue_full') parts.metrics.rejected(target.base.id);
      if (!lacksAdapter(error)) throw error;
      const now = await findChatTarget(parts, owner, model ?? null);
      if (now.adapter?.id === target.adapter?.id) {
        parts.metrics.unread(target.base.id);
        throw error;
      }
      target = now;
    }
  }
}
