import { refusedConstraint } from '../../inference/chat/output-constraint.ts';
import { WorkerError } from '../../worker/client/worker-error.ts';
import { type ChatTarget, type ChatTargetParts, findChatTarget } from './chat-target.ts';
import { lacksAdapter } from './merge-choices.ts';
import type { ChoiceParts } from './start-choices.ts';

/** The request fields that name the model, and those that a refused grammar may come from. */
type TargetedBody = Parameters<typeof refusedConstraint>[0] & { model?: string | null };

/**
 * Returns the result of `answer` for the model that `body` names. Retries if the checkpoint was deleted while the
 * request waited: the name then means another checkpoint, or none. Throws `model_not_found`, a `RequestError` that
 * names the field whose grammar the compute process refuses, and what `answer` throws.
 */
export async function answerOnTarget<Reply>(
  parts: ChatTargetParts & Pick<ChoiceParts, 'metrics'>,
  owner: string,
  body: TargetedBody,
  answer: (target: ChatTarget) => Promise<Reply>,
): Promise<Reply> {
  const find = () => findChatTarget(parts, owner, body.model ?? null);
  for (let target = await find(); ; ) {
    try {
      return await answer(target);
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      if (error.code === 'queue_full') parts.metrics.rejected(target.base.id);
      if (error.code === 'invalid_grammar') throw refusedConstraint(body, error.message);
      if (!lacksAdapter(error)) throw error;
      const now = await find();
      if (now.adapter?.id === target.adapter?.id) {
        parts.metrics.unread(target.base.id);
        throw error;
      }
      target = now;
    }
  }
}
