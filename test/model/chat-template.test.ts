import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChatMessage, ToolDefinition } from '../../src/model/text/chat-message.ts';
import { ChatTemplate, chooseTemplate } from '../../src/model/text/chat-template.ts';
import { TemplateError } from '../../src/model/text/template-error.ts';

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

/** These know no tools; what transformers drops of such chats is written as text here. */
const WITHOUT_TOOLS = new Set(['smollm2', 'parts']);
const WITH_CALLS = new Set(['tools', 'two_calls']);

describe('chat templates render as transformers does', () => {
  for (const [name, texts] of Object.entries(rendered)) {
    for (const [chat, golden] of Object.entries(texts)) {
      if (WITHOUT_TOOLS.has(name) && WITH_CALLS.has(chat)) continue;
      it(`${name}: ${chat}`, () => {
        const source = read(`${name}.jinja`);
        if (typeof golden === 'string') expect(render(source, chats[chat])).toBe(golden);
        else expect(() => render(source, chats[chat])).toThrow(golden.error);
      });
    }
  }
});

it('the tools of a request stand above those among its variables', () => {
  const source = '{% for tool in tools %}{{ tool.function.name }}{% endfor %} <tool_call>';
  const template = new ChatTemplate(source, tokens);
  const kwargs = { tools: [{ function: { name: 'variable' } }] };
  expect(template.render({ ...user('Hi'), kwargs, tools: [{ type: 'function', function: { name: 'own' } }] })).toMatch(
    /^own /,
  );
  expect(template.render({ ...user('Hi'), kwargs })).toMatch(/^variable /);
});

