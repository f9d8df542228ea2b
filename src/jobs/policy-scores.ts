import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import type { AdapterFiles } from '../model/model-files.ts';
import type { ModelRecord } from '../store/models.ts';
import type { ScoredSequence } from '../training/train-step.ts';
import type { ComputeClient } from '../worker/client.ts';
import { WorkerError } from '../worker/worker-error.ts';
import { JobFailure } from './job-failure.ts';

/** A checkpoint's files, relative to the data folder; a folder of null is the base model. */
interface PolicyFiles {
  id: string;
  folder: string | null;
}

/**
 * Whose log-probabilities: the frozen base model's, the checkpoint's that the job starts from, or those of any files
 * over the same base, which the job holds.
 */
export type ScoringPolicy = 'base' | 'start' | PolicyFiles;

/**
 * The log-probability of every trained token, [T] for each sequence, 0 elsewhere. Raises `JobFailure` for files
 * that cannot be read, and WorkerError `training_too_large` before anything is
 * scored where the job itself would not fit.
 */
export type Score = (sequences: readonly ScoredSequence[], policy: ScoringPolicy) => Promise<Float32Array[]>;

/** Tokens that go to the compute process at a time. */
const TOKENS_A_CALL = 16_384;

interface ScoringParts {
  folder: DataFolder;
  compute: Pick<ComputeClient, 'trainPlan' | 'trainScore'>;
}

/**
 * For a job of `model` that starts from `from` and may have begun with a `capacity`; an aborted `signal` ends it with
 * code `aborted`.
 */
export function scorer(
  parts: ScoringParts,
  job: { model: ModelRecord; from: PolicyFiles | null; capacity: number | null; signal: AbortSignal },
): Score {
  const { model, from, capacity, signal } = job;
  return async (sequences, policy) => {
    const { compute } = parts;
    const files = filesOf(policy, from);
    const adapter = adapterOf(parts.folder, files);
    const longest = sequences.reduce((most, { ids }) => Math.max(most, ids.length), 0);
    signal.throwIfAborted();
    const start = adapterOf(parts.folder, from);
    await compute.trainPlan({ model: model.baseModel, adapter: start, longest, capacity, laidOut: [] });
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

function unreadable(error: unknown, files: PolicyFiles | null, from: PolicyFiles | null): unknown {
  if (!(error instanceof WorkerError && error.code === 'adapter_load_failed') || files?.id === from?.id) return error;
  return new JobFailure(
    'The checkpoint that this job takes its reference log-probabilities from could not be read; ' +
      'its files are damaged or gone. Name another, and start the job again.',
  );
}

function filesOf(policy: ScoringPolicy, start: PolicyFiles | null): PolicyFiles | null {
  if (policy === 'base') return null;
  return policy === 'start' ? start : policy;
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
