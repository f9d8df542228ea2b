import { ChatTemplate, chooseTemplate } from '../model/text/chat-template.ts';
import type { ModelText } from '../model/text/model-text.ts';
import type { ChatText } from './chat-text.ts';

/** The tokens of a served model's conversations. Throws `TemplateError` when it has no chat template. */
export function modelChatText(model: ModelText): ChatText {
  const { tokenizer, specialTokens, chatTemplates, specialIds, config } = model;
  const plain = new ChatTemplate(chooseTemplate(chatTemplates, false), specialTokens);
  const withTools = new ChatTemplate(chooseTemplate(chatTemplates, true), specialTokens);
  return {
    encode: (text) => tokenizer.encode(text),
    leastTokens: (text) => tokenizer.leastTokens(text),
    renderChat: (messages, { tools, addGenerationPrompt, thinking }) => {
      // Templates without these two ignore them.
      const kwargs = { enable_thinking: thinking, preserve_thinking: true };
      return (tools === null ? plain : withTools).render({ messages, tools, addGenerationPrompt, kwargs });
    },
    tokenId: (token) => tokenizer.tokenId(token),
    eosId: specialIds.eos[0],
    vocabSize: config.vocab_size,
  };
}
