import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { JobPlanner } from '../../src/jobs/plan/job-planner.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { modelChatText } from '../../src/training/chat-text.ts';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { planRlJob, rewardDeviation } from '../../src/training/rl/rl-job.ts';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';
import { readSftConfig } from '../../src/training/sft/sft-config.ts';
import { readSftData } from '../../src/training/sft/sft-data.ts';
import { planSftJob, type SftStep } from '../../src/training/sft/sft-job.ts';

let folder: string;
let basePath: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-planner-'));
  basePath = join(folder, 'toy');
  writeToyModel(basePath);
});
afterAll(() => rm(folder, { recursive: true }));

const calm = new AbortController().signal;
const maxLength = 64;
const planner = new JobPlanner({ heapMiB: 1_024 });

const row = (answer: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'red' },
      { role: 'assistant', content: answer },
    ],
  });

async function stored(text: string): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, text);
  return path;
}

async function sftPlan(lines: readonly string[], config = {}, signal = calm, by = planner): Promise<SftStep[]> {
  const files = new Map([['train.jsonl', await stored(lines.join('\n'))]]);
  return by.sft('ann', { basePath, maxLength, files, config: readSftConfig(config) }, signal);
}

/** Plans the same job in this process. */
function sftPlanHere(lines: readonly string[], config = {}): SftStep[] {
  const rows = runAtOnce(readSftData(new Map([['train.jsonl', Buffer.from(lines.join('\n'))]])));
  return runAtOnce(planSftJob(rows, readSftConfig(config), modelChatText(openModelText(basePath)), maxLength));
}

test('an SFT plan is the same in the planner process as in this one', async () => {
  const rows = ['yes', 'no '.repeat(200), 'maybe', 'yes no', 'no'].map(row);
  const config = { learning_rate: [1e-3, 1e-4, 1e-5] };
  const steps = await sftPlan(rows, config);
  expect(steps).toEqual(sftPlanHere(rows, config));
  expect(steps.map(({ metrics }) => metrics.num_dropped_trajectories)).toEqual([1, 0, 0]);
});

test.each<[string, string[], object?]>([
  ['no JSON', ['{']],
  ['no rows', ['']],
  ['a row without an answer', [row('yes'), '{"messages": [{"role": "user", "content": "red"}]}']],
  ['fewer rates than batches', [row('yes'), row('no')], { learning_rate: [1], batch_size: 1 }],
])('%s is refused with the same error in the planner process as in this one', async (_, lines, config = {}) => {
  const error = await sftPlan(lines, config).catch((error) => error);
  expect(error.name).toBe('TrainingInputError');
  expect(() => sftPlanHere(lines, config)).toThrow(error);
});

const choice = (reward: number, ids: number[]) => ({
  reward,
  messages_and_choices: [
    { role: 'user', content: 'red' },
    {
      message: { role: 'assistant', content: 'é', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] },
      logprobs: { content: ids.map((id) => ({ token: `token_id:${id}`, logprob: -id / 8 })) },
      prompt_token_ids: [1, 2],
      token_ids: ids,
    },
  ],
});
const groups = [
  {},
  { trajectories: [choice(1, [3, 4]), { ...choice(0, [5]), metrics: { turns: 3 } }], odd: 1 },
  { trajectories: [choice(2, [6])] },
];
const model = { entity: 'team', project: 'games', name: 'agent' };

