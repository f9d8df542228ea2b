import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { ToolDefinition } from '../../model/text/chat-message.ts';
import type { ChatToRender } from '../../model/text/chat-template.ts';
import { RequestError } from './request-error.ts';

/** What the chat template gets beside the messages, and how its text is encoded. */
export interface PromptSettings {
  chat: Omit<ChatToRender, 'messages'>;
  /** Let the tokenizer add its special tokens around what the template wrote. */
  addSpecialTokens: boolean;
}

/** Kwargs that never reach the template: fields of the request say these. */
const OWN_VARIABLES = ['chat_template', 'add_generation_prompt', 'continue_final_message', 'tokenize'];

/**
 * The template's variables: `chat_template_kwargs` under the request's own fields. `reasoning_effort` also decides
 * `enable_thinking` where the kwargs do not. Variables that the template does not know have no effect.
 * Throws a `RequestError` for a template among the kwargs.
 */
export function readPromptSettings(body: Omit<ChatCompletionRequest, 'messages'>): PromptSettings {
  const kwargs: Record<string, unknown> = { ...body.chat_template_kwargs };
  if (kwargs.chat_template != null) {
    throw new RequestError(
      'chat_template_kwargs',
      'chat_template_kwargs: chat_template cannot be honoured, as it is not supported yet; leave it out',
      'invalid_request_error',
      'unsupported_value',
    );
  }
  for (const name of OWN_VARIABLES) delete kwargs[name];
  if (body.reasoning_effort != null) {
    kwargs.reasoning_effort = body.reasoning_effort;
    kwargs.enable_thinking ??= body.reasoning_effort !== 'none';
  }
  return {
    chat: {
      tools: body.tools?.map((tool): ToolDefinition => ({ ...tool, type: 'function' })) ?? null,
      documents: body.documents ?? null,
      addGenerationPrompt: body.add_generation_prompt ?? true,
      kwargs,
    },
    addSpecialTokens: body.add_special_tokens ?? false,
  };
}

/** The role of the answer: the assistant's, or that of the last message where no new turn was opened. */
export function answerRole(settings: PromptSettings, messages: readonly { role: string }[]): string {
  return settings.chat.addGenerationPrompt ? 'assistant' : (messages.at(-1)?.role ?? 'assistant');
}
