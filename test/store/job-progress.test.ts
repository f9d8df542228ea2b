import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { JobRecord } from '../../src/store/job-record.ts';
import type { Lease } from '../../src/store/lease.ts';
import type { Store } from '../../src/store/store.ts';
import { describeStore } from './databases.ts';
import { emptyQueue, failures, newJob, newModel, runningJob, trainedStep } from './samples.ts';

const started = { type: 'training_started' as const, data: { num_sequences: 3 }, key: 'started' };
/** An age in ms that every ended job exceeds. */
const none = -1_000;
const always = 365 * 24 * 3_600_000;

/** Starts a job on a model with a trained checkpoint and commits this number of steps. */
async function begunJob(store: Store, steps: number): Promise<{ job: JobRecord; lease: Lease; modelId: string }> {
  const { id: modelId } = await newModel(store);
  await trainedStep(store, modelId, 1, `${modelId}/1`);
  const { job, lease } = await runningJob(store, modelId);
  await store.jobs.begin(lease, 512);
  await store.events.append(lease, started);
  for (let index = 0; index < steps; index++) await step(store, lease, index, `${modelId}/2-${index}`);
  return { job, lease, modelId };
}

function step(store: Store, lease: Lease, index: number, folder: string | null = `2-${index}`) {
  return store.jobs.commitStep(lease, { index, metrics: { loss: index / 7 }, folder });
}

async function eventsOf(store: Store, jobId: string): Promise<[string, unknown][]> {
  return (await store.events.page(jobId)).data.map(({ type, data }) => [type, data.loss ?? null]);
}

