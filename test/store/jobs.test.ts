import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Lease } from '../../src/store/lease.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { describeStore } from './databases.ts';
import { emptyQueue, failures, newJob, newModel, runningJob, trainedStep } from './samples.ts';

async function eventTypes(store: Store, jobId: string): Promise<string[]> {
  return (await store.events.page(jobId)).data.map((event) => event.type);
}

describeStore('the job queue', (store, address) => {
  beforeEach(() => emptyQueue(store()));

  it('starts the oldest job of each model, one at a time per model', async () => {
    const [one, two] = [await newModel(store()), await newModel(store())];
    const first = await newJob(store(), one.id, 'jobs/1.json');
    const second = await newJob(store(), one.id);
    const third = await newJob(store(), two.id);
    expect(first).toMatchObject({ status: 'queued', payload: 'jobs/1.json', config: { learning_rate: 5e-6 } });
    const claimed = [await store().jobs.claimNext(), await store().jobs.claimNext(), await store().jobs.claimNext()];
    expect(claimed.map((claim) => claim?.job.id)).toEqual([first.id, third.id, undefined]);
    expect(claimed[0]!.job).toMatchObject({ status: 'running', attempts: 1 });
    expect(claimed[0]!.job.started).not.toBeNull();
    const result = { checkpoint: { step: 1, folder: null, metrics: {} } };
    expect((await store().jobs.complete(claimed[0]!.lease, result)).paths).toEqual(['jobs/1.json']);
    expect((await store().jobs.claimNext())?.job.id).toBe(second.id);
  });

  it('claims owners in turn: the fewest running jobs first, then the longest since the last claim', async () => {
    const jobs = new Map<string, string>();
    for (const owner of ['ann', 'ann', 'ann', 'ann', 'bob', 'bob', 'eve']) {
      const model = await newModel(store(), { owner });
      jobs.set((await newJob(store(), model.id)).id, owner);
    }
    const last = new Map([
      ['bob', 2],
      ['eve', 1],
    ]);
    const turnOf = (owner: string): number => last.get(owner) ?? 0;
    const owners: (string | undefined)[] = [];
    const leases: Lease[] = [];
    const claim = async (): Promise<void> => {
      const claimed = await store().jobs.claimNext({ turnOf });
      owners.push(claimed?.owner);
      if (claimed !== null) leases.push(claimed.lease);
      expect(claimed?.owner).toBe(jobs.get(claimed?.job.id ?? ''));
    };
    for (let i = 0; i < 5; i++) await claim();
    expect(owners).toEqual(['ann', 'eve', 'bob', 'ann', 'bob']);
    await store().jobs.fail(leases[2], 'gone');
    for (let i = 0; i < 3; i++) await claim();
    expect(owners.slice(5)).toEqual(['ann', 'ann', undefined]);
  });

  it('claims an SFT job once its data is copied, and fails it if the copy fails', async () => {
    const config = { training_data_url: 'https://example.org/train.jsonl' };
    const of = async (name: string) => {
      const model = await newModel(store(), { name, owner: 'ann' });
      return store().jobs.enqueue({ modelId: model.id, kind: 'sft', payload: null, config });
    };
    const [copied, lost, left] = [await of('copied'), await of('lost'), await of('left')];
    const waiting = [copied, lost, left].map(({ id }) => ({ id, owner: 'ann', url: config.training_data_url }));
    expect(await store().jobs.withoutData()).toEqual(waiting);
    expect(await store().jobs.claimNext()).toBeNull();
    // An answer may be lost, so a repetition succeeds. Another copy is refused.
    for (let i = 0; i < 2; i++) expect(await store().jobs.keepData(copied.id, 'jobs/1.data')).toBe(true);
    expect(await store().jobs.keepData(copied.id, 'jobs/2.data')).toBe(false);
    await store().jobs.failWithoutData(lost.id, 'the host answered 404');
    await store().jobs.cancel(left.id);
    expect(await store().jobs.keepData(left.id, 'jobs/3.data')).toBe(false);
    await store().jobs.failWithoutData(left.id, 'late');
    expect(await store().jobs.withoutData()).toEqual([]);
    expect((await store().jobs.claimNext())?.job).toMatchObject({ id: copied.id, payload: 'jobs/1.data' });
    expect(await store().jobs.get(lost.id)).toMatchObject({ status: 'failed', errorMessage: 'the host answered 404' });
    expect((await store().jobs.get(left.id)).status).toBe('cancelled');
    expect((await store().events.page(lost.id)).data.map(({ type }) => type)).toEqual(['training_failed']);
  });

  it('gives each job to only one of many concurrent claimers', async () => {
    const models = await Promise.all(Array.from({ length: 4 }, () => newModel(store())));
    for (const model of models) for (let count = 0; count < 3; count++) await newJob(store(), model.id);
    const other = await openStore(address());
    try {
      const asked = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? store() : other).jobs.claimNext());
      const claimed = (await Promise.all(asked)).filter((claim) => claim !== null);
      expect(new Set(claimed.map((claim) => claim.job.id)).size).toBe(claimed.length);
      expect(claimed.map((claim) => claim.job.modelId).sort()).toEqual(models.map((model) => model.id).sort());
    } finally {
      await other.close();
    }
  });

  it('completes a job with its checkpoint, history, status and training_ended event', async () => {
    const model = await newModel(store());
    const { job, lease } = await runningJob(store(), model.id);
    await store().events.append(lease, { type: 'training_started', data: { num_sequences: 1 } });
    const id = randomUUID();
    const result = await store().jobs.complete(lease, {
      checkpoint: { id, step: 1, folder: 'checkpoints/m/1', metrics: { loss: 0.5 } },
      history: [{ step: 1, metrics: { loss: 0.5 } }],
    });
    expect(result.job).toMatchObject({ status: 'succeeded', step: 1, payload: null, errorMessage: null });
    expect(result.checkpoint).toMatchObject({ id, jobId: job.id, kind: 'rl', folder: 'checkpoints/m/1' });
    expect(await store().checkpoints.newest(model.id)).toEqual(result.checkpoint);
    expect(await store().jobs.get(job.id)).toEqual(result.job);
    expect(await eventTypes(store(), job.id)).toEqual(['training_started', 'training_ended']);
    const { data } = await store().runs.history(model.runId!);
    expect(data).toEqual([
      { id: data[0].id, step: 1, time: data[0].time, metrics: { loss: 0.5 }, jobId: job.id, gradientStep: null },
    ]);
  });

  it('writes nothing of a completion if a part of it is invalid', async () => {
    const model = await newModel(store());
    await trainedStep(store(), model.id, 1);
    const { job, lease } = await runningJob(store(), model.id);
    const checkpoint = { step: 2, folder: 'f', metrics: {} };
    const badHistory = { checkpoint, history: [{ step: 2, metrics: { loss: Number.NaN } }] };
    await expect(store().jobs.complete(lease, badHistory)).rejects.toMatchObject({ code: 'invalid_value' });
    await expect(store().jobs.complete(lease, { checkpoint: { ...checkpoint, step: 1 } })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(store().jobs.complete(lease, { checkpoint: { ...checkpoint, step: 1.5 } })).rejects.toMatchObject({
      code: 'invalid_value',
    });
    expect((await store().checkpoints.newest(model.id))?.step).toBe(1);
    expect(await eventTypes(store(), job.id)).toEqual([]);
    expect((await store().jobs.get(job.id)).status).toBe('running');
    expect((await store().runs.history(model.runId!)).data).toEqual([]);
    await store().jobs.complete(lease, { checkpoint });
  });

  it('refuses every write of a holder whose lease was taken away', async () => {
    const model = await newModel(store());
    const { job, lease } = await runningJob(store(), model.id);
    expect((await store().jobs.requeueRunning()).requeued).toContain(job.id);
    const stale = { checkpoint: { step: 1, folder: null, metrics: {} } };
    const attempts = () => [
      store().jobs.complete(lease, stale),
      store().jobs.fail(lease, 'late'),
      store().jobs.cancelled(lease),
      store().jobs.heartbeat(lease),
      store().events.append(lease, { type: 'gradient_step', data: {} }),
    ];
    expect(await failures(attempts())).toEqual(['stale_lease']);
    const again = await store().jobs.claimNext();
    expect(again?.job).toMatchObject({ id: job.id, attempts: 2 });
    expect(await failures(attempts())).toEqual(['stale_lease']);
    expect(await eventTypes(store(), job.id)).toEqual([]);
    expect((await store().jobs.complete(again!.lease, stale)).job.status).toBe('succeeded');
    await expect(store().jobs.complete(again!.lease, stale)).rejects.toMatchObject({ code: 'stale_lease' });
  });

  it('refuses the completion of a job whose model was deleted meanwhile', async () => {
    const model = await newModel(store());
    const { lease } = await runningJob(store(), model.id);
    await store().models.delete(model.id);
    const late = store().jobs.complete(lease, { checkpoint: { step: 1, folder: null, metrics: {} } });
    await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
  });

  it('allows a model to be deleted concurrently with the completion of its job', async () => {
    for (let round = 0; round < 5; round++) {
      const model = await newModel(store());
      const { lease } = await runningJob(store(), model.id);
      const [completed, deleted] = await Promise.allSettled([
        store().jobs.complete(lease, { checkpoint: { step: 1, folder: `checkpoints/r/${round}`, metrics: {} } }),
        store().models.delete(model.id),
      ]);
      expect(deleted.status).toBe('fulfilled');
      const count = (deleted as PromiseFulfilledResult<{ deletedCheckpoints: number }>).value.deletedCheckpoints;
      expect(count).toBe(completed.status === 'fulfilled' ? 2 : 1);
      if (completed.status === 'rejected') expect(completed.reason).toMatchObject({ code: 'stale_lease' });
    }
  });

  it('shows the client why a job failed', async () => {
    const model = await newModel(store());
    const { job, lease } = await runningJob(store(), model.id);
    await store().jobs.fail(lease, 'The loss was not finite.\0');
    expect(await store().jobs.get(job.id)).toMatchObject({
      status: 'failed',
      errorMessage: 'The loss was not finite.',
      step: null,
    });
    const { data } = await store().events.page(job.id);
    expect(data).toMatchObject([{ type: 'training_failed', data: { error_message: 'The loss was not finite.' } }]);
  });

  it('cancels a queued job at once, with one training_failed event', async () => {
    const model = await newModel(store());
    const job = await newJob(store(), model.id, 'jobs/cancel.json');
    const cancelled = await store().jobs.cancel(job.id);
    expect(cancelled).toMatchObject({ effect: 'cancelled', paths: [], job: { status: 'cancelled' } });
    expect(await eventTypes(store(), job.id)).toEqual(['training_failed']);
    expect(await store().jobs.cancel(job.id)).toMatchObject({ effect: 'already_ended', job: { status: 'cancelled' } });
    expect(await eventTypes(store(), job.id)).toEqual(['training_failed']);
    await expect(store().jobs.cancel(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('requests a running job to stop, which then cannot succeed', async () => {
    const model = await newModel(store());
    const { job, lease } = await runningJob(store(), model.id);
    expect(await store().jobs.heartbeat(lease)).toEqual({ cancelRequested: false });
    expect(await store().jobs.cancel(job.id)).toMatchObject({ effect: 'requested', job: { cancelRequested: true } });
    expect(await store().jobs.heartbeat(lease)).toEqual({ cancelRequested: true });
    const late = store().jobs.complete(lease, { checkpoint: { step: 1, folder: null, metrics: {} } });
    await expect(late).rejects.toMatchObject({ code: 'job_cancelled' });
    expect((await store().jobs.cancelled(lease)).job.status).toBe('cancelled');
    expect(await eventTypes(store(), job.id)).toEqual(['training_failed']);
    expect((await store().checkpoints.newest(model.id))?.step).toBe(0);
  });

  it('requeues running jobs at their old position after a restart, or cancels them if requested', async () => {
    const model = await newModel(store());
    const { job: stopped } = await runningJob(store(), model.id);
    await store().jobs.cancel(stopped.id);
    const other = await newModel(store());
    const { job } = await runningJob(store(), other.id);
    const later = await newJob(store(), other.id);
    const restarted = await openStore(address());
    try {
      const { requeued, cancelled } = await restarted.jobs.requeueRunning();
      expect(requeued).toEqual([job.id]);
      expect(cancelled.map((ended) => ended.job.id)).toEqual([stopped.id]);
      expect(await eventTypes(restarted, stopped.id)).toEqual(['training_failed']);
      expect((await restarted.jobs.claimNext())?.job.id).toBe(job.id);
      expect((await restarted.jobs.get(later.id)).status).toBe('queued');
    } finally {
      await restarted.close();
    }
  });

  it('lists jobs by model and status, with cursors that stay valid when the status changes', async () => {
    const model = await newModel(store());
    const jobs = [];
    for (let count = 0; count < 3; count++) jobs.push(await newJob(store(), model.id));
    const ids = async (filter: object, request: object = {}) =>
      (await store().jobs.list(filter, request)).data.map((job) => job.id);
    expect(await ids({ modelId: model.id })).toEqual(jobs.map((job) => job.id));
    expect(await ids({}, { order: 'desc', limit: 1 })).toEqual([jobs[2].id]);
    await store().jobs.cancel(jobs[0].id);
    const queued = { modelId: model.id, status: 'queued' };
    expect(await ids(queued)).toEqual([jobs[1].id, jobs[2].id]);
    expect(await ids(queued, { after: jobs[0].id })).toEqual([jobs[1].id, jobs[2].id]);
    await expect(store().jobs.list({}, { after: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(store().jobs.get(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('refuses a job of an unknown model', async () => {
    await expect(newJob(store(), randomUUID())).rejects.toMatchObject({ code: 'not_found', resource: 'model' });
  });
});
