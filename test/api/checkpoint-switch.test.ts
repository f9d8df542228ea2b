import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pollEvents, startTestServer, type TestServer } from './test-server.ts';
import { newModel, type ToyModel, teach } from './toy-lessons.ts';

/** Tests which checkpoint answers requests around the end of a training job, with the real compute process. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/** Long enough to outlast the rest of a job after its gradient step. */
const long = {
  messages: [{ role: 'user', content: 'red' }],
  seed: 7,
  n: 16,
  max_tokens: 400,
  ignore_eos: true,
  return_token_ids: true,
};

/** Token ids of each choice. */
type Answers = number[][];

async function answersOf(model: string, fields: object = {}): Promise<Answers> {
  const { status, body } = await server.call('POST', '/chat/completions', { ...long, ...fields, model });
  expect(status, body.error?.message).toBe(200);
  return body.choices.map(({ token_ids }: { token_ids: number[] }) => token_ids);
}

/** Starts to stream `long` and resolves at its first token. */
async function stream(model: string): Promise<{ answers: Promise<Answers> }> {
  const response = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...long, model, stream: true }),
  });
  expect(response.status).toBe(200);
  const answers: Answers = Array.from({ length: long.n }, () => []);
  const events = tokenEvents(response.body as ReadableStream<Uint8Array>);
  const take = async (): Promise<boolean> => {
    const { value, done } = await events.next();
    if (done) return false;
    answers[value.index].push(...value.token_ids);
    return true;
  };
  while (answers.every((ids) => ids.length === 0) && (await take()));
  const rest = async (): Promise<Answers> => {
    while (await take());
    return answers;
  };
  return { answers: rest() };
}

async function* tokenEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<{ index: number; token_ids: number[] }> {
  let text = '';
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const events = (text + part).split('\n\n');
    text = events.pop() as string;
    for (const event of events.filter((event) => event.startsWith('data: {'))) {
      for (const { index, token_ids = [] } of JSON.parse(event.slice(6)).choices) yield { index, token_ids };
    }
  }
}

async function newestStep({ id }: ToyModel): Promise<number> {
  return (await server.call('GET', `/preview/models/${id}/checkpoints?limit=1&order=desc`)).body.data[0].step;
}

async function engineRuns(): Promise<number> {
  return (await server.compute.stats(60_000))[0].stats.running;
}

/** Trains a step while answers of the previous step are in flight. Returns null if these ended before the job. */
async function trainDuring(model: ToyModel) {
  const trainStep = server.compute.trainStep.bind(server.compute);
  const began = Promise.withResolvers<void>();
  const held = vi.spyOn(server.compute, 'trainStep').mockImplementation(async (...args) => {
    await began.promise;
    return trainStep(...args);
  });
  try {
    // All rows in one batch, so the job is one gradient step.
    const job = await teach(server, model, 'maybe', 12);
    const before = await newestStep(model);
    const old = await stream(model.name);
    expect(await newestStep(model)).toBe(before);
    began.resolve();
    expect((await pollEvents(server, job)).at(-1)?.type).toBe('training_ended');
    const next = answersOf(model.name, { n: 2, max_tokens: 60 });
    // More than the two sequences that have just begun.
    const inFlight = (await engineRuns()) > 2;
    const [oldAnswers, newAnswers] = await Promise.all([old.answers, next]);
    return inFlight ? { before, oldAnswers, newAnswers } : null;
  } finally {
    began.resolve();
    held.mockRestore();
  }
}

test('answers in flight when a job ends finish with the old checkpoint, and later ones use the new one', async () => {
  const model = await newModel(server, 'switch');
  await pollEvents(server, await teach(server, model, 'no'));
  expect(await newestStep(model)).toBe(1);
  let seen = await trainDuring(model);
  for (let tries = 1; seen === null && tries < 20; tries++) seen = await trainDuring(model);
  if (seen === null) throw new Error('no answer outlasted its job');
  const { before, oldAnswers, newAnswers } = seen;
  const ofOld = await answersOf(`${model.name}:step${before}`);
  const ofNew = await answersOf(`${model.name}:step${before + 1}`);
  expect(ofOld.map((ids) => ids.length)).toEqual(ofOld.map(() => long.max_tokens));
  // The two checkpoints give different answers, or this test would prove nothing.
  for (const [i, ids] of ofOld.entries()) expect(ids).not.toEqual(ofNew[i]);
  for (const i of [0, 1]) expect(ofOld[i].slice(0, 60)).not.toEqual(ofNew[i].slice(0, 60));
  expect(oldAnswers).toEqual(ofOld);
  expect(newAnswers).toEqual(ofNew.slice(0, 2).map((ids) => ids.slice(0, 60)));
});
