import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AnswerParser } from '../../src/inference/chat/answer-parser.ts';
import {
  answerConstraint,
  readOutputConstraint,
  type StructuredFields,
} from '../../src/inference/chat/output-constraint.ts';
import { readToolChoice } from '../../src/inference/chat/tool-choice.ts';
import { compileGrammar } from '../../src/inference/grammar/compile.ts';
import { Matcher } from '../../src/inference/grammar/machine/matcher.ts';
import { CompiledGrammar, GrammarMatcher } from '../../src/inference/grammar/tokens/grammar-matcher.ts';
import { vocabularyOf } from '../../src/inference/grammar/tokens/tokenizer-info.ts';
import type { ToolFormat } from '../../src/model/text/template-formats.ts';

const small = { properties: { n: { type: 'integer', minimum: 0, maximum: 9 } }, required: ['n'] };
const tools = [{ function: { name: 'small', parameters: small } }];
const llama3 = (values: string) => `{"name": "small", "parameters": ${values}}`;
const hermes = (values: string) => `<tool_call>\n{"name": "small", "arguments": ${values}}\n</tool_call>`;

/** All bytes, and tokens in which a call begins, goes on with the wrong arguments, or is whole. */
const ENTRIES = [
  ...Array.from({ length: 256 }, (_, byte) => Buffer.from([byte])),
  ...['{"name": "', '": {"', '{"n', ' {"n": 99}}', '"small", "parameters": {"n": 9', '<tool_call>', '{}', 'small'].map(
    (text) => Buffer.from(text),
  ),
  ...[llama3('{"n": 99}'), llama3('{"n": 1}'), hermes('{"n": 99}'), '{"name"'].map((text) => Buffer.from(text)),
];
const vocabulary = vocabularyOf(
  { vocabSize: ENTRIES.length, specialIds: new Set(), tokenBytes: (id) => ENTRIES[id], tokenId: () => null },
  ENTRIES.length,
);

function grammarOf(toolFormat: ToolFormat, body: StructuredFields): CompiledGrammar {
  const held = answerConstraint({
    choice: readToolChoice({ tools }),
    toolFormat,
    structured: readOutputConstraint(body),
  });
  if (held === null) throw new Error('any text will do');
  return new CompiledGrammar(compileGrammar(held.grammar), vocabulary);
}

/** Returns tokens that spell the text; at each position `pick` chooses among those that fit. */
function tokensOf(text: string, pick: (count: number) => number): number[] {
  const bytes = Buffer.from(text);
  const ids: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const fitting = ENTRIES.flatMap((entry, id) => (entry.equals(bytes.subarray(at, at + entry.length)) ? [id] : []));
    const id = fitting[pick(fitting.length)];
    ids.push(id);
    at += ENTRIES[id].length;
  }
  return ids;
}

/** Parses the answer token by token, as far as its grammar allows. */
function answer(format: ToolFormat, grammar: CompiledGrammar, ids: readonly number[]) {
  const matcher = new GrammarMatcher(grammar);
  const names = new Set(['small']);
  const parser = new AnswerParser({
    tools: { format, names, leading: true, parallel: true, finishes: true },
    reasoning: null,
  });
  const told = { content: '', values: null as string | null, complete: true };
  for (const id of ids) {
    const allowed = ((matcher.nextTokenBitmask()[id >>> 5] >>> (id & 31)) & 1) === 1;
    expect(matcher.acceptToken(id), ENTRIES[id].toString()).toBe(allowed);
    if (!allowed) {
      told.complete = false;
      break;
    }
    const { content, toolCalls } = parser.push(ENTRIES[id].toString());
    told.content += content;
    for (const { function: piece } of toolCalls) told.values = (told.values ?? '') + (piece?.arguments ?? '');
  }
  told.content += parser.end().content;
  told.complete &&= matcher.canEnd;
  return told;
}

const JSON_OBJECT: StructuredFields = { response_format: { type: 'json_object' } };
const TAGGED: StructuredFields = { structured_outputs: { regex: '<tool_call>[^]*' } };

