import type { ChoiceDelta } from '../../inference/chat/choice-stream.ts';
import type { PromptReport } from '../../inference/generate-request.ts';

/** An answer that is in flight. */
export interface StartedAnswer {
  /** Its choices. */
  n: number;
  deltas: AsyncGenerator<ChoiceDelta, void, void>;
  /** What is known of the prompt; null until the first delta came. */
  report(): PromptReport | null;
}