test.each([
  ['a body', { model_id: 'm', trajectory_groups: groups }],
  ['the groups alone, as earlier versions kept them', groups],
])('an RL plan is the same in the planner process as in this one, from %s', async (_, value) => {
  const config = readRlConfig({ learning_rate: 1e-3 });
  const keepIn = join(folder, `${randomUUID()}.jsonl`);
  const request = { basePath, maxLength, path: await stored(JSON.stringify(value)), model, config, keepIn };
  const plan = await planner.rl('ann', request, calm);
  const {
    steps,
    rewardDeviation: deviation,
    unknown,
    groups: kept,
    keptBytes,
    trainedGroups,
    trajectoryMetrics: means,
    ...summary
  } = plan;
  const read = runAtOnce(readTrajectoryGroups(groups, () => false));
  const here = runAtOnce(planRlJob(read, config, modelChatText(openModelText(basePath)), maxLength));
  const { groups: planned, ...rest } = here;
  expect({ steps, ...summary }).toEqual(rest);
  expect(kept.map(({ outcome }) => outcome)).toEqual(planned.map(({ outcome }) => outcome));
  expect(trainedGroups).toEqual([1]);
  const file = await readFile(keepIn);
  expect(keptBytes).toBe(file.length);
  expect(
    file
      .toString()
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line)),
  ).toEqual(groups);
  for (const [g, { trajectories }] of kept.entries()) {
    for (const { place, at, length, advantage } of trajectories) {
      expect(JSON.parse(file.toString('utf8', at, at + length))).toEqual(groups[g].trajectories?.[place]);
      expect(advantage).toBe(planned[g].advantages[place]);
    }
  }
  expect(steps.length).toBeGreaterThan(0);
  expect(deviation).toBe(rewardDeviation(read));
  expect(means).toEqual({ turns: 3 });
  expect(unknown).toEqual(read.flatMap((group) => group.unknown));
});

test('planning a missing file rejects with ENOENT', async () => {
  const request = {
    basePath,
    maxLength,
    path: join(folder, 'none.json'),
    model,
    config: readRlConfig({}),
    keepIn: null,
  };
  await expect(planner.rl('ann', request, calm)).rejects.toThrow(/ENOENT/);
});

test('the event loop keeps turning while one huge row is read, and the row is dropped', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  const [step] = await sftPlan([row('yes '.repeat(3 * 2 ** 20)), row('yes')]).finally(() => clearInterval(timer));
  expect(step.metrics).toMatchObject({ num_trajectories: 1, num_dropped_trajectories: 1 });
  expect(turns).toBeGreaterThan(10);
});

test('a row of 20,000 answers is dropped', async () => {
  const turn = [
    { role: 'user', content: 'red' },
    { role: 'assistant', content: 'no' },
  ];
  const messages = Array.from({ length: 20_000 }, () => turn).flat();
  const [step] = await sftPlan([JSON.stringify({ messages })]);
  expect(step).toMatchObject({ request: null, metrics: { num_dropped_trajectories: 1 } });
});

test('data that takes too much memory is refused, and the next job is planned', async () => {
  const small = new JobPlanner({ heapMiB: 64 });
  const counted = `{"messages": [${'{},'.repeat(2 ** 20)}{}]}`;
  const refusal = 'Reading the training data takes more than 64 MiB of memory. Split it over several jobs.';
  await expect(sftPlan([counted], {}, calm, small)).rejects.toThrow(refusal);
  // The memory of trajectories is not estimated, so the process ends.
  const path = await stored(`{"trajectory_groups": [${'[{}],'.repeat(2 ** 20)}{}]}`);
  const request = { basePath, maxLength, path, model, config: readRlConfig({}), keepIn: null };
  await expect(small.rl('ann', request, calm)).rejects.toThrow(refusal);
  expect(await sftPlan([row('no')], {}, calm, small)).toHaveLength(1);
});

test('a template that takes too long for a row is aborted, and the next job is planned', async () => {
  const slow = join(folder, 'slow');
  writeToyModel(slow);
  const loops = '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}';
  await writeFile(join(slow, 'chat_template.jinja'), loops);
  const impatient = new JobPlanner({ silenceMs: 2_000 });
  const files = new Map([['train.jsonl', await stored(row('yes'))]]);
  const request = { basePath: slow, maxLength, files, config: readSftConfig({}) };
  await expect(impatient.sft('ann', request, calm)).rejects.toThrow(
    'Reading the training data takes more than 2 seconds',
  );
  const patient = await sftPlan([row('no')]);
  expect(patient).toHaveLength(1);
});

test('an abort ends the planning, and the next job gets its turn', async () => {
  const abort = new AbortController();
  const [first, second] = [sftPlan([row('yes')], {}, abort.signal), sftPlan([row('no')])];
  abort.abort(new Error('cancelled'));
  await expect(first).rejects.toThrow('cancelled');
  expect(await second).toHaveLength(1);
});
