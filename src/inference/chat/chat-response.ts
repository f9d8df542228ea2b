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

/** Fields that all bodies of one answer share. */
export interface ChatHeader {
  /** `chatcmpl-` and the request id. */
  id: string;
  /** Unix seconds. */
  created: number;
  /** The model name from the request. */
  model: string;
  systemFingerprint: string | null;
}

export interface AnswerOptions {
  role: string;
  /** Text before each answer's content; may be empty. */
  echo: string;
  /** Whether reasoning is separated from the answer, and whether it is included. */
  reasoningMode: 'unsplit' | 'hidden' | 'shown';
  returnTokenIds: boolean;
}

export interface ChatPrompt {
  ids: readonly number[];
  /** Prompt tokens found in the prefix cache. */
  cachedTokens: number;
  /** Log-probabilities of the prompt's tokens; null if not requested. */
  logprobs?: PromptLogprobsList | null;
}

/** The policy that samples an answer: a checkpoint or a base model. */
export interface SampledPolicy {
  /** Id of the checkpoint, else of the base model. */
  id: string;
  /** 0 for a base model. */
  step: number;
  /** Null for the base model without an adapter. */
  adapterId: string | null;
}

/**
 * Returns a complete answer. It always has log-probabilities and each choice's token ids, because clients send them
 * back for training. The top-level `prompt_token_ids` requires `return_token_ids`. `choices` holds the deltas of each
 * choice; the last delta of a choice has its finish.
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
    usage: chatUsage(prompt, completionTokens, options.reasoningMode === 'unsplit' ? null : reasoningTokens),
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
 * Returns the span of tokens from `start` to `end` (exclusive), or no span if that is empty. One span suffices: an
 * answer in flight keeps its checkpoint, whatever is trained meanwhile.
 */
export function policyTokenSpans(start: number, end: number, policy: SampledPolicy): PolicyTokenSpan[] {
  if (start >= end) return [];
  const { id, step, adapterId } = policy;
  const sampledBy = { generation_id: id, policy_version: step, lora_slot: adapterId ?? '', update_seq: step };
  return [{ start_token: start, end_token: end, ...sampledBy }];
}

/** Returns the message of a choice. Its content is null if the answer has only reasoning and calls. */
function chatAnswer(deltas: readonly ChoiceDelta[], { role, echo, reasoningMode }: AnswerOptions): ChatAnswer {
  const content = echo + deltas.map((delta) => delta.content).join('');
  const reasoning = deltas.map((delta) => delta.reasoning).join('') || null;
  const shown = reasoningMode === 'hidden' ? null : reasoning;
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

/** Returns the usage. `reasoningTokens` is null if reasoning is not separated from the answer. */
export function chatUsage(prompt: ChatPrompt, completionTokens: number, reasoningTokens: number | null): ChatUsage {
  return {
    prompt_tokens: prompt.ids.length,
    total_tokens: prompt.ids.length + completionTokens,
    completion_tokens: completionTokens,
    prompt_tokens_details: { cached_tokens: prompt.cachedTokens },
    ...(reasoningTokens === null ? {} : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}