describeStore('the progress of a job', (store) => {
  beforeEach(() => emptyQueue(store()));

  it('is committed once per step, with the event and the folder', async () => {
    const { job, lease } = await begunJob(store(), 1);
    const event = await step(store(), lease, 1);
    expect(await store().jobs.get(job.id)).toMatchObject({ stepsDone: 2, folder: '2-1' });
    // The answer was lost, and the holder retries.
    expect(await step(store(), lease, 1)).toEqual(event);
    expect(await store().jobs.get(job.id)).toMatchObject({ stepsDone: 2 });
    expect(await step(store(), lease, 2, null)).toMatchObject({ data: { loss: 2 / 7 } });
    expect(await store().jobs.get(job.id)).toMatchObject({ stepsDone: 3, folder: '2-1' });
    expect(await eventsOf(store(), job.id)).toEqual([
      ['training_started', null],
      ...[0, 1, 2].map((index): [string, number] => ['gradient_step', index / 7]),
    ]);
  });

  it('shows each step once in the run’s history, under the step of the coming checkpoint', async () => {
    const { lease, modelId } = await begunJob(store(), 2);
    await step(store(), lease, 1, `${modelId}/2-1`);
    const run = (await store().models.get(modelId)).runId as string;
    const { data } = await store().runs.history(run);
    expect(data.map(({ step, metrics }) => [step, metrics.loss]).slice(-2)).toEqual([
      [2, 0],
      [2, 1 / 7],
    ]);
    expect(data.filter(({ metrics }) => 'loss' in metrics)).toHaveLength(2);
    // Counted over all jobs of the run; other records are not counted.
    expect(data.slice(-2).map(({ gradientStep }) => gradientStep)).toEqual([1, 2]);
    await store().jobs.complete(lease, {
      checkpoint: { id: randomUUID(), step: 2, folder: `${modelId}/2-1`, metrics: {} },
      history: [{ step: 2, metrics: { 'train/reward': 1 } }],
    });
    const next = await runningJob(store(), modelId);
    await store().jobs.begin(next.lease, 64);
    await step(store(), next.lease, 0, `${modelId}/3-0`);
    const later = (await store().runs.history(run)).data.slice(-2);
    expect(later.map(({ gradientStep, step }) => [gradientStep, step])).toEqual([
      [null, 2],
      [3, 3],
    ]);
  });

  it('refuses a step out of order or with a non-finite metric, and stores nothing of it', async () => {
    const { job, lease, modelId } = await begunJob(store(), 2);
    for (const index of [0, 1, 3]) {
      await expect(step(store(), lease, index, 'checkpoints/m/other')).rejects.toMatchObject({ code: 'conflict' });
    }
    const bad = { index: 2, metrics: { loss: Number.NaN }, folder: 'checkpoints/m/bad' };
    await expect(store().jobs.commitStep(lease, bad)).rejects.toMatchObject({ code: 'invalid_value' });
    expect(await store().jobs.get(job.id)).toMatchObject({ stepsDone: 2, folder: `${modelId}/2-1` });
    expect(await eventsOf(store(), job.id)).toHaveLength(3);
  });

  it('refuses steps of a holder whose lease was taken away', async () => {
    const { job, lease, modelId } = await begunJob(store(), 1);
    await store().jobs.requeueRunning();
    expect(await failures([step(store(), lease, 1), store().jobs.begin(lease, 512)])).toEqual(['stale_lease']);
    const again = await store().jobs.claimNext();
    expect(again?.job).toMatchObject({ id: job.id, stepsDone: 1, folder: `${modelId}/2-0` });
    expect(await failures([step(store(), lease, 1)])).toEqual(['stale_lease']);
    await step(store(), again!.lease, 1);
  });

  it('keeps the starting checkpoint, and counts the starts since the last step', async () => {
    const { job, lease, modelId } = await begunJob(store(), 0);
    expect((await store().jobs.get(job.id)).attemptsWithoutProgress).toBe(1);
    await store().jobs.requeueRunning();
    const again = (await store().jobs.claimNext())!;
    expect(again.job.attemptsWithoutProgress).toBe(2);
    const { start } = (await store().jobs.begin(again.lease, 64)).job;
    expect(start).toMatchObject({
      trainingLength: 512,
      checkpoint: { step: 1, folder: `${modelId}/1`, kind: 'rl' },
    });
    await step(store(), again.lease, 0, `${modelId}/2-0`);
    expect((await store().jobs.get(job.id)).attemptsWithoutProgress).toBe(0);
    expect(lease.token).toBeLessThan(again.lease.token);
    // The files of the deleted checkpoint stay until the job has ended.
    expect(await store().checkpoints.delete(modelId, [1])).toMatchObject({ deletedCount: 1, paths: [] });
    expect(await store().referencedPaths()).toContain(`${modelId}/1`);
    expect((await store().jobs.begin(again.lease, 64)).job.start.checkpoint?.step).toBe(1);
    const result = { checkpoint: { step: 2, folder: `${modelId}/2-0`, metrics: {} } };
    expect((await store().jobs.complete(again.lease, result)).paths).toEqual([`${modelId}/1`]);
    const paths = await store().referencedPaths();
    expect([paths.has(`${modelId}/1`), paths.has(`${modelId}/2-0`)]).toEqual([false, true]);
  });

  it('keeps the first choices, also for a retry after a step', async () => {
    const { job, lease } = await begunJob(store(), 0);
    await store().jobs.keepChoices(lease, { learningRateMultiplier: 0.5 });
    await store().jobs.keepChoices(lease, { capacity: 512 });
    const { start } = await store().jobs.keepChoices(lease, { capacity: 128, learningRateMultiplier: 1 });
    expect(start).toMatchObject({ capacity: 512, learningRateMultiplier: 0.5, trainingLength: 512 });
    await step(store(), lease, 0);
    await store().jobs.fail(lease, 'no');
    await store().jobs.retry(job.id);
    const retry = (await store().jobs.claimNext())!;
    expect((await store().jobs.begin(retry.lease, 64)).job.start).toEqual(start);
    expect(await failures([store().jobs.keepChoices(lease, { capacity: 1 })])).toEqual(['stale_lease']);
  });

  it('has new choices in a retry of a job that failed before its first step', async () => {
    const { job, lease } = await begunJob(store(), 0);
    await store().jobs.keepChoices(lease, { capacity: 512 });
    await store().jobs.fail(lease, 'no memory');
    const { id } = await store().jobs.retry(job.id);
    const retry = (await store().jobs.claimNext())!;
    const begun = (await store().jobs.begin(retry.lease, 64)).job;
    expect([begun.start.capacity, begun.start.trainingLength]).toEqual([undefined, 64]);
    expect(await eventsOf(store(), id)).toEqual([]);
  });

  it('does not count a start that was paused in an orderly stop', async () => {
    const { job, lease } = await begunJob(store(), 0);
    await store().jobs.pause(lease);
    expect(await store().jobs.get(job.id)).toMatchObject({
      status: 'running',
      attempts: 1,
      attemptsWithoutProgress: 0,
    });
    await store().jobs.requeueRunning();
    expect(await failures([store().jobs.pause(lease)])).toEqual(['stale_lease']);
    expect((await store().jobs.claimNext())!.job).toMatchObject({
      id: job.id,
      attempts: 2,
      attemptsWithoutProgress: 1,
    });
  });

  it('keeps the log-probabilities file of the last holder only', async () => {
    const { job, lease } = await begunJob(store(), 0);
    expect((await store().jobs.keepLogprobs(lease, 'jobs/a.f32')).paths).toEqual([]);
    expect((await store().jobs.keepLogprobs(lease, 'jobs/a.f32')).paths).toEqual([]);
    await store().jobs.requeueRunning();
    expect(await failures([store().jobs.keepLogprobs(lease, 'jobs/late.f32')])).toEqual(['stale_lease']);
    const again = (await store().jobs.claimNext())!;
    expect(again.job).toMatchObject({ id: job.id, logprobs: 'jobs/a.f32', attemptsWithoutProgress: 1 });
    expect((await store().jobs.keepLogprobs(again.lease, 'jobs/b.f32')).paths).toEqual(['jobs/a.f32']);
    expect((await store().jobs.get(job.id)).attemptsWithoutProgress).toBe(0);
    const paths = await store().referencedPaths();
    expect([paths.has('jobs/a.f32'), paths.has('jobs/b.f32')]).toEqual([false, true]);
    const result = { checkpoint: { step: 2, folder: 'x', metrics: {} } };
    expect((await store().jobs.complete(again.lease, result)).paths).toEqual(['jobs/b.f32']);
    expect(await store().referencedPaths()).not.toContain('jobs/b.f32');
  });

  it('keeps the reference checkpoint’s files until the last job that needs them has ended', async () => {
    const { lease, modelId } = await begunJob(store(), 1);
    const other = await newModel(store());
    await trainedStepBeside(store(), other.id, 1, `${other.id}/1`);
    const { id, folder } = (await store().checkpoints.newest(other.id))!;
    const wanted = { id, followsStart: false };
    expect(await store().jobs.recordReference(lease, wanted)).toEqual({ ...wanted, folder });
    // The first reference is kept.
    const start = (await store().checkpoints.newest(modelId))!;
    expect(await store().jobs.recordReference(lease, { ...wanted, id: start.id })).toEqual({ ...wanted, folder });
    const third = await newModel(store());
    const job = { modelId: third.id, kind: 'rl' as const, payload: null, config: {}, reference: id };
    const { id: second } = await store().jobs.enqueue(job);
    expect((await store().checkpoints.delete(other.id, [1])).paths).toEqual([]);
    expect((await store().models.delete(other.id)).paths).toEqual([]);
    expect((await store().jobs.fail(lease, 'no')).paths).toEqual([]);
    expect(await store().jobs.dropKept(none)).toContain(`${modelId}/2-0`);
    // A cancelled job keeps the reference for a retry.
    expect((await store().jobs.cancel(second)).paths).toEqual([]);
    expect((await store().jobs.retry(second)).reference).toEqual({ ...wanted, folder });
    expect(await store().jobs.dropKept(none)).toEqual([]);
    expect((await store().models.delete(third.id)).paths).toEqual([folder]);
    expect(await failures([store().jobs.enqueue({ ...job, modelId })])).toEqual(['not_found']);
  });

  it('lists all files of the job when its model is deleted', async () => {
    const { modelId } = await begunJob(store(), 2);
    const { paths } = await store().models.delete(modelId);
    expect(paths.toSorted()).toEqual([`${modelId}/1`, `${modelId}/2-1`]);
  });
});

