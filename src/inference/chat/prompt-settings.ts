import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { ChatMessage, ToolDefinition } from '../../model/text/chat-message.ts';
import type { ChatToRender } from '../../model/text/chat-template.ts';

/** Inputs of the chat template besides the messages, and how to encode its text. */
interface PromptSettings {
  chat: Omit<ChatToRender, 'messages'>;
  /** Whether the tokenizer adds its special tokens around the rendered text. */
  addSpecialTokens: boolean;
}

/** Request fields that affect the prompt, besides the messages. */
export type TemplatedBody = Pick<
  ChatCompletionRequest,
  | 'add_generation_prompt'
  | 'add_special_tokens'
  | 'chat_template'
  | 'chat_template_kwargs'
  | 'continue_final_message'
  | 'documents'
  | 'reasoning_effort'
  | 'tools'
>;

/** Kwargs that never reach the template, because request fields set them. */
const OWN_VARIABLES = ['chat_template', 'add_generation_prompt', 'continue_final_message', 'tokenize'];

/**
 * Reads the template's variables. The request's own fields override `chat_template_kwargs`. `reasoning_effort` also
 * sets `enable_thinking` unless the kwargs do. Variables that the template does not know have no effect.
 */
export function readPromptSettings(body: TemplatedBody): PromptSettings {
  const kwargs: Record<string, unknown> = { ...body.chat_template_kwargs };
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
      continueFinalMessage: body.continue_final_message ?? false,
      kwargs,
    },
    addSpecialTokens: body.add_special_tokens ?? false,
  };
}

/**
 * Returns the template in the request, from `chat_template` or the kwargs; null if the model's template is used.
 */
export function requestTemplate(
  body: Pick<ChatCompletionRequest, 'chat_template' | 'chat_template_kwargs'>,
): { field: string; source: string } | null {
  if (body.chat_template) return { field: 'chat_template', source: body.chat_template };
  const source = body.chat_template_kwargs?.chat_template as string | null | undefined;
  return source ? { field: 'chat_template_kwargs', source } : null;
}

/** Returns the text of the last message, with its parts on separate lines. */
export function finalText(messages: readonly Pick<ChatMessage, 'content'>[]): string {
  const content = messages.at(-1)?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (typeof part === 'string' ? part : (part.text ?? ''))).join('\n');
}

/**
 * Returns the text before the answer's content: the last message, if `echo` is set and it has the answer's role.
 */
export function echoText(body: Pick<ChatCompletionRequest, 'messages' | 'add_generation_prompt' | 'echo'>): string {
  const last = body.messages.at(-1);
  return body.echo && last?.role === answerRole(body) ? finalText(body.messages as ChatMessage[]) : '';
}

/** Returns the role of the answer: the assistant, or the last message's role if no new turn was opened. */
export function answerRole({
  messages,
  add_generation_prompt: opened,
}: Pick<ChatCompletionRequest, 'messages' | 'add_generation_prompt'>): string {
  return (opened ?? true) ? 'assistant' : (messages.at(-1)?.role ?? 'assistant');
}
