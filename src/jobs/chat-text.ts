import type { ServedModel } from '../inference/served-models.ts';
import type { ChatMessage, ToolDefinition } from '../model/text/chat-message.ts';
import type { ChatText } from '../training/chat-text.ts';

/** How the model's conversations become tokens, for training. */
export function chatTextOf({ text, template }: ServedModel): ChatText {
  const { tokenizer, config, specialIds } = text;
  return {
    encode: (chat) => tokenizer.encode(chat),
    renderChat: (messages, { tools, addGenerationPrompt }) =>
      template(tools !== null).render({
        messages: messages as readonly ChatMessage[],
        tools: tools as readonly ToolDefinition[] | null,
        addGenerationPrompt,
      }),
    tokenId: (token) => tokenizer.tokenId(token),
    eosId: specialIds.eos[0],
    vocabSize: config.vocab_size,
  };
}
