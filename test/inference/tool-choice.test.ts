import { describe, expect, it } from 'vitest';
import { readToolChoice } from '../../src/inference/chat/tool-choice.ts';
import { refusedOfChat } from '../contract/refused-fields.ts';

const tools = [{ function: { name: 'f' } }, { type: 'function' as const, function: { name: 'g' } }];
const full = tools.map((tool) => ({ ...tool, type: 'function' }));

describe('readToolChoice', () => {
  it('is none without tools and auto with them, null being no choice', () => {
    expect(readToolChoice({})).toEqual({ kind: 'none' });
    expect(readToolChoice({ tools: null, tool_choice: null })).toEqual({ kind: 'none' });
    expect(readToolChoice({ tools, tool_choice: null })).toEqual({ kind: 'auto', tools: full, parallel: true });
    expect(readToolChoice({ tools, tool_choice: 'none' })).toEqual({ kind: 'none' });
  });

  it('keeps the one tool that is named', () => {
    expect(readToolChoice({ tools, tool_choice: { function: { name: 'g' } } })).toEqual({
      kind: 'named',
      tools: [full[1]],
      parallel: false,
    });
    expect(readToolChoice({ tools, tool_choice: 'required', parallel_tool_calls: false })).toMatchObject({
      kind: 'required',
      parallel: false,
    });
  });

  it('refuses the name of an unknown tool', () => {
    const asked = { tools, tool_choice: { function: { name: 'h' } } };
    expect(() => readToolChoice(asked)).toThrow(expect.objectContaining({ param: 'tool_choice' }));
  });

  it.each([
    [{ tools: [] }, 'tools'],
    [{ tools: [], tool_choice: 'none' }, 'tools'],
    [{ tool_choice: 'auto' }, 'tool_choice'],
    [
      { tools: [...tools, { function: { name: 'h', parameters: { type: 'array' } } }] },
      'tools.2.function.parameters.type',
    ],
  ])('never receives %o, which the contract refuses', (body, field) => {
    expect(refusedOfChat(body)).toContain(field);
  });
});
