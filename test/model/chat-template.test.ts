import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChatMessage, ToolCall, ToolDefinition } from '../../src/model/text/chat-message.ts';
import { ChatTemplate, chooseTemplate } from '../../src/model/text/chat-template.ts';
import { TemplateError } from '../../src/model/text/jinja-template.ts';
import { pythonJson } from '../../src/model/text/template-messages.ts';

interface Chat {
  request: ChatMessage[];
  tools?: ToolDefinition[];
  documents?: Record<string, string>[];
  kwargs?: Record<string, unknown>;
  add_generation_prompt: boolean;
  continue_final_message?: boolean;
}

const goldens = new URL('./goldens/chat-templates/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, goldens), 'utf8');
const chats = JSON.parse(read('chats.json')) as Record<string, Chat>;
const rendered = JSON.parse(read('rendered.json')) as Record<string, Record<string, string | { error: string }>>;
const tokens = { bos_token: '<|begin_of_text|>', eos_token: '<|eot_id|>' };

function render(template: string, chat: Chat): string {
  return new ChatTemplate(template, tokens).render({
    messages: chat.request,
    tools: chat.tools,
    documents: chat.documents,
    kwargs: chat.kwargs,
    addGenerationPrompt: chat.add_generation_prompt,
    continueFinalMessage: chat.continue_final_message,
  });
}

const user = (content: string) => ({ messages: [{ role: 'user', content }], addGenerationPrompt: true });

/** Templates without tools; what transformers drops of such chats is rendered as text here. */
const WITHOUT_TOOLS = new Set([
  ...['smollm2', 'parts', 'smollm3', 'phi3.5', 'phi4', 'phi4-mini', 'gemma2', 'gemma3', 'olmo2'],
]);
const WITH_CALLS = new Set(['tools', 'two_calls', 'one_call']);

/**
 * Chats that render differently from transformers. It passes thoughts beside text to gpt-oss's template, which refuses
 * them; ours leaves the thoughts out. The library has no `string` of undefined values (a document's id), finds the
 * other of two errors of a chat first, and writes booleans and none differently (docs/chat-templates.md).
 */
const OURS = new Set([
  ...['gpt-oss: two_calls', 'granite-3.3: continued', 'mistral-small-3.2: tools', 'qwen3-coder: tools'],
]);

describe('chat templates render as transformers does', () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 14, 15, 9, 26) });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  for (const [name, texts] of Object.entries(rendered)) {
    for (const [chat, golden] of Object.entries(texts)) {
      if ((WITHOUT_TOOLS.has(name) && WITH_CALLS.has(chat)) || OURS.has(`${name}: ${chat}`)) continue;
      it(`${name}: ${chat}`, () => {
        const source = read(`${name}.jinja`);
        if (typeof golden === 'string') expect(render(source, chats[chat])).toBe(golden);
        else expect(() => render(source, chats[chat])).toThrow(golden.error);
      });
    }
  }
});

it('the tools of a request take precedence over those in its template variables', () => {
  const source = '{% for tool in tools %}{{ tool.function.name }}{% endfor %} <tool_call>';
  const template = new ChatTemplate(source, tokens);
  const kwargs = { tools: [{ function: { name: 'variable' } }] };
  expect(template.render({ ...user('Hi'), kwargs, tools: [{ type: 'function', function: { name: 'own' } }] })).toMatch(
    /^own /,
  );
  expect(template.render({ ...user('Hi'), kwargs })).toMatch(/^variable /);
});