describe('a template that does not know tools', () => {
  const called = (name: string, values = '{}') =>
    `<tool_call>\n{"name": "${name}", "arguments": ${values}}\n</tool_call>`;
  const results = (...texts: string[]) => texts.map((text) => `<tool_response>\n${text}\n</tool_response>`).join('\n');

  it('gets calls and their results as text, results that follow one another in one turn', () => {
    const { request } = chats.two_calls;
    const plain = [
      ...request.slice(0, 2),
      { role: 'assistant', content: `calling\n${called('f')}\n${called('g')}` },
      { role: 'user', content: results('1', '2\n3') },
    ];
    for (const name of WITHOUT_TOOLS) {
      const source = read(`${name}.jinja`);
      const text = render(source, chats.two_calls);
      if (name === 'smollm2') expect(text).toBe(render(source, { ...chats.two_calls, request: plain }));
      expect(text).toContain('"name": "g"');
    }
  });

  it('gets the tools at the end of the system message, one a line, in Qwen’s words', () => {
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

describe('calls in OpenAI’s older form', () => {
  const history: ChatMessage[] = [
    { role: 'user', content: 'u' },
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
    { role: 'function', name: 'f', content: 'one' },
  ];

  it('are those of today', () => {
    const text = render(read('qwen2.5.jinja'), { request: history, add_generation_prompt: true });
    expect(text).toContain('<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>');
    expect(text).toContain('<tool_response>\none\n</tool_response>');
  });

  it('are left to a template that knows them', () => {
    const source =
      "{% for m in messages %}{% if m['role'] == 'function' %}{{ m.name }}={{ m.content }}{% endif %}{% endfor %}";
    expect(render(source, { request: history, add_generation_prompt: false })).toBe('f=one');
  });
});

describe('the format of calls', () => {
  it.each([
    ['qwen2.5', 'hermes'],
    ['qwen3', 'hermes'],
    ['llama3', 'llama3'],
    ['smollm2', 'hermes'],
  ])('of %s is %s', (name, format) => {
    expect(new ChatTemplate(read(`${name}.jinja`), {}).toolFormat).toBe(format);
  });

  it('is Mistral’s where the template writes [TOOL_CALLS], and Hermes’ where it is not known', () => {
    expect(new ChatTemplate("{{ tools }}{{ '[TOOL_CALLS]' }}", {}).toolFormat).toBe('mistral');
    expect(new ChatTemplate("{{ tools }}{{ '<tool_call><function=' }}", {}).toolFormat).toBe('hermes');
  });

  it('is taught where the template’s own is not known', () => {
    const source = "{{ tools is none }}{{ '<function=' }}{% for m in messages %}{{ m.content }}{% endfor %}";
    const text = render(source, {
      request: [{ role: 'user', content: 'u' }],
      tools: chats.tools.tools,
      add_generation_prompt: true,
    });
    expect(text).toMatch(/^true<function=# Tools/i);
  });
});

describe('content format', () => {
  const format = (source: string) => new ChatTemplate(source, {}).contentFormat;

  it('is parts where a loop runs over content, directly, by slice, by filter, or in a macro', () => {
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

describe('errors', () => {
  it('gives the words of raise_exception verbatim', () => {
    const template = new ChatTemplate("{{ raise_exception('Roles must alternate!') }}", {});
    expect(() => template.render(user('x'))).toThrow(
      new TemplateError('the chat template says: Roles must alternate!'),
    );
  });

  it('names a syntax error, an image, an empty chat and a missing template', () => {
    expect(() => new ChatTemplate('{% if %}', {})).toThrow(TemplateError);
    const template = new ChatTemplate('{{ messages }}', {});
    for (const type of ['image_url', 'constructor', '__proto__']) {
      const image = { role: 'user', content: [{ type, image_url: { url: 'x' } }] };
      expect(() => template.render({ messages: [image], addGenerationPrompt: true })).toThrow(
        `messages[0].content[0]: parts of type "${type}" can't be given to this text model; ` +
          'text, input_text, output_text, refusal, thinking are allowed',
      );
    }
    expect(() => template.render({ messages: [], addGenerationPrompt: true })).toThrow(/at least one message/);
    expect(() => chooseTemplate(new Map(), false)).toThrow(/no chat template/);
  });

  it('refuses to continue a message that the template leaves out', () => {
    const template = new ChatTemplate('content: nothing', {});
    const chat = { ...user('x'), addGenerationPrompt: false, continueFinalMessage: true };
    expect(() => template.render(chat)).toThrow(/leaves the final message out/);
  });
});

describe('the sandbox', () => {
  const budget = { steps: 200_000, characters: 2_000_000 };
  const run = (source: string, content = 'x') => new ChatTemplate(source, {}, budget).render(user(content));

  it('stops a template that takes too many steps', () => {
    const loop = '{% for a in range(99999) %}{% for b in range(99999) %}{{ a }}{% endfor %}{% endfor %}';
    expect(() => run(loop)).toThrow(/more than 200000 steps/);
  });

  it('stops texts that double, indents and ranges without end', () => {
    const double = "{% set n = namespace(s='xxxxxxxx') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}";
    expect(() => run(double)).toThrow(/more than 2000000 characters/);
    expect(() => run("{{ 'x' | indent(width=900000000, first=true) }}")).toThrow(/indents by 900000000/);
    expect(() => run('{{ messages | tojson(indent=900000000) }}')).toThrow(/indents by 900000000/);
    expect(() => run('{% for i in range(1000000000) %}x{% endfor %}')).toThrow(
      /has a range of 1000000000 numbers; 100000 are allowed/,
    );
  });

  it('stops recursion without end', () => {
    expect(() => run('{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}')).toThrow(TemplateError);
  });

  it('reaches neither prototypes nor globals', () => {
    expect(run("{{ messages.constructor is defined }}{{ ''.__proto__ is defined }}{{ process is defined }}")).toBe(
      'FalseFalseFalse',
    );
  });

  it('renders message texts, never as templates', () => {
    expect(run('{{ messages[0].content }}', '{{ 1 + 1 }}')).toBe('{{ 1 + 1 }}');
  });
});
