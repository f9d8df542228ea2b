import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Runs } from '../../src/store/runs.ts';
import { type JobEvent, pollEvents, startTestServer, type TestServer } from './test-server.ts';
import { newModel, type ToyModel, teach } from './toy-lessons.ts';

/** Tests the fields of jobs, checkpoints and runs, and the curves of a run, over HTTP. */
let server: TestServer;
let model: ToyModel;
let runId: string;
let rl: { id: string; events: JobEvent[] };
let sft: { id: string; events: JobEvent[] };

beforeAll(async () => {
  server = await startTestServer();
  model = await newModel(server, 'figures');
  runId = (await get(`/preview/models/${model.id}`)).run_id;
  const messages = [{ role: 'user', content: 'red' }];
  const asked = { model: model.name, messages, n: 4, seed: 5, max_tokens: 1 };
  const { choices } = (await server.call('POST', '/chat/completions', asked)).body;
  const trajectories = choices.map((choice: object, place: number) => ({
    messages_and_choices: [...messages, choice],
    reward: place,
    metrics: { turns: place, polite: place > 1, reward: 9 },
  }));
  const body = {
    model_id: model.id,
    trajectory_groups: [{ trajectories, odd: 1 }, { trajectories: [] }],
    experimental_config: { learning_rate: 1e-3, strange: 2 },
  };
  const { id } = (await server.call('POST', '/preview/training-jobs', body)).body;
  rl = { id, events: await pollEvents(server, id) };
  const lessons = await teach(server, model, 'maybe');
  sft = { id: lessons, events: await pollEvents(server, lessons) };
}, 120_000);
afterAll(() => server.end());

async function get(path: string) {
  const { status, body } = await server.call('GET', path);
  expect(status, body.error?.message).toBe(200);
  return body;
}

test('a job has its steps, its configuration, the ignored fields and a notice of groups left out', async () => {
  const job = await get(`/preview/training-jobs/${rl.id}`);
  expect(job).toMatchObject({ status: 'succeeded', steps_done: 1, total_steps: 1, queue_position: null });
  expect(job.config).toEqual({ learning_rate: 1e-3, strange: 2 });
  expect(job.ignored_fields).toEqual(['strange', 'trajectory_groups.0.odd']);
  expect(job.notice).toBe('1 of 2 groups provide no training signal and were dropped: 1 without trajectories.');
  const { data } = await get(`/preview/training-jobs?model_id=${model.id}&order=desc`);
  expect(data[1]).toEqual(job);
  expect(data[0]).toMatchObject({ id: sft.id, total_steps: 12, notice: null, ignored_fields: [] });
  expect(data[0].config.config).toEqual({ batch_size: 1, learning_rate: 3e-3 });
});

test('a checkpoint has the id and kind of its job and the size of its adapter', async () => {
  const { data } = await get(`/preview/models/${model.id}/checkpoints`);
  const sizes = async (step: number) => {
    const files = (await get(`/preview/models/${model.id}/checkpoints/${step}/files`)).data;
    return files.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0);
  };
  expect(data[0]).toMatchObject({ step: 0, job_id: null, kind: null, bytes: 0 });
  expect(data[1]).toMatchObject({ step: 1, job_id: rl.id, kind: 'rl', bytes: await sizes(1) });
  expect(data[2]).toMatchObject({ step: 2, job_id: sft.id, kind: 'sft', bytes: await sizes(2) });
  expect(Date.parse(data[2].created)).toBeGreaterThan(Date.parse(data[1].created));
});

test('an RL step records statistics of answers and rewards, beside the trajectories’ own metrics', async () => {
  const [, { data: step }] = rl.events;
  expect(step).toMatchObject({
    'answer/tokens_mean': 1,
    'answer/tokens_p95': 1,
    'answer/truncated_fraction': 1,
    'reward/p10': 0,
    'reward/p50': 1,
    'reward/p90': 3,
  });
  for (const name of ['advantage/std_dev', 'time/step_seconds', 'throughput/tokens_per_second'])
    expect(step[name]).toBeGreaterThan(0);
  expect(Object.values(step).every(Number.isFinite)).toBe(true);
  const { data } = await get(`/preview/runs/${runId}/history?limit=1000`);
  expect(data).toHaveLength(14);
  expect(data[0]).toMatchObject({ step: 1, gradient_step: 1, job_id: rl.id, metrics: step });
  const own = { 'train/turns': 1.5, 'train/polite': 0.5, 'train/reward': 1.5 };
  expect(data[1]).toMatchObject({ step: 1, gradient_step: null, job_id: rl.id, metrics: own });
  const page = await get(`/preview/runs/${runId}/history?limit=3`);
  expect(page.last_id).toBe(page.data[2].id);
});

