import { randomUUID } from 'node:crypto';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import type { JobRecord } from '../../src/store/job-record.ts';
import type { Lease } from '../../src/store/lease.ts';
import type { ModelRecord } from '../../src/store/models.ts';
import type { Store } from '../../src/store/store.ts';

/** Creates a model with a unique name. */
export async function newModel(store: Store, changes: { name?: string; owner?: string } = {}): Promise<ModelRecord> {
  const { model } = await store.models.create({
    entity: 'team',
    project: 'games',
    name: changes.name ?? `model-${randomUUID()}`,
    baseModel: 'HuggingFaceTB/SmolLM2-135M-Instruct',
    owner: changes.owner ?? 'ann',
    returnExisting: false,
  });
  return model;
}

export function newJob(store: Store, modelId: string, payload: string | null = null): Promise<JobRecord> {
  return store.jobs.enqueue({ modelId, kind: 'rl', payload, config: { learning_rate: 5e-6 } });
}

/** Ends every job so that the queue is empty. */
export async function emptyQueue(store: Store): Promise<void> {
  await store.jobs.requeueRunning();
  for (let claim = await store.jobs.claimNext(); claim !== null; claim = await store.jobs.claimNext()) {
    await store.jobs.fail(claim.lease, 'not wanted any more');
  }
}

/** Starts a job and returns it. All earlier jobs in the queue are ended. */
export async function runningJob(store: Store, modelId: string): Promise<{ job: JobRecord; lease: Lease }> {
  const { id } = await newJob(store, modelId);
  for (;;) {
    const claimed = await store.jobs.claimNext();
    if (claimed === null) throw new Error('the job is not in the queue');
    if (claimed.job.id === id) return claimed;
    await store.jobs.fail(claimed.lease, 'not the one we wanted');
  }
}

/** Completes one job of the model at this step. */
export async function trainedStep(store: Store, modelId: string, step: number, folder: string | null = null) {
  const { lease } = await runningJob(store, modelId);
  return store.jobs.complete(lease, { checkpoint: { step, folder, metrics: { 'train/reward': step / 10 } } });
}

/** Returns the distinct error codes of the attempts, with 'fulfilled' for a success. */
export async function failures(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  const codes = settled.map((result) => {
    if (result.status === 'fulfilled') return 'fulfilled';
    return result.reason instanceof StorageError ? result.reason.code : String(result.reason);
  });
  return [...new Set(codes)];
}
