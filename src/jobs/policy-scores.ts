import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import type { AdapterFiles } from '../model/model-files.ts';
import type { ModelRecord } from '../store/models.ts';
import type { Store } from '../store/store.ts';
import type { ScoredSequence } from '../training/train-step.ts';
import type { ComputeClient } from '../worker/client.ts';
import { WorkerError } from '../worker/worker-error.ts';
import { JobFailure } from './job-failure.ts';
import { type OutageTimes, outlast } from './outlast.ts';

/** A checkpoint's files, relative to the data folder; a folder of null is the base model. */
interface PolicyFiles {
  id: string;
  folder: string | null;
}

/**
 * Whose log-probabilities: the frozen base model's, the checkpoint's that the job starts from, another's of the model, or
 * those of any files over the same base.
 */
export type ScoringPolicy = 'base' | 'start' | { step: number } | PolicyFiles;

/**
 * The log-probability of every trained token, [T] for each sequence, 0 elsewhere. Raises `JobFailure` for a step that
 * the model has no checkpoint of and for files that are gone, and WorkerError `training_too_large` before anything is
 * scored where the job itself would not fit.
 */
export type Score = (sequences: readonly ScoredSequence[], policy: ScoringPolicy) => Promise<Float32Array[]>;

/** Tokens that go to the compute process at a time. */
const TOKENS_A_CALL = 16_384;

interface ScoringParts {
  store: Pick<Store, 'checkpoints'>;
  folder: DataFolder;
  compute: Pick<ComputeClient, 'trainPlan' | 'trainScore'>;
  outage: OutageTimes;
}

/** For a job of `model` that starts from `from` and may have begun with a `capacity`; an aborted `signal` ends it with code `aborted`. */
export function scorer(
  parts: ScoringParts,
  job: { model: ModelRecord; from: PolicyFiles | null; capacity: number | null; signal: AbortSignal },
): Score {
  const { model, from, capacity, signal } = job;
  return async (sequences, policy) => {
    const { compute } = parts;
    const files = await policyFiles(parts, model, policy === 'start' ? from : null, policy, signal);
    const adapter = adapterOf(parts.folder, files);
    const longest = sequences.reduce((most, { ids }) => Math.max(most, ids.length), 0);
    signal.throwIfAborted();
    await compute.trainPlan({ model: model.baseModel, adapter: adapterOf(parts.folder, from), longest, capacity });
    const all: Float32Array[] = [];
    for (const part of inParts(sequences)) {
      signal.throwIfAborted();
      const scores = compute.trainScore({ model: model.baseModel, adapter, sequences: part }, signal);
      all.push(...(await scores.catch((error) => Promise.reject(unreadable(error, files, from)))));
    }
    return all;
  };
}

function adapterOf(folder: DataFolder, files: PolicyFiles | null): AdapterFiles | null {
  return files?.folder ? { id: files.id, folder: absolutePath(folder, files.folder) } : null;
}

/** Nothing holds the files of another checkpoint than the job's own start: its owner may delete it meanwhile. */
function unreadable(error: unknown, files: PolicyFiles | null, from: PolicyFiles | null): unknown {
  if (!(error instanceof WorkerError && error.code === 'adapter_load_failed') || files?.id === from?.id) return error;
  return new JobFailure(
    'The checkpoint that this job takes its reference log-probabilities from could not be read; it may have been ' +
      'deleted while they were computed. Name another, and start the job again.',
  );
}

async function policyFiles(
  { store, outage }: ScoringParts,
  model: ModelRecord,
  start: PolicyFiles | null,
  policy: ScoringPolicy,
  signal: AbortSignal,
): Promise<PolicyFiles | null> {
  if (typeof policy === 'string') return start;
  if ('folder' in policy) return policy;
  try {
    return await outlast(() => store.checkpoints.byStep(model.id, policy.step), outage, signal);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'not_found')) throw error;
    throw new JobFailure(`The model has no checkpoint of step ${policy.step} to take log-probabilities from.`);
  }
}

function inParts(sequences: readonly ScoredSequence[]): ScoredSequence[][] {
  const parts: ScoredSequence[][] = [];
  let room = 0;
  for (const { ids, mask } of sequences) {
    if (parts.length === 0 || ids.length > room) {
      parts.push([]);
      room = TOKENS_A_CALL;
    }
    parts[parts.length - 1].push({ ids, mask });
    room -= ids.length;
  }
  return parts;
}
