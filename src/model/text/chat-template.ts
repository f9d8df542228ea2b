import type { ChatMessage, ToolDefinition } from './chat-message.ts';
import {
  type JinjaProgram,
  MAX_RENDERED_CHARACTERS,
  parseJinja,
  renderJinja,
  TemplateError,
} from './jinja-template.ts';
import { plainToolMessages } from './plain-tools.ts';
import { systemToolMessages, takesSystemTools } from './system-tools.ts';
import {
  type ArgumentsType,
  type ContentFormat,
  detectArgumentsType,
  detectContentFormat,
  detectToolFormat,
  readsTools,
  type ToolFormat,
} from './template-formats.ts';
import { type TemplateMessage, templateMessages, templateTools } from './template-messages.ts';

export interface ChatToRender {
  messages: readonly ChatMessage[];
  tools?: readonly ToolDefinition[] | null;
  documents?: readonly Record<string, string>[] | null;
  /** Whether to end with the header of an assistant turn. */
  addGenerationPrompt: boolean;
  /** Whether to end right after the last message's text, so that the model continues it. */
  continueFinalMessage?: boolean;
  /** Extra template variables. They override special tokens; the fields above override them. */
  kwargs?: Readonly<Record<string, unknown>>;
}

/**
 * A parsed chat template, rendered as by transformers' `apply_chat_template`. If the template reads neither tools nor
 * tool calls, which transformers would drop, they are written as text (`plainToolMessages`).
 */
export class ChatTemplate {
  readonly source: string;
  readonly contentFormat: ContentFormat;
  /** The format of tool calls of a model with this template. */
  readonly toolFormat: ToolFormat;
  /** Whether the template separates reasoning from the answer, by `<think>` and `</think>` or by channels. */
  readonly thinks: boolean;
  readonly #readsTools: boolean;
  readonly #argumentsType: ArgumentsType;
  readonly #program: JinjaProgram;
  readonly #specialTokens: Readonly<Record<string, string>>;
  readonly #maxCharacters: number;

  /**
   * `specialTokens` are `bos_token`, `eos_token` and so on. `maxCharacters` limits the length of a rendered chat.
   * Throws `TemplateError` on a syntax error.
   */
  constructor(
    source: string,
    specialTokens: Readonly<Record<string, string>>,
    maxCharacters = MAX_RENDERED_CHARACTERS,
  ) {
    this.source = source;
    this.#specialTokens = specialTokens;
    this.#maxCharacters = maxCharacters;
    this.#program = parseJinja(source);
    this.contentFormat = detectContentFormat(this.#program);
    this.#readsTools = readsTools(this.#program);
    this.#argumentsType = detectArgumentsType(this.#program);
    this.toolFormat = detectToolFormat(source);
    this.thinks = source.includes('</think>') || this.toolFormat === 'harmony';
  }

  /** Renders the prompt. Throws `TemplateError` for a chat that the template or this model does not support. */
  render(chat: ChatToRender): string {
    if (chat.messages.length === 0) throw new TemplateError('messages: at least one message is required');
    if (chat.continueFinalMessage && chat.addGenerationPrompt) {
      throw new TemplateError('continue_final_message and add_generation_prompt cannot both be true');
    }
    const messages = this.#messages(chat);
    const variables = {
      ...this.#specialTokens,
      ...chat.kwargs,
      tools: chat.tools ? templateTools(chat.tools) : (chat.kwargs?.tools ?? null),
      documents: chat.documents ?? chat.kwargs?.documents ?? null,
      messages: chat.continueFinalMessage ? tagFinalMessage(messages, this.source) : messages,
      add_generation_prompt: chat.addGenerationPrompt,
    };
    const text = renderJinja(this.#program, variables, this.#maxCharacters);
    return chat.continueFinalMessage ? cutAfterFinalMessage(text, messages) : text;
  }

  #messages({ messages, tools }: ChatToRender): TemplateMessage[] {
    try {
      const converted = templateMessages(
        messages,
        { format: this.contentFormat, argumentsType: this.#argumentsType },
        this.source,
      );
      if (takesSystemTools(this.source)) return systemToolMessages(converted, tools ?? null);
      return this.#readsTools ? converted : plainToolMessages(converted, tools ?? null, this.contentFormat);
    } catch (error) {
      // Arguments of a call are JSON in a string, so their depth was not checked when the request was parsed.
      if (!(error instanceof RangeError)) throw error;
      throw new TemplateError('messages: the arguments of a tool call are nested too deeply', { cause: error });
    }
  }
}

/**
 * Returns the template for a request: `tool_use` if the request has tools and the model has that template, else
 * `default`. Throws `TemplateError` if the model has no template.
 */
export function chooseTemplate(templates: ReadonlyMap<string, string>, withTools: boolean): string {
  const source = (withTools ? templates.get('tool_use') : undefined) ?? templates.get('default');
  if (source === undefined) {
    throw new TemplateError('this model has no chat template; send one in chat_template');
  }
  return source;
}

/** The trailing space shows whether the template trims the message (transformers' chat_template_utils.py). */
const TAG = 'CONTINUE_FINAL_MESSAGE_TAG ';

/** Appends a tag to the text of the last message. Throws `TemplateError` if it has no text. */
function tagFinalMessage(messages: readonly TemplateMessage[], templateSource: string): TemplateMessage[] {
  if (!templateSource.includes('content')) {
    throw new TemplateError('continue_final_message is true, but the chat template does not use "content"');
  }
  const last = messages[messages.length - 1];
  return [...messages.slice(0, -1), { ...last, content: tagged(last.content) }];
}

function tagged(content: TemplateMessage['content']): TemplateMessage['content'] {
  if (typeof content === 'string') return content + TAG;
  const index = content.findLastIndex((part) => 'text' in part);
  if (index < 0) throw new TemplateError('continue_final_message is true, but the final message has no text');
  return content.map((part, i) => (i === index ? { ...part, text: String(part.text) + TAG } : part));
}

/** Cuts the rendered text after the final message's own text. Throws `TemplateError` if that text is missing. */
function cutAfterFinalMessage(rendered: string, messages: readonly TemplateMessage[]): string {
  const { content } = messages[messages.length - 1];
  const text = typeof content === 'string' ? content : String(content.findLast((part) => 'text' in part)?.text ?? '');
  const end = rendered.lastIndexOf(TAG.trim());
  if (end < 0 || !rendered.includes(text.trim())) {
    throw new TemplateError('continue_final_message is true, but the chat template omits the final message');
  }
  const untrimmed = rendered.startsWith(TAG, end);
  return untrimmed ? rendered.slice(0, end) : rendered.slice(0, end).trimEnd();
}
