import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { ChatMessage, ToolDefinition } from '../../model/text/chat-message.ts';
import type { ChatToRender } from '../../model/text/chat-template.ts';

/** What the chat template gets beside the messages, and how its text is encoded. */
interface PromptSettings {
  chat: Omit<ChatToRender, 'messages'>;
  /** Let the tokenizer add its special tokens around what the template wrote. */
  addSpecialTokens: boolean;
}

/** The fields of a request that decide about the prompt, beside the messages. */
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

/** Kwargs that never reach the template: fields of the request say these. */
const OWN_VARIABLES = ['chat_template', 'add_generation_prompt', 'continue_final_message', 'tokenize'];

/**
 * The template's variables: `chat_template_kwargs` under the request's own fields. `reasoning_effort` also decides
 * `enable_thinking` where the kwargs do not. Variables that the template does not know have no effect.
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
 * The template that came with the request, in the field of its own or among the kwargs; null for the model's.
 */
export function requestTemplate(
  body: Pick<ChatCompletionRequest, 'chat_template' | 'chat_template_kwargs'>,
): { field: string; source: string } | null {
  if (body.chat_template) return { field: 'chat_template', source: body.chat_template };
  const source = body.chat_template_kwargs?.chat_template as string | null | undefined;
  return source ? { field: 'chat_template_kwargs', source } : null;
}

/** The text of the last message, its parts on lines of their own. */
export function finalText(messages: readonly Pick<ChatMessage, 'content'>[]): string {
  const content = messages.at(-1)?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (typeof part === 'string' ? part : (part.text ?? ''))).join('\n');
}

/**
 * What stands in front of the answer's content: the last message, where it has the answer's role and echo is asked for.
 */
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
