import type { DataFolder } from '../../artifacts/data-folder.ts';
import { ensureLocal, type LocalCopy } from '../../artifacts/stored-file.ts';
import { ADAPTER_FILES } from '../../model/checkpoint/adapter-files.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import type { MaskedTokens, TrainSequence } from '../../training/train-step.ts';
import { WorkerError } from '../../worker/client/worker-error.ts';
import type { ClaimedJob, TrainingParts } from '../claimed-job.ts';
import { JobFailure } from '../job-failure.ts';
import { retryThroughOutage } from '../outage.ts';
import { keptLogprobs } from './kept-logprobs.ts';
import { type Policy, type PolicyFiles, referencePolicy } from './reference-policy.ts';
import type { TrainingPlan } from './training-plan.ts';

/** Log-probabilities of every trained token of a job's sequences, [T] each, 0 at other tokens. */
type SequenceLogprobs = Float32Array[];

/** Computes log-probabilities under a policy. Throws `JobFailure` for unreadable files, and `WorkerError`. */
export type ComputeLogprobs = (sequences: readonly MaskedTokens[], policy: Policy) => Promise<SequenceLogprobs>;

/** Tokens for each call of the compute process. */
const TOKENS_A_CALL = 16_384;

/**
 * Returns the plan with the log-probabilities that its loss needs: those under the starting weights, which replace the
 * sampler's, and those under the reference policy of a KL penalty. They are computed once for each job. Throws what
 * `compute` throws.
 */
export async function withPolicyLogprobs(
  parts: Omit<TrainingParts, 'compute' | 'helpers' | 'log'>,
  claimed: ClaimedJob,
  plan: TrainingPlan,
  compute: ComputeLogprobs,
): Promise<TrainingPlan> {
  const { start: underStart, reference } = plan.policies;
  const sequences = plan.steps.flatMap(({ request }) => request?.sequences ?? []);
  const policies: ('start' | 'reference')[] = [];
  if (underStart) policies.push('start');
  if (reference !== null) policies.push('reference');
  if (sequences.length === 0 || policies.length === 0) return plan;
  const logprobs = await keptLogprobs(parts, claimed, { sequences, policies }, async () => {
    const computed: SequenceLogprobs[] = [];
    if (underStart) computed.push(await compute(sequences, 'start'));
    if (reference !== null) computed.push(await compute(sequences, await referencePolicy(parts, claimed, reference)));
    return computed;
  });
  const start = logprobs[policies.indexOf('start')] ?? null;
  const referenced = logprobs[policies.indexOf('reference')] ?? null;
  let index = 0;
  const completed = (sequence: TrainSequence): TrainSequence => {
    const at = index++;
    return {
      ...sequence,
      ...(start === null ? {} : { oldLogprobs: start[at], sampledLogprobs: sequence.oldLogprobs }),
      ...(referenced === null ? {} : { referenceLogprobs: referenced[at] }),
    };
  };
  const steps = plan.steps.map(({ request, ...step }) => ({
    ...step,
    request: request && { ...request, sequences: request.sequences.map(completed) },
  }));
  return { ...plan, steps };
}

/** Returns a function that asks the compute process. Aborting the job's signal ends it with code `aborted`. */
export function policyLogprobs(
  { folder, compute, outage }: Pick<TrainingParts, 'folder' | 'compute' | 'outage'>,
  { model, from, signal }: Pick<ClaimedJob, 'model' | 'from' | 'signal'>,
): ComputeLogprobs {
  return async (sequences, policy) => {
    const files = filesOf(policy, from);
    const path = files?.folder ?? null;
    using held = path === null ? null : await retryThroughOutage(() => localAdapter(folder, path), outage, signal);
    const adapter: AdapterFiles | null = files && held && { id: files.id, folder: held.path };
    const all: SequenceLogprobs = [];
    for (const part of inParts(sequences)) {
      signal.throwIfAborted();
      const logprobs = compute.trainLogprobs({ model: model.baseModel, adapter, sequences: part }, signal);
      all.push(...(await logprobs.catch((error) => Promise.reject(unreadable(error, files, from)))));
    }
    return all;
  };
}

function localAdapter(folder: DataFolder, path: string): Promise<LocalCopy> {
  return ensureLocal(folder, path, ADAPTER_FILES);
}

function unreadable(error: unknown, files: PolicyFiles | null, from: PolicyFiles | null): unknown {
  if (!(error instanceof WorkerError && error.code === 'adapter_load_failed') || files?.id === from?.id) return error;
  return new JobFailure(
    'The checkpoint that this job takes its reference log-probabilities from could not be read: ' +
      'its files are damaged or missing. Name another, and start the job again.',
  );
}

function filesOf(policy: Policy, start: PolicyFiles | null): PolicyFiles | null {
  if (policy === 'base') return null;
  return policy === 'start' ? start : policy;
}

function inParts(sequences: readonly MaskedTokens[]): MaskedTokens[][] {
  const parts: MaskedTokens[][] = [];
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
