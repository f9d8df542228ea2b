import { limits } from '../../generated/limits.ts';
import { requestFields } from '../../generated/request-fields.ts';
import type { CompletionRequest } from '../../generated/types.ts';
import type { ChatParamsBody } from '../chat/chat-params.ts';
import { RequestError } from '../chat/request-error.ts';

/** One prompt of a request: a text or token ids. */
export type CompletionPromptInput = string | readonly number[];

const OWN = ['prompt', 'echo', 'suffix', 'logprobs', 'max_tokens'];
/** Fields with the same meaning in completions and chat. */
const SHARED: ReadonlySet<string> = new Set(
  Object.keys(requestFields.createCompletion ?? {}).filter((field) => !OWN.includes(field)),
);

/** Most choices of all prompts together; the contract states it only in prose. */
const MAX_CHOICES = 1024;

/** Returns the request's prompts, in order. Throws a `RequestError` for more than 1,024 choices in total. */
export function promptsOf({ prompt, n }: CompletionRequest): CompletionPromptInput[] {
  const prompts = listOf(prompt);
  const choices = prompts.length * (n ?? 1);
  if (choices <= MAX_CHOICES) return prompts;
  throw new RequestError(
    'prompt',
    `prompt: ${prompts.length} prompts of ${n ?? 1} choices are ${choices} choices; at most ${MAX_CHOICES} are allowed`,
  );
}

function listOf(prompt: CompletionRequest['prompt']): CompletionPromptInput[] {
  if (typeof prompt === 'string') return [prompt];
  // The contract allows neither an empty list nor a list of both kinds.
  return typeof prompt[0] === 'number' ? [prompt as number[]] : (prompt as string[] | number[][]);
}

/**
 * Returns the number of alternatives for each prompt token: `prompt_logprobs`, or `logprobs` if that is larger and the
 * prompt is echoed. Null reports nothing.
 */
export function promptAlternatives({ echo, logprobs, prompt_logprobs: asked }: CompletionRequest): number | null {
  const shown = echo ? (logprobs ?? null) : null;
  return shown === null || asked == null ? (shown ?? asked ?? null) : Math.max(shown, asked);
}

/**
 * Returns the fields that completions share with chat, under chat's names. In completions, `logprobs` is the number of
 * alternatives and `echo` refers to the prompt. `max_tokens` 0 becomes 1; that token is not shown.
 */
export function sharedFields(body: CompletionRequest): ChatParamsBody {
  const { logprobs, max_tokens: maxTokens } = body;
  const shared = Object.entries(body).filter(([field]) => SHARED.has(field));
  return {
    ...(Object.fromEntries(shared) as ChatParamsBody),
    logprobs: logprobs != null,
    top_logprobs: logprobs ?? 0,
    max_tokens: Math.max(1, maxTokens ?? limits.CompletionRequest.max_tokens.default),
  };
}
