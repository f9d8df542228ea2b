import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { ChatTemplate } from '../../src/model/text/chat-template.ts';
import { parseTemplate } from '../../src/model/text/jinja/statement-parser.ts';
import { DEFAULT_BUDGET, renderTemplate } from '../../src/model/text/jinja-sandbox.ts';
import { TemplateError } from '../../src/model/text/template-error.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`goldens/jinja/${name}`, import.meta.url), 'utf8'));
const { variables, templates } = read('templates.json') as {
  variables: Record<string, unknown>;
  templates: Record<string, string[]>;
};
/** By Jinja2 itself (`scripts/oracle/jinja-templates.py`); null for what it refuses. */
const rendered = read('rendered.json') as Record<string, string | null>;

const render = (source: string, budget = DEFAULT_BUDGET) => renderTemplate(parseTemplate(source), variables, budget);

describe.each(Object.entries(templates))('Jinja: %s', (_, sources) => {
  it.each(sources)('%s', (source) => {
    const golden = rendered[source];
    if (golden === null) expect(() => render(source)).toThrow();
    else expect(render(source)).toBe(golden);
  });
});

test.each([
  "{{ 'x' | urlize }}",
  "{{ 'x' | wordwrap }}",
  '{{ d | pprint }}',
  '{{ d | xmlattr }}',
  '{{ 1 | filesizeformat }}',
  "{{ '<b>' | striptags }}",
  '{{ lipsum() }}',
  '{{ range }}',
  '{{ [1] | map("string") }}',
  "{{ ('<b>' | safe) | center }}",
  "{{ ('<b>' | e).upper() }}",
  "{{ '%*d' % (5, 1) }}",
  "{{ '{:{}}'.format(1, 2) }}",
  '{{ 15 | round(-1) }}',
  "{{ '\\N{DASH}' }}",
  '{% autoescape true %}{% endautoescape %}',
  "{{ 'a'.encode() }}",
  '{{ (5).real }}',
  '{{ range(3).stop }}',
  '{% macro m() %}{% endmacro %}{{ m.name }}',
  '{{ self }}',
  "{% include 'x' %}",
  "{% import 'x' as y %}",
  "{% extends 'x' %}",
  '{% block x %}{% endblock %}',
])('refuses what it does not do as Jinja2 does: %s', (source) => {
  expect(() => render(source)).toThrow(/support|no spelling|incomplete|not complete/);
});

test.each([
  "{{ 'x' | center(900000000) }}",
  "{{ 'x'.center(900000000) }}",
  "{{ 'x'.ljust(900000000) }}",
  "{{ 'x'.rjust(900000000, '.') }}",
  "{{ '1'.zfill(900000000) }}",
  "{{ 'x' * 900000000 }}",
  '{{ [1] * 900000000 }}',
  '{{ (1, 2) * 900000000 }}',
  "{{ '%900000000d' % 1 }}",
  "{{ '%900000000s' | format('x') }}",
  "{{ '%.900000000f' % 1.5 }}",
  "{{ '{:900000000}'.format(1) }}",
  "{{ '{:.900000000f}'.format(1.5) }}",
  "{{ [1] | batch(900000000, 'x') | list }}",
  '{{ [1] | slice(900000000) | list }}',
  "{{ 'a' | indent(900000000) }}",
  '{{ [[1]] | tojson(indent=900000000) }}',
  '{{ 2 ** 900000000 }}',
  '{{ 1.5 | round(900000000) }}',
  "{{ ('x' * 3000).replace('', 'y' * 3000).replace('', 'z' * 3000) }}",
  "{{ (['x' * 3000] * 10000) | join('y' * 3000) }}",
  '{{ range(100000) | map("string") | map("center", 5000) | join }}',
  '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l }}',
  '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l | tojson }}',
  '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l == (n.l | list) }}',
  '{% set n = namespace(i=7) %}{% for i in range(60) %}{% set n.i = n.i * n.i %}{% endfor %}{{ n.i }}',
])('makes nothing huge out of little: %s', (source) => {
  expect(() => render(source, { steps: 500_000, characters: 4_000_000, values: 1_000 })).toThrow(
    /more than|indents by/,
  );
});

