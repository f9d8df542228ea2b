import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { memoryPausesToken, outageToken } from '../../src/app/container.ts';
import type { ServerOptions } from '../../src/app/server.ts';
import { outageTimes } from '../../src/jobs/outage.ts';
import { openStore } from '../../src/store/store.ts';
import type { TrainBeginRequest } from '../../src/worker/protocol.ts';
import { parseExposition } from '../api/exposition.ts';
import { peerEntry, pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';

let ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  ending = [];
});

interface Bench {
  server: TestServer;
  home: string;
  script: string;
  /** Returns the arguments of each `trainBegin` so far. */
  begins(): Promise<TrainBeginRequest[]>;
  restart(script?: object): Promise<TestServer>;
  /** Releases what the script holds. */
  releaseSteps(): Promise<void>;
}

/** Starts a server whose compute process is the protocol peer with `script`. */
async function bench(script: object = {}): Promise<Bench> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-jobs-'));
  const path = join(home, 'peer.json');
  await writeFile(path, JSON.stringify(script));
  const exchangeParts: ServerOptions['exchangeParts'] = (container) => {
    container.rebind(memoryPausesToken).toConstantValue([10, 20]);
    container.rebind(outageToken).toConstantValue({ ...outageTimes, retryMs: 20 });
  };
  const start = () => startTestServer({ workerEntry: peerEntry, home, env: { PEER_SCRIPT: path }, exchangeParts });
  const made: Bench = {
    server: await start(),
    home,
    script: path,
    begins: async () => {
      const text = await readFile(`${path}.begins`, 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    restart: async (next = {}) => {
      await made.server.close(0);
      await writeFile(path, JSON.stringify(next));
      made.server = await start();
      return made.server;
    },
    releaseSteps: () => writeFile(`${path}.go`, ''),
  };
  ending.push(
    () => made.server.close(0),
    () => rm(home, { recursive: true, force: true }),
  );
  ending.reverse();
  return made;
}

async function newModel(server: TestServer, name = 'm'): Promise<string> {
  const { status, body } = await server.call('POST', '/preview/models', { project: 'p', name, base_model: 'toy' });
  expect(status).toBe(200);
  return body.id;
}

/** Starts an SFT job of `rows` rows, two per batch. Each answer is a different number. */
async function sftJob(server: TestServer, modelId: string, rows: number, long = 0): Promise<string> {
  const artifact = (await server.call('POST', '/preview/artifacts', { name: 'data' })).body;
  const lines = Array.from({ length: rows }, (_, i) =>
    JSON.stringify({
      messages: [
        { role: 'user', content: i < long ? 'number? '.repeat(200) : 'number?' },
        { role: 'assistant', content: `${i}` },
      ],
    }),
  );
  const put = await fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/train.jsonl`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
    body: lines.join('\n'),
  });
  expect(put.status).toBe(200);
  const { status, body } = await server.call('POST', '/preview/sft-training-jobs', {
    model_id: modelId,
    training_data_url: artifact.url,
  });
  expect([status, body.status]).toEqual([200, 'queued']);
  return body.id;
}

async function untilRunning(server: TestServer, ...ids: string[]): Promise<void> {
  const states = () =>
    Promise.all(ids.map(async (id) => (await server.call('GET', `/preview/training-jobs/${id}`)).body.status));
  await expect.poll(states).toEqual(ids.map(() => 'running'));
}

/** Returns whether anything listens on the port at the moment of the call. */
function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

const types = (events: { type: string }[]): string[] => events.map(({ type }) => type);

test('a job has a started event, one event per step and an end event, and then a checkpoint and history', async () => {
  const { server, home } = await bench();
  const model = await newModel(server);
  const job = await sftJob(server, model, 5);
  const events = await pollEvents(server, job);
  expect(types(events)).toEqual([
    'training_started',
    'gradient_step',
    'gradient_step',
    'gradient_step',
    'training_ended',
  ]);
  expect(events[0].data).toEqual({ num_sequences: 3 });
  for (const { data } of events.slice(1, -1)) {
    for (const value of Object.values(data)) expect(Number.isFinite(value)).toBe(true);
  }
  const { body } = await server.call('GET', `/preview/models/${model}/checkpoints?order=desc&limit=1`);
  expect(body.data[0]).toMatchObject({ step: 1, metrics: { loss: expect.any(Number), learning_rate: 5e-5 } });
  const record = (await server.call('GET', `/preview/training-jobs/${job}`)).body;
  expect(record).toMatchObject({ status: 'succeeded', step: 1, kind: 'sft', error_message: null });
  const run = (await server.call('GET', `/preview/models/${model}`)).body.run_id;
  const history = (await server.call('GET', `/preview/runs/${run}/history`)).body.data;
  expect(history.map(({ step }: { step: number }) => step)).toEqual([1, 1, 1]);
  const file = await fetch(`${server.baseUrl}/preview/models/${model}/checkpoints/1/files/adapter_model.safetensors`, {
    headers: { authorization: `Bearer ${server.key}` },
  });
  expect(await file.text()).toBe('weights');
  await expect.poll(() => readdir(join(home, 'jobs'))).toEqual([]);
});

test.each([
  [3, 1, '1 of 3 rows are longer than 64 tokens and were dropped.'],
  [2, 2, 'Nothing to train on: 2 of 2 rows are longer than 64 tokens and were dropped.'],
])('a job of %d rows, %d of them too long, has a notice in its first event', async (rows, long, notice) => {
  const { server } = await bench();
  const events = await pollEvents(server, await sftJob(server, await newModel(server), rows, long));
  expect(events[0].data.notice).toBe(notice);
  expect(events.at(-1)?.type).toBe('training_ended');
});

test('jobs of one model run in order, on the weights and moments of the job before', async () => {
  const made = await bench();
  const { server } = made;
  const model = await newModel(server);
  const first = await sftJob(server, model, 2);
  const second = await sftJob(server, model, 2);
  await pollEvents(server, second);
  expect((await server.call('GET', `/preview/training-jobs/${first}`)).body.status).toBe('succeeded');
  const begins = await made.begins();
  expect(begins[0]).toMatchObject({ adapter: null, optimizerFile: null });
  expect(begins[1].adapter?.folder).toContain(`/checkpoints/${model}/1-`);
  expect(begins[1].optimizerFile).toBe(join(begins[1].adapter?.folder ?? '', 'optimizer.safetensors'));
  // Only the newest checkpoint keeps its optimizer moments.
  const folders = await readdir(join(made.home, 'checkpoints', model));
  const withMoments = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(made.home, 'checkpoints', model, folder))).includes('optimizer.safetensors'),
    ),
  );
  expect(folders.toSorted().map((name) => name[0])).toEqual(['1', '2']);
  expect(withMoments.filter(Boolean)).toHaveLength(1);
  // After a crash between a job's end and the removal, older moments remain; the next start removes them.
  const moments = folders.map((name) => join(made.home, 'checkpoints', model, name, 'optimizer.safetensors'));
  for (const path of moments) await writeFile(path, 'moments');
  await made.restart();
  const left = await Promise.all(moments.map((path) => readFile(path, 'utf8').catch(() => null)));
  expect(left.map((text, i) => [folders[i][0], text]).toSorted()).toEqual([
    ['1', null],
    ['2', 'moments'],
  ]);
});

test('jobs of several models run side by side', async () => {
  const { server, releaseSteps: letGo } = await bench({ holdStepsFrom: 1 });
  const one = await sftJob(server, await newModel(server, 'a'), 2);
  const two = await sftJob(server, await newModel(server, 'b'), 2);
  await untilRunning(server, one, two);
  await letGo();
  await Promise.all([pollEvents(server, one), pollEvents(server, two)]);
});

test('the steps of jobs of different models alternate', async () => {
  // If one job waited for the other, the first step would never end.
  const made = await bench({ stepsMeet: 2 });
  const models = [await newModel(made.server, 'a'), await newModel(made.server, 'b')];
  const jobs = await Promise.all(models.map((model) => sftJob(made.server, model, 12)));
  for (const job of jobs) expect(types(await pollEvents(made.server, job)).at(-1)).toBe('training_ended');
  const sessions = (await readFile(`${made.script}.sessions`, 'utf8')).split('\n').filter(Boolean);
  expect(sessions).toHaveLength(12);
  // In sequence, the session would change only once.
  const changes = sessions.filter((session, i) => i > 0 && session !== sessions[i - 1]).length;
  expect(changes).toBeGreaterThan(4);
});

test('when the compute process dies, the job continues from its last step without duplicate events', async () => {
  const made = await bench({ dieAtSteps: [3, 4] });
  const model = await newModel(made.server);
  const job = await sftJob(made.server, model, 6);
  const events = await pollEvents(made.server, job);
  expect(types(events)).toEqual([
    'training_started',
    'gradient_step',
    'gradient_step',
    'gradient_step',
    'training_ended',
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(5);
  const [first, ...later] = await made.begins();
  expect(first).toMatchObject({ adapter: null, optimizerFile: null });
  expect(later).toHaveLength(2);
  for (const { adapter, optimizerFile } of later) {
    expect(adapter?.folder).toContain(`/checkpoints/${model}/1-`);
    expect(optimizerFile).toBe(join(adapter?.folder ?? '', 'optimizer.safetensors'));
  }
  // The checkpoint is the last step's folder, and those of earlier steps are gone.
  expect(await readdir(join(made.home, 'checkpoints', model))).toHaveLength(1);
});

test('a job fails with a message after the compute process has died 3 times', async () => {
  const { server } = await bench({ dieAtSteps: [1, 2, 3, 4] });
  const events = await pollEvents(server, await sftJob(server, await newModel(server), 2));
  expect(types(events)).toEqual(['training_started', 'training_failed']);
  expect(events[1].data.error_message).toMatch(/ended 3 times.*fewer or shorter/);
});

test('a job that ran when the server stopped continues after the restart with the same events', async () => {
  const made = await bench({ holdStepsFrom: 3 });
  const model = await newModel(made.server);
  const job = await sftJob(made.server, model, 8);
  const seen = async () => (await made.server.call('GET', `/preview/training-jobs/${job}/events`)).body.data;
  await expect.poll(async () => (await seen()).length).toBe(3);
  const before = await seen();
  const again = await made.restart();
  const events = await pollEvents(again, job);
  expect(types(events)).toEqual(['training_started', ...Array(4).fill('gradient_step'), 'training_ended']);
  expect(events.slice(0, before.length)).toEqual(before);
  expect(
    (await again.call('GET', `/preview/models/${model}/checkpoints`)).body.data.map((c: { step: number }) => c.step),
  ).toEqual([0, 1]);
});

test('a starting server requeues its jobs before it listens', async () => {
  const made = await bench({ holdStepsFrom: 1 });
  const job = await sftJob(made.server, await newModel(made.server), 2);
  await untilRunning(made.server, job);
  const { port } = new URL(made.server.baseUrl);
  await made.server.close(0);
  const listening: Promise<boolean>[] = [];
  const log = pino({
    base: null,
    level: 'info',
    hooks: {
      logMethod: (args) => {
        if (args.includes('jobs continue after a restart')) listening.push(answers(Number(port)));
      },
    },
  });
  const env = { PEER_SCRIPT: made.script, DAYBREAK_PORT: port };
  made.server = await startTestServer({ workerEntry: peerEntry, home: made.home, env, log });
  expect(await Promise.all(listening)).toEqual([false]);
  await untilRunning(made.server, job);
});

test('a running and a queued job can be cancelled, and leave no checkpoint', async () => {
  const { server, home } = await bench({ holdStepsFrom: 1 });
  const model = await newModel(server);
  const running = await sftJob(server, model, 2);
  const queued = await sftJob(server, model, 2);
  await untilRunning(server, running);
  for (const id of [queued, running]) {
    const { status, body } = await server.call('POST', `/preview/training-jobs/${id}/cancel`);
    expect([status, body.status]).toEqual([200, 'cancelled']);
    expect((await pollEvents(server, id)).at(-1)).toMatchObject({
      type: 'training_failed',
      data: { error_message: 'The job was cancelled.' },
    });
    expect((await server.call('POST', `/preview/training-jobs/${id}/cancel`)).status).toBe(200);
  }
  expect((await server.call('GET', `/preview/models/${model}/checkpoints`)).body.data).toHaveLength(1);
  expect(await readdir(join(home, 'checkpoints', model)).catch(() => [])).toEqual([]);
});

test('a job that has ended cannot be cancelled', async () => {
  const { server } = await bench();
  const job = await sftJob(server, await newModel(server), 2);
  await pollEvents(server, job);
  const { status, body } = await server.call('POST', `/preview/training-jobs/${job}/cancel`);
  expect([status, body.error.code]).toEqual([409, 'conflict']);
});

test('a retry of a cancelled job is a new job with the old events that takes only the remaining steps', async () => {
  const made = await bench({ holdStepsFrom: 3 });
  const { server } = made;
  const model = await newModel(server);
  const job = await sftJob(server, model, 8);
  const events = async (id: string) => (await server.call('GET', `/preview/training-jobs/${id}/events`)).body.data;
  await expect.poll(async () => (await events(job)).length).toBe(3);
  await server.call('POST', `/preview/training-jobs/${job}/cancel`);
  const old = await events(job);
  const done = old.length - 2;
  await made.releaseSteps();
  const { status, body } = await server.call('POST', `/preview/training-jobs/${job}/retry`);
  expect([status, body.status, body.model_id, body.kind]).toEqual([200, 'queued', model, 'sft']);
  expect([body.steps_done, body.retry_of]).toEqual([done, job]);
  const all = await pollEvents(server, body.id);
  expect(types(all)).toEqual(['training_started', ...Array(4).fill('gradient_step'), 'training_ended']);
  const data = (list: { data: object }[]) => list.slice(0, done + 1).map((event) => event.data);
  expect(data(all)).toEqual(data(old));
  const begins = await made.begins();
  expect(begins.at(-1)?.adapter?.folder).toContain(`/checkpoints/${model}/1-`);
  // Each step was started once, except the cancelled one.
  const taken = (await readFile(`${made.script}.sessions`, 'utf8')).split('\n').filter(Boolean).length;
  expect(taken).toBeLessThanOrEqual(5);
  const record = async (id: string) => (await server.call('GET', `/preview/training-jobs/${id}`)).body;
  expect(await record(job)).toMatchObject({ status: 'cancelled', steps_done: done, retry_of: null });
  expect(await record(body.id)).toMatchObject({ status: 'succeeded', steps_done: 4, retry_of: job });
  for (const id of [job, body.id]) {
    const again = await server.call('POST', `/preview/training-jobs/${id}/retry`);
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
  }
  expect(await readdir(join(made.home, 'checkpoints', model))).toHaveLength(1);
});

test('a cancelled RL job keeps its trajectories for a retry', async () => {
  const made = await bench({ holdStepsFrom: 1 });
  const model = await newModel(made.server);
  await untilRunning(made.server, await sftJob(made.server, model, 2));
  const trajectory = { reward: 1, messages_and_choices: [{ role: 'user', content: 'hi' }] };
  const { body } = await made.server.call('POST', '/preview/training-jobs', {
    model_id: model,
    trajectory_groups: [{ trajectories: [trajectory, trajectory] }],
  });
  await made.server.call('POST', `/preview/training-jobs/${body.id}/cancel`);
  const server = await made.restart();
  const retry = await server.call('POST', `/preview/training-jobs/${body.id}/retry`);
  expect(types(await pollEvents(server, retry.body.id))).toEqual(['training_started', 'training_ended']);
  await expect.poll(() => readdir(join(made.home, 'jobs'))).toEqual([]);
});

/** Starts an RL job with one group of two trajectories. */
async function rlJob(server: TestServer, model: string, config: object): Promise<string> {
  const choice = (token: number) => ({
    message: { role: 'assistant', content: 'x' },
    logprobs: { content: [{ token: 't', logprob: -1 }] },
    prompt_token_ids: [1],
    token_ids: [token],
  });
  const groups = [{ trajectories: [1, 0].map((reward) => ({ reward, messages_and_choices: [choice(5 + reward)] })) }];
  const { status, body } = await server.call('POST', '/preview/training-jobs', {
    model_id: model,
    trajectory_groups: groups,
    experimental_config: config,
  });
  expect(status).toBe(200);
  return body.id;
}

test('a resumed job computes log-probabilities only once, also with a deleted reference model', async () => {
  const made = await bench({ dieAtSteps: [1, 2] });
  const { server } = made;
  const [model, other] = [await newModel(server), await newModel(server, 'other')];
  const job = await rlJob(server, model, {
    ...{ precalculate_logprobs: true, kl_penalty_coef: 0.1 },
    kl_ref_adapter_path: 'wandb-artifact:///local/p/other',
  });
  expect((await server.call('DELETE', `/preview/models/${other}`)).status).toBe(200);
  expect(types(await pollEvents(server, job))).toEqual(['training_started', 'gradient_step', 'training_ended']);
  // One scoring for the start and one for the reference. Then the compute process died twice.
  expect((await readFile(`${made.script}.scores`, 'utf8')).split('\n').filter(Boolean)).toHaveLength(2);
  await expect.poll(() => readdir(join(made.home, 'jobs'))).toEqual([]);
});

test('an orderly stop of the server does not count as a death under its job', async () => {
  const made = await bench({ holdStepsFrom: 1 });
  const job = await sftJob(made.server, await newModel(made.server), 2);
  await untilRunning(made.server, job);
  await made.server.close(0);
  const store = await openStore({ sqliteFile: join(made.home, 'daybreak.sqlite') });
  expect(await store.jobs.get(job)).toMatchObject({ status: 'running', attempts: 1, attemptsWithoutProgress: 0 });
  await store.close();
});

test('deleting a model stops its job and leaves no file', async () => {
  const { server, home } = await bench({ holdStepsFrom: 1 });
  const model = await newModel(server);
  const job = await sftJob(server, model, 2);
  await untilRunning(server, job);
  const { status, body } = await server.call('DELETE', `/preview/models/${model}`);
  expect([status, body.deleted_checkpoints]).toEqual([200, 1]);
  expect((await server.call('GET', `/preview/training-jobs/${job}`)).status).toBe(404);
  expect(await readdir(join(home, 'checkpoints'))).toEqual([]);
  // The runner can start the next job.
  const next = await sftJob(server, await newModel(server, 'next'), 2);
  await untilRunning(server, next);
});

/** Returns a model with checkpoints of steps 1 and 2, on a server restarted with `script`. */
async function trainedTwice(script: object): Promise<{ made: Bench; server: TestServer; model: string }> {
  const made = await bench();
  const model = await newModel(made.server);
  await pollEvents(made.server, await sftJob(made.server, model, 2));
  await pollEvents(made.server, await sftJob(made.server, model, 2));
  return { made, server: await made.restart(script), model };
}

test('a job continues after its starting checkpoint is deleted, and the files go when it has ended', async () => {
  const { made, server, model } = await trainedTwice({ held: true });
  const job = await sftJob(server, model, 2);
  await expect.poll(async () => (await made.begins()).length).toBe(3);
  await server.call('DELETE', `/preview/models/${model}/checkpoints`, { steps: [2] });
  const folders = async () => (await readdir(join(made.home, 'checkpoints', model))).map((name) => name.split('-')[0]);
  expect((await folders()).toSorted()).toEqual(['1', '2']);
  await made.releaseSteps();
  const events = await pollEvents(server, job);
  expect(types(events)).toEqual(['training_started', 'gradient_step', 'training_ended']);
  const begins = await made.begins();
  expect(begins.map(({ adapter }) => adapter && /\/(\d)-[^/]*$/.exec(adapter.folder)?.[1])).toEqual([null, '1', '2']);
  const { data } = (await server.call('GET', `/preview/models/${model}/checkpoints`)).body;
  expect(data.map(({ step }: { step: number }) => step)).toEqual([0, 1, 3]);
  await expect.poll(async () => (await folders()).toSorted()).toEqual(['1', '3']);
});

test('a model keeps only the checkpoints and files that its retention allows', async () => {
  const { server, home } = await bench();
  const retention = { keep_last: 1, keep_every: 2 };
  const asked = { project: 'p', name: 'm', base_model: 'toy', retention };
  const model = (await server.call('POST', '/preview/models', asked)).body.id;
  for (let job = 0; job < 3; job++) await pollEvents(server, await sftJob(server, model, 2));
  const { data } = (await server.call('GET', `/preview/models/${model}/checkpoints`)).body;
  expect(data.map(({ step }: { step: number }) => step)).toEqual([0, 2, 3]);
  const kept = async () => (await readdir(join(home, 'checkpoints', model))).map((name) => name[0]).toSorted();
  await expect.poll(kept, { timeout: 30_000 }).toEqual(['2', '3']);
});

test('a waiting chat whose checkpoint is deleted uses the newest one, or is a 404 if it names the step', async () => {
  const { made, server, model } = await trainedTwice({ held: true });
  const ask = (name: string, stream: boolean) =>
    server.call('POST', '/chat/completions', {
      model: name,
      messages: [{ role: 'user', content: 'hi' }],
      max_tokens: 1,
      n: 2,
      stream,
    });
  const chats = async (): Promise<{ folder: string }[]> => {
    const text = await readFile(`${made.script}.chats`, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  const name = 'wandb-artifact:///local/p/m';
  const waiting = [ask(name, false), ask(`${name}:step2`, false), ask(`${name}:step2`, true)];
  await expect.poll(async () => (await chats()).length).toBe(6);
  await server.call('DELETE', `/preview/models/${model}/checkpoints`, { steps: [2] });
  await made.releaseSteps();
  const [newest, ...pinned] = await Promise.all(waiting);
  expect([newest.status, newest.body.choices?.length]).toEqual([200, 2]);
  for (const { status, body } of pinned) expect([status, body.error?.code]).toEqual([404, 'model_not_found']);
  expect((await chats()).at(-1)?.folder).toContain(`/checkpoints/${model}/1-`);
  // Each of its two answers is counted once by its end. Answers that never began are not counted.
  const { value } = parseExposition((await server.call('GET', '/metrics')).body as string);
  const toy = { model_name: 'toy', engine: '0' };
  const ends = ['length', 'abort', 'error'].map((finished_reason) =>
    value('vllm:request_success_total', { ...toy, finished_reason }),
  );
  expect(ends).toEqual([2, 0, 0]);
  expect(value('vllm:request_params_n_count', toy)).toBe(1);
  expect(value('vllm:request_params_max_tokens_count', toy)).toBe(2);
});

test('a job waits while the disk is full, and then continues from the step that it could not save', async () => {
  const calm = await bench();
  const expected = await pollEvents(calm.server, await sftJob(calm.server, await newModel(calm.server), 6));
  const { server, home, begins } = await bench({ fullSaves: 5 });
  const model = await newModel(server);
  const job = await sftJob(server, model, 6);
  const events = await pollEvents(server, job);
  expect(events.map(({ type, data }) => [type, data.loss])).toEqual(
    expected.map(({ type, data }) => [type, data.loss]),
  );
  expect(events.at(-1)?.type).toBe('training_ended');
  expect(await begins()).toHaveLength(1);
  expect(await readdir(join(home, 'checkpoints', model))).toHaveLength(1);
});

test('a job that waits for disk space can be cancelled and leaves no file', async () => {
  const { server, home } = await bench({ fullSaves: 1e9 });
  const model = await newModel(server);
  const job = await sftJob(server, model, 2);
  await untilRunning(server, job);
  const cancelled = await server.call('POST', `/preview/training-jobs/${job}/cancel`);
  expect(cancelled.body.status).toBe('cancelled');
  expect((await server.call('GET', `/preview/models/${model}/checkpoints`)).body.data).toHaveLength(1);
  expect(await readdir(join(home, 'checkpoints', model)).catch(() => [])).toEqual([]);
});

test.each([
  ['out_of_memory', /ran out of memory.*fewer or shorter/, 503],
  ['training_failed', /learning rate/, 500],
  ['adapter_load_failed', /could not be read/, 500],
  ['internal', /log says why/, 500],
  ['queue_full', /log says why/, 503],
])('an internal error message of the compute process is not shown to users: %s', async (code, sentence, chatStatus) => {
  const secret = 'Dawn: /home/somebody/adapter.safetensors [Buffer "gate"]';
  const { server } = await bench({ fail: { code, message: secret } });
  const events = await pollEvents(server, await sftJob(server, await newModel(server), 2));
  const told = events.at(-1)?.data.error_message;
  expect(told).toMatch(sentence);
  expect(told).not.toMatch(/Dawn|home|Buffer/);
  const messages = [{ role: 'user', content: 'hi' }];
  const { status, body } = await server.call('POST', '/chat/completions', { model: 'toy', messages });
  expect(status).toBe(chatStatus);
  expect(JSON.stringify(body)).not.toMatch(/Dawn|home|Buffer/);
});

test('a chat with non-finite logits is a 500 that says so', async () => {
  const message = "The model's logits are not finite";
  const { server } = await bench({ fail: { code: 'not_finite', message } });
  const messages = [{ role: 'user', content: 'hi' }];
  const { status, body } = await server.call('POST', '/chat/completions', { model: 'toy', messages });
  expect([status, body.error.message]).toEqual([500, message]);
});

test('an RL job with equal rewards ends at step 1 without a gradient step', async () => {
  const made = await bench();
  const model = await newModel(made.server);
  const trajectory = { reward: 1, messages_and_choices: [{ role: 'user', content: 'hi' }] };
  const { body } = await made.server.call('POST', '/preview/training-jobs', {
    model_id: model,
    trajectory_groups: [{ trajectories: [trajectory, trajectory] }],
    experimental_config: { learning_rate: 1e-4, odd_key: 1 },
  });
  const events = await pollEvents(made.server, body.id);
  expect(types(events)).toEqual(['training_started', 'training_ended']);
  expect(events[0].data).toMatchObject({ num_sequences: 0, ignored_fields: ['odd_key'] });
  const checkpoints = (await made.server.call('GET', `/preview/models/${model}/checkpoints`)).body.data;
  expect(checkpoints.map(({ step }: { step: number }) => step)).toEqual([0, 1]);
  expect(checkpoints[1].metrics).toMatchObject({ 'train/reward': 1 });
  expect(await made.begins()).toEqual([]);
});

test('an invalid job request is a 422 or 404 and creates no job', async () => {
  const { server } = await bench();
  const model = await newModel(server);
  const post = async (path: string, body: object): Promise<[number, string]> => {
    const answer = await server.call('POST', path, body);
    return [answer.status, answer.body.error?.message];
  };
  const nobody = '7f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10';
  expect((await post('/preview/training-jobs', { model_id: nobody, trajectory_groups: [] }))[0]).toBe(404);
  const rl = { model_id: model, trajectory_groups: [] };
  expect(await post('/preview/training-jobs', { ...rl, experimental_config: { loss_fn: 'ppo', ppo: false } })).toEqual([
    422,
    expect.stringContaining('experimental_config.ppo'),
  ]);
  expect(await post('/preview/training-jobs', { ...rl, experimental_config: { loss_fn: 'x' } })).toEqual([
    422,
    expect.stringContaining('allowed is cispo, ppo'),
  ]);
  const sft = (training_data_url: string) => post('/preview/sft-training-jobs', { model_id: model, training_data_url });
  expect((await sft('daybreak-artifact:///local/uploads/none:v0'))[0]).toBe(404);
  expect(await sft('s3://bucket/x')).toEqual([422, expect.stringContaining('training_data_url')]);
  expect(await sft('file:///etc/passwd')).toEqual([422, expect.stringContaining('DAYBREAK_ARTIFACT_DIR')]);
  expect(await sft('http://127.0.0.1:9/x')).toEqual([422, expect.stringContaining('DAYBREAK_ARTIFACT_HOSTS')]);
  expect((await server.call('GET', '/preview/training-jobs')).body.data).toEqual([]);
});

test('a job whose longest sequence does not fit in memory fails with the reason before it starts', async () => {
  const tooLarge = 'The longest sequence has 9 tokens; 8 would fit.';
  const { server, begins } = await bench({ tooLarge });
  const job = await sftJob(server, await newModel(server), 2);
  const events = await pollEvents(server, job);
  expect(types(events)).toEqual(['training_failed']);
  expect(JSON.stringify(events[0].data)).toContain(tooLarge);
  expect(await begins()).toEqual([]);
});

test('no log-probabilities are computed for a job that does not fit in memory', async () => {
  const { server, script } = await bench({ tooLarge: 'It is too large.' });
  const job = await rlJob(server, await newModel(server), { precalculate_logprobs: true });
  expect(types(await pollEvents(server, job))).toEqual(['training_failed']);
  await expect(readFile(`${script}.scores`)).rejects.toThrow(/ENOENT/);
});

test('the memory of a job is planned for the longest sequence of all its steps', async () => {
  const { server, begins } = await bench();
  const job = await sftJob(server, await newModel(server), 13);
  await pollEvents(server, job);
  const [begun] = await begins();
  // Rows 10 to 12 have one more digit than the others, and come last.
  const short = await sftJob(server, await newModel(server, 'short'), 2);
  await pollEvents(server, short);
  expect(begun.memory.passBytes).toBe((await begins())[1].memory.passBytes + 1);
});
