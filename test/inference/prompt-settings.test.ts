import { describe, expect, it } from 'vitest';
import { answerRole, echoText, readPromptSettings, requestTemplate } from '../../src/inference/chat/prompt-settings.ts';
import { refusedFields } from '../contract/refused-fields.ts';

describe('readPromptSettings', () => {
  it('passes tools and documents to the template, null if absent', () => {
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

  it('reads a template from its own field first, then from the kwargs', () => {
    const kwargs = { chat_template_kwargs: { chat_template: 'b' } };
    expect(requestTemplate({ chat_template: 'a', ...kwargs })).toEqual({ field: 'chat_template', source: 'a' });
    expect(requestTemplate(kwargs)).toEqual({ field: 'chat_template_kwargs', source: 'b' });
    expect(requestTemplate({ chat_template: '', chat_template_kwargs: { chat_template: null } })).toBeNull();
    expect(readPromptSettings(kwargs).chat.kwargs).toEqual({});
  });

  it('continues the last message only if no new turn is opened', () => {
    const body = { continue_final_message: true };
    for (const opening of [{}, { add_generation_prompt: true }]) {
      const asked = { messages: [{ role: 'user', content: 'hi' }], ...body, ...opening };
      for (const path of ['/v1/chat/completions', '/tokenize']) {
        expect(refusedFields(path, asked)).toContain('continue_final_message');
      }
    }
    expect(readPromptSettings({ ...body, add_generation_prompt: false }).chat.continueFinalMessage).toBe(true);
  });

  it('echoes the last message if it has the role of the answer', () => {
    const messages = [{ role: 'assistant', content: [{ type: 'text', text: 'a' }, 'b'] }];
    expect(echoText({ messages, echo: true })).toBe('a\nb');
    expect(echoText({ messages, echo: false })).toBe('');
    expect(echoText({ messages: [{ role: 'user', content: 'a' }], echo: true })).toBe('');
    expect(echoText({ messages: [{ role: 'user', content: 'a' }], echo: true, add_generation_prompt: false })).toBe(
      'a',
    );
  });

  it('answers in the role of the last message if no new turn is opened', () => {
    const messages = [{ role: 'user' }];
    expect(answerRole({ messages })).toBe('assistant');
    expect(answerRole({ messages, add_generation_prompt: false })).toBe('user');
  });
});
