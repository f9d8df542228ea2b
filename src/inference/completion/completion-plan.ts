import type { ChatUsage } from '../../generated/types.ts';
import type { ChatHeader } from '../chat/chat-response.ts';
import { type PromptLogprobsList, promptLogprobs } from '../chat/prompt-logprobs.ts';
import type { Decode } from '../chat/token-logprobs.ts';
import type { PromptReport } from '../generate-request.ts';
import { type CompletionLogprobs, echoedLogprobs } from './completion-logprobs.ts';
import type { CompletionPrompt } from './completion-prompt.ts';

/** Settings and prompts for the answer to a completion request. Choice i of prompt p has the index p * n + i. */
export interface CompletionPlan {
  header: ChatHeader;
  prompts: readonly CompletionPrompt[];
  /** Number of choices per prompt. */
  n: number;
  /** Whether each answer begins with the prompt. */
  echo: boolean;
  /** Number of alternatives per token; null omits all log-probabilities. */
  logprobs: number | null;
  /** Whether to fill the field `prompt_logprobs`. */
  promptLogprobs: boolean;
  tokensAsIds: boolean;
  decode: Decode;
  /** Returns the report of prompt p; null until the first token of its first choice. */
  reportOf(p: number): PromptReport | null;
}

/** Returns the echoed log-probabilities of prompt p; null if there are none. */
export function echoedLogprobsOf(plan: CompletionPlan, p: number): CompletionLogprobs | null {
  const { echo, logprobs: count, decode, tokensAsIds: asIds } = plan;
  const logprobs = plan.reportOf(p)?.logprobs ?? null;
  if (!echo || count === null || logprobs === null) return null;
  const { ids, shown } = plan.prompts[p];
  return echoedLogprobs({ ids, logprobs }, shown, { decode, count, asIds });
}

/** Returns the field `prompt_logprobs` of each answer to prompt p. */
export function promptLogprobsOf(plan: CompletionPlan, p: number): PromptLogprobsList | null {
  if (!plan.promptLogprobs) return null;
  return promptLogprobs(plan.prompts[p].ids, plan.reportOf(p)?.logprobs ?? null, plan.decode);
}

/** Returns the usage of these prompts and of `completionTokens` answer tokens. */
export function completionUsage(plan: CompletionPlan, prompts: readonly number[], completionTokens: number): ChatUsage {
  const promptTokens = prompts.reduce((sum, p) => sum + plan.prompts[p].ids.length, 0);
  const cachedTokens = prompts.reduce((sum, p) => sum + (plan.reportOf(p)?.cachedTokens ?? 0), 0);
  return {
    prompt_tokens: promptTokens,
    total_tokens: promptTokens + completionTokens,
    completion_tokens: completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}
