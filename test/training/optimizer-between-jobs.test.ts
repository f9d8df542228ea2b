import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const words = ['cat', 'dog', 'bird', 'fish'];

async function newModel(name: string): Promise<string> {
  const { body } = await server.call('POST', '/preview/models', { project: 'moments', name, base_model: 'toy' });
  return body.id;
}

/** Returns the losses of an SFT job with one row per batch. */
async function sft(modelId: string, questions: string[]): Promise<unknown[]> {
  const artifact = (await server.call('POST', '/preview/artifacts', { name: 'rows' })).body;
  const rows = questions.map((content) => ({
    messages: [
      { role: 'user', content },
      { role: 'assistant', content: 'maybe not' },
    ],
  }));
  await fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/train.jsonl`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: rows.map((row) => JSON.stringify(row)).join('\n'),
  });
  return losses('/preview/sft-training-jobs', {
    model_id: modelId,
    training_data_url: artifact.url,
    config: { batch_size: 1, learning_rate: 1e-2 },
  });
}

/** Runs an RL job that changes no weight, as its rate is zero, but leaves its moments. */
async function idleRl(modelId: string): Promise<void> {
  const trajectory = (reward: number) => ({
    reward,
    messages_and_choices: [
      { role: 'user', content: 'cat' },
      {
        message: { role: 'assistant', content: 'yes' },
        logprobs: { content: [{ token: 'yes', logprob: -1 }] },
        prompt_token_ids: [1, 2, 3],
        token_ids: [300 + reward],
      },
    ],
  });
  const groups = [{ trajectories: [trajectory(0), trajectory(1)] }];
  const config = { learning_rate: 0 };
  const job = { model_id: modelId, trajectory_groups: groups, experimental_config: config };
  expect(await losses('/preview/training-jobs', job)).toHaveLength(1);
}

async function losses(path: string, job: object): Promise<unknown[]> {
  const { status, body } = await server.call('POST', path, job);
  expect(status, body.error?.message).toBe(200);
  const events = await pollEvents(server, body.id);
  expect(events.at(-1)).toMatchObject({ type: 'training_ended' });
  return events.filter(({ type }) => type === 'gradient_step').map(({ data }) => data.loss ?? data.policy_loss);
}

test('two SFT jobs of two steps have the losses of one job of four steps, bit for bit', async () => {
  const whole = await sft(await newModel('whole'), words);
  const model = await newModel('halves');
  const halves = [...(await sft(model, words.slice(0, 2))), ...(await sft(model, words.slice(2)))];
  expect(halves).toEqual(whole);
});

test('an RL job between two SFT jobs clears the moments', async () => {
  const [calm, once, twice] = [await newModel('calm'), await newModel('once'), await newModel('twice')];
  for (const model of [calm, once, twice]) await sft(model, words.slice(0, 2));
  for (const model of [once, twice, twice]) await idleRl(model);
  const [kept, cleared, again] = [
    await sft(calm, words.slice(2)),
    await sft(once, words.slice(2)),
    await sft(twice, words.slice(2)),
  ];
  // The weights are the same, and so is the first loss; the second step had other moments.
  expect(cleared[0]).toBe(kept[0]);
  expect(cleared[1]).not.toBe(kept[1]);
  // No moments were left over: another RL job in between makes no difference.
  expect(again).toEqual(cleared);
});
