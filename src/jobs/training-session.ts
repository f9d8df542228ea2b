import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFolderAtomic } from '../artifacts/atomic-write.ts';
import { absolutePath, type DataFolder, newCheckpointPath } from '../artifacts/data-folder.ts';
import { publishStored } from '../artifacts/publish.ts';
import { removeFileOf } from '../artifacts/removal.ts';
import { ensureLocal, type LocalCopy, newStoredPath, storedBytes } from '../artifacts/stored-file.ts';
import { ADAPTER_FILES } from '../model/checkpoint/adapter-files.ts';
import type { AdapterFiles } from '../model/model-files.ts';
import type { JobKind } from '../store/job-record.ts';
import { newId, type Store } from '../store/store.ts';
import { type Cooperative, runYielding } from '../training/cooperative.ts';
import type { TrainStepRequest, TrainStepResult } from '../training/train-step.ts';
import type { MemoryPlan } from '../training/trainer/memory-plan.ts';
import { CAPACITIES, type PackedSize, packedTokens } from '../training/trainer/micro-batch.ts';
import { OPTIMIZER_FILE, type TrainBeginRequest } from '../worker/protocol.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { HelpedStep } from './helped-step.ts';
import { retryThroughOutage } from './outage.ts';
import type { TrainingPlan } from './plan/training-plan.ts';
import { ShardTimes } from './shard-times.ts';

/** The adapter of a job on the device, from its last committed step or from its starting checkpoint. */
export class TrainingSession {
  readonly #parts: TrainingParts;
  readonly #claimed: ClaimedJob;
  readonly #kind: JobKind;
  readonly #memory: MemoryPlan | null;
  readonly #name: string;
  readonly #times = new ShardTimes();
  #begun = false;

  /** `memory` is the plan for the whole job; null for a job without a step to train. */
  constructor(parts: TrainingParts, claimed: ClaimedJob, kind: JobKind, memory: MemoryPlan | null) {
    this.#parts = parts;
    this.#claimed = claimed;
    this.#kind = kind;
    this.#memory = memory;
    this.#name = `${claimed.job.id}:${claimed.job.attempts}:${newId()}`;
  }