describe('a template without tools', () => {
  const called = (name: string, values = '{}') =>
    `<tool_call>\n{"name": "${name}", "arguments": ${values}}\n</tool_call>`;
  const results = (...texts: string[]) => texts.map((text) => `<tool_response>\n${text}\n</tool_response>`).join('\n');

  it('receives calls and their results as text, with consecutive results in one turn', () => {
    const { request } = chats.two_calls;
    const plain = [
      ...request.slice(0, 2),
      { role: 'assistant', content: `calling\n${called('f')}\n${called('g')}` },
      { role: 'user', content: results('1', '2\n3') },
    ];
    for (const name of ['smollm2', 'parts', 'gemma3']) {
      const source = read(`${name}.jinja`);
      const text = render(source, chats.two_calls);
      if (name === 'smollm2') expect(text).toBe(render(source, { ...chats.two_calls, request: plain }));
      expect(text).toContain('"name": "g"');
    }
  });

  it('receives the tools at the end of the system message, one per line, in Qwen’s words', () => {
    const { tools, ...chat } = chats.tools;
    const qwen = render(read('qwen2.5.jinja'), chats.tools);
    const instruction = qwen.slice(qwen.indexOf('# Tools'), qwen.indexOf('<|im_end|>'));
    const call = called('weather', '{"city": "Zürich", "days": [1, 2], "deep": {"a": null, "b": true}, "t": -1.5}');
    const plain = [
      chat.request[0],
      { role: 'assistant', content: call },
      { role: 'user', content: results('{"sun": true}') },
      ...chat.request.slice(3),
    ];
    const source = read('smollm2.jinja');
    const expected = (system: string) =>
      render(source, { ...chat, request: [{ role: 'system', content: system }, ...plain] });
    expect(render(source, chats.tools)).toBe(expected(instruction));
    const withSystem = [{ role: 'system', content: 'Be brief.' }, ...chat.request];
    expect(render(source, { ...chat, tools, request: withSystem })).toBe(expected(`Be brief.\n\n${instruction}`));
  });
});

describe('a template that expects tools in the system message', () => {
  it('receives them there as JSON, and calls as text', () => {
    const text = render(read('phi4-mini.jinja'), chats.one_call);
    const [{ function: tool }] = chats.one_call.tools as ToolDefinition[];
    const { name, description, parameters } = tool;
    const listed = pythonJson([{ name, description, parameters }]);
    const call =
      '<|tool_call|>[{"name": "weather", "arguments": {"city": "Zürich", "days": [1, 2], "deep": {"a": null}}}]';
    expect(text).toBe(
      `<|system|>Be brief.<|tool|>${listed}<|/tool|><|end|><|user|>Weather in Zürich?<|end|>` +
        `<|assistant|>${call}<|/tool_call|><|end|><|tool|>{"sun": true}<|end|><|assistant|>`,
    );
    const alone = render(read('phi4-mini.jinja'), { ...chats.one_call, request: [{ role: 'user', content: 'u' }] });
    expect(alone).toBe(`<|system|><|tool|>${listed}<|/tool|><|end|><|user|>u<|end|><|assistant|>`);
  });
});

describe('calls in OpenAI’s older function_call form', () => {
  const history: ChatMessage[] = [
    { role: 'user', content: 'u' },
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
    { role: 'function', name: 'f', content: 'one' },
  ];

  it('render as tool calls', () => {
    const text = render(read('qwen2.5.jinja'), { request: history, add_generation_prompt: true });
    expect(text).toContain('<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>');
    expect(text).toContain('<tool_response>\none\n</tool_response>');
  });

  it('are passed unchanged to a template that supports them', () => {
    const source =
      "{% for m in messages %}{% if m['role'] == 'function' %}{{ m.name }}={{ m.content }}{% endif %}{% endfor %}";
    expect(render(source, { request: history, add_generation_prompt: false })).toBe('f=one');
  });
});

