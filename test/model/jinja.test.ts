import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../src/model/text/chat-message.ts';
import { ChatTemplate } from '../../src/model/text/chat-template.ts';
import { parseJinja, renderJinja, TemplateError } from '../../src/model/text/jinja-template.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`goldens/jinja/${name}`, import.meta.url), 'utf8'));
const { variables, templates } = read('templates.json') as {
  variables: Record<string, unknown>;
  templates: Record<string, string[]>;
};
/** Results of Jinja2 (`scripts/oracle/jinja-templates.py`); null if it refuses the template. */
const rendered = read('rendered.json') as Record<string, string | null>;
/** Results of `@huggingface/jinja` that differ from Jinja2; `docs/chat-templates.md` sums them up. */
const differences = read('differences.json') as Record<string, string>;

const render = (source: string) => renderJinja(parseJinja(source), variables);

describe.each(Object.entries(templates))(
  'a Jinja template renders as Jinja2 does or as listed, or is refused: %s',
  (_, sources) => {
    it.each(sources)('%s', (source) => {
      let text: string;
      try {
        text = render(source);
      } catch (error) {
        expect(error).toBeInstanceOf(TemplateError);
        return;
      }
      expect(text).toBe(differences[source] ?? rendered[source]);
    });
  },
);

it('every listed difference from Jinja2 is a real difference', () => {
  const listed = Object.entries(differences).map(([source, text]) => [
    source,
    render(source),
    text === rendered[source],
  ]);
  expect(listed).toEqual(Object.entries(differences).map(([source, text]) => [source, text, false]));
});

it.each([
  ["{{ ' \n a \n '.strip('\\n') }}|", ' \n a \n |'],
  ["{{ '\n\na \n'.rstrip('\\n') }}|{{ '\n\na \n'.lstrip('\\n') }}|", '\n\na |a \n|'],
  ["{% set n = namespace(s='--a--') %}{{ n.s.strip('-') }}{{ n.s.strip() }}", 'a--a--'],
  ["{% for s in ['-a'] if s.strip('-') == 'a' %}{{ [s.strip('-')] | join }}{% endfor %}", 'a'],
])('strip removes the given characters, as in Python: %j', (source, text) => {
  expect(render(source)).toBe(text);
});

it.each([
  ['parentheses', `{{ ${'('.repeat(50_000)}1${')'.repeat(50_000)} }}`],
  ['blocks', '{% if a %}'.repeat(20_000) + '{% endif %}'.repeat(20_000)],
  ['a sum', `{{ 1${'+1'.repeat(50_000)} }}`],
])('a template of %s that nest too deep is refused', (_, source) => {
  expect(() =>
    new ChatTemplate(source, {}).render({ messages: [{ role: 'user', content: 'x' }], addGenerationPrompt: false }),
  ).toThrow(new TemplateError('the chat template is nested too deeply'));
});

it.each(['{{ messages[0].content }}', '{{ messages[0].tool_calls | tojson }}', '{{ tools }}{{ messages }}'])(
  'arguments of calls that nest too deep are refused: %s',
  (source) => {
    const args = `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const call: ToolCall = { id: 'a', type: 'function', function: { name: 'f', arguments: args } };
    const messages = [{ role: 'assistant' as const, content: '', tool_calls: [call] }];
    const template = new ChatTemplate(source, {});
    expect(() => template.render({ messages, addGenerationPrompt: false })).toThrow(TemplateError);
  },
);