test.each([
  '{% set n = namespace(t=(1,)) %}{% for i in range(24) %}{% set n.t = (n.t, n.t) %}{% endfor %}{{ {n.t: 1} }}',
  "{% set s = 'x' * 4000000 %}{% for i in range(100000) %}{% set y = s[0] %}{% endfor %}",
  "{% set s = 'x' * 4000000 %}{% for i in range(100000) %}{% set y = s.upper() %}{% endfor %}",
  "{% set s = 'x' * 4000000 %}{% for i in range(100000) %}{% set y = s | length %}{% endfor %}",
  "{% set s = 'x' * 4000000 %}{% for i in range(100000) %}{% set y = 'y' in s %}{% endfor %}",
  '{% set l = [1] * 200000 %}{% for i in range(100000) %}{% set y = l.copy() %}{% endfor %}',
  '{% set d = dict(range(60000) | batch(2)) %}{% for i in range(100000) %}{% set y = d.copy() %}{% endfor %}',
  '{% set d = dict(range(60000) | batch(2)) %}{% for i in range(100000) %}{% set y = dict(d) %}{% endfor %}',
  '{% set d = dict(range(60000) | batch(2)) %}{% for i in range(100000) %}{% set y = d | items %}{% endfor %}',
  "{{ range(100000) | map('string') | map('center', 4000000) | map('upper') | list | length }}",
  "{{ ('%(a)100000s' * 100000) % {'a': 1} }}",
  "{% set n = namespace(s='&' * 1000000) %}{% for i in range(60) %}{% set n.s = n.s | forceescape %}{% endfor %}",
])('counts what goes through much at once: %s', (source) => {
  expect(() => render(source, { steps: 500_000, characters: 4_000_000, values: 1_000 })).toThrow(/more than/);
});

test.each([
  [
    'keys of nested tuples',
    '{% set n = namespace(t=(1,)) %}{% for i in range(40) %}{% set n.t = (n.t,) %}{% endfor %}{{ {n.t: 1}[n.t] }}',
  ],
  [
    'firsts of a stream',
    "{% set s = range(90000) | map('int') %}{% for i in range(90000) %}{% set y = s | first %}{% endfor %}1",
  ],
  ['characters to strip', "{{ ('b' * 900000).strip('a' * 900000 ~ 'b') }}1"],
  [
    'macros in a loop',
    `{% for i in range(20000) %}{% macro m() %}${'{{ a + b }}'.repeat(2000)}{% endmacro %}{% endfor %}1`,
  ],
])('is soon done with %s', (_, source) => {
  const start = performance.now();
  expect(render(source)).toBe('1');
  expect(performance.now() - start).toBeLessThan(2000);
});

it('is soon done with a format whose names have no end', () => {
  const start = performance.now();
  expect(() => render("{{ ('%(' * 500000) % {} }}")).toThrow('unsupported format character');
  expect(performance.now() - start).toBeLessThan(2000);
});

it.each([
  ['parentheses', `{{ ${'('.repeat(50_000)}1${')'.repeat(50_000)} }}`],
  ['blocks', '{% if a %}'.repeat(20_000) + '{% endif %}'.repeat(20_000)],
  ['a sum', `{{ 1${'+1'.repeat(50_000)} }}`],
])('refuses %s that nest too deep', (_, source) => {
  expect(() => new ChatTemplate(source, {})).toThrow(new TemplateError('the chat template nests too deep'));
});

it.each(['{{ messages[0].content }}', '{{ messages[0].tool_calls | tojson }}', '{{ tools }}{{ messages }}'])(
  'refuses arguments of calls that nest too deep: %s',
  (source) => {
    const args = `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const call = { id: 'a', type: 'function' as const, function: { name: 'f', arguments: args } };
    const messages = [{ role: 'assistant' as const, content: '', tool_calls: [call] }];
    const template = new ChatTemplate(source, {});
    expect(() => template.render({ messages, addGenerationPrompt: false })).toThrow(TemplateError);
  },
);
