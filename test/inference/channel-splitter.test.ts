import { describe, expect, it } from 'vitest';
import type { ChatToolCallDelta } from '../../src/generated/types.ts';
import { AnswerParser } from '../../src/inference/chat/answer-parser.ts';
import { ChannelSplitter } from '../../src/inference/chat/channel-splitter.ts';
import { answerConstraint, readOutputConstraint } from '../../src/inference/chat/output-constraint.ts';
import { readToolChoice, type ToolsBody } from '../../src/inference/chat/tool-choice.ts';
import { compileGrammar } from '../../src/inference/grammar/compile.ts';
import { CompiledGrammar, GrammarMatcher } from '../../src/inference/grammar/tokens/grammar-matcher.ts';
import { vocabularyOf } from '../../src/inference/grammar/tokens/tokenizer-info.ts';

const ANALYSIS = '<|channel|>analysis<|message|>';
const FINAL = '<|channel|>final<|message|>';
const NEXT = '<|end|><|start|>assistant';
const call = (name: string, values: string) =>
  `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${values}`;

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [{ function: { name: 'weather', parameters } }];

interface Answer {
  reasoning: string;
  content: string;
  calls: [name: string, values: string][];
}

function read(pieces: Iterable<string>, withTools = true): Answer {
  const known = { format: 'harmony', names: new Set(['weather']), parallel: true, finishes: true } as const;
  const parser = new AnswerParser({ tools: withTools ? known : null, reasoning: 'channels' });
  const answer: Answer = { reasoning: '', content: '', calls: [] };
  for (const parts of [...[...pieces].map((piece) => parser.push(piece)), parser.end()]) {
    answer.reasoning += parts.reasoning;
    answer.content += parts.content;
    const called = 'toolCalls' in parts ? (parts.toolCalls as ChatToolCallDelta[]) : [];
    for (const { function: piece } of called) {
      if (piece?.name !== undefined) answer.calls.push([piece.name, '']);
      (answer.calls.at(-1) as [string, string])[1] += piece?.arguments ?? '';
    }
  }
  return answer;
}

// As OpenAI's guide to the format and vLLM's tests of it have them (tests/tool_parsers/test_openai_tool_parser.py).
describe('an answer in channels', () => {
  it.each<[string, string, Partial<Answer>]>([
    ['an answer', `${FINAL}This is a < b.`, { content: 'This is a < b.' }],
    ['thoughts first', `${ANALYSIS}2 + 2\n<|en${NEXT}${FINAL}4`, { reasoning: '2 + 2\n<|en', content: '4' }],
    ['thoughts cut off', `${ANALYSIS}2 + <|en`, { reasoning: '2 + <|en' }],
    ['thoughts again', `${ANALYSIS}a${NEXT}${ANALYSIS}b${NEXT}${FINAL}c`, { reasoning: 'ab', content: 'c' }],
    [
      'a call after thoughts',
      `${ANALYSIS}We need weather.${NEXT}${call('weather', '{"city": "Tokyo"}')}`,
      { reasoning: 'We need weather.', calls: [['weather', '{"city": "Tokyo"}']] },
    ],
    [
      'its arguments on lines',
      call('weather', '{\n"city": "Tokyo"\n}'),
      { calls: [['weather', '{\n"city": "Tokyo"\n}']] },
    ],
    [
      'the recipient in the role, and no type',
      `${ANALYSIS}Hm.${NEXT} to=functions.weather<|channel|>commentary<|message|>{"city": "<|end"}`,
      { reasoning: 'Hm.', calls: [['weather', '{"city": "<|end"}']] },
    ],
    [
      'words before a call, and an answer after it',
      `<|channel|>commentary<|message|>I look.${NEXT}${call('weather', '{"city": "Rom"}')}${NEXT}${FINAL}Done`,
      { content: 'I look.Done', calls: [['weather', '{"city": "Rom"}']] },
    ],
    ['arguments cut off', call('weather', '{"city": "To'), { calls: [['weather', '{"city": "To']] }],
    ['a header cut off', '<|channel|>final<|mess', {}],
    ['a call cut off', '<|channel|>commentary to=functions.wea', { content: '<|channel|>commentary to=functions.wea' }],
    ['another tool', call('rm', '{}'), { content: call('rm', '{}') }],
    ['no header', 'Hello <|end|> you', { content: 'Hello <|end|> you' }],
    ['nothing', '', {}],
  ])('%s', (_, text, part) => {
    const expected = { reasoning: '', content: '', calls: [], ...part };
    expect(read([text])).toEqual(expected);
    expect(read(text.split(''))).toEqual(expected);
    for (let cut = 1; cut < text.length; cut++) {
      expect(read([text.slice(0, cut), text.slice(cut)]), `cut at ${cut}`).toEqual(expected);
    }
  });

  it('shows thoughts as they come, and reports when it is in thoughts', () => {
    const splitter = new ChannelSplitter();
    expect(splitter.push(`${ANALYSIS}one`)).toEqual({ reasoning: 'one', content: '' });
    expect(splitter.inReasoning).toBe(true);
    expect(splitter.push(` two<|`)).toEqual({ reasoning: ' two', content: '' });
    expect(splitter.push(`end|><|start|>assistant${FINAL}x`)).toEqual({ reasoning: '', content: 'x' });
    expect(splitter.inReasoning).toBe(false);
  });

  it('shows a call as text if there are no tools', () => {
    expect(read([call('weather', '{}')], false).content).toBe(call('weather', '{}'));
  });
});