/** Completes one job of the model while another job runs. */
async function trainedStepBeside(store: Store, modelId: string, step: number, folder: string): Promise<void> {
  await newJob(store, modelId);
  const { lease } = (await store.jobs.claimNext())!;
  await store.jobs.complete(lease, { checkpoint: { step, folder, metrics: {} } });
}

describeStore('a retry', (store) => {
  beforeEach(() => emptyQueue(store()));

  it('is a new job that continues after the last step, with copies of the old job’s events', async () => {
    const { job, lease, modelId } = await begunJob(store(), 2);
    await store().jobs.fail(lease, 'no memory');
    const made = await store().jobs.retry(job.id);
    expect(made).toMatchObject({
      status: 'queued',
      retryOf: job.id,
      stepsDone: 2,
      config: job.config,
      errorMessage: null,
    });
    expect(await eventsOf(store(), made.id)).toEqual([]);
    const claimed = (await store().jobs.claimNext())!;
    expect(claimed.job.id).toBe(made.id);
    for (let time = 0; time < 2; time++) {
      const { job: begun, paths } = await store().jobs.begin(claimed.lease, 64);
      expect([begun.stepsDone, begun.folder, paths]).toEqual([2, `${modelId}/2-1`, []]);
      expect(begun.start).toMatchObject({ trainingLength: 512, checkpoint: { step: 1 } });
    }
    const events = async (id: string) => (await store().events.page(id)).data;
    const old = await events(job.id);
    const copied = await events(made.id);
    expect(copied.map(({ type, data }) => [type, data])).toEqual(
      old.slice(0, -1).map(({ type, data }) => [type, data]),
    );
    expect(new Set([...old, ...copied].map(({ id }) => id)).size).toBe(old.length + copied.length);
    await step(store(), claimed.lease, 2);
    expect(await store().jobs.get(job.id)).toMatchObject({ status: 'failed', folder: null });
  });

  it('starts over if another job has trained the model meanwhile', async () => {
    const { job, lease, modelId } = await begunJob(store(), 2);
    await store().jobs.cancel(job.id);
    await store().jobs.cancelled(lease);
    await trainedStep(store(), modelId, 2, `${modelId}/2-other`);
    const made = await store().jobs.retry(job.id);
    const claimed = (await store().jobs.claimNext())!;
    const { job: begun, paths } = await store().jobs.begin(claimed.lease, 64);
    expect(begun).toMatchObject({ id: made.id, stepsDone: 0, folder: null });
    expect(begun.start).toMatchObject({ trainingLength: 64, checkpoint: { step: 2 } });
    expect(paths).toEqual([`${modelId}/2-1`]);
    expect(await eventsOf(store(), made.id)).toEqual([]);
  });

  it('keeps log-probabilities and reference, but drops them when it starts over from a newer checkpoint', async () => {
    const { job, lease, modelId } = await begunJob(store(), 1);
    await store().jobs.keepLogprobs(lease, 'jobs/kept.f32');
    const [zero] = (await store().checkpoints.page(modelId)).data;
    const reference = await store().jobs.recordReference(lease, { id: zero.id, followsStart: true });
    expect((await store().jobs.fail(lease, 'no')).paths).toEqual([]);
    const { id } = await store().jobs.retry(job.id);
    const retry = (await store().jobs.claimNext())!;
    const begun = await store().jobs.begin(retry.lease, 64);
    expect(begun.job).toMatchObject({ id, logprobs: 'jobs/kept.f32', reference, stepsDone: 1 });
    await store().jobs.fail(retry.lease, 'no');
    await trainedStep(store(), modelId, 2, `${modelId}/2-other`);
    await store().jobs.retry(id);
    const last = (await store().jobs.claimNext())!;
    const anew = await store().jobs.begin(last.lease, 64);
    expect(anew.job).toMatchObject({ logprobs: null, reference: null, stepsDone: 0 });
    expect(anew.paths).toEqual([`${modelId}/2-0`, 'jobs/kept.f32']);
  });

  it('that starts over from the same checkpoint keeps the log-probabilities', async () => {
    const { job, lease, modelId } = await begunJob(store(), 0);
    await store().jobs.keepLogprobs(lease, 'jobs/kept.f32');
    const [zero] = (await store().checkpoints.page(modelId)).data;
    const reference = await store().jobs.recordReference(lease, { id: zero.id, followsStart: true });
    await store().jobs.fail(lease, 'no memory');
    const made = await store().jobs.retry(job.id);
    const { lease: retry } = (await store().jobs.claimNext())!;
    // The answer to the first call may be lost.
    for (let time = 0; time < 2; time++) {
      const { job: begun, paths } = await store().jobs.begin(retry, 64);
      expect(begun).toMatchObject({ id: made.id, logprobs: 'jobs/kept.f32', reference, stepsDone: 0, folder: null });
      expect(begun.start).toEqual({ checkpoint: expect.objectContaining({ step: 1 }), trainingLength: 64 });
      expect(paths).toEqual([]);
    }
    expect(await eventsOf(store(), made.id)).toEqual([]);
  });

  it('is refused for a job that is active, was retried already, or is unknown', async () => {
    const { job, lease } = await begunJob(store(), 1);
    const refused = (id: string) => expect(store().jobs.retry(id)).rejects;
    await refused(job.id).toMatchObject({ code: 'conflict', message: expect.stringMatching(/is running/) });
    await store().jobs.fail(lease, 'no');
    const { id } = await store().jobs.retry(job.id);
    await refused(job.id).toMatchObject({
      code: 'conflict',
      message: `The job '${job.id}' was already retried as the job '${id}'; if that job failed, retry it instead.`,
    });
    await refused(id).toMatchObject({ code: 'conflict', message: expect.stringMatching(/is queued/) });
    await refused(randomUUID()).toMatchObject({ code: 'not_found', resource: 'job' });
    // A retry can itself be retried.
    await store().jobs.cancel(id);
    expect((await store().jobs.retry(id)).stepsDone).toBe(1);
  });

  it('needs the job’s data, which is kept for a time and for the 16 newest jobs', async () => {
    await store().jobs.dropKept(none);
    const { id: modelId } = await newModel(store());
    const jobs: string[] = [];
    for (let count = 0; count < 18; count++) {
      const { id } = await newJob(store(), modelId, `jobs/${count}.json`);
      await store().jobs.cancel(id);
      jobs.push(id);
      // Jobs that end in the same millisecond have no order.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect((await store().jobs.dropKept(always)).toSorted()).toEqual(['jobs/0.json', 'jobs/1.json']);
    await expect(store().jobs.retry(jobs[1])).rejects.toMatchObject({ message: expect.stringMatching(/no longer/) });
    expect(await store().jobs.retry(jobs[2])).toMatchObject({ payload: 'jobs/2.json' });
    expect(await store().jobs.dropKept(none)).toHaveLength(15);
    expect(await store().jobs.dropKept(none)).toEqual([]);
    // Data that the retry uses is not dropped with the old job.
    expect(await store().referencedPaths()).toContain('jobs/2.json');
  });
});
