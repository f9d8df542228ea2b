import { limits } from '../../generated/limits.ts';
import { requestFields } from '../../generated/request-fields.ts';
import type { CompletionRequest } from '../../generated/types.ts';
import type { ChatParamsBody } from '../chat/chat-params.ts';
import { RequestError } from '../chat/request-error.ts';

/** One prompt, as it was sent: a text or token ids. */
export type CompletionPromptInput = string | readonly number[];

const OWN = ['prompt', 'echo', 'suffix', 'logprobs', 'max_tokens'];
/** Fields that mean in completions what they mean in chat. */
const SHARED: ReadonlySet<string> = new Set(
  Object.keys(requestFields.createCompletion ?? {}).filter((field) => !OWN.includes(field)),
);

/** As the contract says it in words: choices of all prompts together. */
const MAX_CHOICES = 1024;

/** The request's prompts, in order. Throws a `RequestError` when they have more than 1,024 choices together. */
export function promptsOf({ prompt, n }: CompletionRequest): CompletionPromptInput[] {
  const prompts = listOf(prompt);
  const choices = prompts.length * (n ?? 1);
  if (choices <= MAX_CHOICES) return prompts;
  throw new RequestError(
    'prompt',
    `prompt: ${prompts.length} prompts of ${n ?? 1} choices are ${choices} choices; ${MAX_CHOICES} are allowed`,
  );
}

function listOf(prompt: CompletionRequest['prompt']): CompletionPromptInput[] {
  if (typeof prompt === 'string') return [prompt];
  // The contract has no empty list, and none of both kinds.
  return typeof prompt[0] === 'number' ? [prompt as number[]] : (prompt as string[] | number[][]);
}

/**
 * Alternatives to report with each token of the prompt: as many as asked for there, and as the answer's have where the
 * prompt is shown with them. Null reports nothing.
 */
export function promptAlternatives({ echo, logprobs, prompt_logprobs: asked }: CompletionRequest): number | null {
  const shown = echo ? (logprobs ?? null) : null;
  return shown === null || asked == null ? (shown ?? asked ?? null) : Math.max(shown, asked);
}

/**
 * The fields that completions share with chat, as chat names them. `logprobs` counts alternatives here, and `echo`
 * means the prompt; `max_tokens` 0 becomes 1, of which nothing is shown.
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
