import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerConstraint } from '../../src/inference/chat/output-constraint.ts';
import { readToolChoice } from '../../src/inference/chat/tool-choice.ts';
import { CallParser } from '../../src/inference/chat/tools/call-parser.ts';
import { compileGrammar } from '../../src/inference/grammar/compile.ts';
import { Matcher } from '../../src/inference/grammar/machine/matcher.ts';
import type { GrammarNode } from '../../src/inference/grammar/machine/node.ts';

const small = { properties: { n: { type: 'integer', minimum: 0, maximum: 9 } }, required: ['n'] };
const tools = [{ function: { name: 'small', parameters: small } }, { function: { name: 'now' } }];
/** Formats whose calls may appear within text. */
const FORMATS = [
  ...(['hermes', 'llama3', 'mistral', 'mistral_args', 'granite'] as const),
  ...(['qwen3_coder', 'phi4_mini', 'functools', 'functiongemma'] as const),
];
type Format = (typeof FORMATS)[number];

const grammars = new Map(
  FORMATS.map((toolFormat): [Format, GrammarNode] => {
    const held = answerConstraint({ choice: readToolChoice({ tools }), toolFormat, structured: null });
    if (held === null) throw new Error('any text will do');
    return [toolFormat, compileGrammar(held.grammar)];
  }),
);

/** Returns whether the grammar allows the text as an answer. */
function isHeld(format: Format, text: string): boolean {
  const matcher = new Matcher(grammars.get(format) as GrammarNode);
  return matcher.accept(Buffer.from(text)) && matcher.canEnd;
}

/** Returns the longest prefix of the text that an answer may begin with. */
function heldPart(format: Format, text: string): string {
  const matcher = new Matcher(grammars.get(format) as GrammarNode);
  const characters = [...text];
  const end = characters.findIndex((character) => !matcher.accept(Buffer.from(character)));
  return end < 0 ? text : characters.slice(0, end).join('');
}

function callsIn(format: Format, text: string): { name: string; values: string }[] {
  const parser = new CallParser({ format, names: new Set(['small', 'now']), parameters: new Map([['small', small]]) });
  const calls: { name: string; values: string }[] = [];
  for (const event of [...parser.push(text), ...parser.end()]) {
    if (event.kind === 'call') calls.push({ name: event.name, values: '' });
    else if (event.kind === 'arguments') (calls.at(-1) as { values: string }).values += event.text;
  }
  return calls;
}

