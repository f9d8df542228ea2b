import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobEvent, pollEvents, startTestServer, type TestServer } from './test-server.ts';
import { newModel, type ToyModel, teach } from './toy-lessons.ts';

/** Tests training over HTTP with the real compute process. The toy answers yes, no or maybe, about equally often. */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

async function chat(model: string, question: string, fields: object) {
  const messages = [{ role: 'user', content: question }];
  const { status, body } = await server.call('POST', '/chat/completions', { model, messages, ...fields });
  expect(status, body.error?.message).toBe(200);
  return body;
}

async function probabilityOf(answer: string, model: string, question: string): Promise<number> {
  const { choices } = await chat(model, question, { temperature: 0, max_tokens: 1, logprobs: true, top_logprobs: 20 });
  const entry = choices[0].logprobs.content[0].top_logprobs.find(({ token }: { token: string }) => token === answer);
  return entry === undefined ? 0 : Math.exp(entry.logprob);
}

const steps = (events: JobEvent[]) => events.filter(({ type }) => type === 'gradient_step');

test('ten RL jobs raise the rewarded answer from chance to more than 0.9', async () => {
  const model = await newModel(server, 'rl');
  const questions = ['red', 'blue', 'hot', 'cold'];
  for (const question of questions) {
    const before = await probabilityOf('yes', model.name, question);
    expect(before).toBeGreaterThan(0.2);
    expect(before).toBeLessThan(0.5);
  }
  for (let round = 0; round < 10; round++) {
    const groups = [];
    for (const [place, question] of questions.entries()) {
      const messages = [{ role: 'user', content: question }];
      const answer = await chat(model.name, question, { n: 8, seed: round * 1_000 + place * 100, max_tokens: 4 });
      const trajectories = answer.choices.map((choice: { message: { content: string } }) => ({
        messages_and_choices: [...messages, choice],
        // Clients since 0.5.20 omit a reward of zero.
        ...(choice.message.content === 'yes' ? { reward: 1 } : {}),
      }));
      groups.push({ trajectories });
    }
    const { status, body } = await server.call('POST', '/preview/training-jobs', {
      model_id: model.id,
      trajectory_groups: groups,
      experimental_config: { learning_rate: 1e-3 },
    });
    expect(status, body.error?.message).toBe(200);
    const events = await pollEvents(server, body.id);
    expect(events.at(-1)?.type).toBe('training_ended');
    expect(events[0]).toMatchObject({ type: 'training_started', data: { num_sequences: steps(events).length } });
    // The sampling and the training policy must agree. This is the best single check of the whole loop.
    for (const { data } of steps(events)) expect(data.probs_corr).toBeGreaterThan(0.999);
    const { data } = (await server.call('GET', `/preview/models/${model.id}/checkpoints?limit=1&order=desc`)).body;
    expect(data[0].step).toBe(round + 1);
  }
  for (const question of questions) expect(await probabilityOf('yes', model.name, question)).toBeGreaterThan(0.9);
  expect(await probabilityOf('yes', `${model.name}:step0`, 'red')).toBeLessThan(0.5);
});

async function adapterHash(model: ToyModel): Promise<string> {
  const response = await fetch(
    `${server.baseUrl}/preview/models/${model.id}/checkpoints/1/files/adapter_model.safetensors`,
    { headers: { authorization: `Bearer ${server.key}` } },
  );
  expect(response.status).toBe(200);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}

test('an SFT job teaches an answer and leaves step 0 unchanged', async () => {
  const model = await newModel(server, 'sft');
  const events = await pollEvents(server, await teach(server, model, 'maybe'));
  const losses = steps(events).map(({ data }) => Number(data.loss));
  expect(losses).toHaveLength(12);
  expect(losses[11]).toBeLessThan(losses[0] / 2);
  // This question is not in the training data.
  expect(await probabilityOf('maybe', model.name, 'big')).toBeGreaterThan(0.9);
  expect(await probabilityOf('maybe', `${model.name}:step0`, 'big')).toBeLessThan(0.5);
});

test('a job whose compute process is killed ends with bit-identical weights', async () => {
  const calm = await newModel(server, 'calm');
  const calmEvents = await pollEvents(server, await teach(server, calm, 'no'));
  const hit = await newModel(server, 'hit');
  const job = await teach(server, hit, 'no');
  const seen = async () => (await server.call('GET', `/preview/training-jobs/${job}/events`)).body.data.length;
  await expect.poll(seen, { interval: 2 }).toBeGreaterThan(1);
  process.kill(server.compute.report().pid ?? 0, 'SIGKILL');
  const events = await pollEvents(server, job);
  expect(events.at(-1)?.type).toBe('training_ended');
  expect(server.compute.report().restarts).toBe(1);
  const losses = (list: JobEvent[]) => steps(list).map(({ data }) => data.loss);
  expect(losses(events)).toEqual(losses(calmEvents));
  expect(await adapterHash(hit)).toBe(await adapterHash(calm));
});
