import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/training/cooperative.ts';
import type { TokenSequence } from '../../src/training/rl/token-sequence.ts';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';
import { trajectorySequences } from '../../src/training/rl/trajectory-tokens.ts';
import { bytes, CHATML, chatText, IM_END, IM_START, QWEN3 } from './chat-texts.ts';

const text = chatText();

function sequences(trajectory: object, { allow = false, template = CHATML } = {}): TokenSequence[] {
  const [group] = runAtOnce(readTrajectoryGroups([{ trajectories: [trajectory] }], () => true));
  return trajectorySequences(group.trajectories[0], template === CHATML ? text : chatText(template), allow);
}

/** Returns [id, logprob] of every trainable token, and the others as bare ids. */
function shown({ ids, mask, oldLogprobs }: TokenSequence): (number | [number, number])[] {
  return Array.from(ids, (id, place) => (mask[place] === 1 ? [id, oldLogprobs[place]] : id));
}

const choice = (prompt: number[], completion: number[], logprobs = completion.map((_, place) => -(place + 1))) => ({
  message: { role: 'assistant', content: 'x' },
  logprobs: { content: logprobs.map((logprob) => ({ token: 't', logprob })) },
  prompt_token_ids: prompt,
  token_ids: completion,
});
const items = (...list: object[]) => ({ messages_and_choices: list });
const user = { role: 'user', content: 'q' };

describe('sequences by token ids', () => {
  it('continues a sequence while each prompt begins with it', () => {
    const [sequence, ...others] = sequences(items(user, choice([1, 2], [3, 4]), user, choice([1, 2, 3, 4, 5], [6])));
    expect(others).toEqual([]);
    expect(shown(sequence)).toEqual([1, 2, [3, -1], [4, -2], 5, [6, -1]]);
    expect(Number.isNaN(sequence.oldLogprobs[0])).toBe(true);
  });

  it('starts a new sequence if the prompt differs, and does not return to an older sequence', () => {
    const list = sequences(items(choice([1, 2], [3]), choice([1, 9], [4]), choice([1, 2, 3, 5], [6])));
    expect(list.map(shown)).toEqual([
      [1, 2, [3, -1]],
      [1, 9, [4, -1]],
      [1, 2, 3, 5, [6, -1]],
    ]);
  });

  it('continues a sequence from one history to the next, across histories without trainable answers', () => {
    const trajectory = {
      ...items(choice([1, 2], [3])),
      additional_histories: [
        items(user),
        items(choice([1, 2, 3, 4], [5])),
        items(choice([7], [8])),
        items(choice([1, 2, 3, 4, 5], [6])),
      ],
    };
    expect(sequences(trajectory).map(shown)).toEqual([
      [1, 2, [3, -1], 4, [5, -1]],
      [7, [8, -1]],
      [1, 2, 3, 4, 5, [6, -1]],
    ]);
  });

  it('separates interleaved captured conversations, and trains on a sampled token once', () => {
    const answer = ({ prompt_token_ids, ...rest }: ReturnType<typeof choice>) => ({
      response: { prompt_token_ids, choices: [rest] },
    });
    const chat_completions = [
      choice([1], [2]),
      choice([8], [9]),
      choice([1, 2, 3], [4]),
      choice([8, 9, 7], [6]),
      choice([1, 2, 5], [6]),
    ].map(answer);
    expect(sequences({ exchanges: { chat_completions } }).map(shown)).toEqual([
      [1, [2, -1], 3, [4, -1]],
      [8, [9, -1], 7, [6, -1]],
      [1, 2, 5, [6, -1]],
    ]);
  });

  it('continues the longest matching captured conversation, and trains once on tokens sampled twice', () => {
    const chat_completions = [
      choice([1], [2]),
      choice([1, 2, 3], [4]),
      choice([1], [2, 7]),
      choice([1, 2, 3, 4, 5], [6]),
      choice([1, 2, 3], [4]),
    ].map(({ prompt_token_ids, ...rest }) => ({ response: { prompt_token_ids, choices: [rest] } }));
    expect(sequences({ exchanges: { chat_completions } }).map(shown)).toEqual([
      [1, [2, -1], 3, [4, -1], 5, [6, -1]],
      [1, 2, [7, -2]],
    ]);
  });

  it('ignores choices without log-probabilities, unless these are allowed', () => {
    const trajectory = items(choice([1], [2]), { ...choice([1, 2, 3], [4]), logprobs: null });
    expect(sequences(trajectory).map(shown)).toEqual([[1, [2, -1]]]);
    expect(sequences(trajectory, { allow: true }).map(shown)).toEqual([[1, [2, -1], 3, [4, Number.NaN]]]);
  });

  it('requires log-probabilities in captured exchanges, unless choices without are allowed', () => {
    const chat_completions = [{ response: { choices: [{ ...choice([1], [2]), logprobs: null }] } }];
    expect(() => sequences({ exchanges: { chat_completions } })).toThrowError(
      /chat_completions\.0.*no log-probabilities/,
    );
    expect(sequences({ exchanges: { chat_completions } }, { allow: true })).toHaveLength(1);
  });

  it('does not train on a first token, and reads a null log-probability as unknown', () => {
    const compact = { ...choice([], [1, 2, 3]), compact_logprobs: [-1, -2, null] };
    expect(sequences(items(compact)).map(shown)).toEqual([[1, [2, -2], [3, Number.NaN]]]);
    expect(sequences(items(choice([], [1])))).toEqual([]);
  });

  it('reads every history of a trajectory', () => {
    const additional_histories = [items(choice([5], [6]))];
    expect(sequences({ ...items(choice([1], [2])), additional_histories }).map(shown)).toEqual([
      [1, [2, -1]],
      [5, [6, -1]],
    ]);
  });

  it('continues if the next prompt is exactly the sequence so far', () => {
    const list = sequences(items(choice([1, 2], [3, 4]), choice([1, 2, 3, 4], [5]), choice([1, 2, 3, 4], [6])));
    expect(list.map(shown)).toEqual([
      [1, 2, [3, -1], [4, -2], [5, -1]],
      [1, 2, 3, 4, [6, -1]],
    ]);
  });

  it('leaves a plain answer between two sampled answers as part of the prompt', () => {
    const plain = { role: 'assistant', content: 'given' };
    const trajectory = items(choice([1], [2]), plain, choice([1, 2, 8, 9], [3]));
    for (const allow of [false, true]) {
      expect(sequences(trajectory, { allow }).map(shown)).toEqual([[1, [2, -1], 8, 9, [3, -1]]]);
    }
  });

  it('names the choice with a token id outside the vocabulary', () => {
    expect(() => sequences(items(choice([1], [2]), choice([1], [9999])))).toThrowError(
      /trajectory_groups\.0\.trajectories\.0\.messages_and_choices\.1: token id 9999/,
    );
  });
});

