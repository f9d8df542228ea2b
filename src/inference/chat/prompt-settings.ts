import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { ChatMessage, ToolDefinition } from '../../model/text/chat-message.ts';
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
 * Throws a `RequestError` for a template among the kwargs, and for a last message that is to go on in a new turn.
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
      continueFinalMessage: readContinuation(body),
      kwargs,
    },
    addSpecialTokens: body.add_special_tokens ?? false,
  };
}

/** Throws where a new turn is to be opened as well, be it by default. */
function readContinuation(body: Omit<ChatCompletionRequest, 'messages'>): boolean {
  if (!body.continue_final_message) return false;
  if (body.add_generation_prompt ?? true) {
    throw new RequestError(
      'continue_final_message',
      'continue_final_message: it goes on with the last message, so no new turn can be opened; ' +
        'send add_generation_prompt: false with it',
    );
  }
  return true;
}

/** The text of the last message, its parts on lines of their own. */
export function finalText(messages: readonly Pick<ChatMessage, 'content'>[]): string {
  const content = messages.at(-1)?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (typeof part === 'string' ? part : (part.text ?? ''))).join('\n');
}

/** What stands in front of the answer's content: the last message, where it has the answer's role and echo is asked for. */
export function echoText(body: Pick<ChatCompletionRequest, 'messages' | 'add_generation_prompt' | 'echo'>): string {
  const last = body.messages.at(-1);
  return body.echo && last?.role === answerRole(body) ? finalText(body.messages as ChatMessage[]) : '';
}

/** The role of the answer: the assistant's, or that of the last message where no new turn was opened. */
export function answerRole({
  messages,
  add_generation_prompt: opened,
}: Pick<ChatCompletionRequest, 'messages' | 'add_generation_prompt'>): string {
  return (opened ?? true) ? 'assistant' : (messages.at(-1)?.role ?? 'assistant');
}
