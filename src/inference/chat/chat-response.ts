import type { ChatChoice, ChatCompletion, ChatUsage } from '../../generated/types.ts';
import type { ChoiceDelta } from './choice-stream.ts';
import type { PromptLogprobsList } from './prompt-logprobs.ts';

/** What every body of one answer shares. */
export interface ChatHeader {
  /** `chatcmpl-` and the request id. */
  id: string;
  /** Unix seconds. */
  created: number;
  /** The model name as it was asked for. */
  model: string;
  systemFingerprint: string | null;
}

export interface ChatPrompt {
  ids: readonly number[];
  /** Prompt tokens whose keys and values were already there. */
  cachedTokens: number;
  /** What each of its tokens scores; null where that was not asked for. */
  logprobs?: PromptLogprobsList | null;
}

/**
 * A whole answer. Log-probabilities and each choice's token ids are filled unasked, because training needs them back;
 * the top-level `prompt_token_ids` comes with `return_token_ids`. `choices` holds the deltas of each choice in turn;
 * the last of each carries its finish.
 */
export function chatCompletion(
  header: ChatHeader,
  prompt: ChatPrompt,
  choices: readonly ChoiceDelta[][],
  options: { role: string; returnTokenIds: boolean },
): ChatCompletion {
  const promptIds = [...prompt.ids];
  const whole = choices.map((deltas) => chatChoice(deltas, promptIds, options.role));
  const completionTokens = whole.reduce((sum, choice) => sum + choice.token_ids.length, 0);
  return {
    id: header.id,
    object: 'chat.completion',
    created: header.created,
    model: header.model,
    choices: whole,
    service_tier: null,
    system_fingerprint: header.systemFingerprint,
    usage: usageOf(prompt, completionTokens),
    prompt_logprobs: prompt.logprobs ?? null,
    prompt_token_ids: options.returnTokenIds ? promptIds : null,
    kv_transfer_params: null,
  };
}

function chatChoice(deltas: readonly ChoiceDelta[], promptIds: number[], role: string): ChatChoice {
  const { index, finish } = deltas[deltas.length - 1];
  return {
    index,
    message: {
      role,
      content: deltas.map((delta) => delta.content).join(''),
      refusal: null,
      annotations: null,
      audio: null,
      function_call: null,
      reasoning: null,
      reasoning_content: null,
    },
    logprobs: { content: deltas.flatMap((delta) => delta.logprobs) },
    finish_reason: finish?.reason ?? 'length',
    stop_reason: finish?.stopReason ?? null,
    token_ids: deltas.flatMap((delta) => delta.tokenIds),
    prompt_token_ids: promptIds,
  };
}

export function usageOf(prompt: ChatPrompt, completionTokens: number): ChatUsage {
  return {
    prompt_tokens: prompt.ids.length,
    total_tokens: prompt.ids.length + completionTokens,
    completion_tokens: completionTokens,
    prompt_tokens_details: { cached_tokens: prompt.cachedTokens },
  };
}
