import { access, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { writeFolderAtomic } from '../artifacts/atomic-write.ts';
import { absolutePath, type DataFolder, newCheckpointPath } from '../artifacts/data-folder.ts';
import { newStoredPath } from '../artifacts/stored-file.ts';
import type { AdapterFiles } from '../model/model-files.ts';
import type { JobKind } from '../store/job-record.ts';
import { newId, type Store } from '../store/store.ts';
import { type Cooperative, runYielding } from '../training/cooperative.ts';
import type { TrainStepRequest, TrainStepResult } from '../training/train-step.ts';
import { CAPACITIES, type PackedSize, packedTokens } from '../training/trainer/micro-batch.ts';
import { OPTIMIZER_FILE, type TrainBeginRequest } from '../worker/protocol.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { outlast } from './outlast.ts';
import { longestSequence, type TrainingPlan } from './plan/training-plan.ts';

/** The adapter of a job on the device: from its last committed step, or from the checkpoint that it starts from. */
export class TrainingSession {
  readonly #parts: TrainingParts;
  readonly #claimed: ClaimedJob;
  readonly #steps: { kind: JobKind; longest: number };
  readonly #name: string;
  #begun = false;

  /** `steps` tells of those of the whole job: what kind they are of, and the tokens of their longest sequence. */
  constructor(parts: TrainingParts, claimed: ClaimedJob, steps: { kind: JobKind; longest: number }) {
    this.#parts = parts;
    this.#claimed = claimed;
    this.#steps = steps;
    this.#name = `${claimed.job.id}:${claimed.job.attempts}:${newId()}`;
  }

  /** Raises `WorkerError`; the session is then of no further use. */
  async step(request: TrainStepRequest): Promise<TrainStepResult> {
    const { compute } = this.#parts;
    if (!this.#begun) {
      this.#begun = true;
      const { longest } = this.#steps;
      const { job, model } = this.#claimed;
      const capacity = job.start.capacity ?? null;
      const start = await this.#start();
      await compute.trainBegin({ session: this.#name, model: model.baseModel, longest, capacity, ...start });
    }
    return compute.trainStep(this.#name, request, this.#claimed.signal);
  }

  /**
   * Writes adapter and optimizer state, durably, to a new folder, whose path relative to the data folder it gives back.
   */
  async save(): Promise<string> {
    const { folder, compute } = this.#parts;
    const { model, from } = this.#claimed;
    const path = newCheckpointPath(model.id, (from?.step ?? 0) + 1, newId());
    await writeFolderAtomic(await newStoredPath(folder, path), (temporary) =>
      compute.trainSave({ session: this.#name, folder: temporary }),
    );
    folder.reserve.holdFor(await folderBytes(absolutePath(folder, path)));
    return path;
  }

  /** Frees what the session holds on the device. */
  async end(): Promise<void> {
    if (this.#begun) await this.#parts.compute.trainEnd(this.#name).catch(() => {});
  }

  async #start(): Promise<Pick<TrainBeginRequest, 'adapter' | 'optimizerFile'>> {
    const { job, from } = this.#claimed;
    const adapter = startingAdapter(this.#parts.folder, this.#claimed);
    if (adapter === null) return { adapter, optimizerFile: null };
    const moments = join(adapter.folder, OPTIMIZER_FILE);
    if (job.folder !== null) return { adapter, optimizerFile: moments };
    // Moments of the other kind of loss have another scale; they are dropped when the kind changes.
    return { adapter, optimizerFile: from?.kind === this.#steps.kind && (await isThere(moments)) ? moments : null };
  }
}

async function folderBytes(path: string): Promise<number> {
  const sizes = (await readdir(path)).map(async (name) => (await stat(join(path, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Of the last committed step, or of the checkpoint that the job starts from; null where it starts from nothing. */
export function startingAdapter(folder: DataFolder, { job, from }: ClaimedJob): AdapterFiles | null {
  if (job.folder !== null) return { id: job.id, folder: absolutePath(folder, job.folder) };
  return from === null || from.folder === null ? null : { id: from.id, folder: absolutePath(folder, from.folder) };
}

/** Moments go with the checkpoint after theirs, which may have been deleted since. */
async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Only the newest checkpoint of a model needs its moments; they are twice the adapter's size. */
export async function dropOptimizerState(folder: DataFolder, checkpointFolder: string): Promise<void> {
  await rm(join(absolutePath(folder, checkpointFolder), OPTIMIZER_FILE), { force: true });
}

/** What a crash between the end of a job and the removal of the older moments has left. Before any job is claimed. */
export async function dropOldOptimizerStates({ store, folder }: { store: Store; folder: DataFolder }): Promise<void> {
  for (const path of await store.checkpoints.supersededFolders()) await dropOptimizerState(folder, path);
}

/**
 * The job with the size of its micro-batches, which is chosen the first time. Raises WorkerError `training_too_large`,
 * whose message is for the job's owner.
 */
export async function withMemory(
  { compute, folder, log, store, outage }: TrainingParts & { log: Logger },
  claimed: ClaimedJob,
  plan: TrainingPlan,
): Promise<ClaimedJob> {
  const longest = longestSequence(plan);
  if (longest === 0) return claimed;
  const { model, lease, signal } = claimed;
  const begun = claimed.job.start.capacity ?? null;
  const { capacity, description } = await compute.trainPlan({
    model: model.baseModel,
    adapter: startingAdapter(folder, claimed),
    longest,
    capacity: begun,
    packedSizes: begun === null ? await runYielding(laidOut(plan), signal) : [],
  });
  const job = await outlast(() => store.jobs.keepChoices(lease, { capacity }), outage, signal);
  log.info({ job: job.id, longest, memory: description }, 'memory of a training job');
  return { ...claimed, job };
}

function* laidOut({ steps }: TrainingPlan): Cooperative<PackedSize[]> {
  const sums = CAPACITIES.map((capacity) => ({ capacity, tokens: 0 }));
  for (const { request } of steps) {
    if (request === null) continue;
    const counts = yield* packedTokens(request.sequences, CAPACITIES);
    for (const [place, tokens] of counts.entries()) sums[place].tokens += tokens;
  }
  return sums;
}
