import { describe, expect, it } from 'vitest';
import { AnswerParser, type AnswerReading } from '../../src/inference/chat/answer-parser.ts';

const tools = { format: 'hermes' as const, names: new Set(['f', 'g']), parallel: true, finishes: true };
const call = (name: string, values = '{}') => `<tool_call>{"name": "${name}", "arguments": ${values}}</tool_call>`;

function read(text: string, reading: Partial<AnswerReading> = {}) {
  const parser = new AnswerParser({ tools, reasoning: null, ...reading });
  const parts = [...text].map((character) => parser.push(character));
  const end = parser.end();
  return {
    content: [...parts, end].map(({ content }) => content).join(''),
    reasoning: [...parts, end].map(({ reasoning }) => reasoning).join(''),
    calls: parts.flatMap(({ toolCalls }) => toolCalls),
    parser,
  };
}

describe('AnswerParser', () => {
  it('drops white space around calls, and no other', () => {
    expect(read(` a b \n${call('f')}\n\n${call('g')}\n`).content).toBe(' a b');
    expect(read(`a \n${call('f')} b `).content).toBe('a b');
    expect(read(' \n a \n').content).toBe(' \n a \n');
    expect(read(' \n').content).toBe(' \n');
  });

  it('gives each call its own index and id, on its first piece only', () => {
    const { calls, parser } = read(call('f', '{"a": 1}') + call('g'));
    const begins = calls.filter(({ id }) => id !== undefined);
    expect(begins.map(({ index, function: { name } = {} }) => [index, name])).toEqual([
      [0, 'f'],
      [1, 'g'],
    ]);
    expect(new Set(begins.map(({ id }) => id)).size).toBe(2);
    expect(parser.finishesWithCalls).toBe(true);
    expect(read('f').parser.finishesWithCalls).toBe(false);
    expect(read(call('f'), { tools: { ...tools, finishes: false } }).parser.finishesWithCalls).toBe(false);
  });

  it('puts the beginning of a call and the arguments received so far into one piece', () => {
    const parser = new AnswerParser({ tools, reasoning: null });
    expect(parser.push(`${call('f', '{"a": 1}')}${call('g')}`).toolCalls).toMatchObject([
      { index: 0, type: 'function', function: { name: 'f', arguments: '{"a": 1}' } },
      { index: 1, type: 'function', function: { name: 'g', arguments: '{}' } },
    ]);
  });

  it('generates ids of nine letters and digits for Mistral, whose templates accept no others', () => {
    const text = '[TOOL_CALLS][{"name": "f", "arguments": {}}]';
    const [{ id }] = read(text, { tools: { ...tools, format: 'mistral' } }).calls;
    expect(id).toMatch(/^[0-9a-zA-Z]{9}$/);
  });

  it('looks for calls in the answer only, not in thoughts', () => {
    const thought = read(`<think>${call('f')}</think>${call('g')}`, { reasoning: 'undecided' });
    expect(thought.reasoning).toBe(call('f'));
    expect(thought.calls.filter(({ id }) => id !== undefined)).toMatchObject([{ function: { name: 'g' } }]);
  });
});