test('a run has its model, its status and the newest value of each metric', async () => {
  const run = await get(`/preview/runs/${runId}`);
  const names = { name: 'figures', entity: 'local', project: 'loop', model_id: model.id, base_model: 'toy' };
  expect(run).toMatchObject({ id: runId, ...names, status: 'idle', step: 2 });
  const { data: last } = sft.events.filter(({ type }) => type === 'gradient_step').at(-1)!;
  expect(run.latest).toMatchObject({ ...last, 'train/turns': 1.5, policy_loss: rl.events[1].data.policy_loss });
  expect((await get(`/preview/runs?model_id=${model.id}`)).data).toEqual([run]);
});

test('a run lists its metrics with extremes, and returns their curves by gradient step or by step', async () => {
  const { data } = await get(`/preview/runs/${runId}/metrics`);
  const losses = sft.events.filter(({ type }) => type === 'gradient_step').map(({ data }) => Number(data.loss));
  const [min, max] = [Math.min(...losses), Math.max(...losses)];
  const loss = data.find(({ name }: { name: string }) => name === 'loss');
  expect(loss).toEqual({ name: 'loss', count: 12, last: losses[11], min, max, first_step: 2, last_step: 2 });
  const whole = await get(`/preview/runs/${runId}/series?metrics=loss,train/turns,none`);
  expect(whole).toMatchObject({ x: 'gradient_step', records: 13, bucketed: false });
  expect(whole.metrics.loss.x).toEqual(losses.map((_, at) => at + 2));
  expect(whole.metrics.loss.last).toEqual(losses);
  // The job's own record is not a gradient step.
  for (const name of ['train/turns', 'none']) expect(whole.metrics[name].x).toEqual([]);
  const some = await get(`/preview/runs/${runId}/series?metrics=loss&points=3&smoothing=0.5&from=3&to=12`);
  expect(some).toMatchObject({ records: 10, bucketed: true });
  expect(some.metrics.loss).toMatchObject({ x: [7, 12], last: [losses[5], losses[10]], count: [5, 5] });
  expect(some.metrics.loss.smoothed).toHaveLength(2);
  const byStep = await get(`/preview/runs/${runId}/series?metrics=train/turns,loss&x=step&points=2`);
  expect(byStep.metrics['train/turns']).toMatchObject({ x: [1], last: [1.5] });
  expect(byStep.metrics.loss).toMatchObject({ x: [2], min: [min], max: [max], last: [losses[11]], count: [12] });
});

test.each([
  ['no metrics', ''],
  ['an empty name', 'metrics=a,,b'],
  ['33 names', `metrics=${Array.from({ length: 33 }, (_, at) => `m${at}`).join()}`],
  ['a list sent twice', 'metrics=a&metrics=b'],
  ['more points than there may be', 'metrics=a&points=4001'],
  ['more points in all than there may be', `metrics=${Array.from({ length: 9 }, (_, at) => `m${at}`)}&points=3641`],
  ['no axis', 'metrics=a&x=epoch'],
  ['a weight of 1', 'metrics=a&smoothing=1'],
])('a request for curves of %s is refused', async (_, query) => {
  const { status } = await server.call('GET', `/preview/runs/${runId}/series?${query}`);
  expect(status).toBe(422);
});

test('a request for more than 32768 points of curves is refused with the limit', async () => {
  const query = (count: number, points: string) =>
    `/preview/runs/${runId}/series?metrics=${Array.from({ length: count }, (_, at) => `m${at}`).join()}${points}`;
  const { status, body } = await server.call('GET', query(32, '&points=1025'));
  expect(status).toBe(422);
  expect(body.error).toMatchObject({ param: 'points', code: 'validation_failed' });
  const allowed = 'points: 1025 for each of 32 metrics are too many; at most 32768 are allowed in total';
  expect(body.error.message).toBe(allowed);
  for (const [count, points] of [
    [32, ''],
    [32, '&points=1024'],
    [8, '&points=4000'],
  ] as const)
    expect((await server.call('GET', query(count, points))).status).toBe(200);
});

test('concurrent requests of an owner for curves and metrics read one history at a time', async () => {
  let [reading, most] = [0, 0];
  const original = Runs.prototype.metrics;
  vi.spyOn(Runs.prototype, 'metrics').mockImplementation(async function (this: Runs, id) {
    most = Math.max(most, ++reading);
    await setTimeout(20);
    const metrics = await original.call(this, id);
    reading--;
    return metrics;
  });
  const paths = Array.from({ length: 6 }, () => `/preview/runs/${runId}/metrics`);
  const curves = `/preview/runs/${runId}/series?metrics=loss`;
  const bodies = await Promise.all([...paths, curves].map(get));
  for (const { data } of bodies.slice(0, 6)) expect(data).toEqual(bodies[0].data);
  expect(most).toBe(1);
  vi.restoreAllMocks();
});
