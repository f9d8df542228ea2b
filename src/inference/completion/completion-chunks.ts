import type { CompletionChunk, CompletionChunkChoice } from '../../generated/types.ts';
import type { ChatParams } from '../chat/chat-params.ts';
import type { ChoiceDelta } from '../chat/choice-stream.ts';
import {
  type CompletionLogprobs,
  completionLogprobs,
  joinLogprobs,
  lengthOf,
  offsetAfter,
} from './completion-logprobs.ts';
import { type CompletionPlan, completionUsage, echoedLogprobsOf } from './completion-plan.ts';

interface ChoiceSoFar {
  tokens: number;
  /** Character offset of the choice's next token. */
  offset: number;
  begun: boolean;
}

/** Creates the chunks of one streamed answer: `next` for each delta, then `last` for the usage, if requested. */
export class CompletionChunks {
  readonly #plan: CompletionPlan;
  readonly #params: ChatParams;
  readonly #choices: ChoiceSoFar[];

  constructor(plan: CompletionPlan, params: ChatParams) {
    this.#plan = plan;
    this.#params = params;
    this.#choices = plan.prompts.flatMap(({ shown }) => {
      return Array.from({ length: plan.n }, () => ({ tokens: 0, offset: lengthOf(shown.text), begun: false }));
    });
  }

  next(delta: ChoiceDelta): CompletionChunk {
    const p = Math.floor(delta.index / this.#plan.n);
    const { returnTokenIds, continuousUsage } = this.#params;
    const { ids, shown } = this.#plan.prompts[p];
    const state = this.#choices[delta.index];
    const choice: CompletionChunkChoice = {
      index: delta.index,
      text: state.begun ? delta.content : shown.text + delta.content,
      logprobs: this.#plan.logprobs === null ? null : this.#logprobs(delta, state, p),
      finish_reason: delta.finish?.reason ?? null,
      ...(delta.finish === null ? {} : { stop_reason: delta.finish.stopReason }),
      ...(returnTokenIds ? { token_ids: delta.tokenIds } : {}),
      ...(returnTokenIds && !state.begun ? { prompt_token_ids: [...ids] } : {}),
    };
    state.begun = true;
    state.tokens += delta.tokenIds.length;
    state.offset = offsetAfter(delta.logprobs, state.offset);
    const usage = continuousUsage ? { usage: completionUsage(this.#plan, [p], state.tokens) } : {};
    return { ...this.#chunk([choice]), ...usage };
  }

  /** Returns the usage chunk, over all prompts and choices; null unless `include_usage`. */
  last(): CompletionChunk | null {
    if (!this.#params.includeUsage) return null;
    const tokens = this.#choices.reduce((sum, choice) => sum + choice.tokens, 0);
    return { ...this.#chunk([]), usage: completionUsage(this.#plan, [...this.#plan.prompts.keys()], tokens) };
  }

  #logprobs(delta: ChoiceDelta, { offset, begun }: ChoiceSoFar, p: number): CompletionLogprobs {
    const own = completionLogprobs(delta.logprobs, offset);
    const echoed = begun ? null : echoedLogprobsOf(this.#plan, p);
    return echoed === null ? own : joinLogprobs(echoed, own);
  }

  #chunk(choices: CompletionChunkChoice[]): CompletionChunk {
    const { id, created, model, systemFingerprint } = this.#plan.header;
    return { id, object: 'text_completion', created, model, system_fingerprint: systemFingerprint, choices };
  }
}
