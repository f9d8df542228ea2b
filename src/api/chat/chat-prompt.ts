import type { ChatCompletionRequest, ChatMessage as WireMessage } from '../../generated/types.ts';
import { type AnswerFormat, readAnswerFormat } from '../../inference/chat/answer-format.ts';
import { answerGrammar } from '../../inference/chat/answer-grammar.ts';
import type { AnswerReading } from '../../inference/chat/answer-parser.ts';
import { type ChatParams, refuseLongPrompt } from '../../inference/chat/chat-params.ts';
import {
  finalText,
  readPromptSettings,
  requestTemplate,
  type TemplatedBody,
} from '../../inference/chat/prompt-settings.ts';
import { thoughtStart } from '../../inference/chat/reasoning/reasoning-splitter.ts';
import { RequestError } from '../../inference/chat/request-error.ts';
import { type RenderedTemplate, renderedBy } from '../../inference/chat/templates/rendered-template.ts';
import type { TemplateSandbox } from '../../inference/chat/templates/template-sandbox.ts';
import { readToolChoice, type ToolChoice } from '../../inference/chat/tool-choice.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { ThoughtStart } from '../../inference/thoughts.ts';
import type { ChatMessage } from '../../model/text/chat-message.ts';
import type { ChatToRender } from '../../model/text/chat-template.ts';
import { TemplateError } from '../../model/text/template-error.ts';
import { invalidField } from '../errors/api-error.ts';

/** A chat as the model gets it, what its answer is held to, and how it is to be read. */
export interface RenderedChat {
  /** [T] before any truncation. */
  ids: Uint32Array;
  reading: AnswerReading;
  /** What the answer is held to; null for any text. */
  format: AnswerFormat | null;
}

/** What renders the templates that requests bring. */
export interface RequestTemplates {
  /** Null where requests may bring none. */
  sandbox: TemplateSandbox | null;
  /** Who asks. */
  owner: string;
}

/**
 * Renders the messages with the model's chat template, or the request's, and encodes them. Throws a `RequestError` or a
 * validation error for messages, tools and settings that the template or the model cannot take.
 */
export async function renderChat(
  base: ServedModel,
  body: ChatCompletionRequest,
  params: ChatParams,
  templates: RequestTemplates,
): Promise<RenderedChat> {
  const settings = readPromptSettings(body);
  const choice = readToolChoice(body);
  const asked = readAnswerFormat(body);
  // Parts and calls that no template can take are refused while rendering, so the wire's wider types may pass here.
  const messages = body.messages as readonly ChatMessage[];
  const rendered = await renderText(base, body, { ...settings.chat, messages }, templates);
  refuseLongPrompt(base.text.tokenizer.leastTokens(rendered.text), params, base.contextLength);
  const ids = base.text.tokenizer.encode(rendered.text, { addSpecialTokens: settings.addSpecialTokens });
  const continued = settings.chat.continueFinalMessage ? finalText(messages) : null;
  const besideForm = asked !== null && choice.kind === 'auto';
  const reading = readingOf(rendered, { choice, besideForm, start: thoughtStart(rendered.text, continued) });
  const format = answerGrammar({ choice, toolFormat: rendered.toolFormat, format: asked });
  return { ids: Uint32Array.from(ids), reading, format };
}

/** A conversation and what else goes into its prompt. */
export interface ChatToEncode extends TemplatedBody {
  messages: WireMessage[];
}

/**
 * The tokens of a conversation alone, as `renderChat` makes them. `check` sees the text before it is encoded. Throws as
 * `renderChat` does.
 */
export async function encodeChat(
  base: ServedModel,
  body: ChatToEncode,
  templates: RequestTemplates,
  check: (text: string) => void,
): Promise<number[]> {
  const { chat, addSpecialTokens } = readPromptSettings(body);
  const messages = body.messages as readonly ChatMessage[];
  const { text } = await renderText(base, body, { ...chat, messages }, templates);
  check(text);
  return base.text.tokenizer.encode(text, { addSpecialTokens });
}

/** By the request's template where it has one, which may be the name of one of the model's, else by the model's. */
async function renderText(
  base: ServedModel,
  body: TemplatedBody,
  chat: ChatToRender,
  templates: RequestTemplates,
): Promise<RenderedTemplate> {
  const own = requestTemplate(body);
  const { sandbox, owner } = templates;
  if (own !== null && sandbox === null) {
    const message = `${own.field}: this server takes no templates from requests; leave it out`;
    throw new RequestError(own.field, message, 'invalid_request_error', 'unsupported_value');
  }
  try {
    if (own === null || sandbox === null) return renderedBy(base.template(chat.tools != null), chat);
    const { chatTemplates, specialTokens } = base.text;
    const source = chatTemplates.get(own.source) ?? own.source;
    return await sandbox.render({ source, specialTokens, chat }, owner);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const field = own === null || error.message.startsWith('messages') ? 'messages' : own.field;
    throw invalidField(field, error.message.replace(/^messages: /, ''), null);
  }
}

function readingOf(
  { toolFormat, thinks }: RenderedTemplate,
  { choice, besideForm, start }: { choice: ToolChoice; besideForm: boolean; start: ThoughtStart },
): AnswerReading {
  return {
    tools:
      choice.kind === 'none'
        ? null
        : {
            format: toolFormat,
            names: new Set(choice.tools.map((tool) => tool.function.name)),
            leading: besideForm,
            parallel: choice.parallel,
            finishes: choice.kind !== 'named',
          },
    reasoning: thinks ? start : null,
  };
}
