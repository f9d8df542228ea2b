import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FullMessage, labels, type Message } from './sft-plans.ts';

/** Returns a template from a model's repository. */
const real = (name: string) =>
  readFileSync(join(import.meta.dirname, `../model/goldens/chat-templates/${name}.jinja`), 'utf8');

/** Gemma 2 and 3 (short form), and the markers of Gemma 4. */
const gemma = (open: string, close: string) =>
  `{{ '<bos>' }}{% for m in messages %}{% set role = 'model' if m.role == 'assistant' else m.role %}` +
  `{{ '${open}' + role + '\\n' + m.content | trim + '${close}\\n' }}{% endfor %}` +
  `{% if add_generation_prompt %}{{ '${open}model\\n' }}{% endif %}`;

/** Mistral's form: no header of an answer, the system's words in the last user turn, calls and results in brackets. */
const MISTRAL =
  "{% set system = messages[0].content if messages[0].role == 'system' else '' %}" +
  "{% set turns = messages[1:] if messages[0].role == 'system' else messages %}" +
  "{% set users = turns | selectattr('role', 'equalto', 'user') | list %}{{ '<s>' }}{% for m in turns %}" +
  "{% if m.role == 'user' %}{{ '[AVAILABLE_TOOLS] ' + tools | tojson + '[/AVAILABLE_TOOLS]' if tools and m == users[-1] else '' }}" +
  "{{ '[INST] ' + (system + '\\n\\n' if system and m == users[-1] else '') + m.content + '[/INST]' }}" +
  "{% elif m.tool_calls is defined %}{{ '[TOOL_CALLS] ' + m.tool_calls[0].function.name + '</s>' }}" +
  "{% elif m.role == 'tool' %}{{ '[TOOL_RESULTS] ' + m.content + '[/TOOL_RESULTS]' }}" +
  "{% else %}{{ ' ' + m.content | trim + '</s>' }}{% endif %}{% endfor %}";

const turns: Message[] = [
  ['user', 'q'],
  ['assistant', 'a'],
  ['user', 'r'],
  ['assistant', 'b'],
];
const withSystem: Message[] = [['system', 's'], ...turns];
const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }];
const calling: (Message | FullMessage)[] = [
  ['user', 'q'],
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ type: 'function', function: { name: 'f', arguments: '{}' } }],
  },
  ['tool', 't'],
  ['assistant', 'b'],
];
const last = { assistant_turns: 'last' };

describe('trained tokens by chat template', () => {
  it.each([
    ['Gemma 3', '<start_of_turn>', '<end_of_turn>'],
    ['Gemma 4', '<|turn>', '<turn|>'],
  ])('are the answers and their end of turn in %s', (_, open, close) => {
    const template = gemma(open, close);
    const [ask, head] = [(text: string) => `${open}user\n${text}${close}\n`, `${open}model\n`];
    expect(labels(turns, {}, template)).toBe(`<bos>${ask('q')}${head}[a${close}\n]${ask('r')}${head}[b${close}\n]`);
    expect(labels(turns, last, template)).toBe(`<bos>${ask('q')}${head}a${close}\n${ask('r')}${head}[b${close}\n]`);
  });

  it('are the answers and their end of turn in Mistral', () => {
    expect(labels(turns, {}, MISTRAL)).toBe('<s>[INST] q[/INST][ a</s>][INST] r[/INST][ b</s>]');
    expect(labels(turns, last, MISTRAL)).toBe('<s>[INST] q[/INST] a</s>[INST] r[/INST][ b</s>]');
  });

  it('are right in Mistral, whose system message moves to the last user turn', () => {
    expect(labels(withSystem, {}, MISTRAL)).toBe('<s>[INST] q[/INST][ a</s>][INST] s\n\nr[/INST][ b</s>]');
  });

  it('include the tool call in Mistral, but no tools or results', () => {
    const shown = labels(calling, {}, MISTRAL, tools);
    expect(shown).toMatch(/^<s>\[AVAILABLE_TOOLS\] .*"name": "f".*\[\/AVAILABLE_TOOLS\]\[INST\] q/);
    expect(shown.slice(shown.indexOf('[INST]'))).toBe(
      '[INST] q[/INST][[TOOL_CALLS] f</s>][TOOL_RESULTS] t[/TOOL_RESULTS][ b</s>]',
    );
  });

  it('leave out the default system message of SmolLM2', () => {
    expect(labels(turns, {}, real('smollm2'))).toMatch(
      /^<\|im_start\|>system\nYou are .*<\|im_end\|>\n<\|im_start\|>user\nq<\|im_end\|>\n<\|im_start\|>assistant\n\[a<\|im_end\|>\n\]<\|im_start\|>user\nr<\|im_end\|>\n<\|im_start\|>assistant\n\[b<\|im_end\|>\n\]$/,
    );
  });

  it('are the answers and their end of turn in Llama 3', () => {
    const head = (role: string) => `<|start_header_id|>${role}<|end_header_id|>\n\n`;
    const shown = labels(turns, {}, real('llama3'));
    // Before it, a system turn with today's date.
    expect(shown.slice(shown.indexOf(head('user')))).toBe(
      `${head('user')}q<|eot_id|>${head('assistant')}[a<|eot_id|>]${head('user')}r<|eot_id|>${head('assistant')}[b<|eot_id|>]`,
    );
  });

  it('leave out empty thoughts in Qwen 3, which earlier answers do not have', () => {
    expect(labels(withSystem, {}, real('qwen3'))).toBe(
      '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n[a<|im_end|>\n]' +
        '<|im_start|>user\nr<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n[b<|im_end|>\n]',
    );
  });

  it.each([
    [{ type: 'function', function: { name: 'f', arguments: '{"a": {"b": [1]}}' } }],
    [{ type: 'function', function: { name: 'f', arguments: { a: { b: [1] } } } }],
    [{ id: 'c', function: { name: 'f', arguments: { a: { b: [1] } } } }],
    [{ id: 'c', type: 'tool_call', name: 'f', args: { a: { b: [1] } } }],
  ])('include the arguments of a call in each form: %j', (call) => {
    const row: FullMessage[] = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '', tool_calls: [call] },
    ];
    for (const name of ['qwen2.5', 'qwen3', 'smollm2', 'llama3']) {
      const shown = labels(row, {}, real(name));
      expect(shown.slice(shown.lastIndexOf('[') - 40)).toContain('{"a": {"b": [1]}}');
      expect(shown.slice(shown.search(/\[(<tool_call>|\{"name)/))).toContain('{"a": {"b": [1]}}');
    }
  });

  it.each(['qwen2.5', 'qwen3'])('include calls in %s, but no tools or results', (name) => {
    const [head, ...parts] = labels(calling, {}, real(name), tools).split(/\[(?=<tool_call>|b<)/);
    expect(head).toContain('"name": "f"');
    expect(head).toMatch(/<\|im_start\|>assistant\n?$/);
    const [call, answer] = parts;
    expect(call.slice(0, call.indexOf(']'))).toBe(
      `<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n`,
    );
    expect(call).toContain('<|im_end|>\n]<|im_start|>user\n<tool_response>\nt\n</tool_response><|im_end|>\n');
    expect(answer).toBe('b<|im_end|>\n]');
  });
});
