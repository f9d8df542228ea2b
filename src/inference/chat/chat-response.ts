import type {
  ChatAnswer,
  ChatChoice,
  ChatCompletion,
  ChatToolCall,
  ChatUsage,
  PolicyTokenSpan,
} from '../../generated/types.ts';
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

export interface AnswerOptions {
  role: string;
  /** Put in front of each answer's content; empty where there is nothing. */
  echo: string;
  /** Whether thoughts are told from the answer, and whether they are shown. */
  thoughts: 'untold' | 'hidden' | 'shown';
  returnTokenIds: boolean;
}

export interface ChatPrompt {
  ids: readonly number[];
  /** Prompt tokens whose keys and values were already there. */
  cachedTokens: number;
  /** The log-probabilities of its tokens; null where that was not asked for. */
  logprobs?: PromptLogprobsList | null;
}

/** Whose weights sample an answer: those of a checkpoint, or a base model's own. */
export interface SampledPolicy {
  /** The checkpoint's, else the base model's. */
  id: string;
  /** 0 for a base model. */
  step: number;
  /** Null where no adapter is on the base model. */
  adapterId: string | null;
}

/**
 * A whole answer. Log-probabilities and each choice's token ids are filled unasked, because training needs them back;
 * the top-level `prompt_token_ids` comes with `return_token_ids`. `choices` holds the deltas of each choice, one choice
 * after another; the last of each carries its finish.
 */
export function chatCompletion(
  header: ChatHeader,
  prompt: ChatPrompt,
  choices: readonly ChoiceDelta[][],
  options: AnswerOptions,
  policy: SampledPolicy,
): ChatCompletion {
  const promptIds = [...prompt.ids];
  const whole = choices.map((deltas) => chatChoice(deltas, promptIds, options, policy));
  const completionTokens = whole.reduce((sum, choice) => sum + choice.token_ids.length, 0);
  const reasoningTokens = choices.flat().reduce((sum, delta) => sum + delta.reasoningTokens, 0);
  return {
    id: header.id,
    object: 'chat.completion',
    created: header.created,
    model: header.model,
    choices: whole,
    service_tier: null,
    system_fingerprint: header.systemFingerprint,
    usage: chatUsage(prompt, completionTokens, options.thoughts === 'untold' ? null : reasoningTokens),
    prompt_logprobs: prompt.logprobs ?? null,
    prompt_token_ids: options.returnTokenIds ? promptIds : null,
    kv_transfer_params: null,
  };
}

function chatChoice(
  deltas: readonly ChoiceDelta[],
  promptIds: number[],
  options: AnswerOptions,
  policy: SampledPolicy,
): ChatChoice {
  const { index, finish } = deltas[deltas.length - 1];
  const tokenIds = deltas.flatMap((delta) => delta.tokenIds);
  return {
    index,
    message: chatAnswer(deltas, options),
    logprobs: { content: deltas.flatMap((delta) => delta.logprobs) },
    finish_reason: finish?.reason ?? 'length',
    stop_reason: finish?.stopReason ?? null,
    token_ids: tokenIds,
    prompt_token_ids: promptIds,
    policy_token_spans: policyTokenSpans(0, tokenIds.length, policy),
  };
}

/**
 * The span of tokens `start` .. `end`, none where that is empty. It is one: an answer that is in flight keeps its
 * checkpoint, whatever is trained meanwhile.
 */
export function policyTokenSpans(start: number, end: number, policy: SampledPolicy): PolicyTokenSpan[] {
  if (start >= end) return [];
  const { id, step, adapterId } = policy;
  const sampledBy = { generation_id: id, policy_version: step, lora_slot: adapterId ?? '', update_seq: step };
  return [{ start_token: start, end_token: end, ...sampledBy }];
}

/** Content is null where the answer is nothing but thoughts and calls. */
function chatAnswer(deltas: readonly ChoiceDelta[], { role, echo, thoughts }: AnswerOptions): ChatAnswer {
  const content = echo + deltas.map((delta) => delta.content).join('');
  const reasoning = deltas.map((delta) => delta.reasoning).join('') || null;
  const shown = thoughts === 'hidden' ? null : reasoning;
  const calls = wholeCalls(deltas);
  return {
    role,
    content: content === '' && (reasoning !== null || calls.length > 0) ? null : content,
    refusal: null,
    annotations: null,
    audio: null,
    function_call: null,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    reasoning: shown,
    reasoning_content: shown,
  };
}

function wholeCalls(deltas: readonly ChoiceDelta[]): ChatToolCall[] {
  const calls: ChatToolCall[] = [];
  for (const { index, id, function: piece } of deltas.flatMap((delta) => delta.toolCalls)) {
    if (id !== undefined) calls[index] = { id, type: 'function', function: { name: piece?.name ?? '', arguments: '' } };
    calls[index].function.arguments += piece?.arguments ?? '';
  }
  return calls;
}

/** `reasoningTokens` is null where thoughts are not told from the answer. */
export function chatUsage(prompt: ChatPrompt, completionTokens: number, reasoningTokens: number | null): ChatUsage {
  return {
    prompt_tokens: prompt.ids.length,
    total_tokens: prompt.ids.length + completionTokens,
    completion_tokens: completionTokens,
    prompt_tokens_details: { cached_tokens: prompt.cachedTokens },
    ...(reasoningTokens === null ? {} : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}
