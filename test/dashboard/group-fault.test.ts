import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';
import { TrainingInputError } from '../../src/training/training-input-error.ts';
import { faultsOf, validatorOf } from '../contract/schemas.ts';

/** Imports a browser source. The tests lack browser types, so the used functions are typed here. */
const source = (path: string) => import(new URL(`../../dashboard/src/${path}`, import.meta.url).href);
const { readGroup } = (await source('data/group-fault.ts')) as { readGroup(group: unknown): object };
const { checkRows } = (await source('data/training-rows.ts')) as {
  checkRows(
    file: Blob,
    signal: AbortSignal,
    tell: () => void,
    read: typeof readGroup,
  ): Promise<{ conversations: number; answers: number; faults: { line: number; column: number; reason: string }[] }>;
};

const reportOf = (text: string) => checkRows(new Blob([text]), new AbortController().signal, () => {}, readGroup);
const isGroup = validatorOf('TrajectoryGroup');

/** Returns why the server refuses a group; null if it accepts it. */
function refusalOf(line: string): string | null {
  const group = JSON.parse(line);
  const [broken] = faultsOf(isGroup, group);
  if (broken !== undefined) return broken;
  try {
    const reading = readTrajectoryGroups([group], () => true);
    while (!reading.next().done);
    return null;
  } catch (error) {
    if (error instanceof TrainingInputError) return error.message;
    throw error;
  }
}

const odd = fc.constantFrom<unknown>(null, '', 'text', 1, true, {}, [], [{}], ['part'], [{ type: 'text', text: 'x' }]);
const mostly = (usual: unknown, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const optional = <T>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) => fc.record(model, { requiredKeys: [] });
const entry = { token: 'a', logprob: -0.5 };
const entries = fc.oneof(
  fc.constantFrom<unknown>([entry], [entry, { ...entry, bytes: [97] }], [], null, [{ ...entry, logprob: 0.5 }]),
  fc.constantFrom<unknown>([{ ...entry, logprob: null }], [{ logprob: -1 }], [{ ...entry, token_id: 3 }]),
  odd,
);
const ids = fc.oneof(fc.constantFrom<unknown>([1], [1, 2], [], [-1], [1.5], [2 ** 31]), odd);
const choice = fc.record(
  {
    message: mostly({ content: 'a' }, fc.oneof(odd, fc.constant({ role: 'assistant', content: 5 }))),
    role: mostly(null, odd),
    logprobs: fc.oneof(odd, optional({ content: entries, refusal: entries })),
    token_ids: ids,
    prompt_token_ids: mostly([1], ids),
    compact_logprobs: fc.oneof(fc.constantFrom<unknown>([-1], [-1, -2], [], [1], [null]), odd),
    art_completion_logprobs: mostly(null, fc.constantFrom<unknown>([-1], [], 'x')),
  },
  { requiredKeys: ['message'] },
);
const message = optional({
  role: fc.oneof(fc.constantFrom('user', 'assistant', 'assistant', 'tool', 'robot'), odd),
  content: mostly('text', odd),
  tool_calls: mostly([{ function: { name: 'f' } }], odd),
  weight: mostly(1, odd),
  answer: mostly('odd', odd),
});
const history = {
  messages_and_choices: fc.oneof(odd, fc.array(fc.oneof(choice, message, message, odd), { maxLength: 2 })),
  tools: mostly([{ name: 'f' }], fc.oneof(odd, fc.constantFrom<unknown>([{ function: { name: 'f' } }, { type: 'x' }]))),
};
const sides = { response: { choices: [{ message: { content: 'a' }, token_ids: [1], prompt_token_ids: [1] }] } };
const trajectory = optional({
  ...history,
  reward: mostly(0.5, fc.oneof(odd, fc.constantFrom(1e31, -3))),
  exchanges: mostly(
    null,
    fc.constantFrom<unknown>({}, 'x', { chat_completions: [{ request: {}, ...sides }] }, { completions: [{}] }),
  ),
  additional_histories: mostly([], fc.oneof(odd, fc.array(optional(history), { maxLength: 1 }))),
  metrics: mostly({ correct: 1, good: true }, fc.oneof(odd, fc.constantFrom({ a: null }, { a: 'x' }, { a: 1e31 }))),
  metadata: mostly({ a: null, b: 'x' }, fc.oneof(odd, fc.constant({ a: [] }))),
  logs: mostly(['line'], odd),
});
const group = fc.oneof(
  odd,
  fc.record(
    {
      trajectories: fc.oneof(
        { weight: 1, arbitrary: odd },
        { weight: 6, arbitrary: fc.array(trajectory, { maxLength: 2 }) },
      ),
      exceptions: mostly([{ type: 'x' }], odd),
      metadata: mostly({}, odd),
    },
    { requiredKeys: ['trajectories'] },
  ),
);

test('the page reports a fault of a group exactly if the server refuses it, or if it is empty', () => {
  fc.assert(
    fc.property(group, (value) => {
      const line = JSON.stringify(value);
      const [fault, refusal] = [readGroup(value), refusalOf(line)];
      const reason = 'reason' in fault ? String(fault.reason) : null;
      if (reason?.startsWith('it has no trajectories')) return;
      expect(reason === null, `${line}: page ${reason}, server ${refusal}`).toBe(refusal === null);
    }),
    { numRuns: 1_000 },
  );
});

/** The reported column is that of the fault. */
test.each([
  ['{"trajectories": [{"reward": "high"}]}', '"reward": "high"'],
  ['{"trajectories": [{"messages_and_choices": [{"role": "user", "content": 1}]}]}', '"content": 1'],
  ['{"trajectories": [{"messages_and_choices": [{"message": {}, "logprobs": {"content": []}}]}]}', '"logprobs"'],
  ['{"trajectories": [{"metrics": {"correct": "yes"}}]}', '"correct"'],
  ['{"messages_and_choices": []}', '{'],
  ['{"trajectories": [{"reward": 1}', ''],
])('the fault of %s is at %s', async (line, at) => {
  const place = at === '' ? line.length : line.indexOf(at);
  expect((await reportOf(line)).faults).toMatchObject([{ line: 1, column: place + 1 }]);
});

test('groups are counted with their trajectories and answers', async () => {
  const answer = { message: { content: 'yes' }, logprobs: { content: [entry] } };
  const one = { messages_and_choices: [{ role: 'user', content: 'q' }, answer], reward: 1 };
  const text = [{ trajectories: [one, one] }, { trajectories: [{ reward: 0 }] }].map((line) => JSON.stringify(line));
  expect(await reportOf(text.join('\n'))).toMatchObject({ rows: 2, conversations: 3, answers: 2, faults: [] });
});