describe('sequences by chat template', () => {
  const turn = (content: string, tokens: (string | null)[]) => ({
    message: { role: 'assistant', content },
    logprobs: { content: tokens.map((token, place) => ({ token, logprob: -(place + 1) })) },
  });
  const asIds = (ids: number[]) => ids.map((id) => `token_id:${id}`);
  const header = (role: string) => [IM_START, ...bytes(`${role}\n`)];
  const asked = [...header('user'), ...bytes('q'), IM_END, ...bytes('\n'), ...header('assistant')];

  it('puts the sampled tokens in place of the answer, with one end token', () => {
    const first = turn('ab', asIds([...bytes('ab'), IM_END]));
    const second = turn('c', asIds(bytes('c')));
    const [sequence] = sequences(items(user, first, user, second, user));
    expect(shown(sequence)).toEqual([...asked, [97, -1], [98, -2], [IM_END, -3], ...bytes('\n'), ...asked, [99, -1]]);
  });

  it('reads vocabulary entries and token texts, and an unnamed last token as the end of sequence', () => {
    for (const last of ['<|im_end|>', '', null]) {
      const [sequence] = sequences(items(user, turn('a b', ['a', ' ', 'b', last])));
      expect(shown(sequence)).toEqual([...asked, [97, -1], [32, -2], [98, -3], [IM_END, -4]]);
    }
  });

  it('prefers token_id beside the log-probabilities, as in streamed answers, over token texts', () => {
    const streamed = turn('é', ['', 'é']);
    const ids = bytes('é');
    const content = streamed.logprobs.content.map((entry, place) => ({ ...entry, token_id: ids[place] }));
    const [sequence] = sequences(items(user, { ...streamed, logprobs: { content } }));
    expect(shown(sequence)).toEqual([...asked, [ids[0], -1], [ids[1], -2]]);
    expect(() =>
      sequences(items(user, { ...streamed, logprobs: { content: [{ ...content[0], token_id: -1 }] } })),
    ).toThrow(/token_id/);
  });

  it('refuses a token text outside the vocabulary', () => {
    expect(() => sequences(items(user, turn('ab', ['ab', '<|im_end|>'])))).toThrowError(
      /messages_and_choices\.1.*'ab'/,
    );
  });

  it('agrees with the ids of the same conversation', () => {
    const answers = [
      [...bytes('one'), IM_END],
      [...bytes('two'), IM_END],
    ];
    const prompts = [asked, [...asked, ...answers[0], ...bytes('\n'), ...asked]];
    const byIds = sequences(items(user, choice(prompts[0], answers[0]), user, choice(prompts[1], answers[1])));
    const byText = sequences(items(user, turn('one', asIds(answers[0])), user, turn('two', asIds(answers[1]))));
    expect(byText.map(shown)).toEqual(byIds.map(shown));
  });

  it('keeps sampled tool calls as they were sampled', () => {
    const sampled = '<tool_call>{}</tool_call>';
    const call = turn('', asIds(bytes(sampled)));
    const tool_calls = [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const [sequence] = sequences(items(user, { ...call, message: { ...call.message, tool_calls } }));
    expect(sequence.ids.slice(asked.length)).toEqual(Uint32Array.from(bytes(sampled)));
  });

  it('does not repeat a <think> that the template and the answer both write', () => {
    const thinking = turn('<think>a', asIds(bytes('<think>a')));
    const template = CHATML.replace("m.role + '\\n'", "m.role + '\\n' + ('<think>' if m.role == 'assistant' else '')");
    const [sequence] = sequences(items(user, thinking), { template });
    expect([...sequence.ids]).toEqual([...asked, ...bytes('<think>a')]);
  });

  it('replaces the empty thought of a template if the answer has its own thought', () => {
    const thought = '<think>a</think>b';
    const [sequence] = sequences(items(user, turn(thought, asIds(bytes(thought)))), { template: QWEN3 });
    expect([...sequence.ids]).toEqual([...asked, ...bytes(thought)]);
    expect(sequence.mask.reduce((sum, bit) => sum + bit, 0)).toBe(thought.length);
  });

  it('trains on no end token of a truncated answer, and keeps that of the template', () => {
    const cut = turn('ab', asIds(bytes('ab')));
    const [sequence] = sequences(items(user, cut, user, turn('c', asIds(bytes('c')))));
    expect([...sequence.ids]).toEqual([...asked, ...bytes('ab'), IM_END, ...bytes('\n'), ...asked, ...bytes('c')]);
  });

  it('reads the ids of answers that have them if other answers of the conversation have none', () => {
    const known = { ...choice([1, 2], bytes('ab')), message: { role: 'assistant', content: 'ab' } };
    const [sequence] = sequences(items(user, known, user, turn('c', ['c'])));
    expect(shown(sequence)).toEqual([...asked, [97, -1], [98, -2], IM_END, ...bytes('\n'), ...asked, [99, -1]]);
  });

  it('passes untrained answers to the template, with their calls and null contents', () => {
    const tool_calls = [{ id: '1', type: 'function', function: { name: 'f', arguments: '{"x": 1}' } }];
    const called = { message: { role: 'assistant', content: null, tool_calls }, logprobs: null };
    const template =
      '{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}<tool_call>{{ c.function.arguments.x }}' +
      '</tool_call>{% endfor %}{% for t in tools or [] %}{{ t.function.name }}{% endfor %}|{% endfor %}';
    const trajectory = { ...items(user, called, turn('c', ['c'])), tools: [{ name: 'g' }] };
    const [sequence] = sequences(trajectory, { template });
    expect(Buffer.from(sequence.ids).toString()).toBe('qg|<tool_call>1</tool_call>g|c');
    expect(shown(sequence).at(-1)).toEqual([99, -1]);
  });

  it('passes arguments that are an object to the template, and refuses others with the path of their message', () => {
    const template =
      '{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}<tool_call>' +
      '{{ c.function.arguments | tojson }}{% endfor %}{% endfor %}{{ tools and "" }}';
    const asks = (call: object) => ({ role: 'assistant', content: '', tool_calls: [call] });
    const shownFor = (call: object) => {
      const [sequence] = sequences(items(user, asks(call), turn('c', ['c'])), { template });
      return Buffer.from(sequence.ids).toString();
    };
    expect(shownFor({ function: { name: 'f', arguments: { x: 1 } } })).toBe('q<tool_call>{"x": 1}c');
    expect(shownFor({ type: 'tool_call', name: 'f', args: { x: 1 } })).toBe('q<tool_call>{"x": 1}c');
    expect(() => shownFor({ function: { name: 'f', arguments: '{"x": ' } })).toThrowError(
      /trajectories\.0\.messages_and_choices\.1\.tool_calls\.0\.arguments: they must be a JSON object/,
    );
    // If the prompt has ids, its messages are not read.
    const byIds = items(user, asks({ function: { name: 'f', arguments: '{"x": ' } }), choice([1, 2], [3]));
    expect(sequences(byIds, { template })).toHaveLength(1);
  });

  it('trains on plain assistant messages only if log-probabilities are not required', () => {
    const plain = items(user, { role: 'assistant', content: 'ok' }, user);
    expect(sequences(plain)).toEqual([]);
    expect(sequences(plain, { allow: true }).map(shown)).toEqual([[...asked, [111, Number.NaN], [107, Number.NaN]]]);
    const calls = { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f' } }] };
    expect(() => sequences(items(user, calls), { allow: true })).toThrowError(/tool calls/);
  });

  it('names a trajectory that the template refuses, or whose answer it leaves out', () => {
    const answer = turn('a', asIds([97]));
    expect(() => sequences(items(user, answer), { template: '{{ messages[0].content }}' })).toThrowError(
      /trajectory_groups\.0\.trajectories\.0: .*leaves out/,
    );
    expect(() => sequences(items(user, answer), { template: "{{ raise_exception('no roles') }}" })).toThrowError(
      /trajectory_groups\.0\.trajectories\.0: .*no roles/,
    );
  });

  it('keeps what a template adds before the last answer', () => {
    const [sequence] = sequences(items(user, turn('a', asIds([97]))), { template: QWEN3 });
    expect([...sequence.ids]).toEqual([...asked, ...bytes('<think>\n\n</think>\n\n'), 97]);
  });
});
