import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trajectoryLines } from '../../src/training/rl/trajectory-lines.ts';
import { summarize } from '../../src/training/rl/trajectory-summary.ts';

const key = fc.oneof(
  fc.constantFrom('trajectories', 'exceptions', 'reward', 'metadata', '__proto__', '1'),
  fc.string(),
);
const group = fc.dictionary(key, fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(key, fc.jsonValue()))));

describe('lines of trajectory groups', () => {
  test('are those of JSON.stringify, with each trajectory at its reported offset', () => {
    fc.assert(
      fc.property(fc.array(group), (drawn) => {
        const groups: Record<string, unknown>[] = JSON.parse(JSON.stringify(drawn));
        for (const one of groups) {
          if (Array.isArray(one.trajectories)) one.trajectories = one.trajectories.filter(isObject);
        }
        const found = [...trajectoryLines(groups)];
        const file = Buffer.from(found.map(({ line }) => line).join(''));
        expect(file.toString()).toBe(groups.map((one) => `${JSON.stringify(one)}\n`).join(''));
        for (const [place, { group: kept }] of found.entries()) {
          const sent = Array.isArray(groups[place].trajectories) ? groups[place].trajectories : [];
          expect(kept.size).toBe(sent.length);
          expect(kept.trajectories.map(({ at, length }) => file.toString('utf8', at, at + length))).toEqual(
            sent.map((trajectory) => JSON.stringify(trajectory)),
          );
          expect(kept.trajectories.every((one, index) => one.group === place && one.place === index)).toBe(true);
        }
      }),
    );
  });

  test('summarise the rewards of a group, with absent rewards as 0', () => {
    const [{ group }] = trajectoryLines([
      { trajectories: [{ reward: 3 }, {}, { reward: -1.5 }], exceptions: [{}, {}] },
    ]);
    expect(group).toMatchObject({ size: 3, exceptions: 2, mean: 0.5, min: -1.5, max: 3 });
    expect(group.stdDev).toBeCloseTo(Math.sqrt((2.5 ** 2 + 0.5 ** 2 + 2 ** 2) / 3), 12);
  });

  test('list at most 10,000 trajectories of a file, but count all', () => {
    const trajectories = Array.from({ length: 6_000 }, () => ({}));
    const groups = [...trajectoryLines([{ trajectories }, { trajectories }])].map((one) => one.group);
    expect(groups.map((one) => one.trajectories.length)).toEqual([6_000, 4_000]);
    expect(groups.map(({ size }) => size)).toEqual([6_000, 6_000]);
  });
});

const choice = (content: string | null, fields: object = {}) => ({
  message: { role: 'assistant', content },
  ...fields,
});

describe('the summary of a trajectory', () => {
  test('shows the first question and the last answer, and has the text of all answers', () => {
    const summary = summarize({
      messages_and_choices: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is ' },
            { type: 'text', text: 'HOT?' },
          ],
        },
        choice('Fire', { finish_reason: 'stop' }),
        { role: 'user', content: 'And more?' },
        choice('The Sun', { finish_reason: 'length' }),
      ],
      reward: 0.5,
      metrics: { polite: true, words: 3, odd: 'text' },
    });
    expect(summary).toEqual({
      reward: 0.5,
      metrics: { polite: 1, words: 3 },
      prompt: 'What is HOT?',
      answer: 'The Sun',
      text: 'what is hot?\nfire\nthe sun',
      answers: 2,
      characters: 11,
      truncated: true,
    });
  });

  test('reads the messages of the assistant, with tool calls, if nothing was sampled', () => {
    const call = { id: 'c', type: 'function', function: { name: 'find', arguments: '{"x":1}' } };
    const messages_and_choices = [
      { role: 'user', content: 'look' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', content: 'found' },
    ];
    expect(summarize({ messages_and_choices })).toMatchObject({
      answer: 'find({"x":1})',
      answers: 1,
      truncated: false,
    });
  });

  test('reads captured exchanges of chats and of texts', () => {
    const request = { messages: [{ role: 'user', content: 'q' }] };
    const chats = [
      { request, response: { choices: [choice('one')] } },
      { request, response: { choices: [choice('two', { finish_reason: 'length' })] } },
    ];
    expect(summarize({ exchanges: { chat_completions: chats } })).toMatchObject({
      ...{ prompt: 'q', answer: 'two', answers: 2, characters: 6, truncated: true },
    });
    const texts = [{ request: { prompt: 'Once' }, response: { choices: [{ text: ' upon', finish_reason: 'stop' }] } }];
    expect(summarize({ exchanges: { completions: texts } })).toMatchObject({
      prompt: 'Once',
      answer: ' upon',
      answers: 1,
    });
  });

  test('reads captured exchanges of the Messages and of the Responses API', () => {
    const [thought, call] = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'tool_use', name: 'find', input: { x: 1 } },
    ];
    const messages = [
      { request: { messages: [{ role: 'user', content: 'q' }] }, response: { content: [thought, call] } },
      { request: {}, response: { content: [{ type: 'text', text: 'two' }], stop_reason: 'max_tokens' } },
    ];
    expect(summarize({ exchanges: { messages } })).toMatchObject({
      ...{ prompt: 'q', answer: 'two', text: 'q\nfind({"x":1})\ntwo', answers: 2, truncated: true },
    });
    const output = [
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'hm' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'one' }] },
      { type: 'function_call', name: 'find', arguments: '{"x":1}' },
    ];
    const asked = (input: unknown, status: string) => ({ request: { input }, response: { output, status } });
    expect(summarize({ exchanges: { responses: [asked('q', 'incomplete')] } })).toMatchObject({
      ...{ prompt: 'q', answer: 'one\nfind({"x":1})', answers: 1, truncated: true },
    });
    const items = [{ type: 'reasoning' }, { role: 'user', content: [{ type: 'input_text', text: 'q' }] }];
    expect(summarize({ exchanges: { responses: [asked(items, 'completed')] } })).toMatchObject({
      ...{ prompt: 'q', truncated: false },
    });
  });

  test('ignores malformed parts, truncates long text, and has no NUL or unpaired surrogates', () => {
    expect(summarize({})).toMatchObject({ reward: 0, prompt: '', answer: '', answers: 0, metrics: {} });
    expect(summarize({ messages_and_choices: [7, null, 'x'], additional_histories: 3 })).toMatchObject({ answers: 0 });
    const odd = { toString: 1, valueOf: 1 };
    const call = { role: odd, content: odd, tool_calls: [{ function: { name: odd, arguments: odd } }] };
    expect(summarize({ messages_and_choices: [call, { message: { ...call, role: null } }] })).toMatchObject({
      answers: 1,
    });
    const long = `${'a'.repeat(199)}\u{1f600}\0${'b'.repeat(5_000)}`;
    const summary = summarize({ messages_and_choices: [{ role: 'user', content: `\0${long}` }, choice(long)] });
    expect(summary.prompt).toHaveLength(200);
    expect(summary.answer).toBe(`${'a'.repeat(199)}\u{fffd}`);
    expect(summary.text).toHaveLength(2_000);
    expect([summary.prompt, summary.answer, summary.text].every((text) => text.isWellFormed())).toBe(true);
    expect([summary.prompt, summary.answer, summary.text].join('')).not.toContain('\0');
    expect(summary.characters).toBe(long.length);
  });
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