const CASES: [string, ToolFormat, StructuredFields, string, 'call' | 'content' | 'none'][] = [
  ['arguments that fit', 'llama3', JSON_OBJECT, llama3('{"n": 1}'), 'call'],
  ['arguments that do not', 'llama3', JSON_OBJECT, llama3('{"n": 99}'), 'none'],
  ['no white space', 'llama3', JSON_OBJECT, '{"name":"small","parameters":{"n":99}}', 'none'],
  ['a type first', 'llama3', JSON_OBJECT, '{"type": "function", "name": "small", "arguments": {"m": 1}}', 'none'],
  ['the form', 'llama3', JSON_OBJECT, '{"name": "Bob", "parameters": {"n": 99}}', 'content'],
  ['the tool by its name', 'llama3', JSON_OBJECT, '{"name": "small", "size": {"n": 99}}', 'content'],
  ['arguments of another type', 'llama3', JSON_OBJECT, '{"name": "small", "parameters": [{"n": 99}]}', 'content'],
  ['a call within the form', 'llama3', JSON_OBJECT, `{"a": ${llama3('{"n": 99}')}}`, 'content'],
  ['arguments before the name', 'llama3', JSON_OBJECT, '{"parameters": {"n": 99}, "name": "small"}', 'content'],
  ['arguments that fit', 'hermes', TAGGED, hermes('{"n": 1}'), 'call'],
  ['arguments that do not', 'hermes', TAGGED, hermes('{"n": 99}'), 'none'],
  ['no white space', 'hermes', TAGGED, '<tool_call>{"name":"small","arguments":{"n":99}}</tool_call>', 'none'],
  ['the form', 'hermes', TAGGED, '<tool_call> is a tag', 'content'],
  ['a call within the form', 'hermes', TAGGED, `<tool_call>${hermes('{"n": 99}')}`, 'content'],
];

describe.each(CASES)('%s: %s', (_, format, body, text, fate) => {
  it(`${JSON.stringify(text)} beside ${JSON.stringify(body)}: ${fate}`, () => {
    const grammar = grammarOf(format, body);
    const check = (pick: (count: number) => number): void => {
      const { content, values, complete } = answer(format, grammar, tokensOf(text, pick));
      expect(complete).toBe(fate !== 'none');
      if (fate === 'call') expect([content, values]).toEqual(['', '{"n": 1}']);
      if (fate === 'content') expect([content, values]).toEqual([text, null]);
      // Refused within the arguments, so that only the beginning of valid arguments was reported.
      if (fate === 'none' && values !== null) expect('{"n":9'.startsWith(values.replaceAll(' ', ''))).toBe(true);
    };
    check(() => 0);
    check((count) => count - 1);
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (draws) => {
        check((count) => (draws.next().value as number) % count);
      }),
      { numRuns: 20 },
    );
  });
});

describe('an answer that may be a call or a structured output', () => {
  it('always has a continuation, even if the structured output would be a call with other arguments', () => {
    const grammar = grammarOf('llama3', { structured_outputs: { choice: [llama3('{"n": 99}')] } });
    const told = answer(
      'llama3',
      grammar,
      tokensOf(llama3('{"n": 9}'), () => 0),
    );
    expect(told).toEqual({ content: '', values: '{"n": 9}', complete: true });
  });

  it.each([true, false])('is told apart after thoughts with spelled marks too: begun %s', (begun) => {
    const choice = readToolChoice({ tools });
    const structured = readOutputConstraint({ response_format: { type: 'json_object' } });
    const held = answerConstraint({ choice, toolFormat: 'llama3', structured });
    const grammar = { kind: 'after_thoughts' as const, begun, grammar: (held as NonNullable<typeof held>).grammar };
    const compiled = new CompiledGrammar(compileGrammar(grammar), vocabulary);
    const allows = (text: string): boolean => {
      const matcher = new GrammarMatcher(compiled);
      const takes = (id: number): boolean => {
        const masked = ((matcher.nextTokenBitmask()[id >>> 5] >>> (id & 31)) & 1) === 1;
        const accepted = matcher.acceptToken(id);
        expect(masked, ENTRIES[id].toString()).toBe(accepted);
        return accepted;
      };
      return tokensOf(text, (count) => count - 1).every(takes) && matcher.canEnd;
    };
    const thoughts = begun ? 'Hm.</think>' : '<think>Hm.</think>';
    expect(allows(thoughts + llama3('{"n": 1}'))).toBe(true);
    expect(allows(thoughts + llama3('{"n": 99}'))).toBe(false);
    expect(allows(`${thoughts}{"name": "Bob"}`)).toBe(true);
  });

  it('is matched once per sampled token, not per vocabulary token, within thoughts with spelled marks', () => {
    const choice = readToolChoice({ tools });
    const structured = readOutputConstraint({ response_format: { type: 'json_object' } });
    const held = answerConstraint({ choice, toolFormat: 'hermes', structured });
    const grammar = {
      kind: 'after_thoughts' as const,
      begun: true,
      grammar: (held as NonNullable<typeof held>).grammar,
    };
    const matcher = new GrammarMatcher(new CompiledGrammar(compileGrammar(grammar), vocabulary));
    const tried = vi.spyOn(Matcher.prototype, 'canEndAfter');
    for (const id of tokensOf('Hm.', () => 0)) {
      expect(matcher.acceptToken(id)).toBe(true);
      matcher.nextTokenBitmask();
    }
    // Once for each sampled token, although a mask allows nearly all tokens.
    expect(tried).toHaveBeenCalledTimes(3);
    tried.mockRestore();
  });
});
