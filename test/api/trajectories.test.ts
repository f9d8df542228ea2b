import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollEvents, startTestServer, type TestServer } from './test-server.ts';
import { newModel, type ToyModel } from './toy-lessons.ts';

/** Tests the kept trajectories of jobs and logs, with the real compute process and the toy model. */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { DAYBREAK_KEEP_TOKENS: '1' } });
});
afterAll(() => server.end());

interface Sampled {
  message: { content: string };
  token_ids: number[];
  logprobs: { content: { logprob: number }[] };
}

const question = [{ role: 'user', content: 'red \u{1f600} \u00e9' }];

async function sampled(model: ToyModel, n: number): Promise<Sampled[]> {
  const fields = { n, seed: 5, max_tokens: 4, logprobs: true, return_token_ids: true };
  const { body } = await server.call('POST', '/chat/completions', { model: model.name, messages: question, ...fields });
  expect(body.error?.message).toBeUndefined();
  return body.choices.map((choice: Sampled) => ({ ...choice, prompt_token_ids: body.prompt_token_ids }));
}

const rewarded = (choices: Sampled[], rewardOf: (choice: Sampled, place: number) => number) => ({
  trajectories: choices.map((choice, place) => ({
    messages_and_choices: [...question, choice],
    reward: rewardOf(choice, place),
    metrics: { place },
    unknown_to_the_contract: [1e-7, '\u2028'],
  })),
  exceptions: [{ type: 'ValueError', message: 'no' }],
});

async function train(model: ToyModel, trajectory_groups: object[]): Promise<string> {
  const experimental_config = { learning_rate: 1e-3, precalculate_logprobs: false };
  const job = { model_id: model.id, trajectory_groups, experimental_config };
  const { status, body } = await server.call('POST', '/preview/training-jobs', job);
  expect(status, body.error?.message).toBe(200);
  expect((await pollEvents(server, body.id)).at(-1)?.type).toBe('training_ended');
  return body.id;
}

const get = async (path: string) => {
  const { status, body } = await server.call('GET', `/preview${path}`);
  expect(status, body.error?.message).toBe(200);
  return body;
};

describe('an RL job', () => {
  let model: ToyModel;
  let choices: Sampled[];
  let groups: ReturnType<typeof rewarded>[];
  let job: string;

  beforeAll(async () => {
    model = await newModel(server, 'kept');
    choices = await sampled(model, 4);
    groups = [
      rewarded(choices, () => 0.5),
      rewarded(choices, (_, place) => place % 2),
      rewarded(choices.slice(0, 1), () => 1),
      rewarded([], () => 0),
      rewarded(choices, (_, place) => (place === 0 ? 1 : 0)),
    ];
    job = await train(model, groups);
  });

  test('lists the outcome of every group, consistent with the counts of its event', async () => {
    const { data } = await get(`/training-jobs/${job}/groups`);
    const outcomes = ['equal_rewards', 'trained', 'single', 'empty', 'trained'];
    expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
    expect(data[1]).toEqual({
      ...{ group: 1, size: 4, exceptions: 1, mean: 0.5, std_dev: 0.5, min: 0, max: 1, outcome: 'trained' },
    });
    const events = await pollEvents(server, job);
    const { data: step } = events.find(({ type }) => type === 'gradient_step') ?? { data: {} };
    expect(step).toMatchObject({ num_groups_trainable: 2, num_groups_equal_rewards: 1, num_groups_single: 1 });
  });

  test('returns its trajectories as they were sent', async () => {
    const { data } = await get(`/models/${model.id}/trajectories?sort=oldest&limit=100`);
    expect(data).toHaveLength(13);
    for (const summary of data) {
      const whole = await get(`/models/${model.id}/trajectories/${summary.id}`);
      expect(whole.summary).toEqual(summary);
      const sent = groups[summary.group].trajectories[summary.place];
      expect(JSON.stringify(whole.trajectory)).toBe(JSON.stringify(sent));
      expect(summary).toMatchObject({ job_id: job, log_id: null, split: 'train', step: 1, reward: sent.reward });
      expect(summary.prompt).toBe(question[0].content);
      expect(summary.answer).toBe(choices[summary.place].message.content);
    }
    const worst = await get(`/models/${model.id}/trajectories?group=1&sort=lowest_reward&limit=1`);
    expect(worst.data[0]).toMatchObject({ reward: 0, advantage: expect.closeTo(-1, 5), outcome: 'trained' });
  });

  test('keeps token statistics of its first trained group only', async () => {
    const { data } = await get(`/models/${model.id}/trajectories?limit=100`);
    for (const { group, has_tokens } of data) expect(has_tokens).toBe(group === 1);
    for (const { id, place, advantage } of data.filter(({ group }: { group: number }) => group === 1)) {
      const tokens = await get(`/models/${model.id}/trajectories/${id}/tokens`);
      const { token_ids, logprobs } = choices[place];
      const trained: number[] = tokens.mask.flatMap((bit: number, at: number) => (bit === 1 ? [at] : []));
      expect(trained.map((at) => tokens.ids[at])).toEqual(token_ids);
      expect(tokens).toMatchObject({ sequence: 0, sequences: 1, gradient_step: expect.any(Number) });
      expect(Math.sign(tokens.advantage)).toBe(Math.sign(advantage));
      for (const [i, at] of trained.entries()) {
        expect(tokens.sampled_logprobs[at]).toBeCloseTo(logprobs.content[i].logprob, 6);
        // The sampling and the training policy are still the same.
        expect(tokens.logprobs[at]).toBeCloseTo(logprobs.content[i].logprob, 4);
        expect(tokens.ratios[at]).toBeCloseTo(Math.exp(tokens.logprobs[at] - tokens.sampled_logprobs[at]), 5);
        expect(tokens.entropies[at]).toBeGreaterThan(0);
      }
      expect(tokens.logprobs[0]).toBeNull();
      const text = Buffer.concat(tokens.bytes.map((bytes: string) => Buffer.from(bytes, 'base64'))).toString();
      expect(text).toContain(question[0].content);
      const { status, body } = await server.call(
        'GET',
        `/preview/models/${model.id}/trajectories/${id}/tokens?sequence=1`,
      );
      expect(status).toBe(404);
      expect(body.error.message).toMatch(/sequence: must be from 0 to 0, the last sequence of the trajectory/);
    }
  });

  test('stores one jsonl and one tokens file, deleted with the model', async () => {
    const files = readdirSync(join(server.home, 'trajectories', model.id)).map((name) => name.replace(/^.*\./, ''));
    expect(files.toSorted()).toEqual(['jsonl', 'tokens']);
    await server.call('DELETE', `/preview/models/${model.id}`);
    expect(readdirSync(join(server.home, 'trajectories', model.id))).toEqual([]);
  });
});

