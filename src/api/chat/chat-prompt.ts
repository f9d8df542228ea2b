import type { ChatCompletionRequest, ChatMessage as WireMessage } from '../../generated/types.ts';
import type { AnswerReading } from '../../inference/chat/answer-parser.ts';
import {
  type ChatParams,
  refuseLongPrompt,
  tooManyCharacters,
  tooManyTokens,
} from '../../inference/chat/chat-params.ts';
import {
  answerConstraint,
  type OutputConstraint,
  readOutputConstraint,
} from '../../inference/chat/output-constraint.ts';
import {
  finalText,
  readPromptSettings,
  requestTemplate,
  type TemplatedBody,
} from '../../inference/chat/prompt-settings.ts';
import { RequestError } from '../../inference/chat/request-error.ts';
import { readToolChoice, type ToolChoice } from '../../inference/chat/tool-choice.ts';
import { promptCharacters } from '../../inference/cost/prompt-bounds.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { EncodedChat, PromptTexts } from '../../inference/text/prompt-texts.ts';
import type { EncodedText, EncodeTask, TemplateTraits } from '../../inference/text/text-job.ts';
import type { TextRequester } from '../../inference/text/text-pool.ts';
import type { ChatMessage } from '../../model/text/chat-message.ts';
import { type ChatToRender, chooseTemplate } from '../../model/text/chat-template.ts';
import { TemplateError } from '../../model/text/jinja-template.ts';
import { invalidField } from '../errors/api-error.ts';

/** A tokenized chat, and how its answer is constrained and parsed. */
interface RenderedChat {
  /** [T] token ids before any truncation. */
  ids: Uint32Array;
  reading: AnswerReading;
  /** Null if the answer is unconstrained. */
  constraint: OutputConstraint | null;
}

/** Dependencies that render and tokenize the text of a request. */
interface TextParts {
  texts: PromptTexts;
  /** Whether requests may send their own chat templates. */
  requestTemplates: boolean;
  requester: TextRequester;
}

/**
 * Renders the messages with the chat template of the model or the request, and encodes them. Throws a `RequestError` or
 * a validation error for messages, tools and settings that the template or the model cannot take.
 */
export async function renderChat(
  base: ServedModel,
  body: ChatCompletionRequest,
  params: ChatParams,
  parts: TextParts,
): Promise<RenderedChat> {
  const settings = readPromptSettings(body);
  const choice = readToolChoice(body);
  const structured = readOutputConstraint(body);
  // Rendering refuses parts and calls that no template can take, so the wider wire types may pass here.
  const messages = body.messages as readonly ChatMessage[];
  const { traits, encoded } = await encodedChat(
    base,
    body,
    { ...settings.chat, messages },
    {
      path: base.path,
      addSpecialTokens: settings.addSpecialTokens,
      mostCharacters: promptCharacters(base.contextLength),
      tooManyTokens: tooManyTokens(params, base.contextLength),
    },
    parts,
  );
  if (encoded.kind === 'too many tokens') refuseLongPrompt(encoded.leastTokens, params, base.contextLength);
  if (encoded.kind === 'too many characters') {
    const { characters } = encoded;
    throw tooManyCharacters({ characters, allowed: promptCharacters(base.contextLength) }, base.contextLength);
  }
  const leading = structured !== null && choice.kind === 'auto';
  const reading = readingOf(traits, { choice, leading });
  const { toolFormat, start } = traits;
  const constraint = answerConstraint({ choice, toolFormat, structured, channels: start === 'channels' });
  return { ids: idsOf(encoded, promptCharacters(base.contextLength)), reading, constraint };
}

/** A conversation and the settings of its prompt. */
interface ChatToEncode extends TemplatedBody {
  messages: WireMessage[];
}

/**
 * Returns the tokens of a conversation alone, as `renderChat` computes them. Throws as `renderChat` does, and for more
 * than `mostCharacters` characters.
 */
export async function encodeChat(
  base: ServedModel,
  body: ChatToEncode,
  mostCharacters: number,
  parts: TextParts,
): Promise<Uint32Array> {
  const { chat, addSpecialTokens } = readPromptSettings(body);
  const messages = body.messages as readonly ChatMessage[];
  const encode = { path: base.path, addSpecialTokens, mostCharacters, tooManyTokens: null };
  const { encoded } = await encodedChat(base, body, { ...chat, messages }, encode, parts);
  return idsOf(encoded, mostCharacters);
}

function idsOf(encoded: EncodedText, mostCharacters: number): Uint32Array {
  if (encoded.kind === 'ids') return encoded.ids;
  const characters = encoded.kind === 'too many characters' ? encoded.characters : 0;
  throw invalidField('messages', `they have ${characters} characters; at most ${mostCharacters} are allowed`, null);
}

/** Renders and encodes with the request's template, which may name one of the model's; otherwise with the model's. */
async function encodedChat(
  base: ServedModel,
  body: TemplatedBody,
  chat: ChatToRender,
  encode: EncodeTask,
  { texts, requestTemplates, requester }: TextParts,
): Promise<EncodedChat> {
  const own = requestTemplate(body);
  if (own !== null && !requestTemplates) {
    const message = `${own.field}: this server does not allow templates in requests; leave it out`;
    throw new RequestError(own.field, message, 'invalid_request_error', 'unsupported_value');
  }
  const { chatTemplates, specialTokens } = base.text;
  const continued = chat.continueFinalMessage ? finalText(chat.messages) : null;
  try {
    const template =
      own === null ? chooseTemplate(chatTemplates, chat.tools != null) : (chatTemplates.get(own.source) ?? own.source);
    const task = { template, ofRequest: own !== null, specialTokens, chat, continued, encode };
    return await texts.chat(task, requester);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const field = own === null || error.message.startsWith('messages') ? 'messages' : own.field;
    throw invalidField(field, error.message.replace(/^messages: /, ''), null);
  }
}

function readingOf(
  { toolFormat, thinks, start }: TemplateTraits,
  { choice, leading }: { choice: ToolChoice; leading: boolean },
): AnswerReading {
  return {
    tools:
      choice.kind === 'none'
        ? null
        : {
            format: toolFormat,
            names: new Set(choice.tools.map((tool) => tool.function.name)),
            parameters: new Map(choice.tools.map((tool) => [tool.function.name, tool.function.parameters])),
            leading,
            parallel: choice.parallel,
            finishes: choice.kind !== 'named',
          },
    reasoning: thinks ? start : null,
  };
}