describe('a call of a tool', () => {
  const printed = (call: unknown) =>
    new ChatTemplate(read('qwen2.5.jinja'), tokens).render({
      messages: [
        { role: 'user', content: 'u' },
        { role: 'assistant', content: '', tool_calls: [call as ToolCall] },
      ],
      addGenerationPrompt: false,
    });
  const args = { a: 1 };

  it.each([
    ['arguments as text', { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
    ['arguments as an object', { type: 'function', function: { name: 'f', arguments: args } }],
    ['no type', { id: 'c', function: { name: 'f', arguments: args } }],
    ['a type of null', { type: null, function: { name: 'f', arguments: args } }],
    ['LangChain’s type', { type: 'tool_call', function: { name: 'f', arguments: args } }],
    ['LangChain’s form', { type: 'tool_call', id: 'c', name: 'f', args }],
    ['neither type nor function', { name: 'f', arguments: args }],
  ])('with %s is rendered with its arguments', (_, call) => {
    expect(printed(call)).toContain('<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>');
  });

  it.each([[undefined], [null], [''], [' \n'], ['[1]'], ['not json'], [[1]]])(
    'with the arguments %j is rendered with {} by a template that writes JSON',
    (value) => {
      expect(printed({ function: { name: 'f', arguments: value } })).toContain('"arguments": {}}');
    },
  );

  it.each([
    '{{ c.function.arguments }}',
    '{{ c.function.arguments | tojson if c.function.arguments is not string else c.function.arguments }}',
    '{% if c.function.arguments is mapping %}{{ c.function.arguments | tojson }}{% else %}{{ c.function.arguments }}{% endif %}',
    '{% macro m(a) %}{% if a is string %}{{ a }}{% else %}{{ a | tojson }}{% endif %}{% endmacro %}{{ m(c.function.arguments) }}',
    "{{ '' + c['function']['arguments'] + '' }}",
    "{{ '' ~ c.function.arguments }}",
    "{% set x = c.function.arguments %}{{ '' + x }}",
    '{% if c.function.arguments is string %}{{ c.function.arguments }}{% else %}{{ c.function.arguments | tojson }}{% endif %}',
    "{% if c.function['arguments'] is string %}{{ c.function['arguments'] }}{% else %}{{ c.function['arguments'] | tojson }}{% endif %}",
    '{% set x = c.function.arguments %}{% if x is string %}{{ x }}{% else %}{{ x | tojson }}{% endif %}',
  ])('is rendered with its arguments, JSON or not, by a template that prints text: %s', (shows) => {
    const source = `{% for m in messages %}{% for c in m.tool_calls or [] %}<tool_call>${shows};{% endfor %}{% endfor %}{{ tools }}`;
    const calls = ['{"a": ', '[1]', '{"a": 1}', ''].map((text) => ({ function: { name: 'f', arguments: text } }));
    const given = { function: { name: 'f', arguments: { a: 1 } } };
    const messages = [{ role: 'assistant', tool_calls: [...calls, given] }];
    expect(new ChatTemplate(source, {}).render({ messages, addGenerationPrompt: false })).toMatch(
      /^<tool_call>\{"a": ?;<tool_call>\[1\];<tool_call>\{"a": 1\};<tool_call>\{\};<tool_call>\{"a": 1\};$/,
    );
  });

  it('is refused if its arguments are concatenated undetected, and not written as a JavaScript object', () => {
    const source =
      "{% macro m(a) %}{{ 'x' + a }}{% endmacro %}{% for m in messages %}{{ m(m.tool_calls[0].function.arguments) }}{% endfor %}";
    const messages = [{ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{"a": 1}' } }] }];
    expect(() => new ChatTemplate(source, {}).render({ messages, addGenerationPrompt: false })).toThrow(TemplateError);
    const macro = "{% macro p(a) %}{{ 'x' + a }}{% endmacro %}{{ p({'b': 1}) }}{{ tools }}";
    expect(() => new ChatTemplate(macro, {}).render({ messages, addGenerationPrompt: false })).toThrow(
      'the chat template concatenates text and a dictionary; use tojson for the dictionary',
    );
  });

  it.each([
    { type: 'custom', custom: { name: 'f', input: '' } },
    { type: 'function' },
    { function: { arguments: '{}' } },
  ])('that is no function call is refused with its path: %j', (call) => {
    expect(() => printed(call)).toThrow(/^messages\[1\]\.tool_calls\[0\]: only function calls with a name/);
  });
});

describe('the format of calls', () => {
  it.each([
    ['qwen2.5', 'hermes'],
    ['qwen3', 'hermes'],
    ['llama3', 'llama3'],
    ['smollm2', 'hermes'],
    ['smollm3', 'hermes'],
    ['llama3.2', 'llama3'],
    ['mistral-nemo', 'mistral'],
    ['mistral-v0.3', 'mistral'],
    ['mistral-small-3.2', 'mistral_args'],
    ['granite-3.3', 'granite'],
    ['qwen3-coder', 'qwen3_coder'],
    ['phi3.5', 'hermes'],
    ['phi4', 'hermes'],
    ['phi4-mini', 'phi4_mini'],
    ['gpt-oss', 'harmony'],
    ['gemma2', 'hermes'],
    ['gemma3', 'hermes'],
    ['olmo2', 'hermes'],
  ])('of %s is %s', (name, format) => {
    expect(new ChatTemplate(read(`${name}.jinja`), {}).toolFormat).toBe(format);
  });

  it('is Mistral’s if the template writes [TOOL_CALLS], and Hermes’ if it is unknown', () => {
    expect(new ChatTemplate("{{ tools }}{{ '[TOOL_CALLS]' }}", {}).toolFormat).toBe('mistral');
    expect(new ChatTemplate("{{ tools }}{{ '[TOOL_CALLS]x[ARGS]' }}", {}).toolFormat).toBe('mistral_args');
    expect(new ChatTemplate("{{ tools }}{{ '<|tool_call|>' }}", {}).toolFormat).toBe('granite');
    expect(new ChatTemplate("{{ tools }}{{ '<tool_call><function=' }}", {}).toolFormat).toBe('hermes');
  });

  it.each([
    ['qwen3_coder', '<tool_call>\\n<function=a>\\n<parameter=b>'],
    ['phi4_mini', '<|tool_call|>[]<|/tool_call|>'],
    ['functools', 'functools[{"name": [function name]}]'],
    ['pythonic', '[func_name1(params_name1=params_value1, params_name2=params_value2...), func_name2(params)]'],
    ['functiongemma', '<start_function_call>call:'],
    ['harmony', '<|channel|>commentary <|message|>'],
  ])('is %s if the template writes %s', (format, mark) => {
    expect(new ChatTemplate(`{{ tools }}{{ '${mark}' }}`, {}).toolFormat).toBe(format);
  });

  it('is not explained to the model if the template reads the tools itself', () => {
    const source = "{{ tools[0].function.name }}{{ '<function=' }}{% for m in messages %}{{ m.content }}{% endfor %}";
    const request = [{ role: 'user', content: 'u' }];
    const text = render(source, { request, tools: chats.tools.tools, add_generation_prompt: true });
    expect(text).toBe('weather<function=u');
  });
});

describe('a template that reads tools or calls', () => {
  const [tool] = chats.tools.tools ?? [];
  const request: ChatMessage[] = [
    { role: 'user', content: 'u' },
    {
      role: 'assistant',
      content: 'c',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{"a": [1, "é"]}' } }],
    },
    { role: 'tool', tool_call_id: '1', content: 'r' },
  ];
  const rendered = (source: string) => render(source, { request, tools: [tool], add_generation_prompt: true });

  it.each([
    ['{{ tools[0].function.name }}', 'weather'],
    ['{{ tools | length }}{{ messages | length }}', '13'],
    ["{{ messages[1].tool_calls[0]['function'].arguments.a[1] }}", 'é'],
    ["{% for c in messages[1].get('tool_calls') %}{{ c.function.arguments | tojson }}{% endfor %}", '{"a": [1, "é"]}'],
    ["{{ 'tool_calls' in messages[1] }}{{ messages[2].role }}{{ messages[2].tool_call_id }}", 'truetool1'],
    ["{{ messages[1]['tool_calls'] | length }}{{ messages[1].content }}", '1c'],
    ['{% macro m(tools) %}{{ tools }}{% endmacro %}{{ messages[1].content }}', 'c'],
  ])('receives them unchanged: %s', (source, text) => {
    expect(rendered(source)).toBe(text);
  });

  it.each([
    "{% for m in messages %}{{ m.content }}\n{% endfor %}{# tools #}{{ 'no tools, no tool_calls' }}",
    '{% for m in messages %}{{ m.content }}\n{% endfor %} tools and tool_calls',
  ])('is not detected by the words alone: %s', (source) => {
    expect(rendered(source)).toContain('"name": "weather"');
    expect(rendered(source)).toContain('<tool_call>\n{"name": "f", "arguments": {"a": [1, "é"]}}\n</tool_call>');
  });
});

describe('content format', () => {
  const format = (source: string) => new ChatTemplate(source, {}).contentFormat;

  it('is parts if a loop runs over content, directly, by slice, by filter, or in a macro', () => {
    expect(format('{% for m in messages %}{% for p in m.content %}{{p.text}}{% endfor %}{% endfor %}')).toBe('parts');
    expect(format("{% for m in messages %}{% for p in m['content'][1:]|list %}x{% endfor %}{% endfor %}")).toBe(
      'parts',
    );
    expect(format('{% set content = messages[0].content %}{% for p in content if p.text %}x{% endfor %}')).toBe(
      'parts',
    );
    expect(format('{% macro r(c) %}{% for p in c %}x{% endfor %}{% endmacro %}{{ r(messages[0].content) }}')).toBe(
      'parts',
    );
  });

  it('is a string otherwise', () => {
    expect(format('{% for m in messages %}{{ m.content }}{% endfor %}')).toBe('string');
    expect(format('{% macro r(c) %}{% for p in c %}x{% endfor %}{% endmacro %}{{ r(messages) }}')).toBe('string');
  });
});

describe('errors of a chat template', () => {
  it('repeat the text of raise_exception verbatim', () => {
    const template = new ChatTemplate("{{ raise_exception('Roles must alternate!') }}", {});
    expect(() => template.render(user('x'))).toThrow(
      new TemplateError('the chat template says: Roles must alternate!'),
    );
  });

  it('name a syntax error, an image, an empty chat and a missing template', () => {
    expect(() => new ChatTemplate('{% if %}', {})).toThrow(TemplateError);
    const template = new ChatTemplate('{{ messages }}', {});
    for (const type of ['image_url', 'constructor', '__proto__']) {
      const image = { role: 'user', content: [{ type, image_url: { url: 'x' } }] };
      expect(() => template.render({ messages: [image], addGenerationPrompt: true })).toThrow(
        `messages[0].content[0]: parts of type "${type}" are not supported by this text model; ` +
          'text, input_text, output_text, refusal, thinking are allowed',
      );
    }
    expect(() => template.render({ messages: [], addGenerationPrompt: true })).toThrow(/at least one message/);
    expect(() => chooseTemplate(new Map(), false)).toThrow(/no chat template/);
  });

  it('include continuing a message that the template leaves out', () => {
    const template = new ChatTemplate('content: nothing', {});
    const chat = { ...user('x'), addGenerationPrompt: false, continueFinalMessage: true };
    expect(() => template.render(chat)).toThrow(/omits the final message/);
  });
});

describe('the sandbox of chat templates', () => {
  const run = (source: string, content = 'x') => new ChatTemplate(source, {}, 2_000_000).render(user(content));

  it('refuses output of too many characters, and ranges of too many numbers', () => {
    const long = '{% for i in range(3000) %}{{ messages[0].content }}{% endfor %}';
    expect(() => run(long, 'x'.repeat(1_000))).toThrow(
      'the rendered chat template has 3000000 characters; at most 2000000 characters are allowed',
    );
    expect(() => run('{% for i in range(1000000000) %}x{% endfor %}')).toThrow(
      /range\(\) of 1000000000 numbers; at most 100000 are allowed/,
    );
  });

  it('stops endless recursion', () => {
    expect(() => run('{% macro f(g) %}{{ g(g) }}{% endmacro %}{{ f(f) }}')).toThrow(/is nested too deeply/);
    expect(() => run('{{ '.padEnd(200_000, '('))).toThrow(TemplateError);
  });

  it('gives access to neither prototypes nor globals', () => {
    const names = ['messages.constructor', "''.__proto__", 'process', 'range.constructor', 'messages.prototype'];
    expect(run(names.map((name) => `{{ ${name} is defined }}`).join(' '))).toBe('false false false false false');
  });

  it('never renders message texts as templates', () => {
    expect(run('{{ messages[0].content }}', '{{ 1 + 1 }}')).toBe('{{ 1 + 1 }}');
  });
});
