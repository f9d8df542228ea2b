import { type ArgumentsType, detectArgumentsType } from './call-arguments.ts';
import type { ChatMessage, ToolDefinition } from './chat-message.ts';
import { type ContentFormat, detectContentFormat } from './content-format.ts';
import { cutAfterFinalMessage, tagFinalMessage } from './continue-final-message.ts';
import { type JinjaProgram, MAX_RENDERED_CHARACTERS, parseJinja, renderJinja } from './jinja-template.ts';
import { plainToolMessages } from './plain-tools.ts';
import { TemplateError } from './template-error.ts';
import { type TemplateMessage, templateMessages, templateTools } from './template-messages.ts';
import { detectToolFormat, readsTools, type ToolFormat } from './tool-format.ts';

export interface ChatToRender {
  messages: readonly ChatMessage[];
  tools?: readonly ToolDefinition[] | null;
  documents?: readonly Record<string, string>[] | null;
  /** End with the header that makes the model answer as the assistant. */
  addGenerationPrompt: boolean;
  /** End right after the last message's text, for the model to go on with it. */
  continueFinalMessage?: boolean;
  /** Further variables of the template; they stand above special tokens, below the fields here. */
  kwargs?: Readonly<Record<string, unknown>>;
}

/**
 * A parsed chat template; renders as transformers' `apply_chat_template` does. Tools and their calls, which
 * transformers drops where the template reads neither, are then written as text (`plainToolMessages`).
 */
export class ChatTemplate {
  readonly source: string;
  readonly contentFormat: ContentFormat;
  /** How a model that reads this template calls tools. */
  readonly toolFormat: ToolFormat;
  /** Whether the template tells the model's thoughts from its answer by `<think>` and `</think>`. */
  readonly thinks: boolean;
  readonly #readsTools: boolean;
  readonly #argumentsType: ArgumentsType;
  readonly #program: JinjaProgram;
  readonly #specialTokens: Readonly<Record<string, string>>;
  readonly #maxCharacters: number;

  /**
   * `specialTokens` are `bos_token`, `eos_token` and so on; no chat may render to more than `maxCharacters`. Throws
   * `TemplateError` on a syntax error.
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
    this.thinks = source.includes('</think>');
  }

  /** The prompt as text. Throws `TemplateError` for chats that the template or this model can't take. */
  render(chat: ChatToRender): string {
    if (chat.messages.length === 0) throw new TemplateError('messages: at least one message is needed');
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
      return this.#readsTools ? converted : plainToolMessages(converted, tools ?? null, this.contentFormat);
    } catch (error) {
      // Arguments of a call are JSON within a text, which nobody has looked into before.
      if (!(error instanceof RangeError)) throw error;
      throw new TemplateError('messages: the arguments of a tool call nest too deep', { cause: error });
    }
  }
}

/**
 * The template for a request: `tool_use` when tools come along and there is one, else `default`. Throws
 * `TemplateError` when the model has none.
 */
export function chooseTemplate(templates: ReadonlyMap<string, string>, withTools: boolean): string {
  const source = (withTools ? templates.get('tool_use') : undefined) ?? templates.get('default');
  if (source === undefined) {
    throw new TemplateError('this model has no chat template; give one in the field chat_template');
  }
  return source;
}
