import type { ChatMessage, ToolDefinition } from '../model/text/chat-message.ts';
import { ChatTemplate, chooseTemplate } from '../model/text/chat-template.ts';
import { TemplateError } from '../model/text/jinja-template.ts';
import type { ModelText } from '../model/text/model-text.ts';
import { type InputPath, TrainingInputError } from './training-input-error.ts';

interface RenderOptions {
  /** Null if the conversation has no tools. */
  tools: readonly ToolDefinition[] | null;
  addGenerationPrompt: boolean;
  /** Whether the assistant's turn opens a thought, or holds an empty one, in templates that support it. */
  thinking: boolean;
}

/** Chat template and tokenizer of the trained model. Special tokens in a text are encoded as special tokens. */
export interface ChatText {
  /** Encodes a text without adding special tokens. `after` is the text before it; the end of that text is enough. */
  encode(text: string, after?: string): readonly number[];
  /** Returns the text of one token, special tokens included. */
  textOf(id: number): string;
  /** Returns a lower bound on the token count of a text, without encoding it. */
  leastTokens(text: string): number;
  /** Renders the chat template. Throws `TemplateError` for chats that the template refuses. */
  renderChat(messages: readonly ChatMessage[], options: RenderOptions): string;
  /** Returns the id of a vocabulary entry; null for any other text. */
  tokenId(token: string): number | null;
  /** Returns the id of a token that decodes to this text; null if there is none. */
  idOfText(text: string): number | null;
  eosId: number;
  /** One more than the largest id the model has an embedding for. */
  vocabSize: number;
}

/** Renders a conversation of the training data. Throws a `TrainingInputError` at `place` if the template refuses it. */
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

/** Returns the chat text of a served model. Throws `TemplateError` if the model has no chat template. */
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
