import { absolutePath, type DataFolder } from '../../artifacts/data-folder.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import type { ModelRecord } from '../../store/models.ts';
import type { RlConfig } from '../../training/rl/rl-config.ts';
import type { ScoredSequence, TrainStepRequest } from '../../training/train-step.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import { WorkerError } from '../../worker/client/worker-error.ts';
import { JobFailure } from '../job-failure.ts';

/** Log-probabilities of every sequence of a job, [T] each, under a policy. */
export type PolicyLogprobs = Float32Array[];

/** What is to be scored: sequences, under each of the policies, which go by what they are to the job. */
export interface LogprobsRequest {
  sequences: readonly ScoredSequence[];
  policies: readonly ('start' | 'reference')[];
}

/** Those of each policy that were kept, where they are of the same; else those that `make` makes, which are kept. */
export type KeepLogprobs = (
  wanted: LogprobsRequest,
  make: () => Promise<PolicyLogprobs[]>,
) => Promise<PolicyLogprobs[]>;

/**
 * The steps with the log-probabilities that the configuration asks for: those under the starting weights in the place
 * of the sampler's, and those under the reference of a KL penalty. Raises what `score` raises.
 */
export async function withPolicyLogprobs(
  steps: readonly TrainStepRequest[],
  { precalculateLogprobs, loss }: RlConfig,
  { score, keep, reference }: { score: ComputePolicyLogprobs; keep: KeepLogprobs; reference(): Promise<Policy> },
): Promise<TrainStepRequest[]> {
  const sequences = steps.flatMap((step) => step.sequences);
  const policies: LogprobsRequest['policies'][number][] = [];
  if (precalculateLogprobs) policies.push('start');
  if (loss.kl !== null) policies.push('reference');
  if (sequences.length === 0 || policies.length === 0) return [...steps];
  const scores = await keep({ sequences, policies }, async () => {
    const made: PolicyLogprobs[] = [];
    for (const policy of policies) made.push(await score(sequences, policy === 'start' ? policy : await reference()));
    return made;
  });
  const start = scores[policies.indexOf('start')] ?? null;
  const referenced = scores[policies.indexOf('reference')] ?? null;
  let at = 0;
  return steps.map((step) => ({
    ...step,
    sequences: step.sequences.map((sequence) => {
      const place = at++;
      return {
        ...sequence,
        ...(start === null ? {} : { oldLogprobs: start[place], sampledLogprobs: sequence.oldLogprobs }),
        ...(referenced === null ? {} : { referenceLogprobs: referenced[place] }),
      };
    }),
  }));
}

/** A checkpoint's files, relative to the data folder; a folder of null is the base model. */
interface PolicyFiles {
  id: string;
  folder: string | null;
}

/**
 * Whose log-probabilities: the frozen base model's, the checkpoint's that the job starts from, or those of any files
 * over the same base, which the job holds.
 */
export type Policy = 'base' | 'start' | PolicyFiles;

/**
 * The log-probability of every trained token, [T] for each sequence, 0 elsewhere. Raises `JobFailure` for files
 * that cannot be read, and WorkerError `training_too_large` before anything is
 * scored where the job itself would not fit.
 */
export type ComputePolicyLogprobs = (sequences: readonly ScoredSequence[], policy: Policy) => Promise<Float32Array[]>;

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
export function policyLogprobs(
  parts: ScoringParts,
  job: { model: ModelRecord; from: PolicyFiles | null; capacity: number | null; signal: AbortSignal },
): ComputePolicyLogprobs {
  const { model, from, capacity, signal } = job;
  return async (sequences, policy) => {
    const { compute } = parts;
    const files = filesOf(policy, from);
    const adapter = adapterOf(parts.folder, files);
    const longest = sequences.reduce((most, { ids }) => Math.max(most, ids.length), 0);
    signal.throwIfAborted();
    const start = adapterOf(parts.folder, from);
    await compute.trainPlan({ model: model.baseModel, adapter: start, longest, capacity, packedSizes: [] });
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

function filesOf(policy: Policy, start: PolicyFiles | null): PolicyFiles | null {
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
