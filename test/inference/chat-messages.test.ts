import { describe, expect, it } from 'vitest';
import { templateMessages } from '../../src/inference/chat-messages.ts';
import { answerRole, readPromptSettings } from '../../src/inference/prompt-settings.ts';

const strings = { listContent: false, knowsDeveloper: false };
const lists = { listContent: true, knowsDeveloper: false };

describe('templateMessages', () => {
  it('joins text parts by a newline for templates of strings', () => {
    const content = ['a', { type: 'text', text: 'b', cache_control: {} }, { type: 'refusal', refusal: 'c' }];
    expect(templateMessages([{ role: 'user', content }], strings)).toEqual([{ role: 'user', content: 'a\nb\nc' }]);
  });

  it('keeps parts, their extra keys too, for templates that loop over them', () => {
    const content = ['a', { type: 'input_text', text: 'b', cache_control: { ttl: 1 } }];
    const [message, tool] = templateMessages(
      [
        { role: 'user', content },
        { role: 'tool', content: ['x', 'y'] },
      ],
      lists,
    );
    expect(message.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', cache_control: { ttl: 1 } },
    ]);
    expect(tool.content).toBe('x\ny');
  });

  it('reads absent and null content as empty', () => {
    const [first, second] = templateMessages([{ role: 'assistant' }, { role: 'user', content: null }], strings);
    expect([first.content, second.content]).toEqual(['', '']);
  });

  it('keeps only the fields that templates know, of any role', () => {
    const message = { role: 'narrator', content: 'x', name: 'n', prefix: true, tool_call_id: 'i' };
    expect(templateMessages([message], strings)).toEqual([{ role: 'narrator', content: 'x', name: 'n' }]);
  });

  it('hands tool-call arguments over as objects, malformed ones as none', () => {
    const call = (text: unknown) => ({ id: 'c', type: 'function', function: { name: 'f', arguments: text } });
    const [message] = templateMessages(
      [
        {
          role: 'assistant',
          content: null,
          tool_calls: [call('{"a": [1]}'), call('{"a"'), call('[1]'), call({ b: 2 })],
        },
      ],
      strings,
    );
    const calls = message.tool_calls as { function: { arguments: object } }[];
    expect(calls.map((item) => item.function.arguments)).toEqual([{ a: [1] }, {}, {}, { b: 2 }]);
    expect(templateMessages([{ role: 'assistant', tool_calls: [] }], strings)[0]).not.toHaveProperty('tool_calls');
  });

  it('gives reasoning under both names, from either', () => {
    const [message] = templateMessages([{ role: 'assistant', content: 'x', reasoning_content: 'r' }], strings);
    expect(message).toMatchObject({ reasoning: 'r', reasoning_content: 'r' });
  });

  it('turns developer messages into one system message in front, unless the template knows them', () => {
    const messages = [
      { role: 'user', content: 'u' },
      { role: 'developer', content: 'd' },
      { role: 'system', content: 's' },
    ];
    expect(templateMessages(messages, strings)).toEqual([
      { role: 'system', content: 'd\n\ns' },
      { role: 'user', content: 'u' },
    ]);
    const known = templateMessages(messages, { listContent: false, knowsDeveloper: true });
    expect(known.map((message) => message.role)).toEqual(['user', 'developer', 'system']);
  });

  it('leaves two system messages alone where there is no developer', () => {
    const messages = [
      { role: 'system', content: 'a' },
      { role: 'system', content: 'b' },
    ];
    expect(templateMessages(messages, strings)).toHaveLength(2);
  });

  it.each([
    [[], /at least one/],
    [
      [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }],
      /messages\.0\.content\.0.*image_url.*text only/,
    ],
    [[{ role: 'user', content: [{ type: 'text', text: 5 }] }], /messages\.0\.content\.0\.text/],
    [[{ role: 'user', content: [3] }], /string or an object/],
    [[{ role: 'assistant', tool_calls: [{ type: 'custom' }] }], /messages\.0\.tool_calls\.0/],
  ])('refuses %j', (messages, pattern) => {
    expect(() => templateMessages(messages, strings)).toThrowError(pattern);
  });
});

describe('readPromptSettings', () => {
  it('gives tools and documents to the template, null where absent', () => {
    expect(readPromptSettings({}).variables).toEqual({ tools: null, documents: null });
    const tools = [{ function: { name: 'f', extra: 1 } }, { type: 'function', function: { name: 'g', strict: true } }];
    expect(readPromptSettings({ tools }).variables.tools).toEqual([
      { type: 'function', function: { name: 'f', description: null, parameters: null } },
      { type: 'function', function: { name: 'g', description: null, parameters: null, strict: true } },
    ]);
  });

  it('lets the fields of the request win over the kwargs', () => {
    const kwargs = { preserve_thinking: true, add_generation_prompt: false, messages: [], documents: [{ a: 'b' }] };
    const settings = readPromptSettings({ chat_template_kwargs: kwargs, documents: [{ c: 'd' }] });
    expect(settings.variables).toEqual({ tools: null, preserve_thinking: true, documents: [{ c: 'd' }] });
    expect(settings.addGenerationPrompt).toBe(true);
  });

  it('derives enable_thinking from the effort, unless it is given', () => {
    expect(readPromptSettings({ reasoning_effort: 'none' }).variables.enable_thinking).toBe(false);
    expect(readPromptSettings({ reasoning_effort: 'low' }).variables).toMatchObject({
      reasoning_effort: 'low',
      enable_thinking: true,
    });
    const given = { reasoning_effort: 'high', chat_template_kwargs: { enable_thinking: false } };
    expect(readPromptSettings(given).variables.enable_thinking).toBe(false);
  });

  it('refuses a template smuggled in through the kwargs', () => {
    expect(() => readPromptSettings({ chat_template_kwargs: { chat_template: 'x' } })).toThrowError(/chat_template/);
  });

  it('answers in the role of the last message where no turn was opened', () => {
    const messages = [{ role: 'user' }];
    expect(answerRole(readPromptSettings({}), messages)).toBe('assistant');
    expect(answerRole(readPromptSettings({ add_generation_prompt: false }), messages)).toBe('user');
  });
});