  /**
   * Runs a step. `committed` is the folder of the previous step, or null. Throws `WorkerError`; the session is then
   * unusable.
   */
  async step(request: TrainStepRequest, committed: string | null): Promise<TrainStepResult> {
    const { compute, helpers } = this.#parts;
    const { job, model, from, signal } = this.#claimed;
    const memory = this.#memory;
    if (memory === null) throw new Error('a step without planned memory');
    if (!this.#begun) {
      this.#begun = true;
      using held = new DisposableStack();
      const start = await this.#start(held);
      await compute.trainBegin({ session: this.#name, model: model.baseModel, memory, ...start });
    }
    if (helpers === null) return compute.trainStep(this.#name, request, signal);
    const folder = committed ?? from?.folder ?? null;
    const adapter = folder === null ? null : { id: folder, folder };
    const { capacity } = memory;
    const own = { id: job.id, session: this.#name, model: model.baseModel, capacity, signal, times: this.#times };
    return HelpedStep.run({ ...this.#parts, helpers }, own, { request, adapter });
  }

  /**
   * Durably writes adapter and optimizer state to a new folder and returns its path relative to the data folder. Waits
   * for disk space, the database and the bucket.
   */
  async save(): Promise<string> {
    const { folder, outage } = this.#parts;
    const { signal } = this.#claimed;
    const path = await retryThroughOutage(() => this.#write(), outage, signal);
    await publishStored(folder, path, (put) => retryThroughOutage(put, outage, signal));
    return path;
  }

  async #write(): Promise<string> {
    const { folder, compute } = this.#parts;
    const { model, from } = this.#claimed;
    const path = newCheckpointPath(model.id, (from?.step ?? 0) + 1, newId());
    await writeFolderAtomic(await newStoredPath(folder, path), (temporary) =>
      compute.trainSave({ session: this.#name, folder: temporary, optimizer: true }),
    );
    folder.reserve.raiseFor(await folderBytes(absolutePath(folder, path)));
    return path;
  }

  /** Frees the session's device memory. */
  async end(): Promise<void> {
    if (this.#begun) await this.#parts.compute.trainEnd(this.#name).catch(() => {});
  }

  async #start(held: DisposableStack): Promise<Pick<TrainBeginRequest, 'adapter' | 'optimizerFile'>> {
    const { job, from } = this.#claimed;
    const adapter = await startingAdapter(this.#parts, this.#claimed, held);
    if (adapter === null) return { adapter, optimizerFile: null };
    const moments = join(adapter.folder, OPTIMIZER_FILE);
    if (job.folder !== null) return { adapter, optimizerFile: moments };
    // Moments of the other loss kind have another scale, so they are dropped when the kind changes.
    return { adapter, optimizerFile: from?.kind === this.#kind && (await isThere(moments)) ? moments : null };
  }
}

async function folderBytes(path: string): Promise<number> {
  const sizes = (await readdir(path)).map(async (name) => (await stat(join(path, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Returns the bytes of an adapter's files, or null if any is missing. */
export async function adapterBytes(folder: DataFolder, path: string): Promise<number | null> {
  const files = ADAPTER_FILES.map((name) => storedBytes(folder, `${path}/${name}`));
  const found = await Promise.all(files).catch(() => null);
  return found?.reduce((sum, size) => sum + size, 0) ?? null;
}

/**
 * Returns the adapter of the last committed step, or of the starting checkpoint, or null for a new adapter. Its files,
 * including any moments, are kept until `held` is disposed of.
 */
async function startingAdapter(
  { folder, outage }: TrainingParts,
  { job, from, signal }: ClaimedJob,
  held: DisposableStack,
): Promise<AdapterFiles | null> {
  const files = job.folder === null ? from : { id: job.id, folder: job.folder };
  if (files === null || files.folder === null) return null;
  const { id, folder: path } = files;
  const adapter: LocalCopy = await retryThroughOutage(() => ensureLocal(folder, path), outage, signal);
  return { id, folder: held.use(adapter).path };
}

/**
 * Returns whether a file exists. Moments are deleted once a later checkpoint exists, which may itself have been deleted
 * since.
 */
async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Deletes the moments of a checkpoint. Only the newest checkpoint of a model needs them; they take twice the adapter's
 * size.
 */
export async function dropOptimizerState(folder: DataFolder, checkpointFolder: string): Promise<void> {
  await removeFileOf(folder, [checkpointFolder], OPTIMIZER_FILE);
}

/**
 * Deletes moments that remain if a server crashed between the end of a job and their removal. A single server runs this
 * once, before it claims any job; servers that share a database run it now and then, while jobs run.
 */
export async function dropOldOptimizerStates({ store, folder }: { store: Store; folder: DataFolder }): Promise<void> {
  await removeFileOf(folder, await store.checkpoints.supersededFolders(), OPTIMIZER_FILE);
}

/**
 * Lets the compute process plan the memory of a job; returns null if there is nothing to train. The size of
 * micro-batches is chosen before the first step and kept for the whole job. Throws `WorkerError` `training_too_large`,
 * whose message is for the job's owner.
 */
export async function planJobMemory(
  parts: TrainingParts,
  claimed: ClaimedJob,
  { steps }: TrainingPlan,
): Promise<MemoryPlan | null> {
  const { compute, log, store, outage } = parts;
  const requests = steps.flatMap(({ request }) => request ?? []);
  if (requests.length === 0) return null;
  const longest = longestSequence(requests);
  const { job, model, lease, signal } = claimed;
  const begunCapacity = job.stepsDone > 0 ? (job.start.capacity ?? null) : null;
  using held = new DisposableStack();
  const { plan, description } = await compute.trainPlan({
    model: model.baseModel,
    adapter: await startingAdapter(parts, claimed, held),
    longest,
    begunCapacity,
    packedSizes: begunCapacity === null ? await runYielding(packedSizes(requests), signal) : [],
  });
  await retryThroughOutage(() => store.jobs.keepChoices(lease, { capacity: plan.capacity }), outage, signal);
  log.info({ job: job.id, longest, memory: description }, 'memory of a training job');
  return plan;
}

function longestSequence(requests: readonly TrainStepRequest[]): number {
  return requests.flatMap(({ sequences }) => sequences).reduce((most, { ids }) => Math.max(most, ids.length), 0);
}

function* packedSizes(requests: readonly TrainStepRequest[]): Cooperative<PackedSize[]> {
  const sums = CAPACITIES.map((capacity) => ({ capacity, tokens: 0 }));
  for (const { sequences } of requests) {
    const counts = yield* packedTokens(sequences, CAPACITIES);
    for (const [index, tokens] of counts.entries()) sums[index].tokens += tokens;
  }
  return sums;
}
