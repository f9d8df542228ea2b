import { describe, expect, it } from 'vitest';
import type { Split } from '../../src/inference/chat/reasoning-splitter.ts';
import { reasoningStart, TextReasoningSplitter } from '../../src/inference/chat/reasoning-splitter.ts';
import type { ReasoningStart } from '../../src/inference/grammar/reasoning.ts';

function split(start: ReasoningStart, pieces: Iterable<string>): Split {
  const splitter = new TextReasoningSplitter(start);
  const parts = [...[...pieces].map((piece) => splitter.push(piece)), splitter.end()];
  return {
    reasoning: parts.map((part) => part.reasoning).join(''),
    content: parts.map((part) => part.content).join(''),
  };
}

describe('TextReasoningSplitter', () => {
  it.each<[ReasoningStart, string, string, string]>([
    ['undecided', '<think>\nhm\n</think>\n\nYes', '\nhm\n', '\n\nYes'],
    ['undecided', '\n <think>hm</think>Yes', 'hm', 'Yes'],
    ['undecided', '<think>a < b </thin </think >', 'a < b </thin </think >', ''],
    ['undecided', 'Yes <think>no</think>', '', 'Yes <think>no</think>'],
    ['undecided', '  Yes', '', '  Yes'],
    ['undecided', '\u00a0<think>no</think>', '', '\u00a0<think>no</think>'],
    ['undecided', '<thin', '', '<thin'],
    ['undecided', '', '', ''],
    ['undecided', '<think></think>', '', ''],
    ['undecided', '<think>日本 🎉</think>🎉 </think>', '日本 🎉', '🎉 </think>'],
    ['open', 'hm</think>Yes', 'hm', 'Yes'],
    ['open', '<think>hm</think>Yes', 'hm', 'Yes'],
    ['open', 'hm', 'hm', ''],
    ['open', '\n<thin', '\n<thin', ''],
    ['closed', '<think>hm</think>Yes', '', '<think>hm</think>Yes'],
    ['closed', ' Yes', '', ' Yes'],
  ])('%s: %o', (start, text, reasoning, content) => {
    const expected = { reasoning, content };
    expect(split(start, [text])).toEqual(expected);
    expect(split(start, text.split(''))).toEqual(expected);
    for (let cut = 1; cut < text.length; cut++) {
      expect(split(start, [text.slice(0, cut), text.slice(cut)]), `cut at ${cut}`).toEqual(expected);
    }
  });

  it('shows thoughts as they come', () => {
    const splitter = new TextReasoningSplitter('undecided');
    expect(splitter.push('<think>one')).toEqual({ reasoning: 'one', content: '' });
    expect(splitter.inReasoning).toBe(true);
    expect(splitter.push(' two</')).toEqual({ reasoning: ' two', content: '' });
    expect(splitter.push('think>three')).toEqual({ reasoning: '', content: 'three' });
    expect(splitter.inReasoning).toBe(false);
  });
});

describe('reasoningStart', () => {
  it.each<[string, string | null, ReasoningStart]>([
    ['<|assistant|>\n<think>\n', null, 'open'],
    ['<|assistant|>\n<think>\n\n</think>\n\n', null, 'closed'],
    ['say <think> <|assistant|>\n', null, 'undecided'],
    ['prompt', '<think>so far', 'open'],
    ['prompt', '<think>so</think> far', 'closed'],
    ['prompt <think>', 'so far', 'undecided'],
  ])('of the prompt %o continued with %o is %s', (prompt, continued, start) => {
    expect(reasoningStart(prompt, continued)).toBe(start);
  });
});
