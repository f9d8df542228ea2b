import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { AnswerReading } from '../../inference/chat/answer-parser.ts';
import { type ChatParams, refuseLongPrompt } from '../../inference/chat/chat-params.ts';
import { finalText, readPromptSettings } from '../../inference/chat/prompt-settings.ts';
import { type ThoughtStart, thoughtStart } from '../../inference/chat/reasoning/reasoning-splitter.ts';
import { readToolChoice, type ToolChoice } from '../../inference/chat/tool-choice.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { ChatMessage } from '../../model/text/chat-message.ts';
import type { ChatTemplate } from '../../model/text/chat-template.ts';
import { TemplateError } from '../../model/text/template-error.ts';
import { invalidField } from '../errors/api-error.ts';

/** A chat as the model gets it, and how its answer is to be read. */
export interface RenderedChat {
  /** [T] before any truncation. */
  ids: Uint32Array;
  choice: ToolChoice;
  reading: AnswerReading;
}

/**
 * Renders the messages with the model's chat template and encodes them. Throws a `RequestError` or a validation error
 * for messages, tools and settings that the template or the model cannot take.
 */
export function renderChat(base: ServedModel, body: ChatCompletionRequest, params: ChatParams): RenderedChat {
  const settings = readPromptSettings(body);
  const choice = readToolChoice(body);
  try {
    const template = base.template(settings.chat.tools != null);
    // Parts and calls that no template can take are refused while rendering, so the wire's wider types may pass here.
    const messages = body.messages as readonly ChatMessage[];
    const text = template.render({ ...settings.chat, messages });
    refuseLongPrompt(base.text.tokenizer.leastTokens(text), params, base.contextLength);
    const ids = base.text.tokenizer.encode(text, { addSpecialTokens: settings.addSpecialTokens });
    const continued = settings.chat.continueFinalMessage ? finalText(messages) : null;
    const reading = readingOf(template, choice, body, thoughtStart(text, continued));
    return { ids: Uint32Array.from(ids), choice, reading };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw invalidField('messages', error.message.replace(/^messages: /, ''), null);
  }
}

function readingOf(
  { toolFormat, thinks }: ChatTemplate,
  choice: ToolChoice,
  body: ChatCompletionRequest,
  start: ThoughtStart,
): AnswerReading {
  return {
    tools:
      choice.kind === 'none'
        ? null
        : {
            format: toolFormat,
            names: new Set(choice.tools.map((tool) => tool.function.name)),
            parallel: choice.parallel,
            finishes: choice.kind !== 'named',
          },
    reasoning: thinks ? { start, shown: body.include_reasoning ?? true } : null,
  };
}