const bytes = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
const traits = { vocabSize: 256, specialIds: new Set<number>(), tokenId: () => null };
const vocabulary = vocabularyOf({ ...traits, tokenBytes: (id) => bytes[id] }, 256);

/** Returns a function that tells whether the grammar allows a text, byte by byte. */
function judge(body: ToolsBody, form: object | null = null): (text: string) => boolean {
  const structured = form && readOutputConstraint({ structured_outputs: form });
  const held = answerConstraint({ choice: readToolChoice(body), toolFormat: 'harmony', structured, channels: true });
  const grammar = new CompiledGrammar(compileGrammar((held as NonNullable<typeof held>).grammar), vocabulary);
  return (text) => {
    const matcher = new GrammarMatcher(grammar);
    return [...Buffer.from(text)].every((byte) => matcher.acceptToken(byte)) && matcher.canEnd;
  };
}

describe('the grammar of an answer in channels', () => {
  const good = call('weather', '{"city": "Oslo"}');
  const bad = call('weather', '{"city": 1}');
  const thought = `${ANALYSIS}so {"city": 1}${NEXT}`;

  it('allows thoughts, and calls that fit their schemas, under tool_choice auto', () => {
    const may = judge({ tools });
    for (const text of [good, thought + good, `${thought}${FINAL}Hi`, `${FINAL}to=functions.weather`]) {
      expect([text, may(text)]).toEqual([text, true]);
    }
    for (const text of [bad, thought + bad, call('rm', '{}')]) expect([text, may(text)]).toEqual([text, false]);
  });

  it('requires a call, perhaps after thoughts, under tool_choice required', () => {
    const may = judge({ tools, tool_choice: 'required' });
    for (const text of [good, thought + good]) expect([text, may(text)]).toEqual([text, true]);
    for (const text of [bad, `${FINAL}Hi`, `${thought}${FINAL}Hi`, thought]) {
      expect([text, may(text)]).toEqual([text, false]);
    }
  });

  it('requires a final message that fits the structured output, or a call if there are tools', () => {
    const form = judge({}, { json: { type: 'integer' } });
    for (const text of [`${FINAL}12`, `${thought}${FINAL}12`]) expect([text, form(text)]).toEqual([text, true]);
    for (const text of ['12', `${FINAL}twelve`, `${thought}12`, good])
      expect([text, form(text)]).toEqual([text, false]);
    const either = judge({ tools }, { json: { type: 'integer' } });
    for (const text of [`${FINAL}12`, thought + good]) expect([text, either(text)]).toEqual([text, true]);
    for (const text of [`${FINAL}twelve`, thought + bad]) expect([text, either(text)]).toEqual([text, false]);
  });
});
