import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TrajectoryReader } from '../../src/jobs/trajectory-reader.ts';
import { atOnce } from '../../src/training/in-slices.ts';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-trajectories-'));
});
afterAll(() => rm(folder, { recursive: true }));

const choice = {
  message: { role: 'assistant', content: 'é', tool_calls: [{ function: { name: 'f' } }] },
  logprobs: {
    content: [
      { token: 't', logprob: -0.5 },
      { token: '', logprob: null },
    ],
  },
  prompt_token_ids: [1, 2],
  token_ids: [3, 4],
};
const name = 'wandb-artifact:///team/games/agent:step2';
const groups = [
  {},
  {
    exceptions: [{ type: 'E' }],
    trajectories: [
      { reward: 1, messages_and_choices: [{ role: 'user', content: null }, choice], tools: [{ name: 'g' }] },
      { messages_and_choices: [{ ...choice, token_ids: null, prompt_token_ids: null }] },
    ],
  },
  { trajectories: [{ exchanges: { chat_completions: [{ model: name, response: { choices: [choice, choice] } }] } }] },
];
const model = { entity: 'team', project: 'games', name: 'agent' };
const calm = new AbortController().signal;

async function stored(value: unknown): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, JSON.stringify(value));
  return path;
}

test.each([
  ['a body', { model_id: 'm', trajectory_groups: groups }],
  ['the groups alone, as earlier versions kept them', groups],
])('reads %s as it is read here', async (_, value) => {
  const read = await new TrajectoryReader().read('ann', { path: await stored(value), model }, calm);
  expect(read).toEqual(atOnce(readTrajectoryGroups(groups, (other) => other === name)));
});

test('an abort ends the reading, and the next job gets its turn', async () => {
  const reader = new TrajectoryReader();
  const path = await stored({ trajectory_groups: groups });
  const abort = new AbortController();
  const [first, second] = [
    reader.read('ann', { path, model }, abort.signal),
    reader.read('ann', { path, model }, calm),
  ];
  abort.abort(new Error('cancelled'));
  await expect(first).rejects.toThrow('cancelled');
  expect(await second).toHaveLength(3);
});

test('a file that is gone is an error, not a wait', async () => {
  await expect(new TrajectoryReader().read('ann', { path: join(folder, 'none.json'), model }, calm)).rejects.toThrow(
    /ENOENT/,
  );
});
