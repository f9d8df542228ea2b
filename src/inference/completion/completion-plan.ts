import type { ChatUsage } from '../../generated/types.ts';
import type { ChatHeader } from '../chat/chat-response.ts';
import { type PromptLogprobsList, promptLogprobs } from '../chat/prompt-logprobs.ts';
import type { Decode } from '../chat/token-logprobs.ts';
import type { PromptReport } from '../generate-request.ts';
import { type CompletionLogprobs, echoedLogprobs } from './completion-logprobs.ts';
import type { CompletionPrompt } from './completion-prompt.ts';

/** What one answer to a completion request goes by: choice i of prompt p has the index p * n + i. */
export interface CompletionPlan {
  header: ChatHeader;
  prompts: readonly CompletionPrompt[];
  /** Choices of each prompt. */
  n: number;
  /** Put the prompt in front of each answer. */
  echo: boolean;
  /** Alternatives to show with each token; null shows no log-probabilities at all. */
  logprobs: number | null;
  /** Whether the field of the prompt's own log-probabilities is filled. */
  promptLogprobs: boolean;
  tokensAsIds: boolean;
  decode: Decode;
  /** What is known of prompt p once the first token of its first choice has come. */
  reportOf(p: number): PromptReport | null;
}

/** The log-probabilities in front of each answer to prompt p; null where there are none. */
export function echoedLogprobsOf(plan: CompletionPlan, p: number): CompletionLogprobs | null {
  const { echo, logprobs: count, decode, tokensAsIds: asIds } = plan;
  const logprobs = plan.reportOf(p)?.logprobs ?? null;
  if (!echo || count === null || logprobs === null) return null;
  const { ids, shown } = plan.prompts[p];
  return echoedLogprobs({ ids, logprobs }, shown, { decode, count, asIds });
}

/** The field `prompt_logprobs` of each answer to prompt p. */
export function promptLogprobsOf(plan: CompletionPlan, p: number): PromptLogprobsList | null {
  if (!plan.promptLogprobs) return null;
  return promptLogprobs(plan.prompts[p].ids, plan.reportOf(p)?.logprobs ?? null, plan.decode);
}

/** The usage of these prompts and of so many tokens of answers to them. */
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