function fits({ name, values }: { name: string; values: string }): boolean {
  const value: unknown = JSON.parse(values);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (name === 'now') return Object.keys(value).length === 0;
  const { n, ...others } = value as { n?: unknown };
  return Object.keys(others).length === 0 && Number.isInteger(n) && (n as number) >= 0 && (n as number) <= 9;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `call`: a call with constrained arguments; `content`: plain text; `none`: not allowed. */
type ExpectedKind = 'call' | 'content' | 'none';

const SPELLINGS: [Format, ExpectedKind, (values: string) => string][] = [
  ['llama3', 'call', (values) => `{"name": "small", "parameters": ${values}}`],
  ['llama3', 'call', (values) => `{"name":"small","parameters":${values}}`],
  ['llama3', 'call', (values) => `{"name": "small", "arguments": ${values}}`],
  ['llama3', 'call', (values) => `{"type": "function", "name": "small", "parameters": ${values}}`],
  ['llama3', 'call', (values) => `{ "name" : "small" , "parameters" : ${values} }`],
  ['llama3', 'call', (values) => `{\n    "name": "small",\n    "parameters": ${values}\n}`],
  ['llama3', 'call', (values) => `<|python_tag|>{"name": "small", "parameters": ${values}}`],
  ['llama3', 'call', (values) => `<|python_tag|>\n{"type":"function","name":"small","parameters":${values}}`],
  ['llama3', 'call', (values) => `Well {{"name": "small", "parameters": ${values}}`],
  ['llama3', 'call', (values) => `{"type": "function", "function": {"name": "small", "parameters": ${values}}}`],
  ['llama3', 'call', (values) => `{"name": "now", "parameters": {}}; {"name":"small","parameters":${values}}`],
  ['llama3', 'content', (values) => `{"parameters": ${values}, "name": "small"}`],
  ['llama3', 'content', (values) => `{"id": "x", "name": "small", "parameters": ${values}}`],
  ['llama3', 'content', (values) => `{"type": "call", "name": "small", "parameters": ${values}}`],
  ['llama3', 'content', (values) => `{${' '.repeat(17)}"name": "small", "parameters": ${values}}`],
  ['llama3', 'content', (values) => `{"n\\u0061me": "small", "parameters": ${values}}`],
  ['llama3', 'none', (values) => `{"name": "sm\\u0061ll", "parameters": ${values}}`],
  ['llama3', 'none', (values) => `{"name": "small", "type": "function", "parameters": ${values}}`],
  ['llama3', 'none', (values) => `<|python_tag|>small(${values})`],
  ['hermes', 'call', (values) => `<tool_call>\n{"name": "small", "arguments": ${values}}\n</tool_call>`],
  ['hermes', 'call', (values) => `Hm. <tool_call>{"name":"small","arguments":${values}}</tool_call>`],
  ['hermes', 'content', (values) => `{"name": "small", "arguments": ${values}}`],
  ['hermes', 'none', (values) => `<tool_call>\n{"arguments": ${values}, "name": "small"}\n</tool_call>`],
  ['hermes', 'none', (values) => `<tool_call>[{"name": "small", "arguments": ${values}}]</tool_call>`],
  ['mistral', 'call', (values) => `[TOOL_CALLS][{"name": "small", "arguments": ${values}}]`],
  ['mistral', 'call', (values) => `Hm. [TOOL_CALLS] [ {"name":"small","arguments":${values}} ]`],
  ['mistral', 'content', (values) => `[{"name": "small", "arguments": ${values}}]`],
  ['mistral', 'none', (values) => `[TOOL_CALLS]small[ARGS]${values}`],
  ['mistral', 'none', (values) => `[TOOL_CALLS][{"arguments": ${values}, "name": "small"}]`],
  ['mistral_args', 'call', (values) => `[TOOL_CALLS]small[ARGS]${values}`],
  ['mistral_args', 'call', (values) => `Hm. [TOOL_CALLS] small [ARGS] ${values}`],
  ['mistral_args', 'call', (values) => `[TOOL_CALLS]small[CALL_ID]a1B2c3D4e[ARGS]${values}`],
  ['mistral_args', 'call', (values) => `[TOOL_CALLS]now[ARGS]{}[TOOL_CALLS]small[ARGS]${values}`],
  ['mistral_args', 'content', (values) => `small[ARGS]${values}`],
  ['mistral_args', 'none', (values) => `[TOOL_CALLS][{"name": "small", "arguments": ${values}}]`],
  ['mistral_args', 'none', (values) => `[TOOL_CALLS]small${values}`],
  ['granite', 'call', (values) => `<|tool_call|>[{"name": "small", "arguments": ${values}}]`],
  ['granite', 'call', (values) => `Hm. <tool_call>[{"name":"small","arguments":${values}}]`],
  ['granite', 'content', (values) => `[{"name": "small", "arguments": ${values}}]`],
  ['granite', 'none', (values) => `<|tool_call|>{"name": "small", "arguments": ${values}}`],
  ['phi4_mini', 'call', (values) => `<|tool_call|>[{"name": "small", "arguments": ${values}}]<|/tool_call|>`],
  ['phi4_mini', 'call', (values) => `Hm. <|tool_call|> [{"name":"small","parameters":${values}}] <|/tool_call|>`],
  ['phi4_mini', 'none', (values) => `<|tool_call|>[{"name": "small", "arguments": ${values}}]`],
  ['functools', 'call', (values) => `Hm.\nfunctools[{"name": "small", "arguments": ${values}}]`],
  ['functools', 'content', (values) => `functools: [{"name": "small", "arguments": ${values}}]`],
  ['functools', 'none', (values) => `functools[{"arguments": ${values}, "name": "small"}]`],
  ['qwen3_coder', 'call', (values) => xmlCall(values)],
  ['qwen3_coder', 'call', (values) => `Hm. ${xmlCall(values).replaceAll('\n', '')}`],
  ['qwen3_coder', 'call', (values) => xmlCall(values).replace('<tool_call>\n', '').replace('\n</tool_call>', '')],
  ['qwen3_coder', 'content', (values) => xmlCall(values).replace('<tool_call>\n<function=', '<function ')],
  ['qwen3_coder', 'none', (values) => `<tool_call>\n{"name": "small", "arguments": ${values}}\n</tool_call>`],
  ['functiongemma', 'call', (values) => gemmaCall(values)],
  ['functiongemma', 'call', (values) => `Hm. ${gemmaCall(values).replace('<end', '\n<end')}`],
  ['functiongemma', 'content', (values) => gemmaCall(values).replace('<start_function_call>', '')],
  ['functiongemma', 'none', (values) => gemmaCall(values).replace('n:', 'n: ')],
];

function xmlCall(values: string): string {
  const parameters = entriesOf(values).map(([name, value]) => `<parameter=${name}>\n${value}\n</parameter>\n`);
  return `<tool_call>\n<function=small>\n${parameters.join('')}</function>\n</tool_call>`;
}

function gemmaCall(values: string): string {
  const parameters = entriesOf(values).map(([name, value]) => `${name}:${value}`);
  return `<start_function_call>call:small{${parameters.join(',')}}<end_function_call>`;
}

function entriesOf(values: string): [string, string][] {
  return [...values.matchAll(/"(\w+)": ?(\d+|\.\.\.)/g)].map(([, name, value]) => [name, value]);
}

describe('the grammar of an answer with text and calls', () => {
  it.each(SPELLINGS.map(([format, fate, spell]) => [format, spell('...'), fate, spell] as const))(
    '%s: %j is %s',
    (format, _, fate, spell) => {
      const [right, wrong] = [spell('{"n": 1}'), spell('{"n": 99}')];
      expect(isHeld(format, right)).toBe(fate !== 'none');
      expect(isHeld(format, wrong)).toBe(fate === 'content');
      if (fate === 'call') expect(callsIn(format, right)).toContainEqual({ name: 'small', values: '{"n": 1}' });
      if (fate === 'content') expect([callsIn(format, right), callsIn(format, wrong)]).toEqual([[], []]);
    },
  );

  it.each(FORMATS)('%s: every call that is parsed from an allowed answer has arguments that fit its tool', (format) => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece(format), { maxLength: 4 }), (pieces) => {
        const calls = callsIn(format, heldPart(format, pieces.join('')));
        // Only the last call may be cut off.
        const whole = calls.filter(({ values }, i) => i < calls.length - 1 || isJson(values));
        read += whole.length;
        return whole.every(fits);
      }),
      { numRuns: 1500 },
    );
    expect(read).toBeGreaterThan(20);
  });
});