test('logged trajectories are listed by split and found by their text', async () => {
  const model = await newModel(server, 'logged');
  const choices = await sampled(model, 2);
  await server.call('POST', `/preview/models/${model.id}/log`, {
    split: 'val',
    trajectory_groups: [rewarded(choices, (_, place) => place), {}],
  });
  const { data } = await get(`/models/${model.id}/trajectories?split=val&text=RED`);
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({ split: 'val', outcome: 'logged', advantage: null, has_tokens: false, job_id: null });
  const { trajectory } = await get(`/models/${model.id}/trajectories/${data[0].id}`);
  expect(trajectory.unknown_to_the_contract).toEqual([1e-7, '\u2028']);
  expect((await get(`/models/${model.id}/trajectories?text=blue`)).data).toEqual([]);
});

test.each(['split', 'text', 'after', 'cursor'])(
  'a NUL in %s, which PostgreSQL cannot store, is refused',
  async (name) => {
    const model = await newModel(server, `nul-${name}`);
    const { status, body } = await server.call('GET', `/preview/models/${model.id}/trajectories?${name}=a%00`);
    expect([status, body.error.param]).toEqual([422, name]);
  },
);

test('no trajectory is kept if DAYBREAK_KEEP_TRAJECTORIES is 0', async () => {
  const none = await startTestServer({ env: { DAYBREAK_KEEP_TRAJECTORIES: '0' } });
  try {
    const model = await newModel(none, 'none');
    const trajectory_groups = [{ trajectories: [{ reward: 1 }, { reward: 0 }] }];
    await none.call('POST', `/preview/models/${model.id}/log`, { split: 'val', trajectory_groups });
    const { body } = await none.call('POST', '/preview/training-jobs', { model_id: model.id, trajectory_groups });
    expect((await pollEvents(none, body.id)).at(-1)?.type).toBe('training_ended');
    expect((await none.call('GET', `/preview/models/${model.id}/trajectories`)).body.data).toEqual([]);
    const [log] = (await none.call('GET', `/preview/models/${model.id}/logs`)).body.data;
    expect(log).toMatchObject({ groups: 1, trajectories: 2, metrics: { 'val/reward': 0.5 } });
    const groups = await none.call('GET', `/preview/models/${model.id}/logs/${log.id}/trajectory-groups`);
    expect(groups.status).toBe(404);
    expect(groups.body.error.message).toMatch(/no longer stored/);
  } finally {
    await none.end();
  }
});
