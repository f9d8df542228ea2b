import { describe, expect, it } from 'vitest';
import { answerRole, readPromptSettings } from '../../src/inference/chat/prompt-settings.ts';

describe('readPromptSettings', () => {
  it('gives tools and documents to the template, null where absent', () => {
    expect(readPromptSettings({}).chat).toEqual({
      tools: null,
      documents: null,
      addGenerationPrompt: true,
      continueFinalMessage: false,
      kwargs: {},
    });
    const tools = [{ function: { name: 'f' } }];
    const documents = [{ title: 'a', text: 'b' }];
    expect(readPromptSettings({ tools, documents }).chat).toMatchObject({
      tools: [{ type: 'function', function: { name: 'f' } }],
      documents,
    });
  });

  it('lets the fields of the request win over the kwargs', () => {
    const kwargs = { preserve_thinking: true, add_generation_prompt: false, continue_final_message: true };
    const { chat } = readPromptSettings({ chat_template_kwargs: kwargs });
    expect(chat.kwargs).toEqual({ preserve_thinking: true });
    expect(chat.addGenerationPrompt).toBe(true);
    expect(readPromptSettings({ add_generation_prompt: false }).chat.addGenerationPrompt).toBe(false);
    expect(readPromptSettings({ add_special_tokens: true }).addSpecialTokens).toBe(true);
  });

  it('derives enable_thinking from the effort, unless it is given', () => {
    expect(readPromptSettings({ reasoning_effort: 'none' }).chat.kwargs?.enable_thinking).toBe(false);
    expect(readPromptSettings({ reasoning_effort: 'low' }).chat.kwargs).toMatchObject({
      reasoning_effort: 'low',
      enable_thinking: true,
    });
    const given = { reasoning_effort: 'high' as const, chat_template_kwargs: { enable_thinking: false } };
    expect(readPromptSettings(given).chat.kwargs?.enable_thinking).toBe(false);
  });

  it('refuses a template smuggled in through the kwargs', () => {
    expect(() => readPromptSettings({ chat_template_kwargs: { chat_template: 'x' } })).toThrowError(/chat_template/);
  });

  it('answers in the role of the last message where no turn was opened', () => {
    const messages = [{ role: 'user' }];
    expect(answerRole({ messages })).toBe('assistant');
    expect(answerRole({ messages, add_generation_prompt: false })).toBe('user');
  });
});