/** Returns calls in various spellings, or text that may be mistaken for the beginning or the end of a call. */
function piece(format: Format): fc.Arbitrary<string> {
  const [before, after] = {
    hermes: ['<tool_call>', '</tool_call>'],
    llama3: ['', ''],
    mistral: ['[TOOL_CALLS][', ']'],
    mistral_args: ['[TOOL_CALLS]', ''],
    granite: ['<|tool_call|>[', ']'],
    phi4_mini: ['<|tool_call|>[', ']<|/tool_call|>'],
    functools: ['functools[', ']'],
    qwen3_coder: ['<tool_call>', '</tool_call>'],
    functiongemma: ['<start_function_call>', '<end_function_call>'],
  }[format];
  const space = fc.constantFrom('', '', '', '', ' ', '\n', '\n  ', '\t', ' '.repeat(20));
  const key = format === 'llama3' ? 'parameters' : 'arguments';
  const values = fc.constantFrom(
    '{"n": 1}',
    '{"n": 2}',
    '{"n":3}',
    '{"n": 99}',
    '{}',
    '{"n": 1, "m": 2}',
    '"{}"',
    'null',
  );
  const fields = fc
    .tuple(fc.constantFrom('"small"', '"small"', '"small"', '"now"', '"other"', '{"name": "small"}'), values)
    .chain(([name, value]) => {
      const usual = [`"name": ${name}`, `"${key}": ${value}`];
      const other = ['"type": "function"', '"id": "x"', '"arguments": {"n": 99}', '"parameters": {"n": 1}'];
      return fc.oneof(
        { weight: 6, arbitrary: fc.constant(usual) },
        fc.constant(['"type": "function"', ...usual]),
        fc.shuffledSubarray([...usual, ...other]),
      );
    });
  const call = fc
    .tuple(
      fields,
      space,
      space,
      space,
      fc.constantFrom(before, before, before, before, '', '<|python_tag|>', '{"id": '),
    )
    .map(([each, a, b, c, lead]) => `${lead}${a}{${b}${each.join(`,${c}`).replaceAll(': ', `:${a}`)}${b}}${a}${after}`);
  const plain = fc
    .tuple(fc.constantFrom('small', 'small', 'small', 'now', 'other'), values, space, space)
    .map(([name, value, a, b]) => `[TOOL_CALLS]${a}${name}${b}[ARGS]${a}${value}`);
  const noise = fc.constantFrom(
    '{',
    '}',
    '; ',
    '\n',
    ',',
    ']',
    'Hm. ',
    '{"a": "',
    '"',
    '</tool_call>',
    '<tool_',
    '{"name"',
  );
  const other = fc.tuple(values, fc.constantFrom('small', 'small', 'now', 'other'), space).map(([value, name, a]) => {
    const spelled = format === 'functiongemma' ? gemmaCall(value) : xmlCall(value).replaceAll('\n', a);
    return spelled.replace('small', name);
  });
  const own = {
    mistral_args: fc.oneof(plain, call),
    qwen3_coder: fc.oneof(other, other, call),
    functiongemma: fc.oneof(other, other, call),
  };
  return fc.oneof({ weight: 3, arbitrary: own[format as keyof typeof own] ?? call }, noise);
}
