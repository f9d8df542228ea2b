import type { ChatMessage, ToolDefinition } from '../model/text/chat-message.ts';
import { ChatTemplate, chooseTemplate } from '../model/text/chat-template.ts';
import { TemplateError } from '../model/text/jinja-template.ts';
import type { ModelText } from '../model/text/model-text.ts';
import { type InputPath, TrainingInputError } from './training-input-error.ts';

interface RenderOptions {
  /** Null without any. */
  tools: readonly ToolDefinition[] | null;
  addGenerationPrompt: boolean;
  /** Open the assistant's turn for a thought, in templates that can; else with an empty one. */
  thinking: boolean;
}

/** How the trained model's conversations become tokens. Special tokens in the text count as such. */
export interface ChatText {
  /** Without added special tokens; `after` is the text that stands before, of which the end is enough. */
  encode(text: string, after?: string): readonly number[];
  /** The text of one token, special ones shown. */
  textOf(id: number): string;
  /** The fewest tokens that a text can be, known without encoding it. */
  leastTokens(text: string): number;
  /** The chat template's text. Throws `TemplateError` for chats that it refuses. */
  renderChat(messages: readonly ChatMessage[], options: RenderOptions): string;
  /** The id of a vocabulary entry; null for a text that is none. */
  tokenId(token: string): number | null;
  /** The id of a token of this text; null for none. */
  idOfText(text: string): number | null;
  eosId: number;
  /** One more than the largest id the model has an embedding for. */
  vocabSize: number;
}

/** Renders a conversation of the training data; `place` is named when the template refuses it. */
export function renderAt(
  place: InputPath,
  text: ChatText,
  messages: readonly ChatMessage[],
  options: RenderOptions,
): string {
  try {
    return text.renderChat(messages, options);
  } catch (error) {
    if (error instanceof TemplateError) throw new TrainingInputError(place, error.message);
    throw error;
  }
}

/** The tokens of a served model's conversations. Throws `TemplateError` when it has no chat template. */
export function modelChatText(model: ModelText): ChatText {
  const { tokenizer, specialTokens, chatTemplates, specialIds, config } = model;
  const plain = new ChatTemplate(chooseTemplate(chatTemplates, false), specialTokens);
  const withTools = new ChatTemplate(chooseTemplate(chatTemplates, true), specialTokens);
  return {
    encode: (text, after) => tokenizer.encode(text, { after }),
    textOf: (id) => tokenizer.decode([id]),
    leastTokens: (text) => tokenizer.leastTokens(text),
    renderChat: (messages, { tools, addGenerationPrompt, thinking }) => {
      // Templates without these two ignore them.
      const kwargs = { enable_thinking: thinking, preserve_thinking: true };
      return (tools === null ? plain : withTools).render({ messages, tools, addGenerationPrompt, kwargs });
    },
    tokenId: (token) => tokenizer.tokenId(token),
    idOfText: (token) => tokenizer.idOfText(token),
    eosId: specialIds.eos[0],
    vocabSize: config.vocab_size,
  };
}
