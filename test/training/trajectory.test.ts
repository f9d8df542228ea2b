import { describe, expect, it } from 'vitest';
import { document } from '../../src/generated/document.ts';
import { runAtOnce } from '../../src/training/cooperative.ts';
import {
  groupFields,
  readTrajectoryGroups,
  trajectoryFields,
  trajectoryHistoryFields,
} from '../../src/training/rl/trajectory.ts';
import { at, choice, fault, isTrained, read } from './one-trajectory.ts';

describe('readTrajectoryGroups', () => {
  it('reads absent fields as their defaults', () => {
    const groups = runAtOnce(readTrajectoryGroups([{}, { trajectories: null }, { trajectories: [{}] }], isTrained));
    expect(groups.map((group) => group.trajectories.length)).toEqual([0, 0, 1]);
    expect(groups[2].trajectories[0]).toMatchObject({ reward: 0, histories: [{ items: [], tools: null }] });
  });

  it('lists the paths of fields that the contract does not have', () => {
    const groups = [
      {},
      {
        trajectries: [],
        trajectories: [
          { messages_and_choices: [], reward: 1, metadata: { anything: 1 }, logs: [], start_time: '2026-01-01' },
          { rewrd: 1, messages: [], additional_histories: [{ tools: [] }, { messages: [] }] },
        ],
      },
    ];
    expect(runAtOnce(readTrajectoryGroups(groups, isTrained)).map(({ unknown }) => unknown)).toEqual([
      [],
      [
        'trajectory_groups.1.trajectries',
        'trajectory_groups.1.trajectories.1.rewrd',
        'trajectory_groups.1.trajectories.1.messages',
        'trajectory_groups.1.trajectories.1.additional_histories.1.messages',
      ],
    ]);
  });

  it('lists at most 256 unknown fields, with shortened names', () => {
    const odd = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`odd${i}`, 0]));
    const full = { trajectories: [{ additional_histories: Array(4096).fill(odd) }] };
    const groups = runAtOnce(readTrajectoryGroups([{ odd: 1 }, full, full, odd], isTrained));
    expect(groups.map(({ unknown }) => unknown.length)).toEqual([1, 255, 0, 0]);
    const [{ unknown }] = runAtOnce(readTrajectoryGroups([{ [`${'x'.repeat(63)}🙂`]: 1 }], isTrained));
    expect(unknown).toEqual([`trajectory_groups.0.${'x'.repeat(63)}\uFFFD`]);
  });

  it.each([
    ['TrajectoryGroup', groupFields],
    ['Trajectory', trajectoryFields],
    ['TrajectoryHistory', trajectoryHistoryFields],
  ])('knows the fields of the contract: %s', (name, fields) => {
    const schemas = document.components?.schemas as unknown as Record<string, { properties: object }>;
    expect(fields.toSorted()).toEqual(Object.keys(schemas[name].properties).toSorted());
  });

  it('distinguishes choices from messages by their shape', () => {
    const { histories } = read({ messages_and_choices: [{ role: 'user', content: null }, choice], final_answer: 'x' });
    const [message, sampled] = histories[0].items;
    expect(message).toMatchObject({ kind: 'message', message: { role: 'user', content: '' } });
    expect(sampled).toMatchObject({
      kind: 'choice',
      choice: {
        tokenIds: Uint32Array.of(7),
        promptTokenIds: Uint32Array.of(1, 2),
        logprobs: Float32Array.of(-0.5),
        message: { role: 'assistant', content: 'yes' },
      },
    });
  });

  it.each([
    { content: '' },
    { content: null, refusal: null, annotations: [], function_call: null, tool_calls: null, odd: 1 },
    { tool_calls: [] },
    { function_call: { name: 'f', arguments: '{}' } },
    { refusal: 'no' },
    { audio: { id: 'a' } },
    {},
  ])('accepts an answer without content, %j', (answer) => {
    const { histories } = read({ messages_and_choices: [{ role: 'assistant', ...answer }] });
    expect(histories[0].items).toMatchObject([{ kind: 'message', message: { role: 'assistant', content: '' } }]);
  });

  it.each(['system', 'developer', 'user', 'assistant', 'tool', 'function'])('accepts the role %s', (role) => {
    expect(read({ messages_and_choices: [{ role, content: 'x' }] }).histories[0].items).toHaveLength(1);
  });

  it('treats exchanges without a list as absent', () => {
    const { histories } = read({ exchanges: {}, messages_and_choices: [choice] });
    expect(histories).toMatchObject([{ items: [{ kind: 'choice' }] }]);
  });

  it('reads additional histories and tools in both shapes', () => {
    const { histories } = read({
      messages_and_choices: [choice],
      tools: [
        { type: 'function', function: { name: 'f' } },
        { name: 'g', parameters: {} },
      ],
      additional_histories: [{ messages_and_choices: [choice, choice], tools: [] }],
    });
    expect(histories.map((history) => history.items.length)).toEqual([1, 2]);
    expect(histories[0].tools).toEqual([
      { type: 'function', function: { name: 'f' } },
      { type: 'function', function: { name: 'g', parameters: {} } },
    ]);
    expect(histories[1].tools).toBeNull();
  });

  it('reads art_completion_logprobs and compact_logprobs as logprobs, with null as unknown', () => {
    const lists = ['art_completion_logprobs', 'compact_logprobs'].map((field) => {
      const { histories } = read({ messages_and_choices: [{ ...choice, token_ids: [7, 8], [field]: [-1, null] }] });
      const [item] = histories[0].items;
      return item.kind === 'choice' ? item.choice.logprobs : null;
    });
    expect(lists).toEqual([Float32Array.of(-1, Number.NaN), Float32Array.of(-1, Number.NaN)]);
  });

  it('accepts a log-probability that rounding leaves slightly above 0', () => {
    const { histories } = read({ messages_and_choices: [{ ...choice, token_ids: [7], compact_logprobs: [1e-6] }] });
    expect(histories[0].items).toHaveLength(1);
  });

  it.each([{ logprobs: null }, { logprobs: undefined }, { token_ids: [], logprobs: { content: null } }])(
    'reads a choice without log-probabilities to train on: %j',
    (other) => {
      const { histories } = read({ messages_and_choices: [{ ...choice, ...other }] });
      expect(histories[0].items).toMatchObject([{ kind: 'choice', choice: { logprobs: null } }]);
    },
  );

  it('reads the log-probabilities of compact lists if logprobs has none', () => {
    const { histories } = read({
      messages_and_choices: [{ ...choice, logprobs: { content: null }, compact_logprobs: [-1] }],
    });
    expect(histories[0].items).toMatchObject([{ choice: { logprobs: Float32Array.of(-1) } }]);
  });

  it('counts exceptions', () => {
    const exceptions = [{ type: 'E', message: 'm', traceback: 't' }];
    expect(runAtOnce(readTrajectoryGroups([{ trajectories: [], exceptions }], isTrained))[0].exceptions).toBe(1);
  });

  it.each([
    [{ reward: '1' }, `${at}.reward`, /finite number/],
    [{ messages_and_choices: {} }, `${at}.messages_and_choices`, /array/],
    [{ messages_and_choices: [{ content: 'x' }] }, `${at}.messages_and_choices.0`, /role/],
    [{ messages_and_choices: [{ role: 'user', content: 5 }] }, `${at}.messages_and_choices.0.content`, /string/],
    [
      { messages_and_choices: [{ role: 'asistant', content: 'x' }] },
      `${at}.messages_and_choices.0.role`,
      /^"asistant" is not a role; allowed are system, developer, user, assistant, tool, function$/,
    ],
    [
      { additional_histories: [{ messages_and_choices: [choice, { role: 'assistant', contnt: 'x' }] }] },
      `${at}.additional_histories.0.messages_and_choices.1`,
      /^it has neither content nor tool_calls; it has contnt$/,
    ],
    [
      { messages_and_choices: [choice, { ...choice, token_ids: [7, 8] }] },
      `${at}.messages_and_choices.1`,
      /2 token_ids but 1/,
    ],
    [{ messages_and_choices: [{ ...choice, token_ids: [-1] }] }, `${at}.messages_and_choices.0.token_ids`, /token ids/],
    [
      { messages_and_choices: [{ ...choice, token_ids: [7], compact_logprobs: [0.5] }] },
      `${at}.messages_and_choices.0.logprobs`,
      /^0\.5 is not a log-probability: it is above 0; is it a probability, or is its sign wrong\?$/,
    ],
    ...[{ content: null, refusal: null }, { content: null }, {}].map((logprobs): [object, string, RegExp] => [
      { messages_and_choices: [choice, { ...choice, logprobs }] },
      `${at}.messages_and_choices.1.logprobs`,
      /^it has no log-probabilities; sample with logprobs: true, or send logprobs: null for an answer/,
    ]),
    [
      { messages_and_choices: [{ ...choice, token_ids: undefined, logprobs: { content: [] } }] },
      `${at}.messages_and_choices.0.logprobs`,
      /^it has no log-probabilities/,
    ],
    [{ tools: [{ type: 'function' }] }, `${at}.tools.0`, /function with a name/],
    [{ exchanges: { chat_completions: [] }, messages_and_choices: [choice] }, `${at}.messages_and_choices`, /not both/],
    [{ exchanges: { chat_completions: [] } }, `${at}.exchanges`, /model in training/],
    [{ exchanges: { responses: [{ model: 'gpt-judge' }] } }, `${at}.exchanges`, /model in training/],
  ])('names the path of %j', (trajectory, place, reason) => {
    const found = fault(trajectory);
    expect(found.place).toBe(place);
    expect(found.reason).toMatch(reason);
  });
});
